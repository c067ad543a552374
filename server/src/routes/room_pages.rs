//! The pages of rooms.
//!
//! No page holds a token, and no address but its fragment does, which no browser sends: a page
//! reads it there. What is drawn here depends on a room's names alone.

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use content::Lang;
use serde::Deserialize;

use super::Tongue;
use crate::app;
use crate::limits::Origin;
use crate::live::room::RoomError;
use crate::live::{LiveId, RoomCode};
use crate::locale;
use crate::pages::{RoomName, present, watch};
use crate::problem::Problem;
use crate::reply::{Kind, Reply};
use crate::state::App;

/// A code that somebody typed.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Typed {
    code: Option<String>,
}

/// The addresses.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/watch", get(choose_join))
        .route("/watch/{code}", get(choose_watch))
        .route("/present/{session}", get(choose_desk))
        .route("/remote/{session}", get(choose_remote))
        .route("/{lang}/watch", get(join))
        .route("/{lang}/watch/{code}", get(watching))
        .route("/{lang}/present/{session}", get(desk))
        .route("/{lang}/remote/{session}", get(remote))
        .route("/{lang}/lessons/{lesson}/present", get(open))
}

/// Sends the reader to the page in a language of theirs. A browser takes the fragment along.
fn choose(headers: &HeaderMap, rest: &str) -> Response {
    let lang = locale::accepted(headers);
    let rules = [
        (VARY, HeaderValue::from(ACCEPT_LANGUAGE)),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    match HeaderValue::from_str(&format!("/{lang}/{rest}")) {
        Ok(address) => (StatusCode::FOUND, rules, [(LOCATION, address)]).into_response(),
        Err(_) => none().into_response(),
    }
}

async fn choose_join(Query(typed): Query<Typed>, headers: HeaderMap) -> Response {
    match typed.code.as_deref().map(str::parse::<RoomCode>) {
        Some(Ok(code)) => choose(&headers, &format!("watch/{}", code.as_str())),
        Some(Err(_)) | None => choose(&headers, "watch"),
    }
}

async fn choose_watch(Path(code): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let code: RoomCode = code.parse().map_err(|_| none())?;
    Ok(choose(&headers, &format!("watch/{}", code.as_str())))
}

async fn choose_desk(Path(session): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let session: LiveId = session.parse().map_err(|_| none())?;
    Ok(choose(&headers, &format!("present/{session}")))
}

async fn choose_remote(
    Path(session): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let session: LiveId = session.parse().map_err(|_| none())?;
    Ok(choose(&headers, &format!("remote/{session}")))
}

/// The page on which a code is typed; what was typed leads on.
async fn join(
    State(app): State<App>,
    Tongue(lang): Tongue,
    Query(typed): Query<Typed>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let typed = typed.code.unwrap_or_default();
    if let Ok(code) = typed.parse::<RoomCode>()
        && app.rooms.find(&code).await.is_ok()
    {
        let address = format!("/{lang}/watch/{}", code.as_str());
        return Ok((StatusCode::FOUND, [(LOCATION, address)]).into_response());
    }
    let shown: String = typed.chars().take(20).collect();
    let reply = Reply::new(Kind::Html, watch::join(&app, lang, &shown)?);
    let mut response = reply.answer(&headers).await;
    // The one page with a form: it leads back here.
    let policy = app::policy(&app.site.frame_ancestors, "form-action 'self'");
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

async fn watching(
    State(app): State<App>,
    Tongue(lang): Tongue,
    Path((_, code)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let code: RoomCode = code.parse().map_err(|_| none())?;
    let room = app.rooms.find(&code).await.map_err(of_page)?;
    let (name, over) = room.look(|it| (name(&room.session, it), it.has_ended())).await?;
    let page = if over { "replay" } else { "watch" };
    let reply = room.pages.get_or_make((lang, page), |_| {
        let html = match over {
            true => watch::replay(&app, lang, &name)?,
            false => watch::watch(&app, lang, &name)?,
        };
        Ok::<_, Problem>(Reply::new(Kind::Html, html))
    })?;
    Ok(reply.answer(&headers).await)
}

async fn desk(
    State(app): State<App>,
    Tongue(lang): Tongue,
    Path((_, session)): Path<(String, String)>,
    origin: Origin,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    driven(&app, lang, &session, &origin, &DESK, &headers).await
}

async fn remote(
    State(app): State<App>,
    Tongue(lang): Tongue,
    Path((_, session)): Path<(String, String)>,
    origin: Origin,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    driven(&app, lang, &session, &origin, &REMOTE, &headers).await
}

/// A page of the driver's: its name, and how it is written.
type DriverPage = (&'static str, fn(&App, Lang, &Origin, &RoomName) -> Result<String, Problem>);

const DESK: DriverPage = ("present", present::desk);
const REMOTE: DriverPage = ("remote", present::remote);

/// A page of the driver's. It shows nothing that the address does not say.
async fn driven(
    app: &App,
    lang: Lang,
    session: &str,
    origin: &Origin,
    (page, render): &DriverPage,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let session: LiveId = session.parse().map_err(|_| none())?;
    let room = app.rooms.open(&session).await.map_err(of_page)?;
    let name = room.look(|it| name(&session, it)).await?;
    let made = || Ok::<_, Problem>(Reply::new(Kind::Html, render(app, lang, origin, &name)?));
    // What somebody said of where they found us is for them alone.
    let reply = if origin.is_of(&app.site) {
        room.pages.get_or_make((lang, page), |_| made())?
    } else {
        made()?
    };
    Ok(reply.answer(headers).await)
}

/// The page on which a room is opened.
async fn open(
    State(app): State<App>,
    Tongue(lang): Tongue,
    Path((_, lesson)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let page = crate::pages::Page::Open(lesson);
    Ok(crate::pages::page(&app, lang, page)?.answer(&headers).await)
}

fn name(session: &LiveId, room: &crate::live::room::Room) -> RoomName {
    let (lesson, branch) = room.line();
    RoomName {
        session: session.clone(),
        code: room.code().clone(),
        lesson: lesson.to_owned(),
        branch: branch.map(str::to_owned),
    }
}

fn of_page(error: RoomError) -> Problem {
    if error == RoomError::None { none() } else { error.into() }
}

/// There is no such room.
fn none() -> Problem {
    let detail = RoomError::None.to_string();
    Problem { key: "page.room.none", ..Problem::refused(StatusCode::NOT_FOUND, detail) }
}
