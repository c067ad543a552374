//! The pages of those who watch a room: while it goes, when it is over, and before one is found.

use askama::Template;
use content::Lang;

use super::layout::Layout;
use super::lesson::{CONTROLS, LIVE, Module, stage};
use super::outline::Outline;
use super::room::{Place, RoomName, dictionary};
use crate::problem::Problem;
use crate::state::App;

#[derive(Template)]
#[template(path = "watch.html")]
struct Watch<'a> {
    page: Layout<'a>,
    lesson: Outline<'a>,
    module: Module,
    /// `None` when the room is over, and its recording is played.
    room: Option<Place>,
    heading: String,
    /// The recording as a file.
    file: String,
    stage: String,
    first_place: String,
    first_caption: String,
    noscript: String,
    controls: &'static [(&'static str, &'static str)],
    dictionary: String,
}

#[derive(Template)]
#[template(path = "join.html")]
struct Join<'a> {
    page: Layout<'a>,
    /// What somebody typed that is no room's code.
    wrong: &'a str,
}

/// The page of a room that goes on.
pub fn watch(app: &App, lang: Lang, room: &RoomName) -> Result<String, Problem> {
    render(app, lang, room, false)
}

/// The page of a room that is over: what it showed, in the ordinary player.
pub fn replay(app: &App, lang: Lang, room: &RoomName) -> Result<String, Problem> {
    render(app, lang, room, true)
}

fn render(app: &App, lang: Lang, room: &RoomName, over: bool) -> Result<String, Problem> {
    let lesson = room.lesson(app)?;
    let mut outline = room.outline(app, lang)?;
    let code = room.code.as_str();
    let values = [("code", &*room.code.to_string()), ("title", outline.title)];
    let (title, what) = if over {
        ("page.room.replay.title", "page.room.replay.what")
    } else {
        ("page.room.watch.title", "page.room.watch.what")
    };
    let (heading, what) = (app.say(lang, title, &values), app.say(lang, what, &[]));
    let title = format!("{heading} · mirrorpod");
    let page = Layout::unlisted(app, lang, title, what, &format!("watch/{code}"));
    let timeline = &app.recordings.find(&room.lesson, room.branch.as_deref())?.timeline;
    let place = (!over).then(|| room.watched(&outline));
    if over {
        outline.stream = format!("/api/rooms/{code}/timeline");
    }
    let words = lesson.words(lang);
    let first = words.steps.first().and_then(|step| step.captions.first());
    Ok(Watch {
        stage: stage(app, lang, &outline, timeline),
        first_place: page.first_of(words.steps.len()),
        first_caption: first.map(content::Inline::html).unwrap_or_default(),
        noscript: page.t("page.room.watch.noscript"),
        module: LIVE,
        file: format!("/api/rooms/{code}/recording.ndjson"),
        controls: &CONTROLS,
        dictionary: dictionary(app, lang, lesson),
        room: place,
        heading,
        page,
        lesson: outline,
    }
    .render()?)
}

/// The page on which somebody types a code. `wrong` is one that was typed and is no room's.
pub fn join(app: &App, lang: Lang, wrong: &str) -> Result<String, Problem> {
    let title = format!("{} · mirrorpod", app.say(lang, "page.room.join.title", &[]));
    let what = app.say(lang, "page.room.join.what", &[]);
    let page = Layout::unlisted(app, lang, title, what, "watch");
    Ok(Join { page, wrong }.render()?)
}
