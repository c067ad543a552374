//! What the audience cannot learn, and what nobody can do who has no right to.

use content::Lang;
use serde_json::{Value, json};

use super::presenter::{Presenter, WRITE, post, present};
use crate::reader::{LANGUAGES, LESSON, content, get_from};

/// Every route that changes something and is the driver's, with a body that would be taken, and
/// whether a remote control may.
fn driven() -> Vec<(&'static str, Value, bool)> {
    vec![
        ("stage", json!({"beat": 3}), true),
        ("pointer", json!({"at": {"x": 500, "y": 500}}), true),
        ("question", json!({"step": "delete", "n": 0}), true),
        ("clock", json!({"rate": 0}), true),
        ("act", json!({"text": WRITE}), false),
        ("takeover", Value::Null, false),
        ("handover", Value::Null, false),
        ("accept", Value::Null, false),
        ("remote", Value::Null, false),
        ("end", Value::Null, false),
    ]
}

/// A room in which everything has happened, and every token there is or was.
async fn lived_in() -> (Presenter, Vec<String>) {
    let it = present().await;
    let text = |it: &Value, key: &str| it[key].as_str().unwrap().to_owned();
    it.does("stage", &json!({"beat": 8})).await;
    it.does("act", &json!({"text": WRITE})).await;
    let first = it.does("remote", &Value::Null).await;
    let offer = text(&it.does("handover", &Value::Null).await, "offer");
    let other = it.with(&offer);
    let other = other.with(&text(&other.does("accept", &Value::Null).await, "token"));
    other.does("question", &json!({"step": "delete", "n": 0})).await;
    let remote = text(&other.does("remote", &Value::Null).await, "token");
    let open_offer = text(&other.does("handover", &Value::Null).await, "offer");
    let log = it.log().await.join("\n");
    let cluster = log.split_once("\"cluster\":{").unwrap().1;
    let cluster = cluster.split_once("\"token\":\"").unwrap().1.split_once('"').unwrap().0;
    let tokens = vec![
        it.token.clone(),
        text(&first, "token"),
        offer,
        other.token.clone(),
        remote,
        open_offer,
        cluster.to_owned(),
    ];
    (other, tokens)
}

#[tokio::test]
async fn without_the_right_token_nothing_is_done() {
    let (it, tokens) = lived_in().await;
    let [old, old_remote, used_offer, driver, remote, offer, cluster] = &tokens[..] else {
        panic!("seven tokens");
    };
    assert_eq!(*driver, it.token);
    let before = it.log().await;
    for (route, body, for_remote) in driven() {
        let wrong = ["", "guessed", old, old_remote, used_offer, cluster, &it.code, &it.session];
        let mut wrong = wrong.to_vec();
        if !for_remote {
            wrong.push(remote);
        }
        if route == "accept" {
            wrong.push(driver);
        } else {
            wrong.push(offer);
        }
        for token in wrong {
            let refused = post(&it.app, &it.path(route), token, it.tab, &body).await;
            assert_eq!(refused.status, 403, "{route} with {token:?}: {}", refused.text());
            assert_eq!(refused.header("content-type"), "application/problem+json");
            let nonsense = post(&it.app, &it.path(route), token, it.tab, &json!([1])).await;
            assert_eq!(nonsense.status, 403, "{route} with {token:?} and nonsense");
        }
    }
    for route in ["desk", "notes"] {
        for token in ["", "guessed", old, old_remote, used_offer, offer, cluster] {
            let refused = it.with(token).asks(route).await;
            assert_eq!(refused.status, 403, "{route} with {token:?}");
        }
    }
    assert_eq!(it.log().await, before, "nothing has changed");
    // With the right one each of them does something: the list is not one of dead letters.
    let mut token = driver.clone();
    for (route, body, _) in driven() {
        let done = post(&it.app, &it.path(route), &token, it.tab, &body).await;
        assert!(done.status.is_success(), "{route}: {} {}", done.status, done.text());
        match route {
            "handover" => token = done.json()["offer"].as_str().unwrap().to_owned(),
            "accept" => token = done.json()["token"].as_str().unwrap().to_owned(),
            _ => {}
        }
    }
}

#[tokio::test]
async fn every_driven_route_is_among_those_that_are_tried() {
    let described: Value = get_from(&present().await.app, "/openapi.json").await.json();
    let driven: Vec<String> =
        driven().iter().map(|(route, ..)| format!("/api/rooms/{{session}}/{route}")).collect();
    for (path, methods) in described["paths"].as_object().unwrap() {
        if path.starts_with("/api/rooms/{session}") && methods.get("post").is_some() {
            assert!(driven.contains(path), "{path} is not tried without its token");
            assert!(!methods["post"]["security"].is_null(), "{path} says that it needs a token");
        }
    }
    assert!(driven.iter().all(|it| described["paths"].get(it).is_some()));
}

/// Every text of the speaker's notes, without its markup, cut into parts long enough to be known.
fn notes() -> Vec<String> {
    let lesson = content().lesson(LESSON).unwrap();
    let mut texts = Vec::new();
    for lang in Lang::ALL {
        let words = lesson.words(lang);
        for step in words.steps.iter().chain(&words.branches) {
            let parts = step.notes_html.split(['<', '>']).enumerate();
            let parts = parts.filter(|(n, _)| n % 2 == 0).map(|(_, part)| part.trim().to_owned());
            texts.extend(parts.filter(|it| it.split(' ').count() > 4));
        }
    }
    texts
}

#[tokio::test]
async fn no_answer_to_the_audience_holds_a_token_or_a_note() {
    let (it, tokens) = lived_in().await;
    let mut heard = Vec::new();
    let mut viewer = it.watch("?lang=fr&viewer=a", "").await;
    it.does("pointer", &json!({"at": {"x": 500, "y": 500}})).await;
    let vote = json!({"question": {"step": "delete", "n": 0}, "choice": 1, "voter": "a"});
    let answered = post(&it.app, &it.public("answers"), "", "", &vote).await;
    heard.push(("answer".to_owned(), answered.text().to_owned()));
    viewer.until("tally", |it| it["voters"] == 1).await;
    it.does("end", &Value::Null).await;
    viewer.until("gone", |_| true).await;
    let stage = viewer.heard.split("data: ").find(|it| it.contains("\"cluster\"")).unwrap();
    let stage: Value = serde_json::from_str(stage.lines().next().unwrap()).unwrap();
    let cluster = stage["source"]["cluster"].as_str().unwrap().to_owned();
    heard.push(("events".to_owned(), viewer.heard));

    let mut paths = vec![
        it.public("recording.ndjson"),
        it.public("timeline"),
        it.public("recording.ndjson?epoch=1"),
        format!("/api/clusters/{cluster}/situation"),
        "/openapi.json".to_owned(),
        "/api/now".to_owned(),
        format!("/watch/{}", it.code),
        "/watch".to_owned(),
        format!("/present/{}", it.session),
        format!("/remote/{}", it.session),
    ];
    for lang in LANGUAGES {
        paths.extend([
            format!("/{lang}/watch/{}", it.code),
            format!("/{lang}/watch"),
            format!("/{lang}/present/{}", it.session),
            format!("/{lang}/remote/{}", it.session),
            format!("/{lang}/lessons/{LESSON}"),
            format!("/{lang}/lessons/{LESSON}/present"),
        ]);
    }
    for path in paths {
        let answer = get_from(&it.app, &path).await;
        let headers = format!("{:?}", answer.headers);
        heard.push((path, format!("{headers}{}", answer.text())));
    }
    let notes = notes();
    assert!(notes.len() > 60, "the notes are found: {}", notes.len());
    let hashes: Vec<String> = tokens
        .iter()
        .map(|it| json!(mirrorpod::live::Token::sent(it).hash()).to_string())
        .collect();
    for (whence, text) in heard {
        for secret in tokens.iter().chain(&hashes) {
            assert!(!text.contains(secret.trim_matches('"')), "{whence} holds a token");
        }
        for note in &notes {
            assert!(!text.contains(note.as_str()), "{whence} holds the note {note:?}");
        }
    }
    let told = it.asks("notes?lang=fr").await.text().to_owned();
    let held = |it: &&String| told.contains(&json!(it).to_string().trim_matches('"').to_owned());
    assert!(notes.iter().filter(held).count() > 20, "the driver is told the notes");
}
