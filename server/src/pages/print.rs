//! A lesson on paper: a storyboard, questions, and the answers on a page of their own.

use askama::Template;
use content::Lang;

use super::layout::Layout;
use super::lesson::{Question, Step, steps};
use super::outline::{self, Outline};
use crate::problem::Problem;
use crate::state::App;

#[derive(Template)]
#[template(path = "print.html")]
struct Sheet<'a> {
    page: Layout<'a>,
    lesson: Outline<'a>,
    steps: Vec<Step<'a>>,
}

impl Sheet<'_> {
    fn predicts(&self) -> impl Iterator<Item = &Question> {
        self.steps.iter().flat_map(|step| &step.predicts)
    }
}

/// The page.
pub fn render(app: &App, lang: Lang, id: &str) -> Result<String, Problem> {
    let lesson = outline::find(app, id)?;
    let outline = Outline::of(lesson, lang);
    let title = app.say(lang, "page.print.title", &[("title", outline.title)]);
    let rest = format!("lessons/{id}/print");
    let page = Layout::new(app, lang, title, outline.summary.to_owned(), &rest);
    let steps = steps(app, lang, lesson)?;
    Ok(Sheet { page, lesson: outline, steps }.render()?)
}
