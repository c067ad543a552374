//! What is simulated and what is not.

use askama::Template;
use content::Lang;

use super::layout::Layout;
use crate::problem::Problem;
use crate::state::App;

#[derive(Template)]
#[template(path = "text.html")]
struct Text<'a> {
    page: Layout<'a>,
    title: &'a str,
    html: &'a str,
}

/// The page.
pub fn render(app: &App, lang: Lang) -> Result<String, Problem> {
    let text = app.content.page("model", lang).ok_or_else(Problem::page)?;
    let description = app.say(lang, "page.home.model", &[]);
    let page = Layout::new(app, lang, format!("{} · mirrorpod", text.title), description, "model");
    Ok(Text { page, title: &text.title, html: &text.html }.render()?)
}
