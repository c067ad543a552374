//! The description of the interface, made from the handlers themselves.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{health, poster, timeline};
use crate::reply::{Kind, Reply};
use crate::schema::{EndSchema, EntrySchema, LineSchema};
use crate::state::App;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "mirrorpod",
        description = "The facts of simulated clusters, streamed and stored, and pictures of them.",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    components(schemas(EntrySchema, EndSchema, LineSchema)),
    tags(
        (name = "lessons", description = "What happens in a lesson"),
        (name = "posters", description = "Still pictures of a lesson"),
        (name = "operation", description = "For those who run the server"),
    ),
)]
struct Description;

/// Every route that is part of the interface, with its description.
pub fn described() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(timeline::stream))
        .routes(routes!(timeline::stored))
        .routes(routes!(poster::poster))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
}

/// The description as text.
///
/// # Panics
/// Never: a description is JSON by its nature.
#[must_use]
pub fn text() -> String {
    let description = described().into_openapi();
    description.to_pretty_json().expect("a description is JSON by its nature") + "\n"
}

/// `/openapi.json`
pub async fn document(headers: HeaderMap) -> Response {
    static DOCUMENT: LazyLock<Reply> = LazyLock::new(|| Reply::new(Kind::Json, text()));
    DOCUMENT.answer(&headers).await
}
