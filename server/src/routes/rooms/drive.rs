//! Who drives a room, and its end.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::shapes::{Control, Offer, RemoteControl, RoomChanged};
use super::{Asker, Driven, allowed};
use crate::limits::Origin;
use crate::live::room::Wish;
use crate::pages::qr;
use crate::problem::{Problem, ProblemDetails};
use crate::routes::answered::{accepted, said};
use crate::routes::refusals::{NotNow, NotTheirs, OtherTab, Session, Tab, TooOften};
use crate::state::App;

/// Drive from this tab
///
/// Whichever tab of the same driver did so before does no longer.
#[utoipa::path(
    post,
    path = "/api/rooms/{session}/takeover",
    tag = "rooms",
    security(("token" = [])),
    params(Session, Tab),
    responses(
        (status = 204, description = "It does"),
        NotTheirs,
        TooOften,
        NotNow,
    )
)]
pub async fn take_over(
    State(app): State<App>,
    Driven(room): Driven,
    Asker(caller): Asker,
) -> Result<Response, Problem> {
    allowed(&app, &room, &caller, Wish::TakeOver).await?;
    app.rooms.take_over(&room, &caller).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Offer control to somebody else
///
/// Whoever is given the answer can take it, once, within ten minutes. Until then nothing changes.
#[utoipa::path(
    post,
    path = "/api/rooms/{session}/handover",
    tag = "rooms",
    security(("token" = [])),
    params(Session, Tab),
    responses(
        (status = 200, description = "The offer", body = Offer),
        NotTheirs,
        OtherTab,
        TooOften,
        NotNow,
    )
)]
pub async fn hand_over(
    State(app): State<App>,
    Driven(room): Driven,
    Asker(caller): Asker,
) -> Result<Response, Problem> {
    allowed(&app, &room, &caller, Wish::Drive).await?;
    let offer = app.rooms.hand_over(&room, &caller).await?;
    Ok(said(&Offer { offer: offer.reveal().to_owned() }))
}

/// Take the control that was offered
///
/// The token is the offer. The one in the answer drives from here on; none from before does.
#[utoipa::path(
    post,
    path = "/api/rooms/{session}/accept",
    tag = "rooms",
    security(("token" = [])),
    params(Session, Tab),
    responses(
        (status = 200, description = "The right to drive", body = Control),
        (status = 403, description = "Nothing is offered under this token", body = ProblemDetails,
         content_type = "application/problem+json"),
        TooOften,
        NotNow,
    )
)]
pub async fn accept(
    State(app): State<App>,
    Driven(room): Driven,
    Asker(caller): Asker,
) -> Result<Response, Problem> {
    allowed(&app, &room, &caller, Wish::Accept).await?;
    let token = app.rooms.accept(&room, &caller).await?;
    Ok(said(&Control { token: token.reveal().to_owned() }))
}

/// Make a remote control
///
/// It may move what is on stage, point, ask, and read the notes. There is one at a time.
#[utoipa::path(
    post,
    path = "/api/rooms/{session}/remote",
    tag = "rooms",
    security(("token" = [])),
    params(Session, Tab),
    responses(
        (status = 200, description = "The right to move the stage", body = RemoteControl),
        NotTheirs,
        OtherTab,
        TooOften,
        NotNow,
    )
)]
pub async fn remote(
    State(app): State<App>,
    Driven(room): Driven,
    Asker(caller): Asker,
    origin: Origin,
) -> Result<Response, Problem> {
    allowed(&app, &room, &caller, Wish::Drive).await?;
    let token = app.rooms.allow_remote(&room, &caller).await?;
    let token = token.reveal().to_owned();
    let link = origin.absolute(&format!("/remote/{}#{token}", room.session));
    let qr = qr(&link).ok_or_else(|| Problem::broken("the link is too long for a picture"))?;
    Ok(said(&RemoteControl { token, link, qr }))
}

/// End a room
///
/// Its live cluster stands still, and what the room showed can be seen again for some hours.
#[utoipa::path(
    post,
    path = "/api/rooms/{session}/end",
    tag = "rooms",
    security(("token" = [])),
    params(Session, Tab),
    responses(
        (status = 202, description = "It is over", body = RoomChanged),
        NotTheirs,
        OtherTab,
        TooOften,
        NotNow,
    )
)]
pub async fn end(
    State(app): State<App>,
    Driven(room): Driven,
    Asker(caller): Asker,
) -> Result<Response, Problem> {
    allowed(&app, &room, &caller, Wish::Drive).await?;
    let done = app.rooms.end(&room, &caller).await?;
    let changed = RoomChanged { version: done.version };
    Ok(accepted(&changed))
}
