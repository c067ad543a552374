//! The description of the interface, made from the handlers themselves.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{clusters, health, moving, oembed, poster, rooms, timeline};
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
    modifiers(&Tokens),
    tags(
        (name = "lessons", description = "What happens in a lesson"),
        (name = "clusters", description = "Clusters that somebody acts on"),
        (name = "rooms", description = "One presenter, any number of viewers"),
        (name = "posters", description = "Pictures of a lesson, still and moving"),
        (name = "operation", description = "For those who run the server"),
    ),
)]
struct Description;

/// How whoever began something says that it is theirs.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// What pages of any origin may read.
pub fn public() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(timeline::stream))
        .routes(routes!(timeline::stored))
        .routes(routes!(poster::poster))
        .routes(routes!(moving::moving))
        .routes(routes!(oembed::oembed))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
}

/// What only pages of this server use.
pub fn live() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(clusters::begin))
        .routes(routes!(clusters::read))
        .routes(routes!(clusters::act))
        .routes(routes!(clusters::clock))
        .routes(routes!(clusters::situation))
        .routes(routes!(rooms::open))
        .routes(routes!(rooms::now))
        .routes(routes!(rooms::stage))
        .routes(routes!(rooms::point))
        .routes(routes!(rooms::question))
        .routes(routes!(rooms::act))
        .routes(routes!(rooms::clock))
        .routes(routes!(rooms::take_over))
        .routes(routes!(rooms::hand_over))
        .routes(routes!(rooms::accept))
        .routes(routes!(rooms::remote))
        .routes(routes!(rooms::end))
        .routes(routes!(rooms::desk))
        .routes(routes!(rooms::notes))
        .routes(routes!(rooms::events))
        .routes(routes!(rooms::answer))
        .routes(routes!(rooms::state))
        .routes(routes!(rooms::recording))
        .routes(routes!(rooms::replay))
}

/// The description as text.
///
/// # Panics
/// Never: a description is JSON by its nature.
#[must_use]
pub fn text() -> String {
    let description = public().merge(live()).into_openapi();
    description.to_pretty_json().expect("a description is JSON by its nature") + "\n"
}

/// `/openapi.json`
pub async fn document(headers: HeaderMap) -> Response {
    static DOCUMENT: LazyLock<Reply> = LazyLock::new(|| Reply::new(Kind::Json, text()));
    DOCUMENT.answer(&headers).await
}
