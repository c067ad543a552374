//! What a page of this server looks like in somebody else's, for programs that are given its
//! address (the oEmbed specification, version 1.0).
#![expect(unused_qualifications, reason = "`utoipa::path` repeats the types of queries")]

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse as _, Response};
use content::{Lang, Lesson};
use scene::Layout;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::limits::Origin;
use crate::problem::{Problem, ProblemDetails};
use crate::state::App;

/// As wide as a frame is where nobody says otherwise, in CSS pixels.
const USUAL_WIDTH: u32 = 800;
/// Narrower or lower than this, nothing can be seen in one.
const LEAST: [u32; 2] = [240, 200];
/// Wider than this, nothing is seen better.
const MOST_WIDTH: u32 = 1_600;

/// What is asked about.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// The address of a lesson, or of one made for frames, on this server.
    url: String,
    /// `json`, or nothing.
    format: Option<String>,
    /// No wider than this, in CSS pixels.
    maxwidth: Option<u32>,
    /// No higher than this.
    maxheight: Option<u32>,
}

/// A frame with a lesson.
#[derive(Debug, Serialize, ToSchema)]
pub struct Rich {
    /// Always `rich`.
    r#type: &'static str,
    /// Of oEmbed: `1.0`.
    version: &'static str,
    provider_name: &'static str,
    provider_url: String,
    title: String,
    /// The frame, to be put into a page.
    html: String,
    /// In CSS pixels.
    width: u32,
    /// In CSS pixels: what the picture needs at that width.
    height: u32,
    thumbnail_url: String,
    thumbnail_width: u32,
    thumbnail_height: u32,
    /// For how many seconds this may be kept.
    cache_age: u32,
}

/// A lesson, to be put into somebody else's page
///
/// As oEmbed has it. Only addresses of this server are answered; none is ever fetched.
#[utoipa::path(
    get,
    path = "/oembed",
    tag = "lessons",
    params(Asked),
    responses(
        (status = 200, description = "The frame", body = Rich),
        (status = 404, description = "Not the address of a lesson on this server",
         body = ProblemDetails, content_type = "application/problem+json"),
        (status = 501, description = "Another format than JSON", body = ProblemDetails,
         content_type = "application/problem+json"),
    )
)]
pub async fn oembed(
    State(app): State<App>,
    origin: Origin,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    if asked.format.as_deref().is_some_and(|it| it != "json") {
        return Err(Problem::refused(StatusCode::NOT_IMPLEMENTED, "the only format is json"));
    }
    let not_here = || Problem::refused(StatusCode::NOT_FOUND, "no lesson of this server");
    let place = Place::of(&app, &origin, &asked.url).ok_or_else(not_here)?;
    let rules = [(CACHE_CONTROL, "public, max-age=3600")];
    Ok((rules, Json(place.rich(&app, &origin, &asked))).into_response())
}

/// What an address names.
struct Place<'a> {
    lesson: &'a Lesson,
    lang: Option<Lang>,
    /// The query of the frame's address.
    query: String,
}

impl<'a> Place<'a> {
    /// Reads an address of this server: `…/fr/lessons/ID#step=delete`, `…/embed/ID?step=delete`.
    fn of(app: &'a App, origin: &Origin, url: &str) -> Option<Self> {
        let rest = url.strip_prefix(&origin.absolute("/"))?;
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let parts: Vec<&str> = path.trim_end_matches('/').split('/').collect();
        let (lang, id, more) = match parts.as_slice() {
            ["embed", id] => (None, id, query),
            [lang, "lessons", id] => (Some(Lang::parse(lang)?), id, fragment),
            _ => return None,
        };
        let lesson = app.content.lesson(id)?;
        let mut parts: Vec<String> = lang.iter().map(|it| format!("lang={it}")).collect();
        // Nothing that would end the attribute it stands in, or the element.
        let is_plain = |it: &&str| {
            it.bytes().all(|it| it.is_ascii_alphanumeric() || b"=-_.%".contains(&it))
                && it.contains('=')
        };
        parts.extend(more.split('&').filter(is_plain).map(str::to_owned));
        Some(Self { lesson, lang, query: parts.join("&amp;") })
    }

    fn rich(&self, app: &App, origin: &Origin, asked: &Asked) -> Rich {
        let lang = self.lang.unwrap_or(Lang::En);
        let title = &self.lesson.words(lang).title;
        let id = &self.lesson.id;
        let width = asked.maxwidth.unwrap_or(USUAL_WIDTH).min(MOST_WIDTH).max(LEAST[0]);
        let most = asked.maxheight.unwrap_or(u32::MAX).max(LEAST[1]);
        let height = height(width).min(most);
        let src = origin.absolute(&format!("/embed/{id}?{}", self.query));
        let src = src.trim_end_matches('?');
        let name = escaped(&app.say(lang, "page.embed.name", &[("title", title)]));
        let step = self.lesson.steps.get(self.lesson.cover).map_or("", |it| it.id.as_str());
        Rich {
            r#type: "rich",
            version: "1.0",
            provider_name: "mirrorpod",
            provider_url: origin.absolute("/"),
            title: title.clone(),
            html: format!(
                "<iframe src=\"{src}\" title=\"{name}\" width=\"{width}\" height=\"{height}\" \
                 style=\"border:0;max-width:100%\" loading=\"lazy\" \
                 allow=\"fullscreen; clipboard-write\" referrerpolicy=\"no-referrer\" \
                 sandbox=\"allow-scripts allow-popups\"></iframe>"
            ),
            width,
            height,
            thumbnail_url: origin.absolute(&format!("/poster/{id}/{step}.png?lang={lang}")),
            thumbnail_width: 1200,
            thumbnail_height: 630,
            cache_age: 86_400,
        }
    }
}

/// What a frame of this width needs: the picture in its proportions, and the caption and buttons
/// below it as the style sheet has them.
fn height(width: u32) -> u32 {
    // Above this, a frame is as high as its width needs it to be.
    let layout = Layout::for_size(width as f32, if width >= 640 { 1_000.0 } else { 400.0 });
    let (edges, below) = match width {
        ..480 => (16, 160),
        480..640 => (16, 150),
        640..960 => (34, 170),
        _ => (34, 300),
    };
    let picture = (width.saturating_sub(edges)) as f32 * layout.height / layout.width;
    picture as u32 + below
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}
