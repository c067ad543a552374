//! Where entries come from. A driver is told where to look and whom to tell; the player does not
//! know which one it has.

mod collect;
mod recording;
mod stream;

use std::rc::Rc;

pub use collect::{Lesson, Trouble};

/// Whom a driver tells, once: the whole lesson, or why there is none.
pub type Tell = Rc<dyn Fn(Result<Lesson, Trouble>)>;

/// A source of a lesson, by address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The server's stream of server-sent events.
    Stream(String),
    /// A stored recording, one JSON object a line.
    Recording(String),
}

/// Begins to fetch a lesson.
pub fn fetch(source: &Source, tell: Tell) {
    match source {
        Source::Stream(url) => stream::open(url, tell),
        Source::Recording(url) => recording::fetch(url, tell),
    }
}
