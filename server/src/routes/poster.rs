//! Still pictures of a lesson, as files of their own.

#![expect(unused_qualifications, reason = "`utoipa::path` repeats the types of queries")]

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use content::Lang;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::poster::{self, PosterKey, Theme};
use crate::problem::Problem;
use crate::reply::Kind;
use crate::state::App;

/// How a poster is drawn. A value that means nothing is taken as none.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Look {
    /// `light` (without it) or `dark`.
    pub theme: Option<String>,
    /// The language of the words in it: `en` (without it), `fr` or `es`.
    pub lang: Option<String>,
}

/// The picture of a step
///
/// Complete in itself: no font, style or script is loaded. The PNG is made for link previews,
/// 1200 × 630, and bears the lesson's title.
#[utoipa::path(
    get,
    path = "/poster/{lesson}/{file}",
    tag = "posters",
    params(
        ("lesson" = String, Path, description = "The lesson's id, as static-pods"),
        ("file" = String, Path, description = "The step's id with `.svg` or `.png` after it"),
        Look,
    ),
    responses(
        (status = 200, description = "The picture", content(
            (String = "image/svg+xml"),
            (Vec<u8> = "image/png"),
        )),
        (status = 404, description = "No such lesson or step: a page that says so", body = String,
         content_type = "text/html"),
    )
)]
pub async fn poster(
    State(app): State<App>,
    Path((lesson, file)): Path<(String, String)>,
    Query(look): Query<Look>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (step, kind) = match file.rsplit_once('.') {
        Some((step, "svg")) => (step, Kind::Svg),
        Some((step, "png")) => (step, Kind::Png),
        _ => return Err(Problem::page()),
    };
    let key = PosterKey {
        lesson,
        step: step.to_owned(),
        kind,
        theme: if look.theme.as_deref() == Some("dark") { Theme::Dark } else { Theme::Light },
        lang: look.lang.as_deref().and_then(Lang::parse).unwrap_or(Lang::En),
    };
    // Pixels take a while, and other readers should not wait for them.
    let drawn = tokio::task::spawn_blocking(move || poster::poster(&app, key)).await;
    let drawn = drawn.unwrap_or_else(|_| Err(Problem::broken("drawing a poster panicked")))?;
    Ok(drawn.answer(&headers).await)
}
