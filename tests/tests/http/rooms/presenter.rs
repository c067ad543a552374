//! Somebody who presents a room, and those who read it.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::Method;
use futures_util::StreamExt as _;
use mirrorpod::live::LiveId;
use mirrorpod::state::App;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::reader::{Answer, LESSON, ask_from, begin_from, new_app};

/// Nothing here takes longer, or it does not come at all.
const PATIENCE: Duration = Duration::from_secs(20);

/// Something that can be done at any moment.
pub const WRITE: &str = "write pair-worker /etc/kubernetes/manifests/notes.txt <<EOF\nhello\nEOF";

/// Somebody who presents a room.
#[derive(Clone)]
pub struct Presenter {
    pub app: App,
    pub session: String,
    pub code: String,
    pub token: String,
    pub tab: &'static str,
}

/// One event of a stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub kind: String,
    pub id: String,
    pub data: Value,
}

/// A stream of events that has no end.
pub struct Events {
    body: BodyDataStream,
    text: String,
    /// All that ever came.
    pub heard: String,
}

/// Sends JSON, or nothing, with a token and from a tab.
pub async fn post(app: &App, path: &str, token: &str, tab: &str, body: &Value) -> Answer {
    let bearer = format!("Bearer {token}");
    let mut headers = vec![("content-type", "application/json")];
    if !token.is_empty() {
        headers.push(("authorization", &bearer));
    }
    if !tab.is_empty() {
        headers.push(("x-tab", tab));
    }
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    ask_from(app, Method::POST, path, &headers, body).await
}

/// Opens a room on a server of its own.
pub async fn present() -> Presenter {
    present_on(&new_app(), &json!({"lesson": LESSON})).await
}

/// Opens a room.
pub async fn present_on(app: &App, body: &Value) -> Presenter {
    let answer = post(app, "/api/rooms", "", "", body).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let opened = answer.json();
    let text = |key: &str| opened[key].as_str().unwrap().to_owned();
    let (session, code, token) = (text("session"), text("code"), text("token"));
    Presenter { app: app.clone(), session, code, token, tab: "first" }
}

impl Presenter {
    /// An address of the driver's.
    pub fn path(&self, rest: &str) -> String {
        format!("/api/rooms/{}/{rest}", self.session)
    }

    /// An address of the viewers'.
    pub fn public(&self, rest: &str) -> String {
        format!("/api/rooms/{}/{rest}", self.code)
    }

    /// The same person in another tab.
    pub fn in_tab(&self, tab: &'static str) -> Self {
        Self { tab, ..self.clone() }
    }

    /// Somebody with another token.
    pub fn with(&self, token: &str) -> Self {
        Self { token: token.to_owned(), ..self.clone() }
    }

    /// Tries something, whatever comes of it.
    pub async fn tries(&self, rest: &str, body: &Value) -> Answer {
        post(&self.app, &self.path(rest), &self.token, self.tab, body).await
    }

    /// Does something, which is taken.
    pub async fn does(&self, rest: &str, body: &Value) -> Value {
        let answer = self.tries(rest, body).await;
        assert!(answer.status.is_success(), "{rest} {body}: {}", answer.text());
        if answer.body.is_empty() { Value::Null } else { answer.json() }
    }

    /// Asks for something that the driver reads.
    pub async fn asks(&self, rest: &str) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("authorization", bearer.as_str()), ("x-tab", self.tab)];
        ask_from(&self.app, Method::GET, &self.path(rest), &headers, Body::empty()).await
    }

    /// Watches as a viewer, from after an event on.
    pub async fn watch(&self, query: &str, last_event_id: &str) -> Events {
        let path = self.public(&format!("events{query}"));
        Events::of(&self.app, &path, &[("last-event-id", last_event_id)]).await
    }

    /// Sits down at the desk.
    pub async fn sit_down(&self) -> Events {
        let bearer = format!("Bearer {}", self.token);
        let headers = [("authorization", bearer.as_str()), ("x-tab", self.tab)];
        Events::of(&self.app, &self.path("desk"), &headers).await
    }

    /// The room's log, as it is kept.
    pub async fn log(&self) -> Vec<String> {
        let id: LiveId = self.session.parse().unwrap();
        self.app.hub.store().read(&id, 0).await.unwrap()
    }
}

impl Events {
    async fn of(app: &App, path: &str, headers: &[(&str, &str)]) -> Self {
        let response = begin_from(app, Method::GET, path, headers, Body::empty()).await;
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let body = response.into_body().into_data_stream();
        Self { body, text: String::new(), heard: String::new() }
    }

    /// The next event; `None` when the stream has ended.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            while let Some((event, rest)) = self.text.split_once("\n\n") {
                let event = event.to_owned();
                self.text = rest.to_owned();
                let field = |name| event.lines().find_map(|line| line.strip_prefix(name));
                if let Some(kind) = field("event: ") {
                    let data = serde_json::from_str(field("data: ").unwrap()).unwrap();
                    let id = field("id: ").unwrap_or_default().to_owned();
                    return Some(Event { kind: kind.to_owned(), id, data });
                }
            }
            let piece = timeout(PATIENCE, self.body.next()).await.expect("something comes");
            let piece = piece?.expect("the stream is whole");
            self.text.push_str(str::from_utf8(&piece).unwrap());
            self.heard.push_str(str::from_utf8(&piece).unwrap());
        }
    }

    /// The next event of a kind for which something holds.
    pub async fn until(&mut self, kind: &str, holds: impl Fn(&Value) -> bool) -> Event {
        let search = async {
            loop {
                let event = self.next().await.expect("the stream goes on");
                if event.kind == kind && holds(&event.data) {
                    return event;
                }
            }
        };
        timeout(PATIENCE, search).await.expect("it comes")
    }
}
