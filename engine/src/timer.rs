//! The table of everything that is going to happen.

use std::collections::BTreeMap;

use trace::object::ObjectKey;
use trace::{Client, EntryId, FileOp, NodeName, RuntimeId, SimTime, Uid};

use crate::api::{Call, Reply, WatchEvent, Watcher};

/// Something due at a time.
#[derive(Clone, Debug)]
pub enum Timer {
    /// For a node's machine: its runtime.
    Runtime(NodeName, RuntimeTimer),
    /// For a kubelet process. The number says which process: a restarted kubelet does not hear
    /// what its predecessor waited for.
    Kubelet(NodeName, u32, KubeletTimer),
    /// A request arrives at the API server.
    Arrival(Call),
    /// The API server removes an object whose deletion it has marked before, then answers.
    Removal { key: ObjectKey, uid: Uid, call: Box<Call> },
    /// A watcher hears of a change.
    Watch(Watcher, WatchEvent),
    /// An answer arrives. `ticket` is the asker's own.
    Answer { client: Client, ticket: u64, request: Option<EntryId>, reply: Reply },
    /// A controller looks at the world.
    Controller(Client),
    /// The command a person entered goes on.
    Console,
}

/// Timers of a machine.
#[derive(Clone, Debug)]
pub enum RuntimeTimer {
    /// The operation of this number is done.
    Done(u64),
    /// A container's process ends.
    Exit(RuntimeId, i32),
}

/// Timers of a kubelet process.
#[derive(Clone, Debug)]
pub enum KubeletTimer {
    /// The directory watch delivers.
    FileEvent(String, FileOp),
    /// The directory is listed.
    Rescan,
    /// Pods that are due are synced.
    SyncTick,
    /// The runtime is looked at.
    Relist,
    /// One Pod is looked at.
    Inspect(Uid),
    /// Clean-up.
    Housekeeping,
    /// The containers of gone Pods are collected.
    ContainerGc,
    /// New statuses are written.
    StatusSignal,
    /// All statuses are compared.
    StatusPass,
    /// A Pod's worker takes its next update.
    Work(Uid),
    /// A terminated Pod's resources are free.
    Freed(Uid),
    /// The Node is registered.
    Register,
    /// The node informer lists.
    ListNode,
    /// The API source looks whether it may begin, then lists.
    ListPods,
    /// Mirrors of all static Pods are published.
    FastRegistration,
}

/// Timers in order of time, and of their setting where times are equal.
#[derive(Clone, Debug, Default)]
pub struct Timers {
    due: BTreeMap<(SimTime, u64), (Option<EntryId>, Timer)>,
    n_set: u64,
}

impl Timers {
    /// Sets a timer. `cause` is the entry that led to it, or none for a periodic one.
    pub fn set(&mut self, at: SimTime, cause: Option<EntryId>, timer: Timer) {
        self.n_set += 1;
        self.due.insert((at, self.n_set), (cause, timer));
    }

    /// When the next timer is due.
    pub fn next(&self) -> Option<SimTime> {
        self.due.first_key_value().map(|((at, _), _)| *at)
    }

    /// Takes the next timer if it is due by `until`.
    pub fn pop(&mut self, until: SimTime) -> Option<(SimTime, Option<EntryId>, Timer)> {
        if self.next()? > until {
            return None;
        }
        let ((at, _), (cause, timer)) = self.due.pop_first()?;
        Some((at, cause, timer))
    }
}
