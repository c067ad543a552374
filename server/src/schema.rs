//! The shapes of a timeline, told to those who read the interface's description.
//!
//! The facts themselves are types of the `trace` crate, which knows nothing of HTTP. These types
//! only describe them; a test holds both against each other.

#![allow(dead_code, reason = "they are read by their derive, never made")]

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// What a reader must know before the first fact.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Header)]
pub struct HeaderSchema {
    /// The version of this form; a reader refuses any other.
    #[schema(example = 1)]
    pub format: u32,
    /// The Kubernetes version whose behaviour is modelled.
    #[schema(example = "v1.36.2")]
    pub kubernetes: String,
    /// The lesson's id.
    #[schema(example = "static-pods")]
    pub lesson: String,
    /// The branch, when this is a "what if" of the lesson.
    pub branch: Option<String>,
    /// The content version. A reader that resumes and finds another one starts anew.
    pub version: String,
    /// The seed of all jitter.
    pub seed: u64,
    /// The cluster before the first fact: `epoch`, `apiServerUp`, `nodes`.
    #[schema(value_type = Object)]
    pub topology: Map<String, Value>,
    /// The lesson's steps, placed on the facts.
    pub steps: Option<Vec<StepSchema>>,
    /// The last fact that is the lesson's, in a cluster that went another way from there.
    pub forked_after: Option<u32>,
    /// How many facts follow in all.
    pub entries: Option<u32>,
}

/// A step of a lesson.
#[derive(Serialize, ToSchema)]
#[schema(as = Step)]
pub struct StepSchema {
    /// Its id.
    #[schema(example = "scan")]
    pub id: String,
    /// The number of its first fact.
    pub begins: u32,
    /// One beat per caption sentence, in order.
    pub beats: Vec<BeatSchema>,
}

/// The stretch of facts that one caption sentence speaks of.
#[derive(Serialize, ToSchema)]
#[schema(as = Beat)]
pub struct BeatSchema {
    /// The number of its last fact.
    pub ends: u32,
}

/// One fact.
#[derive(Serialize, ToSchema)]
#[schema(as = Entry)]
pub struct EntrySchema {
    /// Its number, from 1 and without gaps.
    pub id: u32,
    /// Simulated milliseconds since the cluster was switched on.
    pub at: u64,
    /// The number of the fact that led to it.
    pub cause: Option<u32>,
    /// The upstream function this models.
    pub by: Option<String>,
    /// What happened: its kind as the only key, its details below.
    #[schema(value_type = Object)]
    pub event: Map<String, Value>,
}

/// The last line.
#[derive(Serialize, ToSchema)]
#[schema(as = End)]
pub struct EndSchema {
    /// The number of the last fact.
    pub last: u32,
}

/// One line of a stored timeline.
#[derive(Serialize, ToSchema)]
#[schema(as = Line)]
#[serde(rename_all = "camelCase")]
pub enum LineSchema {
    /// The first line.
    Header(HeaderSchema),
    /// A fact.
    Entry(EntrySchema),
    /// The last line.
    End(EndSchema),
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};
    use trace::{Beat, EntryId, Step};

    use super::*;
    use crate::sample;

    fn check<T: ToSchema>(real: &Value) {
        let schema = serde_json::to_value(T::schema()).unwrap();
        let told: BTreeSet<String> =
            schema["properties"].as_object().unwrap().keys().cloned().collect();
        let found: BTreeSet<String> = real.as_object().unwrap().keys().cloned().collect();
        assert_eq!(told, found);
    }

    #[test]
    fn what_is_described_is_what_is_sent() {
        let (mut header, mut entries) = sample::trace(2);
        let beats = vec![Beat { ends: EntryId(2) }];
        header.steps = vec![Step { id: "scan".into(), begins: EntryId(1), beats }];
        header.branch = Some("forced".into());
        header.forked_after = Some(EntryId(2));
        entries[1].cause = Some(EntryId(1));
        entries[1].by = "file_linux.go watch".into();
        let header = serde_json::to_value(header).unwrap();
        check::<HeaderSchema>(&header);
        check::<StepSchema>(&header["steps"][0]);
        check::<BeatSchema>(&header["steps"][0]["beats"][0]);
        check::<EntrySchema>(&serde_json::to_value(&entries[1]).unwrap());
        check::<EndSchema>(&json!({"last": 2}));
    }
}
