//! Why a live cluster did not do what it was asked.

use std::fmt;

use engine_live::{BadLink, Refused};

use super::store::StoreError;

/// Why a live cluster did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveError {
    /// The store did not.
    Store(StoreError),
    /// It is not theirs.
    NotYours,
    /// It does not fit.
    Refused(Refused),
    /// The situation cannot be played.
    Link(BadLink),
    /// There is no such lesson, or no such branch of it.
    Lesson(String),
    /// There is no such entry yet.
    Entry(u32),
    /// This process has no room for one more.
    Full,
    /// The clusters here take as much memory as they may.
    NoMemory,
    /// There is nothing to leap to.
    Nothing,
}

impl fmt::Display for LiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::NotYours => f.write_str("this needs the token of whoever began it"),
            Self::Refused(why) => why.fmt(f),
            Self::Link(why) => why.fmt(f),
            Self::Lesson(name) => write!(f, "there is no lesson or branch {name:?}"),
            Self::Entry(n) => write!(f, "there is no entry {n} yet"),
            Self::Full => f.write_str("the server has as many live clusters as it can hold"),
            Self::NoMemory => f.write_str(
                "this server's live clusters take as much memory as they may; come again later",
            ),
            Self::Nothing => f.write_str("nothing happens within five minutes"),
        }
    }
}

impl std::error::Error for LiveError {}
