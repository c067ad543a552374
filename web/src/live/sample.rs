//! A recording of the lesson, for tests.

use trace::{Entry, Header, Line};

use crate::words::Words;

/// The recorded header and entries.
pub fn recording() -> (Header, Vec<Entry>) {
    let text = include_str!("../../../scene/tests/recordings/static-pods.ndjson");
    let mut header = None;
    let mut entries = Vec::new();
    for line in text.lines() {
        match serde_json::from_str(line).expect("a line of a recording") {
            Line::Header(it) => header = Some(*it),
            Line::Entry(it) => entries.push(*it),
            Line::End(_) => {}
        }
    }
    (header.expect("a header"), entries)
}

/// Words that say their keys.
pub fn words() -> Words {
    let text = r#"{"lang":"en","ui":{},"lesson":{"steps":[]}}"#;
    Words::parse(text, |_| Box::new(|_| String::new())).expect("the text is a dictionary")
}
