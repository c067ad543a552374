//! The pages of rooms: complete words in each language, nothing that only its driver may know, and
//! a sentence for whoever has no script.

use serde_json::Value;

use super::presenter::{Presenter, present};
use crate::pages::{says_no_key, speaks_one_language};
use crate::reader::{Answer, LANGUAGES, LESSON, get_from, new_app};

/// Every page of a room, without its language.
fn pages(it: &Presenter) -> [String; 5] {
    [
        format!("watch/{}", it.code),
        "watch".to_owned(),
        format!("present/{}", it.session),
        format!("remote/{}", it.session),
        format!("lessons/{LESSON}/present"),
    ]
}

async fn page(it: &Presenter, path: &str) -> Answer {
    let answer = get_from(&it.app, path).await;
    assert_eq!(answer.status, 200, "{path}");
    answer
}

#[tokio::test]
async fn each_page_is_whole_in_each_language_and_for_nobody_else() {
    let it = present().await;
    for lang in LANGUAGES {
        for rest in pages(&it) {
            let path = format!("/{lang}/{rest}");
            let page = page(&it, &path).await;
            let text = page.text();
            assert!(text.contains(&format!("<html lang=\"{lang}\"")), "{path}");
            assert!(text.contains("<meta name=\"robots\" content=\"noindex\">"), "{path}");
            assert!(!text.contains("rel=\"canonical\"") && !text.contains("og:"), "{path}");
            for other in LANGUAGES {
                assert!(text.contains(&format!("href=\"/{other}/{rest}\"")), "{path} {other}");
            }
            let inline = text.split("<script").skip(1).filter(|it| !it.contains("src=\"")).count();
            assert_eq!(inline, text.matches("<script type=\"application/json\"").count(), "{path}");
            assert!(!text.contains("style=\"") && !text.contains("<style"), "{path}");
            says_no_key(&path, text);
            speaks_one_language(&path, text);
        }
    }
}

#[tokio::test]
async fn without_script_each_page_says_what_it_needs() {
    let it = present().await;
    for rest in pages(&it).iter().filter(|it| *it != "watch") {
        let page = page(&it, &format!("/en/{rest}")).await;
        let said = page.text().split_once("<noscript>").unwrap().1.split("</noscript>").next();
        assert!(said.unwrap().contains("needs JavaScript and WebAssembly"), "{rest}: {said:?}");
    }
    let desk = page(&it, &format!("/en/present/{}", it.session)).await;
    let (head, tail) = it.code.split_at(3);
    assert!(desk.text().contains(&format!("pods.example/watch/{head}-{tail}")));
}

#[tokio::test]
async fn the_program_finds_where_it_is() {
    let it = present().await;
    let desk = page(&it, &format!("/fr/present/{}", it.session)).await;
    let (head, tail) = it.code.split_at(3);
    for part in [
        "data-role=\"present\"".to_owned(),
        format!("data-session=\"{}\"", it.session),
        format!("data-code=\"{}\" data-code-shown=\"{head}-{tail}\"", it.code),
        format!("data-watch=\"https://pods.example/watch/{}\"", it.code),
        "data-watch-shown=\"pods.example/watch\"".to_owned(),
        format!("data-stream=\"/api/lessons/{LESSON}/timeline\""),
        "data-part=\"qr\"><svg class=\"qr\"".to_owned(),
    ] {
        assert!(desk.text().contains(&part), "{part}");
    }
    let watch = page(&it, &format!("/fr/watch/{}", it.code)).await;
    assert!(watch.text().contains("data-role=\"watch\""));
    assert!(!watch.text().contains(&it.session), "viewers do not know the session");
    let words = watch.text().split_once("id=\"words\">").unwrap().1;
    let words: Value = serde_json::from_str(words.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(words["lang"], "fr");
    assert!(words["lesson"]["minutes"].is_u64());
    let steps = words["lesson"]["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 9, "six steps and three what-ifs");
    let asked = &steps.iter().find(|it| it["id"] == "delete").unwrap()["predict"][0];
    assert!(asked["options"].as_array().unwrap().len() > 1 && asked["answer"].is_u64());
}

#[tokio::test]
async fn a_room_is_reached_in_a_language_of_the_reader() {
    let it = present().await;
    let typed = it.code.to_lowercase();
    for (path, leads) in [
        ("/watch".to_owned(), "/fr/watch".to_owned()),
        (format!("/watch?code={typed}"), format!("/fr/watch/{}", it.code)),
        (format!("/watch/{typed}"), format!("/fr/watch/{}", it.code)),
        (format!("/present/{}", it.session), format!("/fr/present/{}", it.session)),
        (format!("/remote/{}", it.session), format!("/fr/remote/{}", it.session)),
        (format!("/es/watch?code={typed}"), format!("/es/watch/{}", it.code)),
    ] {
        let headers = [("accept-language", "fr-CA,en;q=0.5")];
        let body = axum::body::Body::empty();
        let method = axum::http::Method::GET;
        let answer = crate::reader::ask_from(&it.app, method, &path, &headers, body).await;
        assert_eq!((answer.status.as_u16(), answer.header("location")), (302, &*leads), "{path}");
    }
}

#[tokio::test]
async fn a_room_that_is_not_there_is_said_in_words() {
    let app = new_app();
    let nobody = "a".repeat(26);
    for path in [
        "/en/watch/222222".to_owned(),
        "/en/watch/nonsense".to_owned(),
        "/watch/nonsense".to_owned(),
        format!("/en/present/{nobody}"),
        format!("/en/remote/{nobody}"),
        "/en/present/x".to_owned(),
        "/present/x".to_owned(),
    ] {
        let answer = get_from(&app, &path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.text().contains("There is no such room"), "{path}");
    }
    let typed = get_from(&app, "/en/watch?code=7KD-3QF%3Cb%3E").await;
    assert_eq!(typed.status, 200);
    assert!(typed.text().contains("role=\"alert\"") && !typed.text().contains("<b>"));
}

#[tokio::test]
async fn only_the_page_with_the_form_lets_one_be_sent_and_only_here() {
    let it = present().await;
    for rest in pages(&it) {
        let page = page(&it, &format!("/en/{rest}")).await;
        let has_form = page.text().contains("<form");
        assert_eq!(has_form, rest == "watch", "{rest}");
        let policy = page.header("content-security-policy");
        assert_eq!(policy.contains("form-action 'self'"), has_form, "{rest}: {policy}");
        assert_eq!(policy.contains("form-action 'none'"), !has_form, "{rest}: {policy}");
    }
}

#[tokio::test]
async fn a_room_that_is_over_is_seen_again_in_the_ordinary_player() {
    let it = present().await;
    page(&it, &format!("/en/watch/{}", it.code)).await;
    it.does("act", &serde_json::json!({"text": super::presenter::WRITE})).await;
    it.does("end", &Value::Null).await;
    let page = page(&it, &format!("/en/watch/{}", it.code)).await;
    assert!(!page.text().contains("id=\"room\""), "there is nobody to follow");
    assert!(page.text().contains(&format!("data-stream=\"/api/rooms/{}/timeline\"", it.code)));
    assert!(page.text().contains(&format!("/api/rooms/{}/recording.ndjson", it.code)));
}

#[tokio::test]
async fn a_lesson_leads_to_its_room() {
    let it = present().await;
    let lesson = page(&it, &format!("/es/lessons/{LESSON}")).await;
    assert!(lesson.text().contains(&format!("href=\"/es/lessons/{LESSON}/present\"")));
    assert_eq!(get_from(&it.app, "/es/lessons/nothing/present").await.status, 404);
}
