//! A live cluster as its readers see it: lines to read, and a signal that there are more.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use engine_live::{Cluster, LiveClock, Situation};
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::time::Instant;
use trace::{EntryId, Header, SimTime};

use super::id::{LiveId, Token};
use super::reader::Reader;

/// A cluster that is being worked out.
pub struct Live {
    /// Its name.
    pub id: LiveId,
    header: Header,
    n_shared: u32,
    pub(super) cluster: AsyncMutex<Cluster>,
    lines: Mutex<Lines>,
    signal: watch::Sender<Signal>,
    used: Mutex<Instant>,
    /// How much memory it takes, in bytes, roughly.
    n_bytes: AtomicUsize,
}

/// What readers get.
struct Lines {
    /// The own entries so far, each as a line of JSON.
    entries: Vec<Bytes>,
    life: u32,
}

/// What readers are told: there is more, and how time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal {
    /// How many own entries there are.
    pub n_lines: usize,
    /// When the last of them were written down here.
    pub written: Instant,
    /// Rises when what readers were sent no longer holds: they forget the own entries and begin
    /// again after the shared ones. It takes a process that was cut off from a store which others
    /// still reached.
    pub life: u32,
    /// How time runs.
    pub clock: LiveClock,
    /// When somebody last did something, to the cluster or to its clock; or when it began.
    pub settled: SimTime,
    /// Whether inputs can be taken and other processes heard.
    pub store_is_up: bool,
    /// Whether the cluster is over: what was kept of it has expired.
    pub gone: bool,
    /// Whether it is no longer worked out here: whoever reads should come again.
    pub left: bool,
}

impl Live {
    pub(super) fn new(id: LiveId, cluster: Cluster) -> Self {
        let n_shared = cluster.n_shared();
        let entries = cluster.lines_after(0).to_vec();
        let signal = Signal {
            n_lines: entries.len(),
            written: Instant::now(),
            life: 0,
            clock: cluster.clock(),
            settled: cluster.settled(),
            store_is_up: true,
            gone: false,
            left: false,
        };
        Self {
            id,
            header: cluster.header().clone(),
            n_shared,
            n_bytes: AtomicUsize::new(cluster.n_bytes()),
            cluster: AsyncMutex::new(cluster),
            lines: Mutex::new(Lines { entries, life: 0 }),
            signal: watch::Sender::new(signal),
            used: Mutex::new(Instant::now()),
        }
    }

    /// Writes down the entries that are new, and tells the readers if anything is.
    pub(super) fn publish(&self, cluster: &Cluster, store_is_up: bool, gone: bool) {
        self.n_bytes.store(cluster.n_bytes(), Ordering::Relaxed);
        let mut lines = self.lines();
        let n_known = lines.entries.len();
        lines.entries.extend_from_slice(cluster.lines_after(n_known));
        let (n_lines, life) = (lines.entries.len(), lines.life);
        drop(lines);
        let is_new = n_lines > n_known;
        let written = if is_new { Instant::now() } else { self.now().written };
        let (clock, settled) = (cluster.clock(), cluster.settled());
        let left = false;
        let signal = Signal { n_lines, written, life, clock, settled, store_is_up, gone, left };
        self.signal.send_if_modified(|it| std::mem::replace(it, signal) != signal);
    }

    /// Writes the entries down anew. Readers begin again only if what they have is not among them.
    pub(super) fn rewrite(&self, cluster: &Cluster) {
        let entries = cluster.lines_after(0).to_vec();
        let mut lines = self.lines();
        if !entries.starts_with(&lines.entries) {
            lines.life += 1;
        }
        lines.entries = entries;
    }

    /// How much memory it takes, in bytes, roughly.
    pub(super) fn n_bytes(&self) -> usize {
        self.n_bytes.load(Ordering::Relaxed)
    }

    /// How many read.
    pub(super) fn n_readers(&self) -> usize {
        self.signal.receiver_count()
    }

    /// Whether somebody reads.
    pub(super) fn is_read(&self) -> bool {
        self.n_readers() > 0
    }

    /// Says that somebody uses it.
    pub(super) fn use_now(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// For how long nobody has used it.
    pub(super) fn unused(&self) -> Duration {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Whether nobody reads, and nobody has used it for so long.
    pub(super) fn is_idle(&self, long: Duration) -> bool {
        !self.is_read() && self.unused() > long
    }

    /// Tells the readers that it is no longer worked out here.
    pub(super) fn leave(&self) {
        self.signal.send_modify(|it| it.left = true);
    }

    /// How things stand.
    #[must_use]
    pub fn now(&self) -> Signal {
        *self.signal.borrow()
    }

    /// What precedes the entries.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// How many entries are the lesson's own and not in this log.
    #[must_use]
    pub const fn n_shared(&self) -> u32 {
        self.n_shared
    }

    /// How many entries there are, the lesson's own among them.
    #[must_use]
    pub fn n_entries(&self) -> u32 {
        self.n_shared.saturating_add(u32::try_from(self.now().n_lines).unwrap_or(u32::MAX))
    }

    /// Whether it is whose token this is.
    pub async fn is_of(&self, token: &Token) -> bool {
        token.opens(self.cluster.lock().await.token())
    }

    /// Reads along.
    #[must_use]
    pub fn reader(self: &Arc<Self>) -> Reader {
        Reader::new(self.clone(), self.signal.subscribe())
    }

    /// Everything that makes this cluster, as of now.
    pub async fn situation(&self) -> Situation {
        self.cluster.lock().await.situation()
    }

    /// The situation just after an entry. `None` when there is no such entry.
    pub async fn situation_after(&self, entry: EntryId) -> Option<Situation> {
        self.cluster.lock().await.situation_after(entry)
    }

    /// The own entries after the first `n`, each as a line of JSON; at most `most` of them.
    pub(super) fn lines_after(&self, n: usize, most: usize) -> Vec<Bytes> {
        let lines = self.lines();
        lines.entries.get(n..).unwrap_or_default().iter().take(most).cloned().collect()
    }

    /// A panic elsewhere leaves the lines whole: every change of them is one step.
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
