//! A lesson for frames of other pages, and the scripts that such pages may include.

use axum::extract::{Path, Query, State};
use axum::http::header::{
    ACCEPT_LANGUAGE, ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_SECURITY_POLICY,
    HeaderName, LOCATION, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use content::Lang;
use serde::Deserialize;

use super::Tongue;
use crate::app;
use crate::locale;
use crate::pages::{self, Page};
use crate::problem::Problem;
use crate::state::App;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// What the server reads of a frame's address; the rest is the player's.
#[derive(Debug, Deserialize)]
pub struct Asked {
    lang: Option<String>,
    step: Option<String>,
    questions: Option<String>,
}

/// A lesson for a frame of another page.
pub async fn embed(
    State(app): State<App>,
    Path(lesson): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let named = asked.lang.as_deref().and_then(Lang::parse);
    let lang = named.unwrap_or_else(|| locale::accepted(&headers));
    let steps = app.content.lesson(&lesson).map(|it| it.steps.as_slice()).unwrap_or_default();
    let step = asked.step.filter(|id| steps.iter().any(|it| it.id == *id));
    let asks = asked.questions.as_deref() == Some("1");
    let page = pages::page(&app, lang, Page::Embed { lesson, step, asks })?;
    let mut response = page.answer(&headers).await;
    let out = response.headers_mut();
    out.insert(
        CONTENT_SECURITY_POLICY,
        app::policy(&app.site.embed_ancestors, "form-action 'none'"),
    );
    out.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    if named.is_none() {
        out.append(VARY, HeaderValue::from(ACCEPT_LANGUAGE));
    }
    Ok(response)
}

/// The page on which a teacher gets what puts a lesson into a page of their own.
pub async fn share(
    State(app): State<App>,
    Tongue(lang): Tongue,
    Path((_, lesson)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut response = pages::page(&app, lang, Page::Share(lesson))?.answer(&headers).await;
    // It shows the frame that it speaks of.
    let policy = app::policy(&app.site.frame_ancestors, "form-action 'none'; frame-src 'self'");
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

/// The script for pages that have such frames: an address that stays, and leads to this build's.
pub async fn script(State(app): State<App>) -> Result<Response, Problem> {
    leads_to(&app, "embed.js")
}

/// The script for pages that keep a record of what is done in such frames.
pub async fn bridge(State(app): State<App>) -> Result<Response, Problem> {
    let mut response = leads_to(&app, "bridge.js")?;
    // Pages of other sites import it, which asks for leave at every turn of the way.
    response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    Ok(response)
}

fn leads_to(app: &App, name: &str) -> Result<Response, Problem> {
    let url = app.assets.url(name).ok_or_else(Problem::page)?;
    let rules = [
        (LOCATION, HeaderValue::from_str(&url).map_err(|_| Problem::page())?),
        (CACHE_CONTROL, HeaderValue::from_static("public, max-age=600")),
        (RESOURCE_POLICY, HeaderValue::from_static("cross-origin")),
    ];
    Ok((StatusCode::FOUND, rules).into_response())
}
