//! Pages load themselves again while somebody works on them, and nowhere else.

use mirrorpod::assets::Assets;

use crate::reader::{app_with, every_page, get, get_from};

/// How a page names the script that asks for the stamp.
const SCRIPT: &str = "<script src=\"/dev/reload.js\"";

#[tokio::test]
async fn with_a_stamp_every_page_has_the_script_and_the_stamp_that_it_was_made_with() {
    let app = app_with(Assets::none(), Some("1700 & more"));
    for path in every_page() {
        let page = get_from(&app, &path).await;
        let script = format!("{SCRIPT} data-stamp=\"1700 &#38; more\"></script>");
        assert!(page.text().contains(&script), "{path}");
    }
    let lost = get_from(&app, "/en/nowhere").await;
    assert!(lost.status == 404 && lost.text().contains(SCRIPT), "pages of errors have it too");
}

#[tokio::test]
async fn the_stamp_and_the_script_are_never_kept() {
    let app = app_with(Assets::none(), Some("1700"));
    for (path, kind, says) in [
        ("/dev/stamp", "text/plain; charset=utf-8", "1700"),
        ("/dev/reload.js", "text/javascript", "fetch(\"/dev/stamp\""),
    ] {
        let answer = get_from(&app, path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
        assert_eq!(answer.header("content-type"), kind, "{path}");
        assert!(answer.text().contains(says), "{path}: {}", answer.text());
    }
    assert_eq!(get_from(&app, "/dev/stamp").await.text(), "1700", "the stamp stands alone");
}

#[tokio::test]
async fn without_a_stamp_nothing_of_it_is_there() {
    for path in ["/dev/stamp", "/dev/reload.js"] {
        assert_eq!(get(path).await.status, 404, "{path}");
    }
    for path in every_page() {
        assert!(!get(&path).await.text().contains("/dev/"), "{path}");
    }
}
