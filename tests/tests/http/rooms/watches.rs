//! What viewers are told, when they come and when they come back.

use axum::http::Method;
use serde_json::json;

use super::presenter::{WRITE, post, present};
use crate::reader::{LESSON, ask_from, get_from};

#[tokio::test]
async fn whoever_comes_late_lands_on_the_moment_with_one_message() {
    let it = present().await;
    it.does("stage", &json!({"beat": 7})).await;
    let mut viewer = it.watch("?lang=fr&viewer=a", "").await;
    let stage = viewer.next().await.unwrap();
    assert_eq!((stage.kind.as_str(), stage.id.as_str()), ("stage", ""));
    assert_eq!(stage.data["source"], json!({"lesson": LESSON}));
    let at = |key: &str| stage.data[key].as_u64().unwrap();
    assert!(at("from") <= at("now") && at("now") < at("from") + 10_000);
}

#[tokio::test]
async fn a_room_that_was_just_opened_stands_at_its_first_step() {
    let it = present().await;
    let stage = it.watch("?lang=en&viewer=a", "").await.next().await.unwrap().data;
    assert_eq!((&stage["beat"], &stage["rate"]), (&json!(0), &json!(0)));
    it.does("stage", &json!({"beat": 0, "rate": 0})).await;
    let told = it.watch("?lang=en&viewer=b", "").await.next().await.unwrap().data;
    assert_eq!(stage["step"], "scan");
    for key in ["entry", "step"] {
        assert_eq!(stage[key], told[key], "{key} is what the beat has");
    }
}

#[tokio::test]
async fn a_room_is_found_by_what_people_type() {
    let it = present().await;
    let (head, tail) = it.code.split_at(3);
    for typed in [it.code.to_lowercase(), format!("{head}-{tail}"), format!("{head}%20{tail}")] {
        let path = format!("/api/rooms/{typed}/recording.ndjson");
        assert_eq!(get_from(&it.app, &path).await.status, 200, "{typed}");
    }
    for wrong in ["222222", "7KD3Q", "%00", &it.session] {
        let path = format!("/api/rooms/{wrong}/recording.ndjson");
        let answer = get_from(&it.app, &path).await;
        assert_eq!(answer.status, 404, "{wrong}");
        assert_eq!(answer.header("content-type"), "application/problem+json");
    }
}

#[tokio::test]
async fn after_a_cut_nothing_is_lost_or_doubled() {
    let it = present().await;
    it.does("act", &json!({"text": WRITE})).await;
    let shared = it.does("stage", &json!({})).await["source"]["shared"].as_u64().unwrap();
    let mut seen: Vec<u64> = Vec::new();
    let mut last = String::new();
    for _ in 0..4 {
        let mut viewer = it.watch("", &last).await;
        it.does("act", &json!({"text": WRITE})).await;
        for _ in 0..2 {
            let entry = viewer.until("entry", |_| true).await;
            seen.push(entry.data["id"].as_u64().unwrap());
            last = entry.id;
        }
    }
    assert_eq!(seen, (shared + 1..=shared + 8).collect::<Vec<_>>());
    let by_query = it.watch(&format!("?after={last}"), "").await.until("header", |_| true).await;
    assert_eq!(by_query.id, last);
}

#[tokio::test]
async fn after_a_change_of_cluster_all_of_the_new_one_is_told() {
    let it = present().await;
    it.does("stage", &json!({"beat": 8, "ms": 600_000})).await;
    it.does("act", &json!({"text": WRITE})).await;
    let mut viewer = it.watch("", "").await;
    let old = viewer.until("entry", |_| true).await.id;
    it.does("act", &json!({"text": WRITE, "after": 10})).await;
    let header = viewer.until("header", |it| it["forkedAfter"] == 10).await;
    assert_eq!(header.id, "3.10");
    assert_eq!(viewer.until("entry", |_| true).await.id, "3.11");
    let mut back = it.watch("", &old).await;
    assert_eq!(back.until("header", |_| true).await.id, "3.10");
    assert_eq!(back.until("entry", |_| true).await.id, "3.11");
}

#[tokio::test]
async fn viewers_are_counted_by_language_and_by_what_they_do() {
    let it = present().await;
    let mut desk = it.sit_down().await;
    let _en = it.watch("?lang=en&viewer=a", "").await;
    let _fr = it.watch("?lang=fr&viewer=b&exploring=1", "").await;
    let _es = it.watch("?lang=es", "").await;
    let there = desk.until("audience", |it| it["following"] == 2).await.data;
    assert_eq!(there["languages"], json!({"en": 1, "es": 1, "fr": 1}));
    assert_eq!((&there["exploring"], &there["tabs"]), (&json!(1), &json!(1)));
    let state = |viewer: &str, exploring: bool| json!({"viewer": viewer, "exploring": exploring});
    for (body, n) in [
        (state("b", false), 0),
        (state("a", true), 1),
        (state("stranger", true), 1),
        (state("b", true), 2),
    ] {
        assert_eq!(post(&it.app, &it.public("state"), "", "", &body).await.status, 204);
        if n != 1 {
            desk.until("audience", |it| it["exploring"] == n && it["following"] == 3 - n).await;
        }
    }
    drop((_en, _fr, _es));
    desk.until("audience", |it| it["following"] == 0 && it["exploring"] == 0).await;
}

#[tokio::test]
async fn a_pointer_is_seen_by_all_and_taken_away() {
    let it = present().await;
    let mut viewer = it.watch("", "").await;
    it.does("pointer", &json!({"at": {"cell": "mirror", "x": 250, "y": 7000}})).await;
    let at = viewer.until("pointer", |_| true).await.data;
    assert_eq!(at, json!({"at": {"cell": "mirror", "x": 250, "y": 1000}}));
    it.does("pointer", &json!({"at": null})).await;
    assert_eq!(viewer.until("pointer", |_| true).await.data, json!({"at": null}));
}

#[tokio::test]
async fn the_time_is_told_to_whoever_asks() {
    let it = present().await;
    let told = get_from(&it.app, "/api/now").await;
    let now = told.json()["now"].as_u64().unwrap();
    assert!(now > 1_700_000_000_000, "milliseconds since 1970");
    assert_eq!(told.header("cache-control"), "no-store");
}

#[tokio::test]
async fn a_stream_is_neither_kept_nor_packed_and_for_this_server_only() {
    let it = present().await;
    let headers = [("accept-encoding", "gzip, br"), ("origin", "https://course.example")];
    let body = axum::body::Body::empty();
    let path = it.public("events");
    let response = crate::reader::begin_from(&it.app, Method::GET, &path, &headers, body).await;
    let header = |name: &str| response.headers().get(name).and_then(|it| it.to_str().ok());
    assert_eq!(header("content-encoding"), None);
    assert_eq!(header("access-control-allow-origin"), None);
    assert!(header("cache-control").unwrap().contains("no-store"));
    let foreign = [("origin", "https://course.example"), ("content-type", "application/json")];
    let body = axum::body::Body::from(json!({"lesson": LESSON}).to_string());
    let refused = ask_from(&it.app, Method::POST, "/api/rooms", &foreign, body).await;
    assert_eq!(refused.status, 403);
}

#[tokio::test]
async fn notes_come_in_the_speakers_language() {
    let it = present().await;
    for (lang, word) in [("en", "Let the room predict"), ("fr", "deviner"), ("es", "sala")] {
        let notes = it.asks(&format!("notes?lang={lang}")).await.json();
        assert_eq!(notes["lang"], lang);
        let steps = notes["steps"].as_array().unwrap();
        assert_eq!(steps.len(), 9, "six steps and three what-ifs");
        let delete = steps.iter().find(|it| it["id"] == "delete").unwrap();
        assert!(!delete["notes"].as_str().unwrap().is_empty(), "{lang} {word}");
    }
}
