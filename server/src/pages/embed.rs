//! A lesson in a frame of somebody else's page: the player, and nothing around it.

use askama::Template;
use content::Lang;

use super::layout::Layout;
use super::lesson::{CONTROLS, Dictionary, Module};
use super::outline::{self, Outline};
use super::picture::{first_still, picture_of, telling_still};
use crate::problem::Problem;
use crate::state::App;

/// The player, with nothing beside it.
const FRAME: Module = Module { wasm: "frame.wasm", js: "frame.js" };

/// What the frame's player has no place for.
const ELSEWHERE: [&str; 1] = ["why"];

#[derive(Template)]
#[template(path = "embed.html")]
struct EmbedPage<'a> {
    page: Layout<'a>,
    lesson: Outline<'a>,
    module: Module,
    /// The address after the language of the lesson's own page.
    home: &'a str,
    /// Where the facts are stored. They are kept for ever, so that many frames fetch them once.
    recording: String,
    /// What stands there before there is a player, and where there is none.
    stage: String,
    first_place: String,
    first_caption: String,
    noscript: String,
    controls: Vec<(&'static str, &'static str)>,
    /// Whether the reader can be asked what will happen.
    asks: bool,
    dictionary: String,
}

/// The page. `step` is the one whose picture stands there at first.
pub fn render(
    app: &App,
    lang: Lang,
    id: &str,
    step: Option<&str>,
    asks: bool,
) -> Result<String, Problem> {
    // A file is the same for whatever is asked of it.
    let asks = asks || app.site.is_exported;
    let lesson = outline::find(app, id)?;
    let outline = Outline::of(lesson, lang);
    let home = format!("lessons/{id}");
    let title = format!("{} · mirrorpod", outline.title);
    let page = Layout::unlisted(app, lang, title, outline.summary.to_owned(), &home);
    let words = lesson.words(lang);
    let recorded = app.recordings.find(id, None)?;
    let nth = words.steps.iter().position(|it| Some(it.id.as_str()) == step);
    let still = nth.and_then(|n| lesson.steps.get(n)).map_or_else(
        || first_still(&recorded.timeline),
        |it| telling_still(&recorded.timeline, it),
    );
    let picture = picture_of(app, lang, outline.title, &recorded.timeline, still);
    let nth = nth.unwrap_or_default();
    let first = words.steps.get(nth).and_then(|step| step.captions.first());
    let place = [("n", &*(nth + 1).to_string()), ("all", &*words.steps.len().to_string())];
    let steps: Vec<_> = words.steps.iter().collect();
    Ok(EmbedPage {
        stage: picture.both(),
        first_place: app.say(lang, "place.step", &place),
        first_caption: first.map(content::Inline::html).unwrap_or_default(),
        recording: match app.site.is_exported {
            true => outline.stored.clone(),
            false => format!("{}/{}.ndjson", outline.stream, recorded.log.version()),
        },
        noscript: page.t("page.embed.noscript"),
        controls: CONTROLS.into_iter().filter(|(act, _)| !ELSEWHERE.contains(act)).collect(),
        asks,
        dictionary: Dictionary { steps: &steps, live: false, asks }.to_json(app, lang, lesson),
        page,
        lesson: outline,
        module: FRAME,
        home: &home,
    }
    .render()?)
}
