//! A lesson's page, and those of its what-ifs.

use axum::extract::{Path, State};
use axum::http::header::LINK;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use super::Tongue;
use crate::pages::{self, Page};
use crate::problem::Problem;
use crate::state::App;

/// A lesson's page.
pub async fn lesson(
    State(app): State<App>,
    Tongue(lang): Tongue,
    Path((_, lesson)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let oembed = pages::oembed(&app, lang, &format!("lessons/{lesson}"));
    let mut response = pages::page(&app, lang, Page::Lesson(lesson))?.answer(&headers).await;
    let link = format!("<{oembed}>; rel=\"alternate\"; type=\"application/json+oembed\"");
    if let Ok(link) = HeaderValue::from_str(&link) {
        response.headers_mut().insert(LINK, link);
    }
    Ok(response)
}

/// The page of a what-if of a lesson.
pub async fn what_if(
    State(app): State<App>,
    Tongue(lang): Tongue,
    Path((_, lesson, branch)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(pages::page(&app, lang, Page::WhatIf { lesson, branch })?.answer(&headers).await)
}
