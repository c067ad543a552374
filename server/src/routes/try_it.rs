//! The page on which a reader tries a lesson out.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::Tongue;
use crate::pages::{self, Page};
use crate::problem::Problem;
use crate::state::App;

/// The page on which a reader tries a lesson out.
pub async fn try_it(
    State(app): State<App>,
    Tongue(lang): Tongue,
    Path((_, lesson)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(pages::page(&app, lang, Page::Try(lesson))?.answer(&headers).await)
}
