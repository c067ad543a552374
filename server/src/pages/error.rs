//! A page that says honestly what went wrong, and where to go from there.

use askama::Template;
use content::Lang;

use super::layout::Layout;
use super::outline::Outline;
use crate::problem::Problem;
use crate::state::App;

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    page: Layout<'a>,
    status: u16,
    sentence: String,
    /// Whether the languages are listed, since the reader asked for another.
    languages: bool,
    /// The number under which the log knows this request; only where the log is of use.
    number: &'a str,
    lessons: Vec<(&'a str, String)>,
}

/// The page.
///
/// # Errors
/// When the template fails.
pub fn render(
    app: &App,
    lang: Lang,
    problem: &Problem,
    number: &str,
) -> Result<String, askama::Error> {
    let status = problem.status.as_u16();
    let sentence = app.say(lang, problem.key, &[("name", &problem.name)]);
    let title = app.say(lang, "page.error.title", &[("status", &status.to_string())]);
    let lessons = app.content.lessons().iter().map(|lesson| {
        let outline = Outline::of(lesson, lang);
        (outline.title, outline.href)
    });
    ErrorPage {
        page: Layout::of_error(app, lang, title, sentence.clone()),
        status,
        sentence,
        languages: problem.key == "page.error.language",
        number: if problem.status.is_server_error() { number } else { "" },
        lessons: lessons.collect(),
    }
    .render()
}
