//! Why a room did not do what it was asked. Nothing has changed then.

use std::fmt;

use crate::live::error::LiveError;
use crate::live::store::StoreError;

/// Why a room did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomError {
    /// There is no such room, or no longer.
    None,
    /// It is over.
    Over,
    /// Whoever asked may not.
    Forbidden,
    /// Whoever asked may, but another tab of theirs drives.
    OtherTab,
    /// A tab that drives must have a name.
    NoTab,
    /// Nobody can answer this question now.
    NotOpen,
    /// It makes no sense.
    Nonsense(&'static str),
    /// As many are here as can be.
    Full(&'static str),
    /// The room's cluster did not do it.
    Live(LiveError),
    /// The store did not.
    Store(StoreError),
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Gone => Self::None,
            StoreError::Conflict
            | StoreError::Rewritten
            | StoreError::Unavailable
            | StoreError::Full => Self::Store(error),
        }
    }
}

impl From<LiveError> for RoomError {
    fn from(error: LiveError) -> Self {
        Self::Live(error)
    }
}

impl fmt::Display for RoomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("there is no such room, or no longer"),
            Self::Over => f.write_str("this room is over"),
            Self::Forbidden => f.write_str("this needs the token of whoever presents"),
            Self::OtherTab => {
                f.write_str("another tab or window of yours presents this room; take over first")
            }
            Self::NoTab => f.write_str("a tab that presents says its name in `X-Tab`"),
            Self::NotOpen => f.write_str("this question takes no answers now"),
            Self::Nonsense(why) | Self::Full(why) => f.write_str(why),
            Self::Live(error) => error.fmt(f),
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RoomError {}
