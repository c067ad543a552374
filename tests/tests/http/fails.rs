//! Failures say what is wrong, in the reader's language, and to programs in JSON.

use axum::body::Body;
use axum::http::Method;
use serde_json::Value;

use crate::reader::{LESSON, ask, get, get_with};

/// Checks that a path fails with a page in a language that says so.
async fn check(path: &str, status: u16, lang: &str, says: &str) {
    let answer = get(path).await;
    assert_eq!(answer.status, status, "{path}");
    assert!(answer.text().contains(&format!("<html lang=\"{lang}\"")), "{path}");
    assert!(answer.text().contains(says), "{path} does not say {says:?}:\n{}", answer.text());
    assert_eq!(answer.header("cache-control"), "no-store");
}

#[tokio::test]
async fn a_page_that_is_not_there_says_so_in_the_readers_language() {
    check("/fr/lessons/nothing", 404, "fr", "nothing").await;
    check("/es/nowhere", 404, "es", "No hay ninguna página").await;
    check("/en/lessons/%3Cscript%3E", 404, "en", "&#60;script&#62;").await;
    check(&format!("/fr/lessons/{LESSON}/what-if/nothing"), 404, "fr", "pas de page").await;
    check("/es/lessons/nothing/what-if/forced-slow", 404, "es", "nothing").await;
    check("/nowhere", 404, "en", "no page").await;
    check(&format!("/poster/{LESSON}/nothing.svg"), 404, "en", "nothing").await;
    check(&format!("/poster/{LESSON}/scan.gif"), 404, "en", "no page").await;
    check("/poster/nothing/scan.svg", 404, "en", "nothing").await;
    check(&format!("/moving/{LESSON}/nothing.svg"), 404, "en", "nothing").await;
    check(&format!("/moving/{LESSON}/scan.gif"), 404, "en", "no page").await;
    check("/moving/nothing/scan.svg", 404, "en", "nothing").await;
}

#[tokio::test]
async fn a_language_we_do_not_speak_lists_those_we_do() {
    check("/de/", 404, "en", "<a href=\"/fr/\" lang=\"fr\"").await;
    let answer = get_with("/de/lessons/static-pods", &[("accept-language", "es")]).await;
    assert!(answer.text().contains("<html lang=\"es\""));
    assert_eq!(answer.header("vary"), "accept-language");
}

#[tokio::test]
async fn addresses_are_read_and_not_written() {
    let answer = ask(Method::POST, "/fr/", &[], Body::empty()).await;
    assert_eq!(answer.status, 405);
    assert_eq!(answer.header("allow"), "GET,HEAD");
    assert!(answer.text().contains("POST"));
}

#[tokio::test]
async fn a_vast_body_is_refused_unread() {
    let body = Body::from(vec![b'x'; 200 * 1024]);
    let size = [("content-length", "204800")];
    let answer = ask(Method::POST, "/api/lessons/static-pods/timeline", &size, body).await;
    assert_eq!(answer.status, 413);
    assert_eq!(answer.header("content-type"), "application/problem+json");
}

#[tokio::test]
async fn programs_are_told_in_json() {
    let answer = get("/api/lessons/nothing/timeline").await;
    assert_eq!(answer.status, 404);
    assert_eq!(answer.header("content-type"), "application/problem+json");
    let problem: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(problem["status"], 404);
    assert_eq!(problem["detail"], "there is no lesson \"nothing\"");
}

#[tokio::test]
async fn paths_do_not_leave_the_assets() {
    for path in ["/assets/../Cargo.toml", "/assets/%2e%2e/Cargo.toml", "/assets/", "/assets/no.js"]
    {
        assert!(get(path).await.status.is_client_error(), "{path}");
    }
}

#[tokio::test]
async fn no_path_breaks_the_server() {
    for path in [
        "//",
        "/%ff/",
        "/en//",
        "/en/lessons/",
        "/fr-CA",
        "/fr%2Fx",
        "/poster/a/.svg",
        "/%00",
        "/en/lessons/%F0%9F%98%80",
        "/api/lessons/%2e%2e/timeline",
        "/poster//.png?lang=%ff",
        "/moving//.svg?theme=%ff",
    ] {
        let answer = get(path).await;
        assert!(!answer.status.is_server_error(), "{path} gives {}", answer.status);
    }
}
