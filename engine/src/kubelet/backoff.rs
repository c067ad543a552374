//! The crash-loop back-off (`client-go/util/flowcontrol/backoff.go`).

use std::collections::BTreeMap;

use trace::{SimTime, Uid};

use crate::times;

/// How long each crashing container waits. Its image is part of the key, as upstream: another
/// image starts afresh.
#[derive(Clone, Debug, Default)]
pub struct BackOff {
    waits: BTreeMap<(Uid, String, String), Wait>,
}

#[derive(Clone, Copy, Debug)]
struct Wait {
    ms: u64,
    updated_at: SimTime,
}

impl BackOff {
    /// Until when a container that ended at `finished_at` must wait. `None`: it may start now.
    pub fn until(&self, key: &(Uid, String, String), finished_at: SimTime) -> Option<SimTime> {
        let wait = self.waits.get(key).filter(|it| !it.is_stale(finished_at))?;
        Some(finished_at.plus(wait.ms))
    }

    /// A container starts again after it ended at `finished_at`: the next wait is twice as long.
    pub fn next(&mut self, key: (Uid, String, String), finished_at: SimTime, now: SimTime) {
        let wait = match self.waits.get(&key) {
            Some(it) if !it.is_stale(finished_at) => (it.ms * 2).min(times::CRASH_MOST),
            Some(_) | None => times::CRASH_FIRST,
        };
        self.waits.insert(key, Wait { ms: wait, updated_at: now });
    }

    /// Forgets a Pod.
    pub fn forget(&mut self, pod: &Uid) {
        self.waits.retain(|(uid, _, _), _| uid != pod);
    }
}

impl Wait {
    /// A container that ran for longer than twice the longest wait is forgiven.
    fn is_stale(&self, event_at: SimTime) -> bool {
        event_at.since(self.updated_at) > 2 * times::CRASH_MOST
    }
}
