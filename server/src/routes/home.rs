//! `/` and the first page in each language.

use axum::extract::State;
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, LOCATION, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use super::Tongue;
use crate::locale;
use crate::pages::{self, Page};
use crate::problem::Problem;
use crate::state::App;

/// Sends the reader to the first page in a language of theirs.
pub async fn choose(headers: HeaderMap) -> Response {
    let address = format!("/{}/", locale::accepted(&headers));
    let location = HeaderValue::from_str(&address).expect("a language's code is plain text");
    let rules = [
        (LOCATION, location),
        (VARY, HeaderValue::from(ACCEPT_LANGUAGE)),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (StatusCode::FOUND, rules).into_response()
}

/// The first page.
pub async fn home(
    State(app): State<App>,
    Tongue(lang): Tongue,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(pages::page(&app, lang, Page::Home)?.answer(&headers).await)
}
