//! A room as its audience has it. Nothing here knows a token.

#![expect(unused_qualifications, reason = "`utoipa::path` repeats the types of queries")]

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use content::Lang;
use serde::Deserialize;
use utoipa::IntoParams;

use super::shapes::{RoomAnswer, StageSchema, ViewerState};
use super::{Watched, cursor, streamed};
use crate::limits::Address;
use crate::live::room::{RoomError, Stream, Viewer, Vote, stream};
use crate::locale;
use crate::problem::{Problem, ProblemDetails};
use crate::routes::refusals::{Code, NoRoom, NotNow, Resumes, TooOften};
use crate::routes::{asked, sse, timeline};
use crate::schema::{HeaderSchema, LineSchema};
use crate::state::App;

/// The longest name that a page makes up.
const LONGEST_NAME: usize = 64;

/// Who watches, and from where on.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Watching {
    /// `en`, `fr` or `es`; without it, what the reader's browser asks for. It is counted.
    pub lang: Option<String>,
    /// A name that the page made up for this visit.
    pub viewer: Option<String>,
    /// `1` while the viewer looks at something else than what is on stage.
    pub exploring: Option<String>,
    /// Like the header `Last-Event-ID`, for readers who cannot set it. The header wins.
    pub after: Option<String>,
}

/// Which part of what a room showed, and from where on.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Showing {
    /// What was on stage in this epoch, instead of the last live cluster.
    pub epoch: Option<u32>,
    /// Like the header `Last-Event-ID`, for readers who cannot set it. The header wins.
    pub after: Option<String>,
}

/// A room as it goes
///
/// `stage` says what is on stage: once at the start and whenever that changes; whoever has the
/// newest one needs no other. With a live cluster on stage come a `header`, its id saying after
/// which fact the events go on, each `entry` as it happens, and `clock`. The ids are an epoch and a
/// fact's number, as `2.141`; after `Last-Event-ID` come the facts that follow, and after one of
/// another epoch all there are. `pointer` says what the driver points at, `tally` what was answered
/// so far, `notice` that the store is away or back, `pulse` the time when nothing else was said for
/// a while, and `gone` that the room is over: close the stream then.
#[utoipa::path(
    get,
    path = "/api/rooms/{code}/events",
    tag = "rooms",
    params(
        Code,
        Resumes,
        Watching,
    ),
    responses(
        (status = 200, description = "Events, the first of which is the stage",
         content((StageSchema = "text/event-stream"))),
        NoRoom,
        TooOften,
        NotNow,
    )
)]
pub async fn events(
    State(app): State<App>,
    address: Address,
    Watched(room): Watched,
    Query(watching): Query<Watching>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if room.n_viewers() >= app.rooms.limits().viewers {
        return Err(RoomError::Full("this room has as many viewers as it can hold").into());
    }
    let lang = watching.lang.as_deref().and_then(Lang::parse);
    let viewer = Viewer {
        lang: lang.unwrap_or_else(|| locale::accepted(&headers)),
        name: Viewer::name(watching.viewer.as_deref().unwrap_or_default()),
        exploring: matches!(watching.exploring.as_deref(), Some("1" | "true")),
    };
    let cursor = cursor(&headers, watching.after.as_deref());
    let open = sse::Open::new(&app, address, "room")?;
    Ok(streamed(&app, open, stream(&room, Stream::Viewer(viewer), None, cursor)))
}

/// Answer the question that is put to everybody
///
/// Of each voter the last answer counts, until the question is closed. Nobody is told who answered
/// what.
#[utoipa::path(
    post,
    path = "/api/rooms/{code}/answers",
    tag = "rooms",
    params(Code),
    request_body = RoomAnswer,
    responses(
        (status = 202, description = "It is counted"),
        NoRoom,
        (status = 409, description = "The question takes no answers now", body = ProblemDetails,
         content_type = "application/problem+json"),
        TooOften,
        NotNow,
    )
)]
pub async fn answer(
    State(app): State<App>,
    address: Address,
    Watched(room): Watched,
    body: Result<Json<RoomAnswer>, JsonRejection>,
) -> Result<Response, Problem> {
    app.gates.say(address)?;
    let RoomAnswer { question, choice, voter } = asked::body(body)?;
    if voter.is_empty() || voter.len() > LONGEST_NAME {
        return Err(RoomError::Nonsense("a voter has a name of 1 to 64 letters").into());
    }
    room.answer(Vote::new(&question.step, question.n, &voter, choice)).await?;
    Ok(StatusCode::ACCEPTED.into_response())
}

/// Say whether a viewer looks at something else
#[utoipa::path(
    post,
    path = "/api/rooms/{code}/state",
    tag = "rooms",
    params(Code),
    request_body = ViewerState,
    responses((status = 204, description = "It is counted"), NoRoom, TooOften, NotNow)
)]
pub async fn state(
    State(app): State<App>,
    address: Address,
    Watched(room): Watched,
    body: Result<Json<ViewerState>, JsonRejection>,
) -> Result<Response, Problem> {
    app.gates.say(address)?;
    let ViewerState { viewer, exploring } = asked::body(body)?;
    room.explores(&Viewer::name(&viewer), exploring).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// What a room showed, stored
///
/// One JSON object per line, as of a lesson: the live cluster that was on stage last, or else the
/// lesson. Complete once the room is over.
#[utoipa::path(
    get,
    path = "/api/rooms/{code}/recording.ndjson",
    tag = "rooms",
    params(
        Code,
        Showing,
    ),
    responses(
        (status = 200, description = "The facts", body = LineSchema,
         content_type = "application/x-ndjson"),
        (status = 404, description = "No such room or epoch", body = ProblemDetails,
         content_type = "application/problem+json"),
    )
)]
pub async fn recording(
    State(app): State<App>,
    Watched(room): Watched,
    Query(showing): Query<Showing>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let log = app.rooms.recording(&room, showing.epoch).await?;
    let mut response = log.stored().answer(&headers).await;
    let out = response.headers_mut();
    out.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    out.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// What a room showed, streamed
///
/// As the facts of a lesson are: a header, entries and an end.
#[utoipa::path(
    get,
    path = "/api/rooms/{code}/timeline",
    tag = "rooms",
    params(
        Code,
        Resumes,
        Showing,
    ),
    responses(
        (status = 200, description = "Events whose data are a header, entries and an end", content(
            (HeaderSchema = "text/event-stream"),
        )),
        (status = 404, description = "No such room or epoch", body = ProblemDetails,
         content_type = "application/problem+json"),
    )
)]
pub async fn replay(
    State(app): State<App>,
    Watched(room): Watched,
    Query(showing): Query<Showing>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let log = app.rooms.recording(&room, showing.epoch).await?;
    let seen = sse::last_event_id(&headers, showing.after.as_deref());
    Ok(timeline::streamed(Arc::new(log), seen, &app.drain))
}
