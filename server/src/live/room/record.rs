//! What is kept of a room: who drives it, what was on stage, and what the audience answered.

use std::fmt;

use scene::Timeline;
use serde::{Deserialize, Serialize};

use super::place::Place;
use super::tab::TabId;
use crate::live::TokenHash;
use crate::live::id::{LiveId, RoomCode, Token};

/// One line of a room's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum RoomRecord {
    /// The first record, and no other.
    Born(Box<Birth>),
    /// This tab drives from here on.
    Tab {
        /// Which.
        tab: TabId,
    },
    /// Control is offered to whoever has a token.
    Offered {
        /// Its hash.
        token: TokenHash,
        /// Until when, in milliseconds since 1970.
        until: u64,
    },
    /// The offer was taken: from here on this token drives, and none before it.
    Accepted {
        /// Its hash.
        token: TokenHash,
        /// The tab that took it.
        tab: TabId,
    },
    /// A remote control: it may move what is on stage.
    Remote {
        /// The hash of its token; no other before it is good any more.
        token: TokenHash,
    },
    /// What is on stage from here on.
    Place(Box<Place>),
    /// A cluster of the room's own is, and this of it.
    Cluster {
        /// Which.
        cluster: Box<OwnCluster>,
        /// What of it.
        place: Box<Place>,
    },
    /// A question is put to everybody.
    Asked(Asked),
    /// Nobody answers the question any more.
    Closed,
    /// The right answer is shown.
    Revealed,
    /// The question is taken away.
    Cleared,
    /// Answers to the question: of each voter the last one counts.
    Answers {
        /// Who answered what, as the hash of a voter and an option from 0.
        votes: Vec<(String, u32)>,
    },
    /// The room is over.
    Ended,
}

/// How a room begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Birth {
    /// Under which code viewers find it.
    pub code: RoomCode,
    /// Whose it is.
    pub token: TokenHash,
    /// The lesson.
    pub lesson: String,
    /// A "what if" of the lesson.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The cluster it begins with, when it was opened from a sandbox.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<OwnCluster>,
    /// The beat on which it begins.
    #[serde(default)]
    pub first: Extent,
    /// When it began, in milliseconds since 1970.
    pub wall: u64,
}

/// What a beat is of its cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// The last entry that it shows.
    pub entry: u32,
    /// The step it belongs to; empty where it belongs to none.
    pub step: String,
}

impl Extent {
    /// What this beat is; the last one, where there are not that many.
    #[must_use]
    pub fn of(timeline: &Timeline, beat: usize) -> Self {
        let beat = timeline.beat(beat);
        let step = timeline.steps().get(beat.step).map_or(String::new(), |it| it.id.clone());
        Self { entry: beat.last.0, step }
    }
}

/// A live cluster that a room acts on. Its token stays in the log: nobody in the room is told it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnCluster {
    /// Its name.
    pub id: LiveId,
    /// The right to act on it.
    pub token: KeptToken,
    /// The entry after which it left its lesson.
    pub after: u32,
    /// How many of its entries are the lesson's own.
    pub shared: u32,
}

/// The token of a cluster, kept as it is, since the room acts on the cluster for its driver.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeptToken(String);

impl From<&Token> for KeptToken {
    fn from(token: &Token) -> Self {
        Self(token.reveal().to_owned())
    }
}

impl From<&KeptToken> for Token {
    fn from(kept: &KeptToken) -> Self {
        Self::sent(&kept.0)
    }
}

impl fmt::Debug for KeptToken {
    /// Never the token: this may be logged.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeptToken(…)")
    }
}

/// A question of the lesson, put to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The step it belongs to.
    pub step: String,
    /// Which of the step's questions, from 0.
    pub n: u32,
    /// How many options it has.
    pub options: u32,
    /// Which option is right, from 0.
    pub answer: u32,
}

impl RoomRecord {
    /// As it is kept.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record has only string keys")
    }
}
