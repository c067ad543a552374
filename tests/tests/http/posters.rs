//! Posters stand alone, in two themes and three languages, as shapes and as pixels.

use crate::reader::{LANGUAGES, LESSON, STEPS, get};

fn poster(step: &str, rest: &str) -> String {
    format!("/poster/{LESSON}/{step}.{rest}")
}

#[tokio::test]
async fn every_step_has_a_poster_that_needs_nothing_else() {
    for step in STEPS {
        let answer = get(&poster(step, "svg")).await;
        assert_eq!(answer.status, 200, "{step}");
        assert_eq!(answer.header("content-type"), "image/svg+xml");
        let svg = answer.text();
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{step}");
        for foreign in ["var(--", "<style", "style=\"", "<script", "href=", "class=\"", "url("] {
            assert!(!svg.contains(foreign), "{step} contains {foreign}");
        }
        assert!(svg.contains("hello-static"), "{step}");
    }
}

#[tokio::test]
async fn no_two_steps_look_the_same() {
    let mut seen = Vec::new();
    for step in STEPS {
        seen.push(get(&poster(step, "svg")).await.body);
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), STEPS.len());
}

#[tokio::test]
async fn themes_and_languages_differ_and_nonsense_is_taken_as_none() {
    let plain = get(&poster("mirror", "svg")).await.body;
    assert_ne!(get(&poster("mirror", "svg?theme=dark")).await.body, plain);
    assert_ne!(get(&poster("mirror", "svg?lang=fr")).await.body, plain);
    assert_eq!(get(&poster("mirror", "svg?theme=pink&lang=xx&z=1")).await.body, plain);
}

#[tokio::test]
async fn previews_are_png_of_the_size_that_services_ask_for() {
    for lang in LANGUAGES {
        let answer = get(&poster("delete", &format!("png?lang={lang}"))).await;
        assert_eq!(answer.header("content-type"), "image/png");
        assert_eq!(answer.body[..8], *b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(answer.body[at..at + 4].try_into().unwrap());
        assert_eq!((number(16), number(20)), (1200, 630));
        assert!(answer.body.len() > 10_000, "the picture is not empty");
    }
}
