//! Headers on every answer, caching, and the interface's own description.

use std::path::PathBuf;

use axum::body::Body;
use axum::http::Method;
use expect_test::expect_file;

use crate::reader::{LESSON, STEPS, ask, every_page, get, get_with};

const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; \
    frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

#[tokio::test]
async fn every_answer_is_guarded() {
    let mut paths = every_page();
    let others = ["/", "/nowhere", "/fr-CA/", "/favicon.ico", "/healthz", "/openapi.json"];
    paths.extend(others.map(str::to_owned));
    paths.push(format!("/api/lessons/{LESSON}/timeline"));
    paths.push(format!("/poster/{LESSON}/{}.svg", STEPS[0]));
    for path in paths {
        let answer = get(&path).await;
        assert_eq!(answer.header("content-security-policy"), POLICY, "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        assert!(answer.header("permissions-policy").contains("camera=()"), "{path}");
        assert_eq!(answer.header("x-request-id").len(), 36, "{path}");
        assert_eq!(answer.header("set-cookie"), "", "{path}");
    }
}

#[tokio::test]
async fn only_what_others_may_embed_crosses_origins() {
    let svg = format!("/poster/{LESSON}/{}.svg", STEPS[0]);
    for (path, policy, origin) in [("/en/", "same-origin", ""), (&svg, "cross-origin", "*")] {
        let answer = get_with(path, &[("origin", "https://course.example")]).await;
        assert_eq!(answer.header("cross-origin-resource-policy"), policy, "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), origin, "{path}");
    }
}

#[tokio::test]
async fn a_page_is_asked_about_and_sent_once() {
    for path in every_page() {
        let first = get(&path).await;
        assert_eq!(first.header("cache-control"), "no-cache", "{path}");
        let again = get_with(&path, &[("if-none-match", first.header("etag"))]).await;
        assert_eq!(again.status, 304, "{path}");
        assert!(again.body.is_empty(), "{path}");
    }
}

#[tokio::test]
async fn head_answers_like_get_without_a_body() {
    for path in every_page() {
        let answer = ask(Method::HEAD, &path, &[], Body::empty()).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.body.is_empty(), "{path}");
        assert_ne!(answer.header("etag"), "", "{path}");
    }
}

#[tokio::test]
async fn pages_leave_packed() {
    let path = format!("/fr/lessons/{LESSON}");
    let plain = get(&path).await;
    for packing in ["br", "gzip"] {
        let packed = get_with(&path, &[("accept-encoding", packing)]).await;
        assert_eq!(packed.header("content-encoding"), packing);
        assert!(packed.body.len() * 4 < plain.body.len());
    }
}

#[tokio::test]
async fn the_interface_is_described_as_it_is() {
    let answer = get("/openapi.json").await;
    assert_eq!(answer.header("content-type"), "application/json");
    expect_file!["openapi.json"].assert_eq(answer.text());
}

/// What is described is what is routed, since both are made of one list. So nothing of the
/// interface may be routed past that list.
#[test]
fn no_address_of_the_interface_is_left_undescribed() {
    let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../server/src"))];
    let mut n_routed = 0;
    while let Some(folder) = folders.pop() {
        for path in folder.read_dir().unwrap().map(|it| it.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for routed in text.split(".route(").skip(1) {
                n_routed += 1;
                let address = routed.trim_start().split('"').nth(1).unwrap_or_default();
                assert!(!address.starts_with("/api"), "{}: {address}", path.display());
            }
        }
    }
    assert!(n_routed > 8, "routes are found: {n_routed}");
}
