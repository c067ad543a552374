//! Who drives a room, and what comes of it.

use serde_json::json;

use super::presenter::{WRITE, post, present, present_on};
use crate::clusters::learner::begin_after;
use crate::reader::{LESSON, new_app};

#[tokio::test]
async fn what_the_driver_is_told_is_what_everybody_is_told() {
    let it = present().await;
    let mut viewer = it.watch("", "").await;
    let told = it.does("stage", &json!({"beat": 4, "locked": true, "black": "white"})).await;
    let mut stage = viewer.until("stage", |it| it["beat"] == 4).await.data;
    stage["now"] = told["now"].clone();
    assert_eq!(stage, told);
    assert_eq!((&told["locked"], &told["black"]), (&json!(true), &json!("white")));
    assert_eq!((&told["rate"], &told["step"]), (&json!(1000), &json!("start")));
    let same = it.does("stage", &told).await;
    assert_eq!(same["version"].as_u64(), told["version"].as_u64().map(|it| it + 1), "from is now");
    let light = it.does("stage", &json!({"black": null, "epoch": 1})).await;
    assert_eq!((&light["black"], &light["beat"]), (&json!(null), &json!(4)));
}

#[tokio::test]
async fn a_reload_keeps_control_and_another_tab_must_take_over() {
    let first = present().await;
    first.does("stage", &json!({"beat": 1})).await;
    let mut desk = first.sit_down().await;
    assert_eq!(desk.next().await.unwrap().data["yours"], true);
    drop(desk);
    let mut desk = first.sit_down().await;
    assert_eq!(desk.next().await.unwrap().data["yours"], true, "the same tab, loaded again");

    let second = first.in_tab("second");
    let mut other = second.sit_down().await;
    assert_eq!(other.next().await.unwrap().data["yours"], false);
    for (route, body) in [("stage", json!({"beat": 2})), ("act", json!({"text": WRITE}))] {
        let refused = second.tries(route, &body).await;
        assert_eq!(refused.status, 409, "{route}");
        assert!(refused.text().contains("take over first"), "{}", refused.text());
    }
    second.does("takeover", &json!(null)).await;
    assert_eq!(other.until("hold", |_| true).await.data["yours"], true);
    assert_eq!(desk.until("hold", |_| true).await.data["yours"], false);
    second.does("stage", &json!({"beat": 2})).await;
    assert_eq!(first.tries("stage", &json!({"beat": 3})).await.status, 409);
}

#[tokio::test]
async fn a_tab_without_a_name_does_not_drive() {
    let it = present().await;
    let stage = json!({"beat": 1});
    for tab in ["", "no name", "<b>"] {
        let refused = post(&it.app, &it.path("stage"), &it.token, tab, &stage).await;
        assert_eq!(refused.status, 422, "{tab}");
    }
    assert_eq!(it.log().await.len(), 1);
    let by_query = it.path("stage?tab=first");
    assert_eq!(post(&it.app, &by_query, &it.token, "", &stage).await.status, 200);
}

#[tokio::test]
async fn control_is_handed_over_once_and_for_good() {
    let it = present().await;
    let mut desk = it.sit_down().await;
    let offer = it.does("handover", &json!(null)).await["offer"].as_str().unwrap().to_owned();
    it.does("stage", &json!({"beat": 1})).await;
    let other = it.with(&offer).in_tab("other");
    assert_eq!(other.tries("stage", &json!({"beat": 2})).await.status, 403, "not accepted yet");
    let token = other.does("accept", &json!(null)).await["token"].as_str().unwrap().to_owned();
    assert_eq!(other.tries("accept", &json!(null)).await.status, 403, "once");
    let other = other.with(&token);
    other.does("stage", &json!({"beat": 2})).await;
    let refused = it.tries("stage", &json!({"beat": 3})).await;
    assert_eq!(refused.status, 403);
    desk.until("hold", |it| it["handed"] == true).await;
    assert_eq!(desk.next().await, None);
    assert_eq!(it.asks("notes").await.status, 403);
    assert_eq!(other.asks("notes").await.status, 200);
}

#[tokio::test]
async fn a_remote_control_moves_the_stage_and_reads_the_notes() {
    let it = present().await;
    let made = it.does("remote", &json!(null)).await;
    let token = made["token"].as_str().unwrap();
    assert_eq!(made["link"], format!("https://pods.example/remote/{}#{token}", it.session));
    assert!(made["qr"].as_str().unwrap().starts_with("<svg"));
    let remote = it.with(token).in_tab("");
    assert_eq!(remote.does("stage", &json!({"beat": 3})).await["beat"], 3);
    assert_eq!(remote.asks("notes").await.status, 200);
    let hold = remote.sit_down().await.next().await.unwrap();
    assert_eq!((&hold.data["remote"], &hold.data["yours"]), (&json!(true), &json!(false)));
    it.does("remote", &json!(null)).await;
    assert_eq!(remote.tries("stage", &json!({"beat": 4})).await.status, 403, "another one is");
}

#[tokio::test]
async fn a_lesson_that_is_acted_on_goes_its_own_way_for_everybody() {
    let it = present().await;
    let mut viewer = it.watch("", "").await;
    it.does("stage", &json!({"beat": 8, "ms": 600_000})).await;
    let acted = it.does("act", &json!({"text": WRITE})).await;
    assert_eq!(acted["epoch"], 2);
    let stage = viewer.until("stage", |it| it["epoch"] == 2).await.data;
    let (cluster, shared) = (&stage["source"]["cluster"], &stage["source"]["shared"]);
    assert_eq!((&stage["source"]["after"], &stage["entry"]), (shared, shared));
    assert_eq!((&stage["beat"], &stage["step"]), (&json!(8), &json!("mirror")));
    let header = viewer.next().await.unwrap();
    assert_eq!((header.kind.as_str(), header.id), ("header", format!("2.{shared}")));
    let entry = viewer.until("entry", |_| true).await;
    assert_eq!(entry.data["id"].as_u64(), shared.as_u64().map(|it| it + 1));
    assert!(acted["entries"].as_u64() > shared.as_u64());
    let situation = format!("/api/clusters/{}/situation", cluster.as_str().unwrap());
    let situation = crate::reader::get_from(&it.app, &situation).await;
    assert_eq!(situation.status, 200, "anybody may go on from it on their own");

    it.does("clock", &json!({"rate": 0})).await;
    viewer.until("clock", |it| it["rate"] == 0).await;
    let lesson = it.does("stage", &json!({"source": {"lesson": LESSON}, "beat": 2})).await;
    assert_eq!((&lesson["epoch"], &lesson["source"]["cluster"]), (&json!(3), &json!(null)));
    assert_eq!(it.tries("clock", &json!({"rate": 0})).await.status, 422, "none is on stage");
    let back = it.does("stage", &json!({"source": "cluster", "beat": 2})).await;
    assert_eq!((&back["epoch"], &back["source"]["cluster"]), (&json!(4), cluster));
    viewer.until("header", |_| true).await;
}

#[tokio::test]
async fn what_cannot_be_done_is_refused_with_a_sentence() {
    let it = present().await;
    it.does("stage", &json!({})).await;
    let before = it.log().await;
    for (route, body, says) in [
        ("act", json!({"text": "rm -rf /"}), "rm"),
        ("act", json!({"text": WRITE, "after": 99_999}), "no entry 99999"),
        ("act", json!({}), "text"),
        ("clock", json!({"rate": 1000}), "no live cluster is on stage"),
        ("clock", json!({"rate": 30_000}), "rate"),
        ("stage", json!({"source": "cluster"}), "no live cluster yet"),
        ("stage", json!({"rate": 20_001}), "20000"),
        ("stage", json!({"beat": 200_000}), "beats"),
        ("stage", json!({"beat": -1}), "beat"),
        ("stage", json!({"black": "red"}), "black"),
        ("stage", json!({"question": {"step": "nowhere", "n": 0}}), "no such question"),
        ("question", json!({"step": "delete", "n": 99}), "no such question"),
        ("question", json!({"close": true}), "nothing is asked"),
        ("question", json!({"close": true, "clear": true}), "say one"),
        ("question", json!({}), "say one"),
        ("pointer", json!({"at": {"x": 500, "y": "low"}}), "y"),
        ("pointer", json!({"at": {"cell": "x".repeat(65), "x": 500, "y": 500}}), "name"),
    ] {
        let refused = it.tries(route, &body).await;
        let status = refused.status.as_u16();
        assert!([404, 422].contains(&status), "{route} {body}: {status} {}", refused.text());
        assert_eq!(refused.header("content-type"), "application/problem+json");
        assert!(refused.text().contains(says), "{route} {body}: {}", refused.text());
    }
    assert_eq!(it.log().await, before, "nothing has changed");
}

#[tokio::test]
async fn a_room_can_be_opened_on_a_cluster_of_ones_own_only() {
    let app = new_app();
    let learner = begin_after(&app, 41).await;
    let own = json!({"cluster": {"id": learner.id, "token": learner.token}});
    let it = present_on(&app, &own).await;
    let stage = it.does("stage", &json!({})).await;
    assert_eq!(stage["source"]["cluster"], learner.id);
    assert_eq!(stage["source"]["lesson"], LESSON);
    it.does("act", &json!({"text": WRITE})).await;

    let stolen = json!({"cluster": {"id": learner.id, "token": "guessed"}});
    let both = json!({"lesson": LESSON, "cluster": {"id": learner.id, "token": learner.token}});
    let elsewhere = json!({"cluster": {"id": "nowhere", "token": learner.token}});
    for (body, status) in [
        (stolen, 403),
        (both, 422),
        (elsewhere, 404),
        (json!({}), 422),
        (json!({"lesson": "nothing"}), 404),
        (json!({"lesson": LESSON, "branch": "nothing"}), 404),
    ] {
        let refused = post(&app, "/api/rooms", "", "", &body).await;
        assert_eq!(refused.status, status, "{body}: {}", refused.text());
    }
}
