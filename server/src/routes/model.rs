//! What is simulated and what is not.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::Tongue;
use crate::pages::{self, Page};
use crate::problem::Problem;
use crate::state::App;

/// The page.
pub async fn model(
    State(app): State<App>,
    Tongue(lang): Tongue,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(pages::page(&app, lang, Page::Model)?.answer(&headers).await)
}
