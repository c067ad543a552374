//! Somebody with a live cluster of their own.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::Method;
use futures_util::StreamExt as _;
use mirrorpod::state::App;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::reader::{Answer, LESSON, ask_from, begin_from};

/// Nothing here takes longer, or it does not come at all.
const PATIENCE: Duration = Duration::from_secs(20);

/// Something that can be done at any moment: it writes one entry at once.
pub const WRITE: &str = "write pair-worker /etc/kubernetes/manifests/notes.txt <<EOF\nhello\nEOF";

/// Somebody with a live cluster of their own.
pub struct Learner {
    pub app: App,
    pub id: String,
    pub token: String,
    pub begun: Value,
}

/// One event of a stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub kind: String,
    pub id: Option<u32>,
    pub data: Value,
}

/// A stream of events that has no end.
pub struct Events {
    body: BodyDataStream,
    text: String,
}

/// Sends JSON.
pub async fn post(app: &App, path: &str, token: Option<&str>, body: &Value) -> Answer {
    let bearer = token.map(|it| format!("Bearer {it}"));
    let mut headers = vec![("content-type", "application/json")];
    headers.extend(bearer.as_deref().map(|it| ("authorization", it)));
    ask_from(app, Method::POST, path, &headers, Body::from(body.to_string())).await
}

/// Begins a live cluster.
pub async fn begin(app: &App, body: &Value) -> Learner {
    let answer = post(app, "/api/clusters", None, body).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let begun: Value = serde_json::from_slice(&answer.body).unwrap();
    let text = |key: &str| begun[key].as_str().unwrap().to_owned();
    Learner { app: app.clone(), id: text("id"), token: text("token"), begun }
}

/// Begins a live cluster after an entry of the lesson, and holds its time still.
pub async fn begin_after(app: &App, after: u32) -> Learner {
    begin(app, &json!({"lesson": LESSON, "after": after, "rate": 0})).await
}

impl Learner {
    pub fn path(&self, rest: &str) -> String {
        format!("/api/clusters/{}/{rest}", self.id)
    }

    /// Does something, whatever comes of it.
    pub async fn tries(&self, text: &str) -> Answer {
        let body = json!({"text": text});
        post(&self.app, &self.path("inputs"), Some(&self.token), &body).await
    }

    /// Does something, which is taken.
    pub async fn acts(&self, text: &str) -> Value {
        let answer = self.tries(text).await;
        assert_eq!(answer.status, 202, "{text}: {}", answer.text());
        serde_json::from_slice(&answer.body).unwrap()
    }

    /// Changes how time runs.
    pub async fn clock(&self, body: &Value) -> Value {
        let answer = post(&self.app, &self.path("clock"), Some(&self.token), body).await;
        assert_eq!(answer.status, 202, "{body}: {}", answer.text());
        serde_json::from_slice(&answer.body).unwrap()
    }

    /// Leaps to whatever happens next, so many times, or until nothing happens any more.
    pub async fn leaps(&self, most: usize) {
        for _ in 0..most {
            let (path, leap) = (self.path("clock"), json!({"skip": true}));
            let answer = post(&self.app, &path, Some(&self.token), &leap).await;
            if answer.status == 422 && answer.text().contains("nothing happens") {
                return;
            }
            assert_eq!(answer.status, 202, "{}", answer.text());
        }
    }

    /// What stands in a link to it.
    pub async fn link(&self) -> String {
        let answer =
            ask_from(&self.app, Method::GET, &self.path("situation"), &[], Body::empty()).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let link: Value = serde_json::from_slice(&answer.body).unwrap();
        link["x"].as_str().unwrap().to_owned()
    }

    /// Reads along after the first `after` entries.
    pub async fn reads(&self, after: &str) -> Events {
        reads(&self.app, &self.path("events"), &[("last-event-id", after)]).await
    }

    /// Every entry that there is by now. Time must stand still.
    pub async fn entries(&self, after: &str) -> Vec<Event> {
        let mut events = self.reads(after).await;
        events.until("clock").await.into_iter().filter(|it| it.kind == "entry").collect()
    }
}

/// Opens a stream.
pub async fn reads(app: &App, path: &str, headers: &[(&str, &str)]) -> Events {
    let answer = begin_from(app, Method::GET, path, headers, Body::empty()).await;
    assert_eq!(answer.status(), 200, "{path}");
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    Events { body: answer.into_body().into_data_stream(), text: String::new() }
}

impl Events {
    /// The next event; `None` at the end of the stream.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let event = parse(block);
                self.text = rest.to_owned();
                if event.is_some() {
                    return event;
                }
                continue;
            }
            let bytes = timeout(PATIENCE, self.body.next()).await.expect("something comes in time");
            self.text.push_str(str::from_utf8(&bytes?.unwrap()).unwrap());
        }
    }

    /// Every event up to the next of this kind, that one too.
    pub async fn until(&mut self, kind: &str) -> Vec<Event> {
        let mut events = Vec::new();
        while events.last().is_none_or(|it: &Event| it.kind != kind) {
            events.push(self.next().await.expect("the stream has not ended"));
        }
        events
    }
}

/// `None` for a comment.
fn parse(block: &str) -> Option<Event> {
    let field = |name: &str| block.lines().find_map(|it| it.strip_prefix(name)).map(str::trim);
    let data = serde_json::from_str(field("data:")?).expect("data are JSON");
    let id = field("id:").map(|it| it.parse().unwrap());
    Some(Event { kind: field("event:")?.to_owned(), id, data })
}
