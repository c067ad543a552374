//! The first page: what this is, the question, one picture, the lesson.

use askama::Template;
use content::Lang;

use super::layout::Layout;
use super::outline::Outline;
use super::{picture_of, telling_moment};
use crate::problem::Problem;
use crate::state::App;

#[derive(Template)]
#[template(path = "home.html")]
struct Home<'a> {
    page: Layout<'a>,
    lesson: Outline<'a>,
    picture: String,
}

/// The page.
pub fn render(app: &App, lang: Lang) -> Result<String, Problem> {
    let lesson = app.content.lessons().first().ok_or_else(Problem::page)?;
    let recorded = app.recordings.find(&lesson.id, None)?;
    // The step in which machine and cluster first agree: everything is on the picture.
    let step = lesson.steps.iter().position(|step| step.id == "mirror").unwrap_or_default();
    let moment = telling_moment(&recorded.timeline, step);
    let outline = Outline::of(lesson, lang);
    let title = app.say(lang, "page.home.title", &[]);
    let page = Layout::new(app, lang, title, outline.summary.to_owned(), "");
    let picture = picture_of(app, lang, &recorded.timeline, moment).svg;
    Ok(Home { page, lesson: outline, picture }.render()?)
}
