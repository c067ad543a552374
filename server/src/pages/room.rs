//! What the pages of a room have in common.

use content::{Lang, Lesson};

use super::lesson::Dictionary;
use super::outline::{self, Outline};
use crate::limits::Origin;
use crate::live::LiveId;
use crate::live::RoomCode;
use crate::problem::Problem;
use crate::state::App;

/// A room, as its pages name it. Whoever reads a page knows as much already: no token is here.
#[derive(Clone, Debug)]
pub struct RoomName {
    /// The name by which it is driven.
    pub session: LiveId,
    /// The name by which it is watched.
    pub code: RoomCode,
    /// The lesson.
    pub lesson: String,
    /// The "what if" of it.
    pub branch: Option<String>,
}

/// What tells the program where it is.
pub struct Place {
    pub role: &'static str,
    /// Only on the driver's own pages; empty on others.
    pub session: String,
    pub code: String,
    pub shown: String,
    pub lesson: String,
    pub branch: String,
    pub stream: String,
    /// Where viewers go, and how people read it out: also only there.
    pub watch: String,
    pub watch_shown: String,
}

impl RoomName {
    /// The lesson that it shows.
    pub fn lesson<'a>(&self, app: &'a App) -> Result<&'a Lesson, Problem> {
        outline::find(app, &self.lesson)
    }

    /// The lesson's frame, or the what-if's.
    pub fn outline<'a>(&self, app: &'a App, lang: Lang) -> Result<Outline<'a>, Problem> {
        let lesson = self.lesson(app)?;
        let Some(id) = &self.branch else { return Ok(Outline::of(lesson, lang)) };
        let words = lesson.words(lang).branches.iter().find(|it| it.id == *id);
        let (words, branch) = words.zip(lesson.branch(id)).ok_or_else(|| Problem::branch(id))?;
        Ok(Outline::of_branch(lesson, lang, branch, words))
    }

    /// What tells a viewer's program where it is.
    pub fn watched(&self, outline: &Outline<'_>) -> Place {
        Place {
            role: "watch",
            session: String::new(),
            code: self.code.as_str().to_owned(),
            shown: self.code.to_string(),
            lesson: self.lesson.clone(),
            branch: self.branch.clone().unwrap_or_default(),
            stream: outline.stream.clone(),
            watch: String::new(),
            watch_shown: String::new(),
        }
    }

    /// What tells a driver's program where it is, what it does there, and where viewers go.
    pub fn driven(&self, role: &'static str, outline: &Outline<'_>, origin: &Origin) -> Place {
        Place {
            role,
            session: self.session.as_str().to_owned(),
            watch: origin.absolute(&format!("/watch/{}", self.code.as_str())),
            watch_shown: format!("{}/watch", origin.host()),
            ..self.watched(outline)
        }
    }
}

/// The words that the program of a room needs: any step may be shown, and its questions asked.
pub fn dictionary(app: &App, lang: Lang, lesson: &Lesson) -> String {
    let words = lesson.words(lang);
    let steps: Vec<_> = words.steps.iter().chain(&words.branches).collect();
    Dictionary { steps: &steps, live: true, asks: true }.to_json(app, lang, lesson)
}
