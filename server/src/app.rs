//! All routes, and the layers that every request passes.

use std::time::Duration;

use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Method, Request, StatusCode};
use axum::middleware;
use axum::response::IntoResponse as _;
use axum::routing::get;
use axum::{Router, body::Body};
use tower::ServiceBuilder;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{Any, CorsLayer};
use tower_http::csrf::CsrfLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::request_id::{MakeRequestUuid, RequestId};
use tower_http::request_id::{PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::{DefaultOnResponse, TraceLayer};

use crate::dress::{after_panic, dress};
use crate::metrics;
use crate::problem::Problem;
use crate::routes::{dev, embed, home, icon, lesson, model, openapi, print, room_pages, try_it};
use crate::state::App;

/// The largest request body: nothing here takes more than a manifest (64 KiB) with its envelope.
const LARGEST_BODY: usize = 72 * 1024;
/// How long a response may take to begin. Bodies, streams among them, may last longer.
const PATIENCE: Duration = Duration::from_secs(15);

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The whole server.
pub fn router(app: App) -> Router {
    layered(routes(&app), &app).with_state(app)
}

fn routes(app: &App) -> Router<App> {
    let shared = Router::new()
        .merge(openapi::public().split_for_parts().0)
        .route("/openapi.json", get(openapi::document))
        .nest_service("/assets", app.assets.router())
        .layer(SetResponseHeaderLayer::if_not_present(
            RESOURCE_POLICY,
            HeaderValue::from_static("cross-origin"),
        ))
        // Public, and without credentials: pages in a sandboxed frame have no origin of their own.
        .layer(
            CorsLayer::new()
                .allow_origin(Any)
                .allow_methods([Method::GET, Method::HEAD])
                .allow_headers([HeaderName::from_static("last-event-id")]),
        );
    // A page of another site may neither read these nor change anything through them.
    let refuse_foreign = |_| Problem::foreign().into_response();
    let live = openapi::live().split_for_parts().0;
    let live = live.layer(CsrfLayer::new().with_rejection_response(refuse_foreign));
    let dev = if app.site.dev_stamp.is_some() { dev::routes() } else { Router::new() };
    Router::new()
        .route("/", get(home::choose))
        .route("/favicon.ico", get(icon::icon))
        .route("/{lang}", get(home::home))
        .route("/{lang}/", get(home::home))
        .route("/{lang}/model", get(model::model))
        .route("/{lang}/lessons/{lesson}", get(lesson::lesson))
        .route("/{lang}/lessons/{lesson}/what-if/{branch}", get(lesson::what_if))
        .route("/{lang}/lessons/{lesson}/try", get(try_it::try_it))
        .route("/embed/{lesson}", get(embed::embed))
        .route("/embed.js", get(embed::script))
        .route("/bridge.js", get(embed::bridge))
        .route("/{lang}/lessons/{lesson}/embed", get(embed::share))
        .route("/{lang}/lessons/{lesson}/print", get(print::print))
        .merge(room_pages::routes())
        .merge(shared)
        .merge(live)
        .merge(dev)
        .fallback(async || Problem::page())
}

/// The layers, outermost first.
///
/// Headers and error pages lie outside the panic's catch, so that the page after a panic has both.
fn layered(routes: Router<App>, app: &App) -> Router<App> {
    let plain = HeaderValue::from_static;
    let layers = ServiceBuilder::new()
        .layer(middleware::from_fn_with_state(app.clone(), metrics::count))
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_request(())
                .on_response(DefaultOnResponse::new().level(tracing::Level::INFO))
                .on_body_chunk(())
                .on_eos(())
                .on_failure(()),
        )
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(SetResponseHeaderLayer::if_not_present(
            CONTENT_SECURITY_POLICY,
            policy(&app.site.frame_ancestors, "form-action 'none'"),
        ))
        .layer(SetResponseHeaderLayer::if_not_present(X_CONTENT_TYPE_OPTIONS, plain("nosniff")))
        .layer(SetResponseHeaderLayer::if_not_present(REFERRER_POLICY, plain("no-referrer")))
        .layer(SetResponseHeaderLayer::if_not_present(RESOURCE_POLICY, plain("same-origin")))
        .layer(SetResponseHeaderLayer::if_not_present(
            PERMISSIONS_POLICY,
            plain(
                "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
            ),
        ))
        .layer(middleware::from_fn_with_state(app.clone(), dress))
        .layer(CatchPanicLayer::custom(after_panic))
        .layer(RequestBodyLimitLayer::new(LARGEST_BODY))
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, PATIENCE))
        // For what is not packed already; the layer leaves event streams and pictures alone.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest));
    routes.layer(layers)
}

/// What pages may load: everything from here, nothing from elsewhere.
pub const OWN_SOURCES: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'";

/// What pages may load, and who may frame them.
///
/// `more` are further directives: where a form may lead, which few pages have any of.
pub fn policy(frame_ancestors: &str, more: &str) -> HeaderValue {
    let policy =
        format!("{OWN_SOURCES}; frame-ancestors {frame_ancestors}; base-uri 'none'; {more}");
    HeaderValue::from_str(&policy).expect("the command line takes visible characters only")
}

fn span(request: &Request<Body>) -> tracing::Span {
    let id = request.extensions().get::<RequestId>();
    let id = id.and_then(|id| id.header_value().to_str().ok()).unwrap_or_default();
    tracing::info_span!(
        "request",
        method = %request.method(),
        path = request.uri().path(),
        id
    )
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use content::Content;
    use tower::ServiceExt as _;

    use super::*;
    use crate::assets::Assets;
    use crate::recordings::Recordings;
    use crate::state::Site;

    #[tokio::test]
    async fn a_panic_is_a_page_in_the_readers_language_with_a_number_and_every_header() {
        let content = Content::embedded().expect("the content has no mistakes");
        let site = Site {
            base_url: "https://pods.example".into(),
            base_url_is_told: true,
            is_exported: false,
            frame_ancestors: "'self'".into(),
            embed_ancestors: "*".into(),
            dev_stamp: None,
        };
        let app = App::new(content, Recordings::default(), Assets::none(), site);
        async fn broken() -> &'static str {
            panic!("on purpose")
        }
        let routes = layered(Router::new().route("/{lang}/broken", get(broken)), &app);
        let request = Request::get("/fr/broken").body(Body::empty()).unwrap();
        let response = routes.with_state(app).oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(response.headers().contains_key(CONTENT_SECURITY_POLICY));
        let number = response.headers()["x-request-id"].to_str().unwrap().to_owned();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let page = str::from_utf8(&body).unwrap();
        assert!(page.contains("<html lang=\"fr\"") && page.contains(&number), "{page}");
        assert!(!page.contains("on purpose"), "{page}");
    }
}
