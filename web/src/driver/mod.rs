//! Where entries come from. A driver is told where to look and whom to tell; the player does not
//! know which one it has.

mod collect;
mod recording;
#[cfg(feature = "rail")]
mod stream;

use std::rc::Rc;

pub use collect::{Lesson, Trouble};

/// Whom a driver tells, once: the whole lesson, or why there is none.
pub type Tell = Rc<dyn Fn(Result<Lesson, Trouble>)>;

/// A source of a lesson, by address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The server's stream of server-sent events. A frame's lesson never comes that way.
    #[cfg(feature = "rail")]
    Stream(String),
    /// A stored recording, one JSON object a line.
    Recording(String),
}

#[cfg(feature = "live")]
impl Source {
    /// Where a line of the lesson is: itself, or one of its what-ifs.
    #[must_use]
    pub fn of_branch(&self, branch: Option<&str>) -> Self {
        let Some(branch) = branch else { return self.clone() };
        match self {
            Self::Stream(url) => Self::Stream([url, "?branch=", branch].concat()),
            // What is stored lies side by side.
            Self::Recording(url) => {
                let stem = url.strip_suffix(".ndjson").unwrap_or(url);
                Self::Recording([stem, ".", branch, ".ndjson"].concat())
            }
        }
    }
}

/// Begins to fetch a lesson.
pub fn fetch(source: &Source, tell: Tell) {
    match source {
        #[cfg(feature = "rail")]
        Source::Stream(url) => stream::open(url, tell),
        Source::Recording(url) => recording::fetch(url, tell),
    }
}
