//! What is counted for those who run the server.

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request};
use mirrorpod::metrics;
use mirrorpod::state::App;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::clusters::learner::{WRITE, begin_after, post};
use crate::reader::{ask_from, get_from, new_app};
use crate::rooms::presenter::present;

async fn metrics(app: &App) -> String {
    let request = Request::get("/metrics").body(Body::empty()).unwrap();
    let answer = metrics::router(app.clone()).oneshot(request).await.unwrap();
    assert_eq!(answer.headers()["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
    String::from_utf8(body.to_vec()).unwrap()
}

/// Checks the value of a metric with these labels.
#[track_caller]
fn check(metrics: &str, name: &str, wanted: &str) {
    let line = metrics.lines().find_map(|it| it.strip_prefix(name));
    assert_eq!(line.map(str::trim), Some(wanted), "{name} in\n{metrics}");
}

/// The value of a metric.
fn number(metrics: &str, name: &str) -> f64 {
    let line = metrics.lines().find_map(|it| it.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("{name} in\n{metrics}"))
}

#[tokio::test]
async fn requests_are_counted_by_route_and_never_by_what_was_asked_for() {
    let app = new_app();
    for path in ["/en/lessons/static-pods", "/fr/lessons/static-pods", "/fr/lessons/nothing"] {
        get_from(&app, path).await;
    }
    for path in ["/en/secret-address", "/api/clusters/secret-address/events"] {
        get_from(&app, path).await;
    }
    ask_from(&app, Method::from_bytes(b"BREW").unwrap(), "/en/", &[], Body::empty()).await;
    let told = metrics(&app).await;
    let lesson = "route=\"/{lang}/lessons/{lesson}\"";
    let requests = |method: &str, route: &str, status: &str| {
        format!("mirrorpod_requests_total{{method=\"{method}\",{route},status=\"{status}\"}}")
    };
    check(&told, &requests("GET", lesson, "2xx"), "2");
    check(&told, &requests("GET", lesson, "4xx"), "1");
    check(&told, &requests("GET", "route=\"none\"", "4xx"), "1");
    check(&told, &requests("other", "route=\"/{lang}/\"", "4xx"), "1");
    check(&told, &format!("mirrorpod_request_seconds_count{{{lesson}}}"), "3");
    assert!(!told.contains("secret-address") && !told.contains("BREW"), "{told}");
}

#[tokio::test]
async fn live_clusters_and_their_readers_are_counted() {
    let app = new_app();
    check(&metrics(&app).await, "mirrorpod_clusters", "0");
    let learner = begin_after(&app, 100).await;
    let mut events = learner.reads("").await;
    events.until("clock").await;
    learner.acts(WRITE).await;
    events.until("entry").await;
    let told = metrics(&app).await;
    check(&told, "mirrorpod_clusters", "1");
    check(&told, "mirrorpod_readers", "1");
    check(&told, "mirrorpod_store_up", "1");
    check(&told, "mirrorpod_streams{kind=\"cluster\"}", "1");
    check(&told, "mirrorpod_entry_lag_seconds_count", "1");
    drop(events);
    check(&metrics(&app).await, "mirrorpod_streams{kind=\"cluster\"}", "0");
}

#[tokio::test]
async fn rooms_their_viewers_and_what_they_are_sent_are_counted() {
    let it = present().await;
    let app = &it.app;
    let (mut first, mut second) = (it.watch("", "").await, it.watch("", "").await);
    let _desk = it.sit_down().await;
    it.does("act", &json!({"text": WRITE})).await;
    // Both have seen it; what comes of the next one, they have waited for.
    let is_deed = |entry: &Value| entry["event"].get("fileWritten").is_some();
    for viewer in [&mut first, &mut second] {
        viewer.until("entry", is_deed).await;
    }
    let sent = |metrics: &str| number(metrics, "mirrorpod_entries_sent_total");
    let before = sent(&metrics(app).await);
    it.does("act", &json!({"text": WRITE})).await;
    for viewer in [&mut first, &mut second] {
        viewer.until("entry", is_deed).await;
    }
    let told = metrics(app).await;
    check(&told, "mirrorpod_rooms", "1");
    check(&told, "mirrorpod_viewers", "2");
    check(&told, "mirrorpod_streams{kind=\"room\"}", "2");
    check(&told, "mirrorpod_streams{kind=\"desk\"}", "1");
    assert!(sent(&told) >= before + 2.0, "each viewer is sent it: {told}");
    assert!(number(&told, "mirrorpod_entry_lag_seconds_count") >= 2.0, "{told}");
    assert!(number(&told, "mirrorpod_clusters_bytes") > 100_000.0, "{told}");
    drop((first, second));
    check(&metrics(app).await, "mirrorpod_viewers", "0");
}

#[tokio::test]
async fn the_pages_address_does_not_serve_them() {
    let app = new_app();
    assert_eq!(get_from(&app, "/metrics").await.status, 404);
    let begun = post(&app, "/api/clusters", None, &json!({"lesson": "static-pods"})).await;
    assert_eq!(begun.status, 201);
}
