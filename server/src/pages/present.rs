//! The pages of those who present: before a room is open, at the desk, and with a phone.

use askama::Template;
use content::Lang;

use super::layout::Layout;
use super::lesson::{LIVE, Module};
use super::outline::{self, Outline};
use super::qr::qr;
use super::room::{Place, RoomName, dictionary};
use crate::limits::Origin;
use crate::problem::Problem;
use crate::state::App;

#[derive(Template)]
#[template(path = "open.html")]
struct Open<'a> {
    page: Layout<'a>,
    lesson: Outline<'a>,
    module: Module,
    heading: String,
    dictionary: String,
}

#[derive(Template)]
#[template(path = "present.html")]
struct Desk<'a> {
    page: Layout<'a>,
    room: Place,
    module: Module,
    heading: String,
    qr: String,
    dictionary: String,
}

#[derive(Template)]
#[template(path = "remote.html")]
struct Remote<'a> {
    page: Layout<'a>,
    room: Place,
    module: Module,
    heading: String,
    dictionary: String,
}

/// The page on which somebody opens a room for a lesson.
pub fn open(app: &App, lang: Lang, id: &str) -> Result<String, Problem> {
    let lesson = outline::find(app, id)?;
    let outline = Outline::of(lesson, lang);
    let heading = app.say(lang, "page.room.open.title", &[("title", outline.title)]);
    let what = app.say(lang, "page.room.open.what", &[]);
    let rest = format!("lessons/{id}/present");
    let page = Layout::unlisted(app, lang, format!("{heading} · mirrorpod"), what, &rest);
    let dictionary = dictionary(app, lang, lesson);
    Ok(Open { page, lesson: outline, module: LIVE, heading, dictionary }.render()?)
}

/// The speaker's view of a room.
pub fn desk(app: &App, lang: Lang, origin: &Origin, room: &RoomName) -> Result<String, Problem> {
    let outline = room.outline(app, lang)?;
    let heading = app.say(lang, "page.room.desk.title", &[("title", outline.title)]);
    let place = room.driven("present", &outline, origin);
    let qr = qr(&place.watch).ok_or_else(|| Problem::broken("the address makes no picture"))?;
    let rest = format!("present/{}", room.session);
    let title = format!("{heading} · mirrorpod");
    let page = Layout::unlisted(app, lang, title, outline.summary.to_owned(), &rest);
    let dictionary = dictionary(app, lang, room.lesson(app)?);
    Ok(Desk { page, room: place, module: LIVE, heading, qr, dictionary }.render()?)
}

/// The remote control of a room.
pub fn remote(app: &App, lang: Lang, origin: &Origin, room: &RoomName) -> Result<String, Problem> {
    let outline = room.outline(app, lang)?;
    let heading = app.say(lang, "page.room.remote.title", &[("title", outline.title)]);
    let place = room.driven("remote", &outline, origin);
    let rest = format!("remote/{}", room.session);
    let title = format!("{heading} · mirrorpod");
    let page = Layout::unlisted(app, lang, title, outline.summary.to_owned(), &rest);
    let dictionary = dictionary(app, lang, room.lesson(app)?);
    Ok(Remote { page, room: place, module: LIVE, heading, dictionary }.render()?)
}
