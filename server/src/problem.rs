//! What can go wrong for a reader, said once: as a page for people, as JSON for programs.

use std::borrow::Cow;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// Names from outside are repeated to the reader, but not at any length.
const LONGEST_NAME: usize = 60;

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The status of the response.
    pub status: StatusCode,
    /// The sentence for people: a key of the interface words.
    pub key: &'static str,
    /// What was asked for, where the sentence names it.
    pub name: String,
    /// The sentence for developers.
    pub detail: Cow<'static, str>,
    /// In how many seconds it may go better.
    pub retry_after: Option<u32>,
}

/// An answer that programs understand (RFC 9457).
#[derive(Serialize, ToSchema)]
pub struct ProblemDetails {
    /// The status in words.
    pub title: String,
    /// The status of the response.
    pub status: u16,
    /// What was wrong with this request.
    pub detail: String,
}

impl Problem {
    /// No such page.
    #[must_use]
    pub fn page() -> Self {
        Self::new(StatusCode::NOT_FOUND, "page.error.page", "there is nothing at this address")
    }

    /// No such lesson.
    #[must_use]
    pub fn lesson(name: &str) -> Self {
        Self::missing("page.error.lesson", "lesson", name)
    }

    /// No such step of a lesson.
    #[must_use]
    pub fn step(name: &str) -> Self {
        Self::missing("page.error.step", "step", name)
    }

    /// No such branch of a lesson.
    #[must_use]
    pub fn branch(name: &str) -> Self {
        Self::missing("page.error.page", "branch", name)
    }

    /// A lesson exists, but not in this version.
    #[must_use]
    pub fn version(found: &str, current: &str) -> Self {
        let found = shorten(found);
        let detail = format!("there is no version {found} of this timeline; it is at {current}");
        Self::new(StatusCode::NOT_FOUND, "page.error.page", detail)
    }

    /// No such language.
    #[must_use]
    pub fn language(name: &str) -> Self {
        Self::missing("page.error.language", "language", name)
    }

    /// A poster could not be drawn: our mistake.
    #[must_use]
    pub fn broken(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "page.error.server", detail)
    }

    /// Something that only programs ask for is refused, with a sentence that says why.
    #[must_use]
    pub fn refused(status: StatusCode, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(status, "page.error.other", detail)
    }

    /// A page of another site asked for a change.
    #[must_use]
    pub fn foreign() -> Self {
        Self::refused(StatusCode::FORBIDDEN, "only pages of this server may ask for this")
    }

    /// The same problem, of which it is known when it may have passed.
    #[must_use]
    pub fn retry_after(self, seconds: u32) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// What a bare status means, for responses that the server's layers made.
    #[must_use]
    pub fn of_status(status: StatusCode, method: &str) -> Self {
        let method = shorten(method);
        match status {
            StatusCode::NOT_FOUND => Self::page(),
            StatusCode::METHOD_NOT_ALLOWED => Self {
                name: method,
                ..Self::new(status, "page.error.method", "this address is not asked in this way")
            },
            StatusCode::PAYLOAD_TOO_LARGE => {
                let detail = "the request body is too large: at most 72 KiB are taken";
                Self::new(status, "page.error.size", detail)
            }
            StatusCode::GATEWAY_TIMEOUT => {
                Self::new(status, "page.error.slow", "the answer took too long")
            }
            status if status.is_server_error() => {
                Self::new(status, "page.error.server", "the server failed; its log says why")
            }
            _ => Self::new(status, "page.error.other", "the request cannot be answered"),
        }
    }

    fn new(status: StatusCode, key: &'static str, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { status, key, name: String::new(), detail: detail.into(), retry_after: None }
    }

    fn missing(key: &'static str, kind: &str, name: &str) -> Self {
        let name = shorten(name);
        let detail = format!("there is no {kind} {name:?}");
        Self { name, ..Self::new(StatusCode::NOT_FOUND, key, detail) }
    }

    /// The answer for programs.
    #[must_use]
    pub fn to_json(&self) -> Response {
        let details = ProblemDetails {
            title: self.status.canonical_reason().unwrap_or("Error").to_owned(),
            status: self.status.as_u16(),
            detail: self.detail.clone().into_owned(),
        };
        let kind = HeaderValue::from_static("application/problem+json");
        (self.status, [(header::CONTENT_TYPE, kind)], Json(details)).into_response()
    }
}

/// A template fails only when memory does: our mistake, if any.
impl From<askama::Error> for Problem {
    fn from(error: askama::Error) -> Self {
        Self::broken(format!("a template failed: {error}"))
    }
}

/// A bare response that carries the problem; the layer in [`crate::dress`] gives it a body.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

fn shorten(name: &str) -> String {
    let mut short: String = name.chars().take(LONGEST_NAME).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_repeated_in_part() {
        let problem = Problem::lesson(&"ñ".repeat(1000));
        assert_eq!(problem.name.chars().count(), LONGEST_NAME + 1);
    }
}
