//! A live cluster as its readers see it: lines to read, and a signal that there are more.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use tokio::sync::{Mutex as AsyncMutex, watch};
use trace::{EntryId, Header};

use super::clock::LiveClock;
use super::cluster::Cluster;
use super::id::LiveId;
use super::situation::Situation;

/// A cluster that is being worked out.
pub struct Live {
    /// Its name.
    pub id: LiveId,
    header: Header,
    n_shared: u32,
    pub(super) cluster: AsyncMutex<Cluster>,
    lines: Mutex<Lines>,
    signal: watch::Sender<Signal>,
}

/// What readers get.
#[derive(Default)]
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
    /// Rises when what readers were sent no longer holds: they forget the own entries and begin
    /// again after the shared ones. It takes a process that was cut off from a store which others
    /// still reached.
    pub life: u32,
    /// How time runs.
    pub clock: LiveClock,
    /// Whether inputs can be taken and other processes heard.
    pub store_is_up: bool,
    /// Whether the cluster is over: what was kept of it has expired.
    pub gone: bool,
}

/// Somebody who reads a cluster. While there is one, it stays in memory.
pub struct Reader {
    live: Arc<Live>,
    signal: watch::Receiver<Signal>,
}

impl Live {
    pub(super) fn new(id: LiveId, cluster: Cluster) -> Self {
        let signal =
            Signal { n_lines: 0, life: 0, clock: cluster.clock(), store_is_up: true, gone: false };
        let live = Self {
            id,
            header: cluster.header().clone(),
            n_shared: cluster.n_shared(),
            cluster: AsyncMutex::new(cluster.clone()),
            lines: Mutex::default(),
            signal: watch::Sender::new(signal),
        };
        live.publish(&cluster, true, false);
        live
    }

    /// Writes down the entries that are new, and tells the readers if anything is.
    pub(super) fn publish(&self, cluster: &Cluster, store_is_up: bool, gone: bool) {
        let mut lines = self.lines();
        let n_known = self.n_shared as usize + lines.entries.len();
        lines.entries.extend(to_lines(cluster, n_known));
        let (n_lines, life) = (lines.entries.len(), lines.life);
        drop(lines);
        let signal = Signal { n_lines, life, clock: cluster.clock(), store_is_up, gone };
        self.signal.send_if_modified(|it| std::mem::replace(it, signal) != signal);
    }

    /// Writes the entries down anew. Readers begin again only if what they have is not among them.
    pub(super) fn rewrite(&self, cluster: &Cluster) {
        let entries: Vec<Bytes> = to_lines(cluster, self.n_shared as usize).collect();
        let mut lines = self.lines();
        if !entries.starts_with(&lines.entries) {
            lines.life += 1;
        }
        lines.entries = entries;
    }

    /// Whether somebody reads.
    pub(super) fn is_read(&self) -> bool {
        self.signal.receiver_count() > 0
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

    /// Reads along.
    #[must_use]
    pub fn reader(self: &Arc<Self>) -> Reader {
        Reader { live: self.clone(), signal: self.signal.subscribe() }
    }

    /// Everything that makes this cluster, as of now.
    pub async fn situation(&self) -> Situation {
        self.cluster.lock().await.situation()
    }

    /// The situation just after an entry. `None` when there is no such entry.
    pub async fn situation_after(&self, entry: EntryId) -> Option<Situation> {
        self.cluster.lock().await.situation_after(entry)
    }

    /// A panic elsewhere leaves the lines whole: every change of them is one step.
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader {
    /// The cluster that is read.
    #[must_use]
    pub fn live(&self) -> &Arc<Live> {
        &self.live
    }

    /// How things stand.
    pub fn now(&mut self) -> Signal {
        *self.signal.borrow_and_update()
    }

    /// Comes back when anything is another than at the last look.
    pub async fn changed(&mut self) {
        // The sender lives as long as the cluster, which this reader holds.
        let _ = self.signal.changed().await;
    }

    /// The own entries after the first `n`, each as a line of JSON; at most `most` of them.
    #[must_use]
    pub fn lines(&self, n: usize, most: usize) -> Vec<Bytes> {
        let lines = self.live.lines();
        lines.entries.get(n..).unwrap_or_default().iter().take(most).cloned().collect()
    }
}

/// The entries after the first `n`, as lines of JSON.
fn to_lines(cluster: &Cluster, n: usize) -> impl Iterator<Item = Bytes> {
    cluster.entries_after(n).iter().map(|entry| Bytes::from(entry.to_json()))
}
