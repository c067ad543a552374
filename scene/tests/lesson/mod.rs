//! The lesson these tests look at: a recording of it, and its words.
//!
//! The recording is what `mirrorpod trace static-pods --format json` prints. It is kept here so
//! that the scene is tested without an engine, and so that a change of the engine is not a change
//! of these tests.

#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod text;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use scene::{Clock, Labels, Moment, Timeline};
use trace::{Entry, Header, Line};

/// The languages of the words.
pub const LANGUAGES: [&str; 3] = ["en", "fr", "es"];

/// The recorded header and entries.
pub fn recording() -> (Header, Vec<Entry>) {
    let text = include_str!("../recordings/static-pods.ndjson");
    let mut header = None;
    let mut entries = Vec::new();
    for line in text.lines() {
        match serde_json::from_str(line).expect("a line of a timeline") {
            Line::Header(it) => header = Some(*it),
            Line::Entry(it) => entries.push(*it),
            Line::End(_) => {}
        }
    }
    (header.expect("a header"), entries)
}

/// The recorded lesson.
pub fn lesson() -> Timeline {
    let (header, entries) = recording();
    Timeline::new(&header, entries)
}

/// A clock for captions of eighty characters.
pub fn clock(timeline: &Timeline) -> Clock {
    Clock::new(timeline, &vec![80; timeline.beats().len()])
}

/// The end of a beat of a step.
pub fn end_of(timeline: &Timeline, step: &str, beat: usize) -> Moment {
    let step = timeline.step_of_id(step).expect("a step of the lesson");
    let beat = timeline.steps()[step].first_beat + beat;
    timeline.clamped(Moment { beat, ms: u32::MAX })
}

/// Moments all over the lesson: each beat's beginning and end, and some in between.
pub fn moments(timeline: &Timeline) -> Vec<Moment> {
    let mut moments = Vec::new();
    for (beat, span) in timeline.beats().iter().enumerate() {
        moments.extend((0..span.motion_ms).step_by(390).map(|ms| Moment { beat, ms }));
        moments.push(Moment { beat, ms: span.motion_ms });
    }
    moments
}

/// The words of one language.
pub struct Words(pub BTreeMap<String, String>);

impl Words {
    /// Reads `scene.yaml`, which is flat.
    pub fn of(language: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/ui");
        let path = folder.join(language).join("scene.yaml");
        let text = fs::read_to_string(path).expect("the words of the picture");
        let lines = text.lines().filter(|it| !it.is_empty() && !it.starts_with('#'));
        let words = lines.map(|line| {
            let (key, value) = line.split_once(": ").expect("a key and its words");
            (key.to_owned(), value.trim_matches('"').to_owned())
        });
        Self(words.collect())
    }
}

impl Labels for Words {
    fn label(&self, key: &str, args: &[(&str, &str)]) -> String {
        let mut text = self.0.get(key).unwrap_or_else(|| panic!("no words for {key}")).clone();
        let n_placeholders = text.matches('{').count();
        let mut n_filled = 0;
        for (name, value) in args {
            let placeholder = format!("{{{name}}}");
            n_filled += text.matches(&placeholder).count();
            text = text.replace(&placeholder, value);
        }
        assert_eq!(n_filled, n_placeholders, "{key} has a placeholder that nobody fills");
        text
    }
}
