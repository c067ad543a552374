//! The stream of a live cluster: whole, resumed anywhere, and telling how time runs.

use serde_json::json;

use super::learner::{WRITE, begin, begin_after, reads};
use crate::reader::{LESSON, new_app, shared_app};

#[tokio::test]
async fn what_is_done_is_told_to_whoever_reads_along() {
    let learner = begin_after(shared_app(), 100).await;
    let mut events = learner.reads("").await;
    events.until("clock").await;
    let done = learner.acts(WRITE).await;
    let entry = events.next().await.unwrap();
    assert_eq!((entry.kind.as_str(), &entry.data["at"]), ("entry", &done["at"]));
    assert!(entry.data["event"]["fileWritten"].is_object(), "{entry:?}");
}

#[tokio::test]
async fn time_runs_by_itself() {
    let learner = begin(shared_app(), &json!({"lesson": LESSON, "after": 41})).await;
    learner.clock(&json!({"rate": 20_000})).await;
    let mut events = learner.reads("").await;
    for _ in 0..3 {
        events.until("entry").await;
    }
}

#[tokio::test]
async fn a_stream_goes_on_after_the_last_event_that_was_seen() {
    let learner = begin_after(shared_app(), 100).await;
    learner.acts("kubectl delete pod hello-static-pair-worker").await;
    learner.leaps(10).await;
    let all = learner.entries("").await;
    assert!(all.len() > 10);
    for (n, entry) in all.iter().enumerate() {
        let rest = learner.entries(&entry.id.unwrap().to_string()).await;
        assert_eq!(rest, all[n + 1..]);
    }
    // Who has seen only what is the lesson's, or makes no sense, gets everything of this cluster.
    for nonsense in ["7", "-3", "twenty", "18446744073709551616", "99999999"] {
        let mut events = learner.reads(nonsense).await;
        let mut told = Vec::new();
        while told.len() < all.len() {
            told.extend(events.until("entry").await.pop());
        }
        assert_eq!(told, all, "after {nonsense}");
    }
    let by_address = format!("{}?after={}", learner.path("events"), all[2].id.unwrap());
    let mut events = reads(shared_app(), &by_address, &[]).await;
    assert_eq!(events.until("entry").await.last(), all.get(3));
}

#[tokio::test]
async fn a_change_of_the_clock_is_told_after_what_came_before_it() {
    let learner = begin_after(shared_app(), 100).await;
    let mut events = learner.reads("").await;
    let first = events.until("clock").await.pop().unwrap();
    assert_eq!(first.data["rate"], 0);
    let changed = learner.clock(&json!({"rate": 4000})).await;
    let next = events.until("clock").await.pop().unwrap();
    assert_eq!(next.data["rate"], 4000);
    assert!(next.data["at"].as_u64() >= changed["at"].as_u64());
    assert!(next.data["now"].as_u64() >= first.data["now"].as_u64());
}

#[tokio::test]
async fn a_leap_goes_to_the_next_thing_that_happens() {
    let learner = begin_after(shared_app(), 100).await;
    let before = learner.entries("").await.len();
    let leapt = learner.clock(&json!({"skip": true})).await;
    let entries = learner.entries("").await;
    assert!(entries.len() > before);
    assert!(entries[before..].iter().all(|it| it.data["at"] == leapt["at"]));
}

#[tokio::test]
async fn a_stream_is_neither_kept_nor_packed_and_only_own_pages_read_it() {
    let learner = begin_after(shared_app(), 41).await;
    let headers = [("accept-encoding", "gzip, br"), ("origin", "https://course.example")];
    let path = learner.path("events");
    let (get, empty) = (axum::http::Method::GET, axum::body::Body::empty());
    let answer = crate::reader::begin_from(shared_app(), get, &path, &headers, empty).await;
    let header = |name: &str| answer.headers().get(name).map(|it| it.to_str().unwrap());
    assert_eq!(header("cache-control"), Some("no-store, no-transform"));
    assert_eq!(header("x-accel-buffering"), Some("no"));
    assert_eq!(header("content-encoding"), None);
    assert_eq!(header("access-control-allow-origin"), None);
    assert_eq!(header("cross-origin-resource-policy"), Some("same-origin"));
}

#[tokio::test]
async fn a_stream_ends_when_the_server_stops() {
    let app = new_app();
    let learner = begin_after(&app, 41).await;
    let mut events = learner.reads("").await;
    events.until("clock").await;
    app.drain.stop();
    assert_eq!(events.next().await, None);
}
