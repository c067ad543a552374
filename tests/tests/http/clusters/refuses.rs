//! What is not done, and how that is said.

use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};

use super::learner::{begin_after, post};
use crate::reader::{Answer, LESSON, ask_from, shared_app};

/// Checks that an answer refuses in words for programs.
#[track_caller]
fn check(answer: &Answer, status: u16, says: &str) {
    let text = answer.text();
    assert_eq!(answer.status, status, "{text}");
    assert_eq!(answer.header("content-type"), "application/problem+json");
    assert_eq!(answer.header("cache-control"), "no-store");
    let problem: Value = serde_json::from_str(text).unwrap();
    assert_eq!(problem["status"], status);
    assert!(problem["detail"].as_str().unwrap().contains(says), "{text} does not say {says:?}");
}

#[tokio::test]
async fn without_the_token_nothing_changes() {
    let app = shared_app();
    let learner = begin_after(app, 100).await;
    let other = begin_after(app, 100).await;
    let before = (learner.link().await, learner.entries("").await);
    for token in [None, Some(""), Some("x"), Some(other.token.as_str()), Some("é")] {
        for (path, body) in [
            ("inputs", json!({"text": "api down"})),
            ("clock", json!({"rate": 20_000})),
            ("clock", json!({"skip": true})),
            ("inputs", json!("no body at all")),
        ] {
            let answer = post(app, &learner.path(path), token, &body).await;
            check(&answer, 403, "token");
        }
    }
    assert_eq!((learner.link().await, learner.entries("").await), before);
}

#[tokio::test]
async fn the_token_stands_in_a_header_and_nowhere_else() {
    let app = shared_app();
    let learner = begin_after(app, 100).await;
    let path = format!("{}?token={}", learner.path("inputs"), learner.token);
    check(&post(app, &path, None, &json!({"text": "api down"})).await, 403, "Authorization");
    let basic = [("content-type", "application/json"), ("authorization", "Basic abc")];
    let body = Body::from("{}");
    let answer = ask_from(app, Method::POST, &learner.path("inputs"), &basic, body).await;
    check(&answer, 403, "Bearer");
}

#[tokio::test]
async fn who_reads_a_cluster_never_learns_its_token() {
    let learner = begin_after(shared_app(), 100).await;
    learner.acts("api down").await;
    let mut told = learner.link().await;
    for event in learner.reads("").await.until("clock").await {
        told.push_str(&event.data.to_string());
    }
    assert!(!told.contains(&learner.token));
}

#[tokio::test]
async fn an_input_that_does_not_fit_is_refused_in_the_engines_words() {
    let learner = begin_after(shared_app(), 100).await;
    let before = learner.link().await;
    check(&learner.tries("").await, 422, "there is no input");
    check(&learner.tries("rm -rf /").await, 422, "`rm -rf /` is not an input");
    check(&learner.tries("api up\napi down").await, 422, "one at a time");
    check(&learner.tries("start kubelet pair-worker").await, 422, "runs already");
    check(&learner.tries("remove pair-worker /nowhere").await, 422, "no file /nowhere");
    check(&learner.tries("stop kubelet nobody").await, 422, "no node nobody");
    assert_eq!(learner.link().await, before);
}

#[tokio::test]
async fn a_clock_is_told_one_thing() {
    let learner = begin_after(shared_app(), 100).await;
    let path = learner.path("clock");
    for body in [json!({}), json!({"rate": 20_001}), json!({"rate": 1, "skip": true})] {
        let answer = post(shared_app(), &path, Some(&learner.token), &body).await;
        check(&answer, 422, "from 0 to 20000");
    }
    for body in [json!({"rate": -1}), json!({"pace": 1}), json!([])] {
        let answer = post(shared_app(), &path, Some(&learner.token), &body).await;
        assert_eq!(answer.status, 422, "{body}");
    }
}

#[tokio::test]
async fn what_is_no_json_is_refused_before_it_is_read() {
    let learner = begin_after(shared_app(), 100).await;
    let bearer = format!("Bearer {}", learner.token);
    for path in ["/api/clusters".to_owned(), learner.path("inputs"), learner.path("clock")] {
        for (kind, body, status) in
            [("text/plain", "{}", 415), ("application/json", "{", 400), ("", "{}", 415)]
        {
            let headers = [("content-type", kind), ("authorization", bearer.as_str())];
            let body = Body::from(body);
            let answer = ask_from(shared_app(), Method::POST, &path, &headers, body).await;
            check(&answer, status, "");
        }
    }
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let app = shared_app();
    let unknown = "a".repeat(26);
    for id in [unknown.as_str(), "x", "%2e%2e", "é"] {
        for rest in ["events", "situation"] {
            let path = format!("/api/clusters/{id}/{rest}");
            let answer = ask_from(app, Method::GET, &path, &[], Body::empty()).await;
            check(&answer, 404, "no live cluster");
        }
        let path = format!("/api/clusters/{id}/inputs");
        check(&post(app, &path, Some("t"), &json!({"text": "api up"})).await, 404, "");
    }
    let begin = |body| async move { post(app, "/api/clusters", None, &body).await };
    check(&begin(json!({"lesson": "nothing", "after": 1})).await, 404, "nothing");
    let branch = json!({"lesson": LESSON, "branch": "nowhere"});
    check(&begin(branch).await, 404, "nowhere");
    check(&begin(json!({"lesson": LESSON, "after": 99_999})).await, 404, "99999");
    check(&begin(json!({"fork": {"id": unknown, "after": 1}})).await, 404, "");
    let learner = begin_after(app, 100).await;
    check(&begin(json!({"fork": {"id": learner.id, "after": 9_999}})).await, 404, "9999");
}

#[tokio::test]
async fn a_cluster_begins_in_one_way() {
    let app = shared_app();
    for body in [json!({}), json!({"after": 1}), json!({"lesson": LESSON, "situation": "1"})] {
        check(&post(app, "/api/clusters", None, &body).await, 422, "one of three");
    }
    let fast = json!({"lesson": LESSON, "rate": 20_001});
    check(&post(app, "/api/clusters", None, &fast).await, 422, "at most 20000");
}

#[tokio::test]
async fn a_link_that_was_changed_or_is_too_long_is_refused_by_name() {
    let app = shared_app();
    let link = begin_after(app, 100).await.link().await;
    let begin =
        |x: String| async move { post(app, "/api/clusters", None, &json!({"situation": x})).await };
    check(&begin(String::new()).await, 422, "missing or was changed");
    check(&begin(link[..link.len() - 4].to_owned()).await, 422, "missing or was changed");
    check(&begin(format!("2{}", &link[1..])).await, 422, "another version");
    check(&begin(format!("1{}", "A".repeat(9000))).await, 413, "too long");
}

#[tokio::test]
async fn a_page_of_another_site_changes_nothing() {
    let app = shared_app();
    let learner = begin_after(app, 100).await;
    let bearer = format!("Bearer {}", learner.token);
    for (name, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")] {
        for path in ["/api/clusters".to_owned(), learner.path("inputs")] {
            let headers = [
                ("content-type", "application/json"),
                ("authorization", bearer.as_str()),
                ("host", "pods.example"),
                (name, value),
            ];
            let body = Body::from(json!({"text": "api down", "lesson": LESSON}).to_string());
            let answer = ask_from(app, Method::POST, &path, &headers, body).await;
            check(&answer, 403, "pages of this server");
        }
    }
}
