//! What is on stage: moved, pointed at, asked about, and acted on.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use content::Lang;
use serde_json::json;

use super::shapes::{
    Pointer, QuestionChange, QuestionName, RoomActed, RoomChanged, RoomInput, StageChange,
    StageSchema,
};
use super::{Asker, Driven, allowed};
use crate::live::FASTEST;
use crate::live::room::{Asked, OpenRoom, Pace, RoomError, Wish, stage_json};
use crate::problem::{Problem, ProblemDetails};
use crate::routes::answered::accepted;
use crate::routes::asked;
use crate::routes::clusters::{Change, Changed};
use crate::routes::refusals::{NotNow, NotTheirs, OtherTab, Session, Tab, TooOften};
use crate::state::App;

/// The longest name of a part of the picture.
const LONGEST_CELL: usize = 64;
/// The far edge of a part of the picture, in thousandths of it.
const WHOLE: u32 = 1_000;

/// Change what is on stage
///
/// What is not named stays. The answer is what everybody is told.
#[utoipa::path(
    post,
    path = "/api/rooms/{session}/stage",
    tag = "rooms",
    security(("token" = [])),
    params(Session, Tab),
    request_body = StageChange,
    responses(
        (status = 200, description = "The stage", body = StageSchema),
        NotTheirs,
        OtherTab,
        (status = 410, description = "The room is over", body = ProblemDetails,
         content_type = "application/problem+json"),
        (status = 422, description = "It makes no sense", body = ProblemDetails,
         content_type = "application/problem+json"),
        TooOften,
        NotNow,
    )
)]
pub async fn stage(
    State(app): State<App>,
    Driven(room): Driven,
    Asker(caller): Asker,
    body: Result<Json<StageChange>, JsonRejection>,
) -> Result<Response, Problem> {
    allowed(&app, &room, &caller, Wish::Stage).await?;
    let mut change = asked::body(body)?;
    let question = match change.question.take() {
        Some(Some(name)) => Some(Some(find(&app, &room, &name).await?)),
        Some(None) => Some(None),
        None => None,
    };
    let question = question.as_ref().map(Option::as_ref);
    let done = app.rooms.stage(&room, &caller, &change.patch(), question).await?;
    let rules = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
    Ok((rules, stage_json(&done.stage, room.now())).into_response())
}

/// Point at something
///
/// Everybody sees the last of what was pointed at, at most twenty times a second.
#[utoipa::path(
    post,
    path = "/api/rooms/{session}/pointer",
    tag = "rooms",
    security(("token" = [])),
    params(Session, Tab),
    request_body = Pointer,
    responses(
        (status = 204, description = "It is shown, or was let go since another came just before"),
        NotTheirs,
        OtherTab,
        TooOften,
        NotNow,
    )
)]
pub async fn point(
    State(app): State<App>,
    Driven(room): Driven,
    Asker(caller): Asker,
    body: Result<Json<Pointer>, JsonRejection>,
) -> Result<Response, Problem> {
    allowed(&app, &room, &caller, Wish::Stage).await?;
    let mut pointer = asked::body(body)?;
    if let Some(at) = &mut pointer.at {
        if at.cell.as_ref().is_some_and(|it| it.len() > LONGEST_CELL) {
            return Err(RoomError::Nonsense("no part of the picture has a name that long").into());
        }
        (at.x, at.y) = (at.x.min(WHOLE), at.y.min(WHOLE));
    }
    app.rooms.point(&room, &caller, json!(pointer)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Put a question of the lesson to everybody, close it, show its answer, or take it away
#[utoipa::path(
    post,
    path = "/api/rooms/{session}/question",
    tag = "rooms",
    security(("token" = [])),
    params(Session, Tab),
    request_body = QuestionChange,
    responses(
        (status = 202, description = "Everybody is told", body = RoomChanged),
        NotTheirs,
        OtherTab,
        (status = 422, description = "No such question", body = ProblemDetails,
         content_type = "application/problem+json"),
        TooOften,
        NotNow,
    )
)]
pub async fn question(
    State(app): State<App>,
    Driven(room): Driven,
    Asker(caller): Asker,
    body: Result<Json<QuestionChange>, JsonRejection>,
) -> Result<Response, Problem> {
    allowed(&app, &room, &caller, Wish::Stage).await?;
    let change = asked::body(body)?;
    let QuestionChange { step, n, close, reveal, clear } = change;
    let done = match (step, close, reveal, clear) {
        (Some(step), false, false, false) => {
            let name = QuestionName { step, n: n.unwrap_or_default() };
            let asked = find(&app, &room, &name).await?;
            app.rooms.ask(&room, &caller, Some(&asked)).await?
        }
        (None, true, false, false) => app.rooms.close_question(&room, &caller, false).await?,
        (None, false, true, false) => app.rooms.close_question(&room, &caller, true).await?,
        (None, false, false, true) => app.rooms.ask(&room, &caller, None).await?,
        _ => return Err(RoomError::Nonsense("say one: a step, close, reveal or clear").into()),
    };
    let changed = RoomChanged { version: done.version };
    Ok(accepted(&changed))
}

/// Do something to the cluster on stage
///
/// Where that is the lesson's, it is left at the moment on stage, and a live cluster takes its
/// place for everybody.
#[utoipa::path(
    post,
    path = "/api/rooms/{session}/act",
    tag = "rooms",
    security(("token" = [])),
    params(Session, Tab),
    request_body = RoomInput,
    responses(
        (status = 202, description = "It has happened", body = RoomActed),
        NotTheirs,
        OtherTab,
        (status = 422, description = "The cluster refuses it, and nothing has changed",
         body = ProblemDetails, content_type = "application/problem+json"),
        TooOften,
        NotNow,
    )
)]
pub async fn act(
    State(app): State<App>,
    Driven(room): Driven,
    Asker(caller): Asker,
    body: Result<Json<RoomInput>, JsonRejection>,
) -> Result<Response, Problem> {
    allowed(&app, &room, &caller, Wish::Drive).await?;
    let RoomInput { text, after } = asked::body(body)?;
    app.gates.act(&room.session)?;
    let acted = app.rooms.act(&room, &caller, &text, after).await?;
    let n_own = u32::try_from(acted.signal.n_lines).unwrap_or(u32::MAX);
    let acted = RoomActed {
        version: acted.done.version,
        epoch: acted.done.epoch,
        at: acted.signal.settled.0,
        entries: acted.n_shared.saturating_add(n_own),
    };
    Ok(accepted(&acted))
}

/// Let the time of the live cluster on stage go on in another way
#[utoipa::path(
    post,
    path = "/api/rooms/{session}/clock",
    tag = "rooms",
    operation_id = "room_clock",
    security(("token" = [])),
    params(Session, Tab),
    request_body = Change,
    responses(
        (status = 202, description = "It does", body = Changed),
        NotTheirs,
        OtherTab,
        (status = 422, description = "No live cluster is on stage, or nothing happens soon",
         body = ProblemDetails, content_type = "application/problem+json"),
        TooOften,
        NotNow,
    )
)]
pub async fn clock(
    State(app): State<App>,
    Driven(room): Driven,
    Asker(caller): Asker,
    body: Result<Json<Change>, JsonRejection>,
) -> Result<Response, Problem> {
    allowed(&app, &room, &caller, Wish::Stage).await?;
    let pace = match asked::body(body)? {
        Change { rate: Some(rate), skip: false } if rate <= FASTEST => Pace::Rate(rate),
        Change { rate: None, skip: true } => Pace::Skip,
        Change { .. } => {
            return Err(RoomError::Nonsense("say one of two: a rate up to 20000, or skip").into());
        }
    };
    app.gates.act(&room.session)?;
    let signal = app.rooms.pace(&room, &caller, pace).await?;
    let changed = Changed { at: signal.settled.0, rate: signal.clock.rate };
    Ok(accepted(&changed))
}

/// A question of the room's lesson. How many options it has is the same in every language.
async fn find(app: &App, room: &OpenRoom, name: &QuestionName) -> Result<Asked, Problem> {
    let lesson = room.look(|it| it.line().0.to_owned()).await?;
    let words = app.content.lesson(&lesson).map(|it| it.words(Lang::En));
    let mut steps = words.iter().flat_map(|it| it.steps.iter().chain(&it.branches));
    let step = steps.find(|it| it.id == name.step);
    let question = step.and_then(|it| it.predict.get(name.n as usize));
    let question = question.ok_or(RoomError::Nonsense("the lesson has no such question"))?;
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(Asked {
        step: name.step.clone(),
        n: name.n,
        options: number(question.options.len()),
        answer: number(question.answer),
    })
}
