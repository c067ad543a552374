//! A lesson on paper.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::Tongue;
use crate::pages::{self, Page};
use crate::problem::Problem;
use crate::state::App;

/// A lesson on paper.
pub async fn print(
    State(app): State<App>,
    Tongue(lang): Tongue,
    Path((_, lesson)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(pages::page(&app, lang, Page::Print(lesson))?.answer(&headers).await)
}
