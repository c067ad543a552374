//! How much one may ask for, and that it takes nothing from others.

use std::num::NonZeroU32;

use axum::body::Body;
use axum::http::Method;
use mirrorpod::limits::Limits;
use mirrorpod::state::App;
use serde_json::{Value, json};

use super::learner::{WRITE, begin_after};
use crate::reader::{Answer, LESSON, app_limited, ask_from, begin_from};

fn few(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap()
}

/// Checks that an answer says what is too much and when to come again.
#[track_caller]
fn check(answer: &Answer, status: u16, says: &str) {
    assert_eq!(answer.status, status, "{}", answer.text());
    let problem: Value = serde_json::from_slice(&answer.body).unwrap();
    assert!(problem["detail"].as_str().unwrap().contains(says), "{problem}");
    let seconds: u32 = answer.header("retry-after").parse().expect("it says when");
    assert!((1..=60).contains(&seconds));
}

/// Begins a cluster as somebody behind a proxy.
async fn begin_as(app: &App, address: &str) -> Answer {
    let headers = [("content-type", "application/json"), ("x-forwarded-for", address)];
    let body = Body::from(json!({"lesson": LESSON, "after": 41}).to_string());
    ask_from(app, Method::POST, "/api/clusters", &headers, body).await
}

#[tokio::test]
async fn whoever_begins_too_many_waits_and_nobody_else() {
    // What asks within this program counts as this machine, as a proxy on it would.
    let trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let limits = Limits { clusters_per_minute: few(3), trusted_proxies, ..Limits::default() };
    let app = app_limited(&limits);
    for _ in 0..3 {
        assert_eq!(begin_as(&app, "203.0.113.1").await.status, 201);
    }
    check(&begin_as(&app, "203.0.113.1").await, 429, "from your address");
    // What stands before the proxy's own word is anybody's.
    check(&begin_as(&app, "198.51.100.1, 203.0.113.1").await, 429, "from your address");
    assert_eq!(begin_as(&app, "203.0.113.2").await.status, 201);
}

#[tokio::test]
async fn a_header_is_not_believed_without_a_proxy() {
    let app = app_limited(&Limits { clusters_per_minute: few(1), ..Limits::default() });
    assert_eq!(begin_as(&app, "203.0.113.1").await.status, 201);
    check(&begin_as(&app, "203.0.113.2").await, 429, "from your address");
}

#[tokio::test]
async fn a_cluster_takes_so_many_inputs_in_a_minute() {
    let app = app_limited(&Limits { inputs_per_minute: few(3), ..Limits::default() });
    let (learner, other) = (begin_after(&app, 100).await, begin_after(&app, 100).await);
    for _ in 0..3 {
        learner.acts(WRITE).await;
    }
    let before = learner.entries("").await;
    check(&learner.tries(WRITE).await, 429, "in the last minute");
    assert_eq!(learner.entries("").await, before);
    other.acts(WRITE).await;
}

#[tokio::test]
async fn an_address_has_so_many_streams_open() {
    let app = app_limited(&Limits { streams_per_address: 2, ..Limits::default() });
    let learner = begin_after(&app, 100).await;
    let (mut first, mut second) = (learner.reads("").await, learner.reads("").await);
    first.until("clock").await;
    second.until("clock").await;
    let (path, get) = (learner.path("events"), Method::GET);
    check(&ask_from(&app, get.clone(), &path, &[], Body::empty()).await, 429, "close another");
    drop(first);
    let again = begin_from(&app, get, &path, &[], Body::empty()).await;
    assert_eq!(again.status(), 200);
}

#[tokio::test]
async fn a_server_holds_so_many_clusters() {
    let app = app_limited(&Limits { most_clusters: 2, ..Limits::default() });
    let (one, two) = (begin_after(&app, 41).await, begin_after(&app, 41).await);
    let (_first, _second) = (one.reads("").await, two.reads("").await);
    check(&begin_as(&app, "").await, 503, "as many live clusters as it can hold");
}

#[tokio::test]
async fn a_server_gives_so_much_memory_to_clusters() {
    let app = app_limited(&Limits { live_mib: 1, ..Limits::default() });
    let mut readers = Vec::new();
    let full = loop {
        let answer = begin_as(&app, "").await;
        if answer.status != 201 {
            break answer;
        }
        let id = answer.json()["id"].as_str().unwrap().to_owned();
        let path = format!("/api/clusters/{id}/events");
        readers.push(begin_from(&app, Method::GET, &path, &[], Body::empty()).await);
    };
    check(&full, 503, "as much memory as they may");
    assert!(readers.len() > 1, "{}", readers.len());
    assert!(app.hub.n_bytes() <= 1 << 20);
}

#[tokio::test]
async fn an_input_of_any_size_is_refused_or_taken_in_words() {
    let app = app_limited(&Limits::default());
    let learner = begin_after(&app, 100).await;
    let path = "/etc/kubernetes/manifests/large.yaml";
    let file = |size: usize| format!("write pair-worker {path} <<EOF\n{}\nEOF", "x".repeat(size));
    learner.acts(&file(60 * 1024)).await;
    let too_large = learner.tries(&file(80 * 1024)).await;
    assert_eq!(too_large.status, 413);
    for _ in 0..3 {
        learner.acts(&file(60 * 1024)).await;
    }
    let too_long = learner.tries(&file(60 * 1024)).await;
    assert_eq!(too_long.status, 422);
    assert!(too_long.text().contains("256 KiB"), "{}", too_long.text());
    let get = ask_from(&app, Method::GET, &learner.path("situation"), &[], Body::empty()).await;
    assert_eq!(get.status, 413, "what fits no link is said to be too long");
}

#[tokio::test]
async fn a_crowd_in_one_cluster_stops_that_cluster_and_no_other() {
    let app = app_limited(&Limits::default());
    let (learner, other) = (begin_after(&app, 100).await, begin_after(&app, 100).await);
    let crowd = "kubectl apply -f - <<EOF\napiVersion: apps/v1\nkind: ReplicaSet\nmetadata:\n  \
        name: crowd\nspec:\n  replicas: 4000000000\n  selector:\n    matchLabels:\n      \
        app: crowd\n  template:\n    metadata:\n      labels:\n        app: crowd\n    spec:\n      \
        containers:\n      - name: main\n        image: busybox:1.36\nEOF";
    learner.acts(crowd).await;
    learner.clock(&json!({"rate": 20_000})).await;
    let mut events = learner.reads("").await;
    let stopped = loop {
        events.until("entry").await;
        let tried = learner.tries("api down").await;
        if tried.status != 202 && tried.status != 429 {
            break tried;
        }
    };
    assert_eq!(stopped.status, 422);
    assert!(stopped.text().contains("it has stopped"), "{}", stopped.text());
    other.acts(WRITE).await;
}
