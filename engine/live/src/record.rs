//! What is kept of a live cluster: its birth, what somebody did, and how fast its time ran.

use serde::{Deserialize, Serialize};
use trace::SimTime;

use crate::clock::LiveClock;
use crate::situation::Situation;
use crate::token::TokenHash;

/// One line of a cluster's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Record {
    /// The first record, and no other.
    Born(Box<Birth>),
    /// Somebody did something to the cluster.
    Input {
        /// When, by the cluster's time.
        at: SimTime,
        /// What, as a statement of a script without its time.
        text: String,
    },
    /// The cluster's time runs at another rate from here on, or has leapt here.
    Clock(LiveClock),
}

/// How a live cluster begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Birth {
    /// Where it starts from, and what has been done to it already.
    pub situation: Situation,
    /// Whose it is.
    pub token: TokenHash,
    /// How its time runs at first.
    pub clock: LiveClock,
}

impl Record {
    /// As it is kept.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record has only string keys")
    }

    /// Up to which time of the cluster this record says what happened.
    #[must_use]
    pub fn at(&self) -> SimTime {
        match self {
            Self::Born(birth) => birth.clock.at,
            Self::Input { at, .. } => *at,
            Self::Clock(clock) => clock.at,
        }
    }
}
