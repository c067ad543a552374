//! Events that tell one thing each.

use axum::body::Bytes;
use serde_json::json;

use super::frame::frame;
use crate::live::LiveClock;
use crate::live::id::RoomCode;

/// Why a room is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gone {
    /// Its driver ended it.
    Ended,
    /// What was kept of it has expired.
    Expired,
}

/// What is on stage as it is sent at a moment. `stage` is the object without that.
#[must_use]
pub fn stage_json(stage: &str, now: u64) -> String {
    let fields = stage.strip_prefix('{').unwrap_or("}");
    format!("{{\"now\":{now},{fields}")
}

/// The event that tells what is on stage. `stage` is an object without the time.
#[must_use]
pub fn stage_frame(stage: &str, now: u64) -> Bytes {
    frame("stage", None, &stage_json(stage, now))
}

/// The event that tells how time runs, which stays `slack` milliseconds behind everybody's; empty
/// when there is no live cluster.
#[must_use]
pub fn clock_frame(clock: Option<LiveClock>, now: u64, slack: u64) -> Bytes {
    clock.map_or_else(Bytes::new, |it| {
        let at = it.sim(now.saturating_sub(slack));
        let data = json!({"at": at, "rate": it.rate, "now": now});
        frame("clock", None, &data.to_string())
    })
}

/// The event that tells whether records can be kept.
#[must_use]
pub fn store_frame(is_up: bool) -> Bytes {
    let kind = if is_up { "store-back" } else { "store-lost" };
    frame("notice", None, &json!({ "kind": kind }).to_string())
}

/// What is sent to those who have not been told anything for a while, so that a connection that is
/// dead is noticed at either end.
#[must_use]
pub fn pulse(now: u64) -> Bytes {
    frame("pulse", None, &json!({ "now": now }).to_string())
}

impl Gone {
    /// The event that tells it, the last one of a stream, and where the room can be seen again.
    #[must_use]
    pub fn frame(self, code: &RoomCode) -> Bytes {
        let recording = format!("/api/rooms/{}/recording.ndjson", code.as_str());
        let data = match self {
            Self::Ended => json!({"reason": "ended", "recording": recording}),
            Self::Expired => json!({"reason": "expired", "recording": null}),
        };
        frame("gone", None, &data.to_string())
    }
}
