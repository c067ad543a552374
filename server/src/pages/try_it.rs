//! The page on which a reader tries a lesson out: the player's place, with a cluster of one's own
//! beside it.

use askama::Template;
use content::Lang;

use super::layout::Layout;
use super::lesson::{CONTROLS, Dictionary, LIVE, Module, stage};
use super::outline::{self, Outline};
use crate::problem::Problem;
use crate::state::App;

#[derive(Template)]
#[template(path = "try.html")]
struct TryPage<'a> {
    page: Layout<'a>,
    lesson: Outline<'a>,
    module: Module,
    /// What the player's place shows before there is a player.
    stage: String,
    first_place: String,
    first_caption: String,
    noscript: String,
    /// The ids of the lesson's what-ifs, which can be left, too.
    branches: String,
    controls: &'static [(&'static str, &'static str)],
    dictionary: String,
}

/// The page. Which moment, and whose cluster, stands in the fragment of its address.
pub fn render(app: &App, lang: Lang, id: &str) -> Result<String, Problem> {
    let lesson = outline::find(app, id)?;
    let outline = Outline::of(lesson, lang);
    let title = app.say(lang, "page.try.title", &[("title", outline.title)]);
    let title = format!("{title} · mirrorpod");
    let summary = app.say(lang, "page.try.what", &[]);
    let page = Layout::new(app, lang, title, summary, &format!("lessons/{id}/try"));
    let words = lesson.words(lang);
    let first = words.steps.first().and_then(|step| step.captions.first());
    // A what-if can be left, too: its steps and captions are found by name like the lesson's.
    let steps: Vec<_> = words.steps.iter().chain(&words.branches).collect();
    Ok(TryPage {
        stage: stage(app, lang, &outline, &app.recordings.find(id, None)?.timeline),
        first_place: page.first_of(words.steps.len()),
        branches: words.branches.iter().map(|it| it.id.as_str()).collect::<Vec<_>>().join(" "),
        noscript: page.t("page.lesson.noscript"),
        page,
        lesson: outline,
        module: LIVE,
        first_caption: first.map(content::Inline::html).unwrap_or_default(),
        controls: &CONTROLS,
        dictionary: Dictionary { steps: &steps, live: true, asks: false }
            .to_json(app, lang, lesson),
    }
    .render()?)
}
