//! For those who work on mirrorpod: pages that load themselves again after each build.
//!
//! A server that was given no stamp has none of these addresses, and its pages name none.

use axum::Router;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::state::App;

/// The addresses.
pub fn routes() -> Router<App> {
    Router::new().route("/dev/stamp", get(stamp)).route("/dev/reload.js", get(script))
}

/// What changes with each build.
async fn stamp(State(app): State<App>) -> Response {
    say("text/plain; charset=utf-8", app.site.dev_stamp.clone().unwrap_or_default())
}

async fn script() -> Response {
    say("text/javascript", include_str!("../../../web/dev/reload.js").to_owned())
}

fn say(kind: &'static str, body: String) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")], body).into_response()
}
