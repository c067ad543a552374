//! What the pages of a room have in common.

use content::{Lang, Lesson};

use super::lesson::Dictionary;
use super::outline::{self, Outline};
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
    /// Only on the driver's own pages.
    pub session: String,
    pub code: String,
    pub shown: String,
    pub lesson: String,
    pub branch: String,
    pub stream: String,
    /// Where viewers go, and how people read it out.
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

    /// What tells the program where it is, and what it does there.
    pub fn place(&self, app: &App, role: &'static str, outline: &Outline<'_>) -> Place {
        let own = |text: &str| if role == "watch" { String::new() } else { text.to_owned() };
        let host = app.site.base_url.split_once("://").map_or("", |(_, host)| host);
        Place {
            role,
            session: own(self.session.as_str()),
            code: self.code.as_str().to_owned(),
            shown: self.code.to_string(),
            lesson: self.lesson.clone(),
            branch: self.branch.clone().unwrap_or_default(),
            stream: outline.stream.clone(),
            watch: app.absolute(&format!("/watch/{}", self.code.as_str())),
            watch_shown: format!("{host}/watch"),
        }
    }
}

/// The words that the program of a room needs: any step may be shown, and its questions asked.
pub fn dictionary(app: &App, lang: Lang, lesson: &Lesson) -> String {
    let words = lesson.words(lang);
    let steps: Vec<_> = words.steps.iter().chain(&words.branches).collect();
    Dictionary { steps: &steps, live: true, asks: true }.to_json(app, lang, lesson)
}
