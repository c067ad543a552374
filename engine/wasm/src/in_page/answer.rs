//! What is answered, in a server's form.

use std::fmt;

use engine_live::{BadLink, Refused};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

/// An answer, as a server would give it.
#[wasm_bindgen]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    status: u16,
    text: String,
}

#[wasm_bindgen]
impl Answer {
    /// The status.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The body: JSON.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn text(&self) -> String {
        self.text.clone()
    }
}

impl Answer {
    /// What was done, or why nothing was.
    pub(super) fn of(good: u16, done: Result<impl Serialize, Undone>) -> Self {
        match done {
            Ok(done) => Self { status: good, text: json!(done).to_string() },
            Err(why) => Self { status: why.status(), text: why.to_json() },
        }
    }
}

/// Why nothing was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Undone {
    /// There is no such cluster.
    Gone,
    /// There is no such lesson, or no such branch of it.
    Lesson(String),
    /// There is no such entry yet.
    Entry(u32),
    /// The situation cannot be played.
    Link(BadLink),
    /// It does not fit.
    Refused(Refused),
    /// There is nothing to leap to.
    Nothing,
    /// It cannot be read, or means nothing.
    Unclear(String),
}

impl Undone {
    const fn status(&self) -> u16 {
        match self {
            Self::Gone | Self::Lesson(_) | Self::Entry(_) => 404,
            Self::Link(BadLink::TooLong) => 413,
            Self::Link(_) | Self::Refused(_) | Self::Nothing | Self::Unclear(_) => 422,
        }
    }

    /// As a problem (RFC 9457).
    fn to_json(&self) -> String {
        let title = match self.status() {
            404 => "Not Found",
            413 => "Payload Too Large",
            _ => "Unprocessable Entity",
        };
        json!({ "title": title, "status": self.status(), "detail": self.to_string() }).to_string()
    }
}

impl fmt::Display for Undone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone => f.write_str("there is no live cluster of this name, or no longer"),
            Self::Lesson(name) => write!(f, "there is no lesson or branch {name:?}"),
            Self::Entry(n) => write!(f, "there is no entry {n} yet"),
            Self::Link(why) => why.fmt(f),
            Self::Refused(why) => why.fmt(f),
            Self::Nothing => f.write_str("nothing happens within five minutes"),
            Self::Unclear(why) => f.write_str(why),
        }
    }
}

/// Reads a body.
pub(super) fn read<T: DeserializeOwned>(body: &str) -> Result<T, Undone> {
    serde_json::from_str(body).map_err(|error| Undone::Unclear(error.to_string()))
}
