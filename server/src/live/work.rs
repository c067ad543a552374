//! The work on a live cluster in this process: one small task, for as long as somebody reads it.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::hub::Hub;
use super::running::Live;
use super::store::StoreError;

/// How long a cluster that nobody reads stays in memory.
const IDLE: Duration = Duration::from_secs(60);
/// Time is let run at most this often: many timers find nothing to do.
const PACE: Duration = Duration::from_millis(25);
/// A cluster is looked after at least this often.
const LOOK: Duration = Duration::from_secs(5);
/// How often the store is told that a cluster is in use. It keeps it for hours after.
const KEEP: Duration = Duration::from_secs(60);

/// Whatever ends the work, a panic too: the cluster leaves memory, and its readers are told.
struct Work {
    hub: Arc<Hub>,
    live: Arc<Live>,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.hub.let_go(&self.live, || true);
        self.live.leave();
    }
}

/// Lets a cluster's time run for as long as somebody reads it, and a while after.
pub async fn look_after(hub: Arc<Hub>, live: Arc<Live>) {
    let work = Work { hub, live };
    let Work { hub, live } = &work;
    let mut news = hub.store().news(&live.id);
    let mut kept = Instant::now();
    loop {
        let (caught_up, wait) = {
            let mut cluster = live.cluster.lock().await;
            news.mark_unchanged();
            let caught_up = hub.catch_up(live, &mut cluster).await;
            (caught_up, cluster.wait(hub.store().now().saturating_sub(hub.slack())))
        };
        if live.is_read() {
            live.use_now();
        }
        if kept.elapsed() > KEEP {
            kept = Instant::now();
            // That the store is away for a moment is said to readers; it is told again.
            let _ = hub.store().keep(&live.id).await;
        }
        if caught_up == Err(StoreError::Gone) || hub.let_go(live, || live.is_idle(IDLE)) {
            return;
        }
        let wait = wait.map_or(LOOK, Duration::from_millis).clamp(PACE, LOOK);
        tokio::select! {
            () = sleep(wait) => {}
            // Without a sender there is no news; then the wait alone decides.
            changed = news.changed() => if changed.is_err() { sleep(wait).await },
        }
    }
}
