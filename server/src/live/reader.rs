//! Somebody who reads a live cluster.

use std::sync::Arc;

use axum::body::Bytes;
use tokio::sync::watch;

use super::running::{Live, Signal};

/// Somebody who reads a cluster. While there is one, it stays in memory.
pub struct Reader {
    live: Arc<Live>,
    signal: watch::Receiver<Signal>,
}

impl Reader {
    pub(super) const fn new(live: Arc<Live>, signal: watch::Receiver<Signal>) -> Self {
        Self { live, signal }
    }

    /// The cluster that is read.
    #[must_use]
    pub const fn live(&self) -> &Arc<Live> {
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

    /// Comes back when there are at least so many own entries, or no more will come here.
    pub async fn reaches(&mut self, n: usize) {
        let reached = |it: &Signal| it.n_lines >= n || it.gone || it.left;
        let _ = self.signal.wait_for(reached).await;
    }

    /// The own entries after the first `n`, each as a line of JSON; at most `most` of them.
    #[must_use]
    pub fn lines(&self, n: usize, most: usize) -> Vec<Bytes> {
        self.live.lines_after(n, most)
    }
}
