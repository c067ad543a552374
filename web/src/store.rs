//! What is remembered between visits, in the browser's local storage. Storage may be forbidden:
//! then nothing is remembered, and nothing breaks.

use web_sys::Storage;

use crate::dom::window;
use crate::state::{Pace, Speed};

/// The keys of the storage, so that they are seen in one place. `theme` belongs to theme.js.
const VISITED: &str = "visited";
const PACE: &str = "pace";
const SPEED: &str = "speed";
const CAPTIONS: &str = "captions";
const LETTERS: &str = "letters";

/// What a person chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether this page was never played before.
    pub first_visit: bool,
    /// How far one press of "play" goes.
    pub pace: Pace,
    /// How fast display time passes.
    pub speed: Speed,
    /// Whether captions are shown.
    pub captions: bool,
    /// Whether keys that write a character do something.
    pub letters: bool,
}

impl Settings {
    /// What was remembered.
    #[must_use]
    pub fn load() -> Self {
        let first_visit = read(VISITED).is_none();
        let pace = match read(PACE).as_deref() {
            Some("step") => Pace::OneStep,
            Some("through") => Pace::Through,
            // Who comes for the first time is led step by step.
            _ if first_visit => Pace::OneStep,
            _ => Pace::Through,
        };
        let speed = read(SPEED).and_then(|it| it.parse().ok()).and_then(Speed::from_quarters);
        Self {
            first_visit,
            pace,
            speed: speed.unwrap_or(Speed::ONE),
            captions: read(CAPTIONS).as_deref() != Some("off"),
            letters: read(LETTERS).as_deref() != Some("off"),
        }
    }

    /// Remembers it all.
    pub fn save(&self) {
        let pace = match self.pace {
            Pace::OneStep => "step",
            Pace::Through => "through",
        };
        write(PACE, pace);
        write(SPEED, &self.speed.quarters().to_string());
        write(CAPTIONS, on_off(self.captions));
        write(LETTERS, on_off(self.letters));
    }

    /// Remembers that somebody was here.
    pub fn visited() {
        write(VISITED, "yes");
    }
}

const fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

fn storage() -> Option<Storage> {
    // In a frame of somebody else's page nothing is kept.
    if cfg!(feature = "embed") {
        return None;
    }
    window().local_storage().ok().flatten()
}

fn read(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

fn write(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, value);
    }
}
