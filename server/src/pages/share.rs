//! The page on which a teacher gets what puts a lesson into a page of their own.

use askama::Template;
use content::Lang;

use super::layout::Layout;
use super::outline::{self, Outline};
use crate::problem::Problem;
use crate::state::App;

/// The forms that it can have, each with the key of its name.
const KINDS: [(&str, &str); 5] = [
    ("frame", "page.share.form.frame"),
    ("high", "page.share.form.high"),
    ("element", "page.share.form.element"),
    ("markdown", "page.share.form.markdown"),
    ("moving", "page.share.form.moving"),
];

#[derive(Template)]
#[template(path = "share.html")]
struct SharePage<'a> {
    page: Layout<'a>,
    lesson: Outline<'a>,
    heading: String,
    /// The frame's name, for those who do not see it.
    name: String,
    /// Addresses as others see them: of the frame, the lesson's page, its poster and the script.
    frame: String,
    href: String,
    poster: String,
    script: String,
    /// The frame in this page.
    preview: String,
    /// What is copied where nothing was chosen.
    code: String,
    kinds: &'static [(&'static str, &'static str)],
}

/// The page.
pub fn render(app: &App, lang: Lang, id: &str) -> Result<String, Problem> {
    let lesson = outline::find(app, id)?;
    let outline = Outline::of(lesson, lang);
    let titled = |key| app.say(lang, key, &[("title", outline.title)]);
    let (heading, name) = (titled("page.share.title"), titled("page.embed.name"));
    let rest = format!("lessons/{id}/embed");
    let title = format!("{heading} · mirrorpod");
    let what = app.say(lang, "page.share.what", &[]);
    let frame = app.absolute(&format!("/embed/{id}"));
    let cover = lesson.steps.get(lesson.cover).map_or("", |it| it.id.as_str());
    Ok(SharePage {
        page: Layout::unlisted(app, lang, title, what, &rest),
        href: app.absolute(&outline.href),
        poster: app.absolute(&format!("/poster/{id}/{cover}.svg?lang={lang}")),
        script: app.absolute("/embed.js"),
        preview: format!("/embed/{id}?lang={lang}"),
        code: format!("<iframe src=\"{frame}?lang={lang}\" title=\"{name}\"></iframe>"),
        lesson: outline,
        heading,
        name,
        frame,
        kinds: &KINDS,
    }
    .render()?)
}
