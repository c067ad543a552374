//! Pages: what each says, put into its template. They depend on nothing but content, so each is
//! made once per language and then kept.

mod embed;
pub mod error;
mod home;
mod layout;
mod lesson;
mod model;
mod outline;
mod picture;
pub mod present;
mod print;
mod qr;
mod room;
mod share;
mod try_it;
pub mod watch;

use content::Lang;

use crate::problem::Problem;
use crate::reply::{Kind, Reply};
use crate::state::App;

pub use layout::oembed;
use picture::picture_of;
pub use picture::{Spoken, Still, describe, telling_still};
pub use qr::qr;
pub use room::RoomName;

/// Which page, in which language.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PageKey {
    /// The language.
    pub lang: Lang,
    /// The page.
    pub page: Page,
}

/// Which page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Page {
    /// The first one.
    Home,
    /// A lesson.
    Lesson(String),
    /// A what-if of a lesson.
    WhatIf {
        /// The lesson.
        lesson: String,
        /// The branch.
        branch: String,
    },
    /// A lesson in a frame of another page.
    Embed {
        /// The lesson.
        lesson: String,
        /// The step whose picture stands there at first; one that the lesson has.
        step: Option<String>,
        /// Whether the reader is asked what will happen.
        asks: bool,
    },
    /// A lesson to try out.
    Try(String),
    /// A room for a lesson, before it is open.
    Open(String),
    /// What puts a lesson into somebody's own page.
    Share(String),
    /// A lesson on paper.
    Print(String),
    /// What is simulated and what is not.
    Model,
}

/// A page, from the cache if it was asked for before.
///
/// # Errors
/// When there is no such lesson or branch, or a template fails.
pub fn page(app: &App, lang: Lang, page: Page) -> Result<Reply, Problem> {
    app.pages.get_or_make(PageKey { lang, page }, |key| {
        let html = match &key.page {
            Page::Home => home::render(app, key.lang)?,
            Page::Lesson(lesson) => lesson::render(app, key.lang, lesson)?,
            Page::WhatIf { lesson, branch } => {
                lesson::render_what_if(app, key.lang, lesson, branch)?
            }
            Page::Embed { lesson, step, asks } => {
                embed::render(app, key.lang, lesson, step.as_deref(), *asks)?
            }
            Page::Try(lesson) => try_it::render(app, key.lang, lesson)?,
            Page::Open(lesson) => present::open(app, key.lang, lesson)?,
            Page::Share(lesson) => share::render(app, key.lang, lesson)?,
            Page::Print(lesson) => print::render(app, key.lang, lesson)?,
            Page::Model => model::render(app, key.lang)?,
        };
        Ok(Reply::new(Kind::Html, html))
    })
}
