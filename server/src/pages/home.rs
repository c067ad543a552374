//! The first page: what this is, the question, one picture, the lesson.

use askama::Template;
use content::Lang;

use super::layout::Layout;
use super::outline::Outline;
use super::{picture_of, telling_still};
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
    let cover = lesson.steps.get(lesson.cover).ok_or(Problem::broken("the lesson has no steps"))?;
    let still = telling_still(&recorded.timeline, cover);
    let outline = Outline::of(lesson, lang);
    let title = app.say(lang, "page.home.title", &[]);
    let page = Layout::new(app, lang, title, outline.summary.to_owned(), "");
    let picture = picture_of(app, lang, outline.title, &recorded.timeline, still).both();
    Ok(Home { page, lesson: outline, picture }.render()?)
}
