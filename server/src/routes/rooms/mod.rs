//! Rooms: opened, driven and watched.
//!
//! A room has two names. Its code is public, and whoever has it watches. Its session is for the
//! driver, who needs a token besides, in a header of its own. What the audience is told is made by
//! [`watch`], which knows no token.

mod asker;
mod desk;
mod drive;
mod shapes;
mod stage;
mod watch;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt as _};

use crate::limits::Address;
use crate::live::room::{self as live, Caller, Created, Cursor, Opening, Piece, RoomError, Wish};
use crate::live::{LiveError, StoreError, Token};
use crate::problem::{Problem, ProblemDetails};
use crate::routes::answered::{created, said};
use crate::routes::refusals::{NotNow, TooOften};
use crate::routes::{asked, sse};
use crate::state::App;

pub use asker::{Asker, Driven, Watched};
pub use desk::*;
pub use drive::*;
use shapes::{Now, OpenRoom, OwnedCluster, RoomOpened};
pub use stage::*;
pub use watch::*;

/// Open a room
///
/// For a lesson, or for a live cluster of whoever asks. The token in the answer is the right to
/// drive it; it is not told again. The first tab that sends anything with it drives.
#[utoipa::path(
    post,
    path = "/api/rooms",
    tag = "rooms",
    request_body = OpenRoom,
    responses(
        (status = 201, description = "It is open", body = RoomOpened),
        (status = 403, description = "The cluster is not theirs", body = ProblemDetails,
         content_type = "application/problem+json"),
        (status = 404, description = "No such lesson, branch or cluster", body = ProblemDetails,
         content_type = "application/problem+json"),
        TooOften,
        NotNow,
    )
)]
pub async fn open(
    State(app): State<App>,
    address: Address,
    body: Result<Json<OpenRoom>, JsonRejection>,
) -> Result<Response, Problem> {
    app.gates.begin(address)?;
    let opening = match asked::body(body)? {
        OpenRoom { lesson: Some(lesson), branch, cluster: None } => {
            Opening::Lesson { lesson, branch }
        }
        OpenRoom { lesson: None, branch: None, cluster: Some(OwnedCluster { id, token }) } => {
            let id = id.parse().map_err(|_| LiveError::Store(StoreError::Gone))?;
            Opening::Cluster { id, token: Token::sent(&token) }
        }
        OpenRoom { .. } => {
            return Err(RoomError::Nonsense("say one of two: a lesson, or a cluster").into());
        }
    };
    let Created { room, token } = app.rooms.create(opening).await?;
    let opened = RoomOpened {
        session: room.session.as_str().to_owned(),
        code: room.code.as_str().to_owned(),
        token: token.reveal().to_owned(),
    };
    Ok(created(&opened))
}

/// What time it is
///
/// By the clock that all servers of one store share, and in which rooms and clusters say when.
#[utoipa::path(
    get,
    path = "/api/now",
    tag = "rooms",
    responses((status = 200, description = "The time", body = Now))
)]
pub async fn now(State(app): State<App>) -> Response {
    said(&Now { now: app.hub.store().now() })
}

/// Whether somebody may do something in a room, and has not done too much there just now.
async fn allowed(
    app: &App,
    room: &live::OpenRoom,
    caller: &Caller,
    wish: Wish,
) -> Result<(), Problem> {
    room.check(caller, wish).await?;
    app.gates.drive(&room.session)
}

/// A stream of events that has no end, but for the server's.
fn streamed(
    app: &App,
    open: sse::Open,
    pieces: impl Stream<Item = Piece> + Send + 'static,
) -> Response {
    let metrics = app.clone();
    let events = pieces.map(move |piece| {
        metrics.metrics.sent(piece.n_entries);
        piece.lag.into_iter().for_each(|it| metrics.metrics.late(it));
        piece.events
    });
    let kind = [(CONTENT_TYPE, "text/event-stream")];
    (kind, sse::head(), Body::from_stream(open.stream(app, events))).into_response()
}

/// Where a reader was who comes back.
fn cursor(headers: &HeaderMap, after: Option<&str>) -> Option<Cursor> {
    Cursor::parse(sse::last_event_id(headers, after))
}

impl From<RoomError> for Problem {
    fn from(error: RoomError) -> Self {
        let says = |status| Self::refused(status, error.to_string());
        match error {
            RoomError::None => says(StatusCode::NOT_FOUND),
            RoomError::Over => says(StatusCode::GONE),
            RoomError::Forbidden => says(StatusCode::FORBIDDEN),
            RoomError::OtherTab | RoomError::NotOpen => says(StatusCode::CONFLICT),
            RoomError::NoTab | RoomError::Nonsense(_) => says(StatusCode::UNPROCESSABLE_ENTITY),
            RoomError::Full(_) => says(StatusCode::SERVICE_UNAVAILABLE).retry_after(60),
            RoomError::Live(error) => error.into(),
            RoomError::Store(error) => LiveError::Store(error).into(),
        }
    }
}
