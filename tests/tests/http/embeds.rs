//! A lesson in frames of other pages, as far as the server has to do with it.

use mirrorpod::assets::Assets;
use serde_json::Value;
use std::path::Path;

use crate::reader::{LESSON, STEPS, app_with, content, get, get_from, get_with};

#[tokio::test]
async fn anybody_may_frame_a_lesson_made_for_frames_and_nothing_else() {
    for path in [format!("/embed/{LESSON}"), format!("/embed/{LESSON}?lang=fr&step=delete")] {
        let answer = get(&path).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("frame-ancestors *;"), "{path}: {policy}");
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{path}: {policy}");
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin", "{path}");
        assert_eq!(answer.header("set-cookie"), "", "{path}");
    }
    let page = get(&format!("/en/lessons/{LESSON}")).await;
    assert!(page.header("content-security-policy").contains("frame-ancestors 'self';"));
}

#[tokio::test]
async fn the_language_is_the_one_asked_for_else_the_readers() {
    let check = async |query: &str, accepts: &str, lang: &str, varies: bool| {
        let path = format!("/embed/{LESSON}{query}");
        let answer = get_with(&path, &[("accept-language", accepts)]).await;
        assert!(answer.text().contains(&format!("<html lang=\"{lang}\"")), "{path} {accepts}");
        let mut vary = answer.headers.get_all("vary").iter().filter_map(|it| it.to_str().ok());
        assert_eq!(vary.any(|it| it == "accept-language"), varies, "{path}");
    };
    check("?lang=fr", "es", "fr", false).await;
    check("?lang=fr-CA", "es", "fr", false).await;
    check("?lang=tlh", "es", "es", true).await;
    check("", "de, es;q=0.5", "es", true).await;
    check("", "de", "en", true).await;
}

#[tokio::test]
async fn the_step_asked_for_stands_there_before_and_without_a_program() {
    for (n, step) in STEPS.iter().enumerate() {
        let answer = get(&format!("/embed/{LESSON}?lang=en&step={step}")).await;
        let words = &content().lesson(LESSON).unwrap().words(content::Lang::En).steps[n];
        let html = answer.text();
        assert!(html.contains(&words.captions[0].html()), "{step}");
        assert!(html.contains(&format!("{} / 6", n + 1)), "{step}");
        assert!(html.contains("<svg"), "{step}");
    }
    let stray = get(&format!("/embed/{LESSON}?lang=en&step=nope")).await;
    assert_eq!(stray.status, 200);
    assert_eq!(stray.body, get(&format!("/embed/{LESSON}?lang=en")).await.body);
    assert_eq!(get("/embed/no-such-lesson").await.status, 404);
}

#[tokio::test]
async fn the_scripts_for_hosts_have_addresses_that_stay() {
    let built = std::env::var("MIRRORPOD_DIST").unwrap_or_else(|_| "../web/dist".to_owned());
    let Ok(assets) = Assets::open(Some(Path::new(&built))) else {
        panic!("no assets in {built}: run `cargo xtask dist`")
    };
    let app = app_with(assets, None);
    for name in ["embed", "bridge"] {
        let answer = get_from(&app, &format!("/{name}.js")).await;
        assert_eq!(answer.status, 302);
        let place = answer.header("location").to_owned();
        assert!(place.starts_with(&format!("/assets/{name}-")), "{place}");
        let script = get_from(&app, &place).await;
        assert_eq!(script.status, 200);
        assert_eq!(script.header("access-control-allow-origin"), "*");
        assert_eq!(script.header("cross-origin-resource-policy"), "cross-origin");
        let none = get(&format!("/{name}.js")).await;
        assert_eq!(none.status, 404, "a server without assets has none");
    }
    // It is imported, not included, by pages of other sites.
    let answer = get_from(&app, "/bridge.js").await;
    assert_eq!(answer.header("access-control-allow-origin"), "*");
}

/// What is answered about an address, with `more` asked for.
async fn oembed(url: &str, more: &str) -> (u16, Value) {
    let url: String = url.bytes().map(|it| format!("%{it:02X}")).collect();
    let answer = get(&format!("/oembed?url={url}{more}")).await;
    (answer.status.as_u16(), serde_json::from_slice(&answer.body).expect("it is JSON"))
}

const HERE: &str = "https://pods.example";

#[tokio::test]
async fn an_address_of_a_lesson_becomes_a_frame() {
    for (url, src) in [
        (format!("/fr/lessons/{LESSON}"), format!("/embed/{LESSON}?lang=fr")),
        (
            format!("/fr/lessons/{LESSON}#step=delete&t=1830"),
            format!("/embed/{LESSON}?lang=fr&amp;step=delete&amp;t=1830"),
        ),
        (format!("/embed/{LESSON}?step=edit"), format!("/embed/{LESSON}?step=edit")),
        (format!("/embed/{LESSON}"), format!("/embed/{LESSON}")),
    ] {
        let (status, rich) = oembed(&format!("{HERE}{url}"), "").await;
        assert_eq!(status, 200, "{url}");
        assert_eq!((&rich["type"], &rich["version"]), (&"rich".into(), &"1.0".into()));
        let html = rich["html"].as_str().unwrap();
        assert!(html.contains(&format!("src=\"{HERE}{src}\"")), "{url}: {html}");
        assert!(html.contains("title=\"") && html.contains("sandbox=\"allow-scripts"), "{html}");
        for name in ["thumbnail_url", "provider_url"] {
            assert!(rich[name].as_str().unwrap().starts_with(HERE), "{name}");
        }
        let picture = rich["thumbnail_url"].as_str().unwrap().strip_prefix(HERE).unwrap();
        assert_eq!(get(picture).await.status, 200);
    }
}

#[tokio::test]
async fn a_frame_is_no_larger_than_asked_for_and_as_high_as_its_width_needs() {
    let url = format!("{HERE}/en/lessons/{LESSON}");
    let size = async |more: &str| {
        let (_, rich) = oembed(&url, more).await;
        (rich["width"].as_u64().unwrap(), rich["height"].as_u64().unwrap())
    };
    assert_eq!(size("").await.0, 800);
    let mut last = 0;
    for width in [480, 640, 960, 1200] {
        let (w, h) = size(&format!("&maxwidth={width}")).await;
        assert!(w == width && h > last && h < 2 * width, "{width}: {w} x {h}");
        last = h;
    }
    assert_eq!(size("&maxwidth=960&maxheight=400").await, (960, 400));
    // Too small to see anything in: what is least, and the host cuts it off.
    assert_eq!(size("&maxwidth=10&maxheight=10").await, (240, 200));
}

#[tokio::test]
async fn no_address_of_anybody_else_is_answered_or_asked() {
    for url in [
        "https://elsewhere.example/en/lessons/static-pods".to_owned(),
        "http://pods.example/en/lessons/static-pods".to_owned(),
        "https://pods.example.evil.example/en/lessons/static-pods".to_owned(),
        "https://pods.example@10.0.0.1/en/lessons/static-pods".to_owned(),
        "http://127.0.0.1/en/lessons/static-pods".to_owned(),
        "http://169.254.169.254/latest/meta-data".to_owned(),
        "file:///etc/passwd".to_owned(),
        format!("{HERE}/en/lessons/no-such-lesson"),
        format!("{HERE}/en/"),
        format!("{HERE}/tlh/lessons/{LESSON}"),
        String::new(),
    ] {
        assert_eq!(oembed(&url, "").await.0, 404, "{url}");
    }
    let lesson = format!("{HERE}/en/lessons/{LESSON}");
    assert_eq!(oembed(&lesson, "&format=xml").await.0, 501);
    let (_, rich) = oembed(&format!("{lesson}#step=\"><script>&e=4"), "").await;
    let html = rich["html"].as_str().unwrap();
    assert!(html.contains("?lang=en&amp;e=4\""), "{html}");
    assert!(!html.contains("<script"), "{html}");
}

#[tokio::test]
async fn a_lesson_says_where_it_can_be_asked_about() {
    let answer = get(&format!("/fr/lessons/{LESSON}")).await;
    let link = answer.header("link");
    assert!(link.contains("rel=\"alternate\"; type=\"application/json+oembed\""), "{link}");
    let place = link.split(['<', '>']).nth(1).unwrap().strip_prefix(HERE).unwrap();
    assert!(answer.text().contains("type=\"application/json+oembed\""));
    let rich = get(place).await;
    assert_eq!(rich.status, 200, "{place}");
    let rich: Value = serde_json::from_slice(&rich.body).unwrap();
    assert!(rich["html"].as_str().unwrap().contains("lang=fr"));
}

#[tokio::test]
async fn questions_are_in_the_page_of_whoever_asked_for_them_and_in_no_other() {
    let check = async |query: &str, wanted: bool| {
        let page = get(&format!("/embed/{LESSON}{query}")).await;
        let asks = page.text().contains("<dialog id=\"question\"");
        let words = page.text().contains("\"predict\":");
        assert_eq!((asks, words), (wanted, wanted), "{query}");
    };
    check("", false).await;
    check("?questions=0", false).await;
    check("?lang=fr&questions=1", true).await;
}
