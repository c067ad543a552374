//! Moving pictures: a step that plays by itself in somebody's README, and how it is served.

use expect_test::expect;

use crate::reader::{Answer, LANGUAGES, LESSON, get, get_with};

/// The step with the largest picture.
const LARGEST: &str = "drain";

fn moving(step: &str, rest: &str) -> String {
    format!("/moving/{LESSON}/{step}.svg{rest}")
}

#[tokio::test]
async fn a_step_plays_by_itself_and_loads_no_more_than_30_kilobytes() {
    let path = moving(LARGEST, "?theme=auto");
    let answer = get(&path).await;
    assert_eq!(answer.status, 200);
    let svg = answer.text();
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{svg}");
    assert!(svg.contains("repeatCount=\"indefinite\"") && !svg.contains("<script"));
    let packed = get_with(&path, &[("accept-encoding", "br")]).await;
    assert_eq!(packed.header("content-encoding"), "br");
    assert!(packed.body.len() < 30_000, "{} bytes", packed.body.len());
}

#[tokio::test]
async fn a_moving_picture_is_kept_for_an_hour_by_pages_of_any_site_and_may_load_nothing() {
    let answer = get(&moving("scan", "")).await;
    let headers = |answer: &Answer| {
        let names = [
            "content-type",
            "cache-control",
            "vary",
            "cross-origin-resource-policy",
            "access-control-allow-origin",
            "x-content-type-options",
            "content-security-policy",
        ];
        let line = |name: &str| {
            // The style sheet is known by its hash, which changes with each of its colours.
            let value = answer.header(name).split('\'');
            let value = value.map(|it| if it.starts_with("sha256-") { "sha256-…" } else { it });
            format!("{name}: {}\n", value.collect::<Vec<_>>().join("'"))
        };
        names.map(line).concat()
    };
    expect![[r"
        content-type: image/svg+xml
        cache-control: public, max-age=3600
        vary: accept-encoding
        cross-origin-resource-policy: cross-origin
        access-control-allow-origin: *
        x-content-type-options: nosniff
        content-security-policy: default-src 'none'; style-src 'sha256-…'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'
    "]]
    .assert_eq(&headers(&answer));
}

#[tokio::test]
async fn colours_languages_and_how_often_differ_and_nonsense_is_taken_as_none() {
    let plain = get(&moving("scan", "")).await.body;
    for other in ["?theme=dark", "?theme=auto", "?lang=fr", "?plays=1"] {
        assert_ne!(get(&moving("scan", other)).await.body, plain, "{other}");
    }
    for same in ["?theme=light", "?theme=pink&lang=xx&plays=many&z=1"] {
        assert_eq!(get(&moving("scan", same)).await.body, plain, "{same}");
    }
}

#[tokio::test]
async fn its_captions_are_in_the_language_that_was_asked_for() {
    for (lang, word) in LANGUAGES.into_iter().zip(["directory", "répertoire", "directorio"]) {
        let svg = get(&moving("scan", &format!("?lang={lang}"))).await;
        assert!(svg.text().contains(word), "{lang}");
    }
}

#[tokio::test]
async fn whoever_has_it_is_sent_nothing() {
    let first = get(&moving("scan", "")).await;
    let known = [("if-none-match", first.header("etag"))];
    let again = get_with(&moving("scan", ""), &known).await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    assert_eq!(again.header("content-security-policy"), first.header("content-security-policy"));
}
