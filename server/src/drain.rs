//! The end of the server, in two stages: it says that it will stop, then it stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

/// Whether the server still takes readers. Clones share one state.
#[derive(Clone, Default)]
pub struct Drain {
    /// Readers should look elsewhere; those who come are still served.
    leaving: Arc<AtomicBool>,
    /// No new connection is taken, and streams end.
    stopped: CancellationToken,
}

impl Drain {
    /// From now on the server says that it is not ready.
    pub fn leave(&self) {
        self.leaving.store(true, Ordering::Relaxed);
    }

    /// From now on streams end and no connection is taken.
    pub fn stop(&self) {
        self.leave();
        self.stopped.cancel();
    }

    /// Whether readers should look elsewhere.
    #[must_use]
    pub fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    /// Comes true when the server stops.
    pub fn stopped(&self) -> WaitForCancellationFutureOwned {
        self.stopped.clone().cancelled_owned()
    }
}
