//! The icon under the name that browsers guess where no page told them another.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::response::{IntoResponse, Response};

use crate::state::App;

/// How long a browser need not guess again.
const KEPT: Duration = Duration::from_hours(24);

/// `/favicon.ico`: the way to the icon, or nothing where there is none.
pub async fn icon(State(app): State<App>) -> Response {
    let kept = [(CACHE_CONTROL, format!("public, max-age={}", KEPT.as_secs()))];
    match app.assets.url("favicon.svg") {
        Some(url) => (StatusCode::FOUND, kept, [(LOCATION, url)]).into_response(),
        None => (StatusCode::NO_CONTENT, kept).into_response(),
    }
}
