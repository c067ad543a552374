//! Questions to the room.

use futures_util::future::join_all;
use serde_json::json;

use super::presenter::{post, present};

#[tokio::test]
async fn everybody_is_asked_and_the_counts_are_anybodys() {
    let it = present().await;
    let mut viewer = it.watch("", "").await;
    let name = json!({"step": "delete", "n": 0});
    let answer = |voter: &str, choice: u32| {
        let body = json!({"question": name, "choice": choice, "voter": voter});
        let (app, path) = (it.app.clone(), it.public("answers"));
        async move { post(&app, &path, "", "", &body).await.status.as_u16() }
    };
    assert_eq!(answer("a", 0).await, 409, "nothing is asked");
    it.does("question", &name).await;
    let asked = viewer.until("stage", |it| !it["question"].is_null()).await.data;
    assert_eq!(asked["question"], json!({"step": "delete", "n": 0, "open": true, "answer": null}));
    let voters: Vec<String> = (0..30).map(|n| format!("voter-{n}")).collect();
    let told = join_all(voters.iter().map(|it| answer(it, 1))).await;
    assert!(told.iter().all(|it| *it == 202), "{told:?}");
    assert_eq!(answer("voter-0", 0).await, 202, "somebody thinks again");
    let tally = viewer.until("tally", |it| it["counts"][0] == 1).await.data;
    assert_eq!((&tally["counts"][1], &tally["voters"]), (&json!(29), &json!(30)));
    assert_eq!(tally["question"], name);
    for (voter, choice) in [("x", 99), ("", 0), (&*"x".repeat(65), 0)] {
        assert!([409, 422].contains(&answer(voter, choice).await), "{voter} {choice}");
    }

    let late = it.watch("", "").await.until("tally", |_| true).await.data;
    assert_eq!(late, tally, "who comes late is told as much");
    it.does("question", &json!({"close": true})).await;
    let closed = viewer.until("stage", |it| it["question"]["open"] == false).await.data;
    assert_eq!(closed["question"]["answer"], json!(null), "not yet");
    assert_eq!(answer("late", 1).await, 409);
    it.does("question", &json!({"reveal": true})).await;
    let shown = viewer.until("stage", |it| it["question"]["answer"].is_u64()).await.data;
    assert_eq!(shown["question"]["open"], false);
    it.does("question", &json!({"clear": true})).await;
    viewer.until("stage", |it| it["question"].is_null()).await;
    assert!(!viewer.heard.contains("voter-"), "nobody is told who answered");
}

#[tokio::test]
async fn a_whole_stage_carries_its_question_along() {
    let it = present().await;
    let asked = it.does("stage", &json!({"question": {"step": "scan", "n": 0}})).await;
    assert_eq!(asked["question"]["open"], true);
    let vote = json!({"question": {"step": "scan", "n": 0}, "choice": 1, "voter": "a"});
    assert_eq!(post(&it.app, &it.public("answers"), "", "", &vote).await.status, 202);
    it.does("stage", &asked).await;
    // Asked again it is the same question, and who has answered has.
    it.watch("", "").await.until("tally", |it| it["voters"] == 1).await;
    let none = it.does("stage", &json!({"question": null, "beat": 1})).await;
    assert_eq!((&none["question"], &none["beat"]), (&json!(null), &json!(1)));
}
