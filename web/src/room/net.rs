//! Questions to the server, each with one answer.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::XmlHttpRequest;

use super::clock::Trip;
use super::page::RoomPage;
use super::reel::Line;
use crate::dom;
use crate::driver::{self, Lesson, Trouble};
use crate::live::in_page;

/// The longest that anybody waits for an answer, in milliseconds.
const PATIENCE_MS: u32 = 10_000;

/// What lets a presenter in: the token, and which window it is that asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The token of the room.
    pub token: String,
    /// The name of the window.
    pub tab: String,
}

/// What the server answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The status; 0 when there was no answer.
    pub status: u16,
    /// The text.
    pub text: String,
}

impl Answer {
    /// Whether it was done.
    #[must_use]
    pub const fn is_good(&self) -> bool {
        matches!(self.status, 200..=299)
    }

    /// A field of it that is a text; empty where there is none.
    #[must_use]
    pub fn field(&self, name: &str) -> String {
        field(&self.text, name)
    }

    /// A field of it that is a number.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        number(&self.text, name)
    }
}

/// Asks what the server's clock says, and tells how that went, unless there was no answer.
pub fn time(then: impl FnOnce(Trip) + 'static) {
    let sent = now();
    get("/api/now", None, move |answer| {
        let received = now();
        if let Some(server) = answer.number("now") {
            then(Trip { sent, received, server });
        }
    });
}

/// Fetches a line of a lesson, and tells what came of it.
pub fn line(line: Line, then: impl Fn(Line, Result<Lesson, Trouble>) + 'static) {
    let url = RoomPage::stream(&line.lesson, line.branch.as_deref());
    let tell = move |answer| then(line.clone(), answer);
    driver::fetch(&driver::Source::Stream(url), Rc::new(tell));
}

/// A field of some JSON that is a text; empty where there is none.
#[must_use]
pub fn field(json: &str, name: &str) -> String {
    let tree: serde_json::Value = serde_json::from_str(json).unwrap_or_default();
    tree.get(name).and_then(|it| it.as_str()).unwrap_or_default().to_owned()
}

/// A field of some JSON that is a number.
#[must_use]
pub fn number(json: &str, name: &str) -> Option<f64> {
    let tree: serde_json::Value = serde_json::from_str(json).ok()?;
    tree.get(name)?.as_f64()
}

/// Asks for something, and tells the answer.
pub fn get(url: &str, pass: Option<&Pass>, then: impl FnOnce(Answer) + 'static) {
    send("GET", url, pass, None, then);
}

/// Says something, and tells the answer.
pub fn post(url: &str, pass: Option<&Pass>, json: &str, then: impl FnOnce(Answer) + 'static) {
    send("POST", url, pass, Some(json), then);
}

fn send(
    method: &str,
    url: &str,
    pass: Option<&Pass>,
    json: Option<&str>,
    then: impl FnOnce(Answer) + 'static,
) {
    if in_page::is_here() {
        return in_page::request(method, url, json, then);
    }
    let Ok(request) = XmlHttpRequest::new() else { return then(Answer::default()) };
    if request.open(method, url).is_err() {
        return then(Answer::default());
    }
    request.set_timeout(PATIENCE_MS);
    // A header is refused only when it is none.
    if let Some(pass) = pass {
        let _ = request.set_request_header("authorization", &bearer(pass));
        let _ = request.set_request_header("x-tab", &pass.tab);
    }
    if json.is_some() {
        let _ = request.set_request_header("content-type", "application/json");
    }
    let answered = request.clone();
    // However a request ends, this comes once.
    let ended = Closure::once_into_js(move || {
        let text = answered.response_text().ok().flatten().unwrap_or_default();
        then(Answer { status: answered.status().unwrap_or(0), text });
    });
    let _ = request.add_event_listener_with_callback("loadend", ended.unchecked_ref());
    let _ = request.send_with_opt_str(json);
}

/// The value of the header that carries the token.
pub(super) fn bearer(pass: &Pass) -> String {
    let mut text = String::from("Bearer ");
    text.push_str(&pass.token);
    text
}

/// The browser's own clock, in milliseconds since the page was opened: the clock of its frames.
#[must_use]
pub fn now() -> f64 {
    dom::window().performance().map_or(0.0, |it| it.now())
}

#[cfg(test)]
mod tests {
    use super::Answer;

    #[test]
    fn an_answers_fields_are_read_or_empty() {
        let answer =
            Answer { status: 422, text: r#"{"detail":"no such Pod","status":422}"#.into() };
        assert_eq!((answer.field("detail").as_str(), answer.is_good()), ("no such Pod", false));
        assert_eq!((answer.field("status"), answer.field("title")), (String::new(), String::new()));
        assert_eq!(Answer { status: 202, text: "<html>".into() }.field("detail"), "");
        assert!(Answer { status: 204, text: String::new() }.is_good());
        assert!(!Answer::default().is_good());
    }
}
