//! How many a room takes, and how much is said and done in it.

use std::num::NonZeroU32;

use axum::body::Body;
use axum::http::Method;
use mirrorpod::limits::Limits;
use serde_json::{Value, json};

use super::presenter::{Presenter, WRITE, post, present_on};
use crate::reader::{Answer, LESSON, app_limited, get_from};

async fn present_within(limits: &Limits) -> Presenter {
    present_on(&app_limited(limits), &json!({"lesson": LESSON})).await
}

/// Checks that an answer says what is too much and when to come again.
#[track_caller]
fn check(answer: &Answer, status: u16, says: &str) {
    assert_eq!(answer.status, status, "{}", answer.text());
    let detail = answer.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains(says), "{detail}");
    let seconds: u32 = answer.header("retry-after").parse().expect("it says when");
    assert!((1..=60).contains(&seconds));
}

#[tokio::test]
async fn a_room_takes_so_many_viewers_and_its_presenter_still() {
    let it = present_within(&Limits { viewers_per_room: 2, ..Limits::default() }).await;
    let (_first, second) = (it.watch("", "").await, it.watch("", "").await);
    check(&get_from(&it.app, &it.public("events")).await, 503, "as many viewers as it can hold");
    let _desk = it.sit_down().await;
    let other = present_on(&it.app, &json!({"lesson": LESSON})).await;
    let _elsewhere = other.watch("", "").await;
    drop(second);
    let _third = it.watch("", "").await;
}

#[tokio::test]
async fn a_room_has_so_many_desks_and_its_viewers_still() {
    let it = present_within(&Limits::default()).await;
    let mut desks = Vec::new();
    for _ in 0..20 {
        desks.push(it.sit_down().await);
    }
    check(&it.asks("desk").await, 429, "close one");
    assert_eq!(it.with("guessed").asks("desk").await.status, 403);
    let _viewer = it.watch("", "").await;
    drop(desks.pop());
    let _another = it.sit_down().await;
}

#[tokio::test]
async fn desks_and_viewers_count_as_streams_of_their_address() {
    let it = present_within(&Limits { streams_per_address: 2, ..Limits::default() }).await;
    let (_desk, _viewer) = (it.sit_down().await, it.watch("", "").await);
    check(&it.asks("desk").await, 429, "close another");
    check(&get_from(&it.app, &it.public("events")).await, 429, "close another");
}

#[tokio::test]
async fn a_room_is_acted_on_so_often_and_moved_ten_times_as_often() {
    let few = NonZeroU32::new(3).unwrap();
    let it = present_within(&Limits { inputs_per_minute: few, ..Limits::default() }).await;
    for _ in 0..3 {
        it.does("act", &json!({"text": WRITE})).await;
    }
    check(&it.tries("act", &json!({"text": WRITE})).await, 429, "in the last minute");
    // Those that were acted were moves, too, and so was the one that was refused.
    for beat in 4..30 {
        it.does("stage", &json!({"beat": beat})).await;
    }
    let before = it.log().await;
    for (route, body) in [
        ("stage", json!({"beat": 31})),
        ("pointer", json!({"at": null})),
        ("question", json!({"step": "delete", "n": 0})),
        ("takeover", Value::Null),
        ("end", Value::Null),
    ] {
        check(&it.tries(route, &body).await, 429, "in this room in the last minute");
        assert_eq!(it.with("guessed").tries(route, &body).await.status, 403, "{route}");
    }
    assert_eq!(it.log().await, before, "nothing has changed");
    let other = present_on(&it.app, &json!({"lesson": LESSON})).await;
    other.does("act", &json!({"text": WRITE})).await;
}

#[tokio::test]
async fn viewers_behind_one_address_say_so_much() {
    let few = NonZeroU32::new(1).unwrap();
    let it = present_within(&Limits { inputs_per_minute: few, ..Limits::default() }).await;
    let state = json!({"viewer": "a", "exploring": true});
    for _ in 0..10 {
        assert_eq!(post(&it.app, &it.public("state"), "", "", &state).await.status, 204);
    }
    let vote = json!({"question": {"step": "delete", "n": 0}, "choice": 1, "voter": "a"});
    for (route, body) in [("state", &state), ("answers", &vote)] {
        let refused = post(&it.app, &it.public(route), "", "", body).await;
        check(&refused, 429, "from your address in the last minute");
    }
}

#[tokio::test]
async fn every_address_that_takes_a_body_takes_one_of_so_much() {
    let it = present_within(&Limits::default()).await;
    let described = get_from(&it.app, "/openapi.json").await.json();
    let mut n_tried = 0;
    for (path, methods) in described["paths"].as_object().unwrap() {
        if methods.get("post").is_none() {
            continue;
        }
        let path = path.replace("{session}", &it.session).replace("{code}", &it.code);
        let body = vec![b'x'; 80 * 1024];
        let headers = [("content-length", "81920"), ("content-type", "application/json")];
        let answer =
            crate::reader::ask_from(&it.app, Method::POST, &path, &headers, Body::from(body)).await;
        assert_eq!(answer.status, 413, "{path}");
        assert_eq!(answer.header("content-type"), "application/problem+json", "{path}");
        assert!(answer.text().contains("at most 72 KiB"), "{path}: {}", answer.text());
        n_tried += 1;
    }
    assert!(n_tried > 12, "{n_tried}");
}
