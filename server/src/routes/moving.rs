//! Moving pictures of a lesson, as files of their own.

#![expect(unused_qualifications, reason = "`utoipa::path` repeats the types of queries")]

use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use content::Lang;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::moving::{self, Look, MovingKey, Plays};
use crate::problem::Problem;
use crate::state::App;

/// How a moving picture is drawn. A value that means nothing is taken as none.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Asked {
    /// `light` (without it), `dark`, or `auto`: as its reader has chosen.
    pub theme: Option<String>,
    /// The language of the words in it: `en` (without it), `fr` or `es`.
    pub lang: Option<String>,
    /// `1`: it plays once and then stays as it is. Without it, again and again.
    pub plays: Option<String>,
}

/// A step as a moving picture
///
/// It plays by itself, with its captions below: SVG without a script, complete in itself. Readers
/// who want no motion see the poster instead.
#[utoipa::path(
    get,
    path = "/moving/{lesson}/{file}",
    tag = "posters",
    params(
        ("lesson" = String, Path, description = "The lesson's id, as static-pods"),
        ("file" = String, Path, description = "The step's id with `.svg` after it"),
        Asked,
    ),
    responses(
        (status = 200, description = "The picture", body = String,
         content_type = "image/svg+xml"),
        (status = 404, description = "No such lesson or step: a page that says so", body = String,
         content_type = "text/html"),
    )
)]
pub async fn moving(
    State(app): State<App>,
    Path((lesson, file)): Path<(String, String)>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let step = file.strip_suffix(".svg").ok_or_else(Problem::page)?.to_owned();
    let look = asked.theme.as_deref().and_then(Look::parse).unwrap_or_default();
    let plays = if asked.plays.as_deref() == Some("1") { Plays::Once } else { Plays::Forever };
    let lang = asked.lang.as_deref().and_then(Lang::parse).unwrap_or(Lang::En);
    let key = MovingKey { lesson, step, look, lang, plays };
    let policy = policy(&app, look)?;
    // Some hundred pictures take a while, and other readers should not wait for them.
    let made = tokio::task::spawn_blocking(move || moving::moving(&app, key)).await;
    let made = made.unwrap_or_else(|_| Err(Problem::broken("making a moving picture panicked")))?;
    let mut response = made.answer(&headers).await;
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

/// The document has a style sheet in it, and may have no other.
fn policy(app: &App, look: Look) -> Result<HeaderValue, Problem> {
    let (style, ancestors) = (&look.style().source, &app.site.frame_ancestors);
    let policy = format!(
        "default-src 'none'; style-src {style}; frame-ancestors {ancestors}; base-uri 'none'; \
         form-action 'none'"
    );
    HeaderValue::from_str(&policy).map_err(|_| Problem::broken("a policy is no header"))
}
