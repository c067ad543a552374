//! How much the live clusters of a process may take in all, and which of them leaves first.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::error::LiveError;
use super::id::LiveId;
use super::running::Live;

/// How long whoever began or opened a cluster has for reading it before it makes room for another.
const GRACE: Duration = Duration::from_secs(5);

/// The clusters that are being worked out.
pub(super) type Running = HashMap<LiveId, Arc<Live>>;

/// How much the live clusters of a process may take in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// How many are worked out at once.
    pub clusters: usize,
    /// How much memory they take together, in bytes, roughly.
    pub bytes: usize,
}

impl Space {
    /// Room for so many clusters, whatever they take.
    #[must_use]
    pub const fn of(clusters: usize) -> Self {
        Self { clusters, bytes: usize::MAX }
    }

    /// Makes room for one more cluster of so many bytes.
    ///
    /// # Errors
    /// When there is none and nobody leaves.
    pub(super) fn admit(self, running: &mut Running, bytes: usize) -> Result<(), LiveError> {
        let fits = |it: &Running| it.len() < self.clusters;
        while !fits(running) || total(running).saturating_add(bytes) > self.bytes {
            if !let_one_go(running) {
                let why = if fits(running) { LiveError::NoMemory } else { LiveError::Full };
                return Err(why);
            }
        }
        Ok(())
    }

    /// Makes room for a cluster to grow. Where there is none, those may that take no more than
    /// their share: whoever takes much is stopped by it, and not everybody else.
    ///
    /// # Errors
    /// When it may not.
    pub(super) fn grow(self, running: &mut Running, live: &Live) -> Result<(), LiveError> {
        while total(running) > self.bytes {
            if !let_one_go(running) {
                let share = self.bytes / running.len().max(1);
                return if live.n_bytes() > share { Err(LiveError::NoMemory) } else { Ok(()) };
            }
        }
        Ok(())
    }
}

/// How much memory clusters take together, in bytes, roughly.
pub(super) fn total(running: &Running) -> usize {
    running.values().map(|it| it.n_bytes()).sum()
}

/// Makes room: of the clusters that nobody reads, the one leaves that was not used for longest. It
/// comes back from its log when somebody comes.
fn let_one_go(running: &mut Running) -> bool {
    let unread = running.values().filter(|it| !it.is_read() && it.unused() > GRACE);
    let oldest = unread.max_by_key(|it| it.unused()).map(|it| it.id.clone());
    let gone = oldest.and_then(|id| running.remove(&id));
    gone.inspect(|it| it.leave()).is_some()
}
