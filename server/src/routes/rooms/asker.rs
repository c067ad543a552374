//! Who asks: a token, and the tab it comes from.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Query};
use axum::http::HeaderName;
use axum::http::request::Parts;

use crate::live::room::{Caller, OpenRoom, RoomError};
use crate::problem::Problem;
use crate::routes::asked::Bearer;
use crate::state::App;

const TAB: HeaderName = HeaderName::from_static("x-tab");

/// Somebody with a token, from a tab that says its name in `X-Tab`, or in the query as `tab`.
/// Whether the token is the right one is for the room to see.
pub struct Asker(pub Caller);

/// The room of an address of its driver's.
pub struct Driven(pub Arc<OpenRoom>);

/// The room of an address of its viewers'.
pub struct Watched(pub Arc<OpenRoom>);

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Bearer(token) = Bearer::from_request_parts(parts, state).await?;
        let sent = parts.headers.get(TAB).and_then(|it| it.to_str().ok());
        let named = Query::<HashMap<String, String>>::try_from_uri(&parts.uri).ok();
        let named = named.as_ref().and_then(|it| it.get("tab")).map(String::as_str);
        Ok(Self(Caller { token, tab: sent.or(named).and_then(|it| it.parse().ok()) }))
    }
}

impl FromRequestParts<App> for Driven {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let session = name(parts, app).await.and_then(|it| it.parse().ok());
        let session = session.ok_or(RoomError::None)?;
        Ok(Self(app.rooms.open(&session).await?))
    }
}

impl FromRequestParts<App> for Watched {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let code = name(parts, app).await.and_then(|it| it.parse().ok());
        Ok(Self(app.rooms.find(&code.ok_or(RoomError::None)?).await?))
    }
}

/// What the address names.
async fn name(parts: &mut Parts, app: &App) -> Option<String> {
    Path::<String>::from_request_parts(parts, app).await.ok().map(|Path(it)| it)
}
