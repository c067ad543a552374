//! Gives every failed response a body that its reader understands: a page in the reader's
//! language, or JSON for programs. One place for all: handlers, layers and panics.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT_LANGUAGE, ALLOW, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, VARY};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use content::Lang;
use tower_http::request_id::RequestId;

use crate::locale;
use crate::pages;
use crate::problem::Problem;
use crate::state::App;

/// Marks a failed response that says what it has to say already.
#[derive(Clone, Copy, Debug)]
pub struct AsIs;

/// Who asked, as far as a failure needs to know.
struct Reader {
    lang: Lang,
    /// Whether the language was a guess from the headers.
    guessed: bool,
    program: bool,
    method: String,
    request_id: String,
}

/// The layer.
pub async fn dress(State(app): State<App>, request: Request, next: Next) -> Response {
    let reader = Reader::of(&request);
    let response = next.run(request).await;
    let status = response.status();
    let failed = status.is_client_error() || status.is_server_error();
    if !failed || response.extensions().get::<AsIs>().is_some() {
        return response;
    }
    let problem = response.extensions().get::<Problem>().cloned();
    let problem = problem.unwrap_or_else(|| Problem::of_status(status, &reader.method));
    if problem.status.is_server_error() {
        tracing::error!(status = status.as_u16(), detail = %problem.detail, "request failed");
    }
    let mut dressed = reader.answer(&app, &problem);
    let out = dressed.headers_mut();
    out.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(allow) = response.headers().get(ALLOW) {
        out.insert(ALLOW, allow.clone());
    }
    if let Some(seconds) = problem.retry_after {
        out.insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    dressed
}

impl Reader {
    fn of(request: &Request) -> Self {
        let path = request.uri().path();
        let named = locale::in_path(path);
        let id = request.extensions().get::<RequestId>();
        let id = id.and_then(|id| id.header_value().to_str().ok());
        Self {
            lang: named.unwrap_or_else(|| locale::accepted(request.headers())),
            guessed: named.is_none(),
            program: path.starts_with("/api/") || matches!(path, "/openapi.json" | "/oembed"),
            method: request.method().to_string(),
            request_id: id.unwrap_or_default().to_owned(),
        }
    }

    fn answer(&self, app: &App, problem: &Problem) -> Response {
        if self.program {
            return problem.to_json();
        }
        let html = pages::error::render(app, self.lang, problem, &self.request_id);
        let Ok(html) = html else { return problem.status.into_response() };
        let kind = HeaderValue::from_static("text/html; charset=utf-8");
        let mut response =
            (problem.status, [(CONTENT_TYPE, kind)], Body::from(html)).into_response();
        if self.guessed {
            response.headers_mut().insert(VARY, HeaderValue::from(ACCEPT_LANGUAGE));
        }
        response
    }
}

/// What [`tower_http::catch_panic`] answers: a bare 500, which [`dress`] dresses.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
pub fn after_panic(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(panic = text.unwrap_or("without a message"), "a handler panicked");
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}
