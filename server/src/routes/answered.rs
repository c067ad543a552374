//! Answers in JSON that nobody keeps.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// This is how it is.
#[must_use]
pub fn said(what: &impl Serialize) -> Response {
    as_of_now(StatusCode::OK, what)
}

/// It has been done; what comes of it is told by events.
#[must_use]
pub fn accepted(what: &impl Serialize) -> Response {
    as_of_now(StatusCode::ACCEPTED, what)
}

/// It is there from here on.
#[must_use]
pub fn created(what: &impl Serialize) -> Response {
    as_of_now(StatusCode::CREATED, what)
}

fn as_of_now(status: StatusCode, what: &impl Serialize) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], Json(what)).into_response()
}
