//! Questions of the machines that watch over the server.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};

use crate::dress::AsIs;
use crate::state::App;

/// Whether the process is alive
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "operation",
    responses((status = 200, description = "It is", body = str, content_type = "text/plain"))
)]
pub async fn healthz() -> Response {
    say(StatusCode::OK, "ok\n")
}

/// Whether readers should be sent here
///
/// They should even while the store is away, and the answer says that it is: lessons and running
/// clusters go on, and a server that cannot be reached would help nobody.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "operation",
    responses(
        (status = 200, description = "They should", body = str, content_type = "text/plain"),
        (status = 503, description = "The server is about to stop", body = str,
         content_type = "text/plain"),
    )
)]
pub async fn readyz(State(app): State<App>) -> Response {
    if app.drain.is_leaving() {
        say(StatusCode::SERVICE_UNAVAILABLE, "stopping\n")
    } else if !app.hub.store().is_up() {
        say(StatusCode::OK, "ready, without the store: nothing can be done to live clusters\n")
    } else {
        say(StatusCode::OK, "ready\n")
    }
}

fn say(status: StatusCode, word: &'static str) -> Response {
    let mut response = (status, [(CACHE_CONTROL, "no-store")], word).into_response();
    response.extensions_mut().insert(AsIs);
    response
}
