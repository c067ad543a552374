//! A room that is over: it says so, and can be seen again.

use serde_json::{Value, json};

use super::presenter::{WRITE, post, present};
use crate::reader::{LESSON, get_from};

#[tokio::test]
async fn who_watches_is_told_the_end_and_nobody_drives_any_more() {
    let it = present().await;
    it.does("act", &json!({"text": WRITE})).await;
    let mut viewer = it.watch("", "").await;
    let mut desk = it.sit_down().await;
    it.does("end", &json!(null)).await;
    let recording = it.public("recording.ndjson");
    for events in [&mut viewer, &mut desk] {
        let gone = events.until("gone", |_| true).await.data;
        assert_eq!(gone, json!({"reason": "ended", "recording": recording}));
        assert_eq!(events.next().await, None);
    }
    let mut late = it.watch("", "").await;
    assert_eq!(late.next().await.unwrap().data["ended"], true);
    late.until("gone", |_| true).await;
    for (route, body) in [("stage", json!({"beat": 1})), ("end", json!(null))] {
        assert_eq!(it.tries(route, &body).await.status, 410, "{route}");
    }
    let vote = json!({"question": {"step": "scan", "n": 0}, "choice": 1, "voter": "a"});
    assert_eq!(post(&it.app, &it.public("answers"), "", "", &vote).await.status, 409);
}

#[tokio::test]
async fn what_a_room_showed_is_a_recording_like_any_other() {
    let it = present().await;
    it.does("stage", &json!({"beat": 8})).await;
    it.does("act", &json!({"text": WRITE})).await;
    let mut viewer = it.watch("", "").await;
    let mut shown = vec![viewer.until("entry", |_| true).await.data];
    it.does("end", &json!(null)).await;
    loop {
        let event = viewer.next().await.unwrap();
        match event.kind.as_str() {
            "entry" => shown.push(event.data),
            "gone" => break,
            _ => {}
        }
    }
    let stored = get_from(&it.app, &it.public("recording.ndjson")).await;
    assert_eq!(stored.header("content-type"), "application/x-ndjson");
    let lines: Vec<Value> =
        stored.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let header = &lines[0]["header"];
    let shared = header["forkedAfter"].as_u64().unwrap();
    assert_eq!(header["entries"].as_u64(), Some(lines.len() as u64 - 2));
    assert_eq!(lines.last().unwrap()["end"]["last"].as_u64(), Some(lines.len() as u64 - 2));
    let own: Vec<&Value> =
        lines[shared as usize + 1..lines.len() - 1].iter().map(|line| &line["entry"]).collect();
    assert_eq!(own, shown.iter().collect::<Vec<_>>(), "what viewers saw, and no more");
    let lesson = it.app.recordings.find(LESSON, None).ok().unwrap();
    let first: Value = serde_json::from_str(lesson.log.entry(0).unwrap()).unwrap();
    assert_eq!(lines[1]["entry"], first);

    let streamed = get_from(&it.app, &it.public("timeline")).await;
    let n_entries = streamed.text().matches("event: entry").count();
    assert_eq!(n_entries, lines.len() - 2);
    assert!(streamed.text().contains("event: end"));
    let lesson = get_from(&it.app, &it.public("recording.ndjson?epoch=1")).await;
    assert!(!lesson.text().contains("forkedAfter"), "what was on stage at first");
    assert_eq!(get_from(&it.app, &it.public("recording.ndjson?epoch=9")).await.status, 404);
}
