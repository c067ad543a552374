//! A lesson's facts: the stream and the stored file say the same, and a stream can be resumed.

use std::io::Read as _;

use serde_json::Value;

use crate::reader::{LESSON, get, get_with};

/// One event of a stream.
#[derive(Debug, Default, PartialEq)]
struct Event {
    kind: String,
    id: Option<u32>,
    data: String,
}

fn events(stream: &str) -> Vec<Event> {
    let parse = |block: &str| {
        let mut event = Event::default();
        for line in block.lines() {
            match line.split_once(": ") {
                Some(("event", value)) => event.kind = value.to_owned(),
                Some(("id", value)) => event.id = value.parse().ok(),
                Some(("data", value)) => event.data.push_str(value),
                _ => {}
            }
        }
        event
    };
    stream.split("\n\n").filter(|block| !block.trim().is_empty()).map(parse).collect()
}

fn stream_path() -> String {
    format!("/api/lessons/{LESSON}/timeline")
}

/// Checks where a stream begins after `Last-Event-ID`, and that it is whole from there on.
async fn check(last_event_id: &str, first: u32) {
    let answer = get_with(&stream_path(), &[("last-event-id", last_event_id)]).await;
    let events = events(answer.text());
    let (header, rest) = events.split_first().expect("a stream has a header");
    assert_eq!((header.kind.as_str(), header.id), ("header", None));
    let (end, entries) = rest.split_last().expect("a stream has an end");
    assert_eq!((end.kind.as_str(), end.id), ("end", None));
    let ids: Vec<u32> = entries.iter().filter_map(|it| it.id).collect();
    let last: Value = serde_json::from_str(&end.data).unwrap();
    let last = u32::try_from(last["last"].as_u64().unwrap()).unwrap();
    assert_eq!(ids, (first..=last).collect::<Vec<_>>(), "after {last_event_id:?}");
    assert!(entries.iter().all(|it| it.kind == "entry"));
}

#[tokio::test]
async fn a_stream_is_a_header_then_every_entry_then_the_end() {
    check("", 1).await;
}

#[tokio::test]
async fn a_stream_goes_on_after_the_last_event_that_was_seen() {
    check("20", 21).await;
    check("1", 2).await;
}

#[tokio::test]
async fn a_last_event_id_that_means_nothing_begins_at_the_start() {
    for id in ["99999999", "-3", "twenty", "1.5", "18446744073709551616"] {
        check(id, 1).await;
    }
}

#[tokio::test]
async fn a_reader_who_cannot_set_headers_says_it_in_the_address() {
    let by_address = get(&format!("{}?after=20", stream_path())).await;
    let by_header = get_with(&stream_path(), &[("last-event-id", "20")]).await;
    assert_eq!(by_address.text(), by_header.text());
}

#[tokio::test]
async fn each_event_carries_the_fact_of_its_number() {
    let answer = get(&stream_path()).await;
    for event in events(answer.text()) {
        let data: Value = serde_json::from_str(&event.data).unwrap();
        if let Some(id) = event.id {
            assert_eq!(data["id"], id);
        }
    }
}

#[tokio::test]
async fn a_stream_is_neither_kept_nor_packed_and_any_page_may_read_it() {
    let packing = [("accept-encoding", "gzip, br"), ("origin", "https://course.example")];
    let answer = get_with(&stream_path(), &packing).await;
    assert_eq!(answer.header("content-type"), "text/event-stream");
    assert!(answer.header("cache-control").contains("no-store"));
    assert_eq!(answer.header("content-encoding"), "");
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(answer.header("access-control-allow-credentials"), "");
}

#[tokio::test]
async fn branches_are_streams_of_their_own() {
    let lesson = crate::reader::content().lesson(LESSON).unwrap();
    assert!(!lesson.branches.is_empty());
    for branch in &lesson.branches {
        let answer = get(&format!("{}?branch={}", stream_path(), branch.id)).await;
        let events = events(answer.text());
        let header: Value = serde_json::from_str(&events[0].data).unwrap();
        assert_eq!(header["branch"], branch.id);
    }
    assert_eq!(get(&format!("{}?branch=nowhere", stream_path())).await.status, 404);
}

#[tokio::test]
async fn the_stored_file_holds_what_the_stream_says() {
    let stream = get(&stream_path()).await;
    let events = events(stream.text());
    let header: Value = serde_json::from_str(&events[0].data).unwrap();
    let path = format!("{}/{}.ndjson", stream_path(), header["version"].as_str().unwrap());
    let stored = get(&path).await;
    let lines: Vec<Value> =
        stored.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), events.len());
    for (line, event) in lines.iter().zip(&events) {
        assert_eq!(line[&event.kind], serde_json::from_str::<Value>(&event.data).unwrap());
    }
    assert!(stored.header("cache-control").contains("immutable"));

    let gzip = get_with(&path, &[("accept-encoding", "gzip")]).await;
    assert_eq!(gzip.header("content-encoding"), "gzip");
    let mut unpacked = String::new();
    flate2::read::GzDecoder::new(&*gzip.body).read_to_string(&mut unpacked).unwrap();
    assert_eq!(unpacked, stored.text());
    let brotli = get_with(&path, &[("accept-encoding", "gzip, br")]).await;
    assert_eq!(brotli.header("content-encoding"), "br");
    assert!(brotli.body.len() < gzip.body.len());
}

#[tokio::test]
async fn a_version_that_is_not_current_is_not_found() {
    let answer = get(&format!("{}/0000000000000000.ndjson", stream_path())).await;
    assert_eq!(answer.status, 404);
    assert_eq!(answer.header("content-type"), "application/problem+json");
}
