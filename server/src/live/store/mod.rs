//! Where the logs of live clusters and rooms are kept.
//!
//! A log is a list of records, each a line of JSON. It only grows, and only by an append that names
//! the length it expects: whoever appends has seen everything before. So the order in a log is the
//! one truth about what happened first, for every process that reads it.

mod memory;
mod redis;
mod talk;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::watch;

use super::id::LiveId;

pub use memory::Memory;
pub use redis::Redis;
pub use talk::{Alone, PRESENCE, Talk};

/// How long a log is kept after its last append or [`Store::keep`].
pub const LIFE: Duration = Duration::from_secs(6 * 60 * 60);

/// A place for logs. Everything is said in terms of whole records.
pub trait Store: Send + Sync + 'static {
    /// Begins a log.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when there is one of this name.
    fn create<'a>(&'a self, id: &'a LiveId, first: String)
    -> BoxFuture<'a, Result<(), StoreError>>;

    /// Appends a record to a log of exactly `expected` records. `stamped` is what [`Store::now`]
    /// was when the record was thought of: it comes into the log within the slack or not at all.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the log is longer by now, or the record took too long: read
    /// on, think again, try again.
    fn append<'a>(
        &'a self,
        id: &'a LiveId,
        expected: u64,
        stamped: u64,
        record: String,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// The records from `from` on, counted from 0.
    ///
    /// # Errors
    /// [`StoreError::Gone`] when there is no such log, or no longer; [`StoreError::Rewritten`]
    /// when the log is another than was read before, until it is read from its beginning.
    fn read<'a>(
        &'a self,
        id: &'a LiveId,
        from: u64,
    ) -> BoxFuture<'a, Result<Vec<String>, StoreError>>;

    /// Says that a log is in use, so that it is kept.
    fn keep<'a>(&'a self, id: &'a LiveId) -> BoxFuture<'a, Result<(), StoreError>>;

    /// A level that rises whenever the log may have grown, or the store has come or gone: look.
    fn news(&self, id: &LiveId) -> watch::Receiver<u64>;

    /// Binds a short name to a log, for as long as the log is kept.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the name is taken.
    fn bind<'a>(&'a self, name: &'a str, id: &'a LiveId) -> BoxFuture<'a, Result<(), StoreError>>;

    /// The log that a short name is bound to.
    ///
    /// # Errors
    /// [`StoreError::Gone`] when it is bound to none.
    fn find<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<LiveId, StoreError>>;

    /// Milliseconds since 1970 by the clock that all processes share.
    fn now(&self) -> u64;

    /// How far behind the shared clock a process stays, so that no process lets happen what an
    /// input of another could still precede.
    fn slack(&self) -> Duration;

    /// Whether anybody can read and write records now, as far as this process knows. A store that
    /// only does not answer this process for a moment counts as up.
    fn is_up(&self) -> bool;

    /// How processes that share this store speak to one another. A store of a single process, and
    /// one that does not say otherwise, has it speak to itself.
    fn talk(self: Arc<Self>) -> Arc<dyn Talk> {
        Arc::new(Alone::default())
    }
}

/// Why a store did not do what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Somebody else was faster.
    Conflict,
    /// There is no such log, or no longer.
    Gone,
    /// The log is another than the one that was read before.
    Rewritten,
    /// The store cannot be reached now.
    Unavailable,
    /// There is no room for more.
    Full,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Conflict => "somebody else wrote first",
            Self::Gone => "there is no such log, or no longer",
            Self::Rewritten => "the log was written anew",
            Self::Unavailable => "the store cannot be reached now",
            Self::Full => "the store is full",
        })
    }
}

impl std::error::Error for StoreError {}
