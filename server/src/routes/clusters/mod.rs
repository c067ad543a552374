//! Live clusters: begun, acted on, and read.
//!
//! Whoever knows a cluster's name may read it. To change it takes the token that only the answer to
//! its creation carries, in a header of its own. A browser never sends that by itself, and a page
//! of another origin can neither read it nor send JSON here, since these addresses answer no
//! preflight: so a foreign page can change nothing even without the check of `Sec-Fetch-Site` and
//! `Origin` in [`crate::app`], which keeps it from beginning clusters in its readers' name too.

mod events;

use std::borrow::Cow;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use crate::limits::Address;
use crate::live::{BadLink, FASTEST, Live, LiveError, LiveId, Situation, StoreError, Token};
use crate::problem::{Problem, ProblemDetails};
use crate::routes::answered::{accepted, created, said};
use crate::routes::asked::{self, Bearer};
use crate::routes::refusals::{Id, NoCluster, NotNow, NotTheirs, TooOften};
use crate::state::App;

pub use engine_live::{Acted, Begin, Begun, Change, Changed, Input, Link};
pub use events::{__path_read, read};

/// Begin a live cluster
///
/// From a moment of a lesson, from a link, or from a moment of another live cluster. Its time runs
/// at once. The token in the answer is the right to act on it; it is not told again. The first
/// `shared` facts are the lesson's own, byte for byte: take them from its stored timeline.
#[utoipa::path(
    post,
    path = "/api/clusters",
    tag = "clusters",
    request_body = Begin,
    responses(
        (status = 201, description = "It runs", body = Begun),
        (status = 404, description = "No such lesson, branch, fact or cluster",
         body = ProblemDetails, content_type = "application/problem+json"),
        (status = 413, description = "The link is too long", body = ProblemDetails,
         content_type = "application/problem+json"),
        (status = 422, description = "The link was changed, or made by another version",
         body = ProblemDetails, content_type = "application/problem+json"),
        TooOften,
        NotNow,
    )
)]
pub async fn begin(
    State(app): State<App>,
    address: Address,
    body: Result<Json<Begin>, JsonRejection>,
) -> Result<Response, Problem> {
    app.gates.begin(address)?;
    let asked = asked::body(body)?;
    let rate = asked.rate.unwrap_or(1_000);
    if rate > FASTEST {
        return Err(unclear(format!("a rate is at most {FASTEST}")));
    }
    let (live, token) = app.hub.create_at_rate(where_from(&app, asked).await?, rate).await?;
    let header = live.header();
    let begun = Begun {
        id: live.id.to_string(),
        token: token.reveal().to_owned(),
        lesson: header.lesson.clone(),
        branch: header.branch.clone(),
        after: header.forked_after.map_or(0, |it| it.0),
        shared: live.n_shared(),
    };
    Ok(created(&begun))
}

async fn where_from(app: &App, asked: Begin) -> Result<Situation, Problem> {
    let Begin { lesson, branch, after, situation, fork, rate: _ } = asked;
    let is_bare = branch.is_none() && after.is_none();
    Ok(match (lesson, situation, fork) {
        (Some(lesson), None, None) => {
            app.hub.leave(&lesson, branch.as_deref(), after.unwrap_or(0))?
        }
        (None, Some(link), None) if is_bare => {
            Situation::from_link(&link).map_err(LiveError::Link)?
        }
        (None, None, Some(fork)) if is_bare => app.hub.fork(&name(&fork.id)?, fork.after).await?,
        _ => return Err(unclear("say one of three: lesson and after, situation, or fork")),
    })
}

/// A body that is well formed and means nothing.
fn unclear(detail: impl Into<Cow<'static, str>>) -> Problem {
    Problem::refused(StatusCode::UNPROCESSABLE_ENTITY, detail)
}

/// Do something to a live cluster
///
/// One statement of a script, without its time: it happens now. A file's text, or what a command
/// reads, follows as a here-document. Answers once it has happened; what comes of it is told by the
/// events.
#[utoipa::path(
    post,
    path = "/api/clusters/{id}/inputs",
    tag = "clusters",
    params(Id),
    security(("token" = [])),
    request_body = Input,
    responses(
        (status = 202, description = "It has happened", body = Acted),
        NotTheirs,
        NoCluster,
        (status = 422, description = "It is no input, or does not fit", body = ProblemDetails,
         content_type = "application/problem+json"),
        TooOften,
        NotNow,
    )
)]
pub async fn act(
    State(app): State<App>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    body: Result<Json<Input>, JsonRejection>,
) -> Result<Response, Problem> {
    let live = open_for(&app, &id, &token).await?;
    let signal = app.hub.act(&live.id, &token, &asked::body(body)?.text).await?;
    let acted = Acted { at: signal.settled.0, entries: live.n_entries() };
    Ok(accepted(&acted))
}

/// Change how a live cluster's time runs
///
/// Another rate, standing still, or a leap to the next thing that happens.
#[utoipa::path(
    post,
    path = "/api/clusters/{id}/clock",
    tag = "clusters",
    params(Id),
    security(("token" = [])),
    request_body = Change,
    responses(
        (status = 202, description = "It runs so from here on", body = Changed),
        NotTheirs,
        NoCluster,
        (status = 422, description = "There is no such rate, or nothing to leap to",
         body = ProblemDetails, content_type = "application/problem+json"),
        TooOften,
        NotNow,
    )
)]
pub async fn clock(
    State(app): State<App>,
    Path(id): Path<String>,
    Bearer(token): Bearer,
    body: Result<Json<Change>, JsonRejection>,
) -> Result<Response, Problem> {
    let id = &open_for(&app, &id, &token).await?.id;
    let signal = match asked::body(body)? {
        Change { rate: Some(rate), skip: false } if rate <= FASTEST => {
            app.hub.set_rate(id, &token, rate).await?
        }
        Change { rate: None, skip: true } => app.hub.leap(id, &token).await?,
        Change { .. } => {
            return Err(unclear(format!("say one of two: a rate from 0 to {FASTEST}, or skip")));
        }
    };
    let changed = Changed { at: signal.settled.0, rate: signal.clock.rate };
    Ok(accepted(&changed))
}

/// Everything that makes a live cluster, for a link
///
/// As of now. Whoever begins a cluster from it gets the same facts.
#[utoipa::path(
    get,
    path = "/api/clusters/{id}/situation",
    tag = "clusters",
    params(Id),
    responses(
        (status = 200, description = "The situation", body = Link),
        NoCluster,
        (status = 413, description = "It does not fit a link any more", body = ProblemDetails,
         content_type = "application/problem+json"),
    )
)]
pub async fn situation(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let live = app.hub.open(&name(&id)?).await?;
    let x = live.situation().await.to_link();
    // A link that would be refused is not given out.
    Situation::from_link(&x).map_err(LiveError::Link)?;
    Ok(said(&Link { x }))
}

/// The cluster, for whoever may change it.
async fn open_for(app: &App, id: &str, token: &Token) -> Result<Arc<Live>, Problem> {
    let live = app.hub.open(&name(id)?).await?;
    if !live.is_of(token).await {
        return Err(LiveError::NotYours.into());
    }
    app.gates.act(&live.id)?;
    Ok(live)
}

/// A cluster's name in an address.
fn name(text: &str) -> Result<LiveId, Problem> {
    text.parse().map_err(|_| LiveError::Store(StoreError::Gone).into())
}

impl From<LiveError> for Problem {
    fn from(error: LiveError) -> Self {
        let says = |status, seconds: Option<u32>| Self {
            retry_after: seconds,
            ..Self::refused(status, error.to_string())
        };
        match &error {
            LiveError::Store(StoreError::Gone) => Self::refused(
                StatusCode::NOT_FOUND,
                "there is no live cluster of this name, or no longer",
            ),
            LiveError::Store(StoreError::Conflict | StoreError::Rewritten) => {
                says(StatusCode::SERVICE_UNAVAILABLE, Some(1))
            }
            LiveError::Store(StoreError::Unavailable) => {
                says(StatusCode::SERVICE_UNAVAILABLE, Some(2))
            }
            LiveError::Store(StoreError::Full) | LiveError::Full | LiveError::NoMemory => {
                says(StatusCode::SERVICE_UNAVAILABLE, Some(60))
            }
            LiveError::NotYours => says(StatusCode::FORBIDDEN, None),
            LiveError::Lesson(_) | LiveError::Entry(_) => says(StatusCode::NOT_FOUND, None),
            LiveError::Link(BadLink::TooLong) => says(StatusCode::PAYLOAD_TOO_LARGE, None),
            LiveError::Refused(_) | LiveError::Link(_) | LiveError::Nothing => {
                says(StatusCode::UNPROCESSABLE_ENTITY, None)
            }
        }
    }
}
