//! The Pod workers: one per UID, with a queue per full name for static Pods
//! (`pkg/kubelet/pod_workers.go`).
//!
//! Upstream each worker is a goroutine. Here a worker is a record; what it waits for is a timer.
//! States, rules and their order are the kubelet's.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use trace::object::Pod;
use trace::{EntryId, Event, SimTime, SyncReason, Uid};

use super::Kubelet;
use super::pod_manager::is_static;
use super::sync_pod::Run;
use crate::desk::Desk;
use crate::machine::Machine;
use crate::timer::KubeletTimer;
use crate::times;

/// All workers, and the order in which static Pods of one full name may run.
#[derive(Clone, Debug, Default)]
pub struct PodWorkers {
    workers: BTreeMap<Uid, Worker>,
    /// The static Pod that runs under each full name.
    started: BTreeMap<String, Uid>,
    /// The static Pods that wait for each full name, in order of arrival.
    queues: BTreeMap<String, VecDeque<Uid>>,
    /// When each Pod is to be synced again (`pkg/kubelet/util/queue/work_queue.go`).
    due: BTreeMap<Uid, (SimTime, Option<EntryId>)>,
    due_in_order: BTreeSet<(SimTime, Uid)>,
}

/// Where a worker stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Never started; tried again at this time once it has been turned away.
    Waiting(Option<SimTime>),
    /// Keeps the Pod running.
    Syncing,
    /// Stops its containers.
    Terminating,
    /// Frees what it used.
    Terminated,
    /// Over.
    Finished,
}

/// One worker.
#[derive(Clone, Debug)]
pub struct Worker {
    pub pod: Arc<Pod>,
    pub state: State,
    /// What to do next; a newer request replaces an unread one.
    pub pending: Option<(Request, Option<EntryId>)>,
    /// What is being done.
    pub run: Option<Run>,
    /// When the last run ended. The next needs a newer look at the runtime.
    pub synced_at: Option<SimTime>,
    /// Whether it waits for that look.
    pub blocked: bool,
    /// The grace period of its termination, in seconds.
    pub grace: i64,
    /// Whether the same UID was added again while it was being stopped.
    pub restart_requested: bool,
    /// Whether the runtime had it and the kubelet did not know it.
    pub is_orphan: bool,
    /// Whether it was said that no mirror can be made yet.
    pub noted_node_unknown: bool,
}

/// What a worker is asked.
#[derive(Clone, Debug)]
pub enum Request {
    /// Sync the Pod with this mirror, or with none.
    Sync(SyncReason, Option<Arc<Pod>>),
    /// Stop it, with this grace instead of its own.
    Kill(Option<i64>),
}

impl Worker {
    fn new(pod: &Arc<Pod>) -> Self {
        Self {
            pod: pod.clone(),
            state: State::Waiting(None),
            pending: None,
            run: None,
            synced_at: None,
            blocked: false,
            grace: 0,
            restart_requested: false,
            is_orphan: false,
            noted_node_unknown: false,
        }
    }

    /// Whether it is being stopped, or is.
    pub const fn is_terminating(&self) -> bool {
        matches!(self.state, State::Terminating | State::Terminated | State::Finished)
    }
}

impl PodWorkers {
    /// The worker of a Pod.
    pub fn get(&self, uid: &Uid) -> Option<&Worker> {
        self.workers.get(uid)
    }

    /// The worker of a Pod, to change.
    pub fn get_mut(&mut self, uid: &Uid) -> Option<&mut Worker> {
        self.workers.get_mut(uid)
    }

    /// All workers.
    pub fn iter(&self) -> impl Iterator<Item = (&Uid, &Worker)> {
        self.workers.iter()
    }

    /// The static Pod that runs under this full name.
    pub fn started(&self, full_name: &str) -> Option<&Worker> {
        self.started.get(full_name).and_then(|it| self.workers.get(it))
    }

    /// Puts a Pod's next sync off to this time.
    pub fn requeue(&mut self, uid: &Uid, at: SimTime, cause: Option<EntryId>) {
        if let Some((old, _)) = self.due.insert(uid.clone(), (at, cause)) {
            self.due_in_order.remove(&(old, uid.clone()));
        }
        self.due_in_order.insert((at, uid.clone()));
    }

    /// Takes the Pods whose time has come.
    pub fn take_due(&mut self, now: SimTime) -> Vec<(Uid, Option<EntryId>)> {
        let mut due = Vec::new();
        while let Some((at, uid)) = self.due_in_order.first().cloned()
            && at <= now
        {
            self.due_in_order.pop_first();
            let cause = self.due.remove(&uid).and_then(|(_, cause)| cause);
            due.push((uid, cause));
        }
        due
    }

    /// Whether a static Pod may start now (`allowStaticPodStart`): nothing runs under its full
    /// name, and it is the first in the queue that still wants to.
    pub fn allow_static_pod_start(&mut self, full_name: &str, uid: &Uid) -> bool {
        if let Some(started) = self.started.get(full_name) {
            return started == uid;
        }
        let Some(queue) = self.queues.get_mut(full_name) else { return false };
        while let Some(first) = queue.front() {
            let live = self.workers.get(first).is_some_and(|it| !it.is_terminating());
            if !live {
                queue.pop_front();
                continue;
            }
            if first != uid {
                return false;
            }
            queue.pop_front();
            self.started.insert(full_name.into(), uid.clone());
            return true;
        }
        false
    }

    /// Makes the full name free again.
    pub fn release(&mut self, full_name: &str, uid: &Uid) {
        if self.started.get(full_name) == Some(uid) {
            self.started.remove(full_name);
        }
    }

    /// Drops all record of a Pod.
    pub fn remove(&mut self, uid: &Uid) {
        self.workers.remove(uid);
        if let Some((at, _)) = self.due.remove(uid) {
            self.due_in_order.remove(&(at, uid.clone()));
        }
    }

    fn insert(&mut self, pod: &Arc<Pod>) {
        let uid = pod.metadata.uid.clone();
        if is_static(pod) {
            self.queues.entry(pod.full_name()).or_default().push_back(uid.clone());
        }
        self.workers.insert(uid, Worker::new(pod));
    }

    /// Records a Pod that only the runtime knows, to be stopped.
    pub fn insert_orphan(&mut self, pod: &Arc<Pod>) {
        let worker = Worker { state: State::Syncing, is_orphan: true, ..Worker::new(pod) };
        self.workers.insert(pod.metadata.uid.clone(), worker);
    }
}

impl Kubelet {
    /// Asks a Pod's worker for something (`UpdatePod`).
    pub(super) fn update_worker(
        &mut self,
        desk: &mut Desk,
        machine: &mut Machine,
        pod: &Arc<Pod>,
        request: Request,
    ) {
        let uid = &pod.metadata.uid;
        let is_create = matches!(request, Request::Sync(SyncReason::Create, _));
        let kills = matches!(request, Request::Kill(_));
        if self.workers.get(uid).is_none() {
            if kills {
                return;
            }
            self.workers.insert(pod);
        }
        let Some(worker) = self.workers.get_mut(uid) else { return };
        if is_create && worker.is_terminating() {
            worker.restart_requested = true;
            return;
        }
        if worker.state == State::Finished {
            return;
        }
        worker.pod = pod.clone();
        let ends = kills || pod.metadata.deletion_timestamp.is_some();
        if ends && !worker.is_terminating() {
            return self.begin_termination(desk, machine, uid, &request);
        }
        let Some(worker) = self.workers.get_mut(uid) else { return };
        worker.pending = Some((request, desk.cause));
        if worker.run.is_none() {
            self.clock.after(desk, 0, KubeletTimer::Work(uid.clone()));
        }
    }

    /// Lets a worker whose Pod is no longer wanted go on with what it was doing.
    pub(super) fn retry_worker(&mut self, desk: &mut Desk, uid: &Uid) {
        let Some(worker) = self.workers.get_mut(uid) else { return };
        if worker.pending.is_none() {
            worker.pending = Some((Request::Kill(None), desk.cause));
        }
        self.clock.after(desk, 0, KubeletTimer::Work(uid.clone()));
    }

    /// A worker takes its next request (`podWorkerLoop`).
    pub(super) fn work(&mut self, desk: &mut Desk, machine: &mut Machine, uid: &Uid) {
        let Some(worker) = self.workers.get(uid) else { return };
        if worker.run.is_some() || worker.pending.is_none() {
            return;
        }
        if matches!(worker.state, State::Waiting(_)) && !self.may_start(desk, uid) {
            return;
        }
        let looked_at = self.pleg.looked_at(uid);
        let Some(worker) = self.workers.get_mut(uid) else { return };
        if worker.synced_at.is_some_and(|it| looked_at.is_none_or(|looked_at| looked_at <= it)) {
            worker.blocked = true;
            return;
        }
        worker.blocked = false;
        let Some((request, cause)) = worker.pending.take() else { return };
        desk.cause = cause.or(desk.cause);
        match worker.state {
            State::Waiting(_) | State::Syncing => self.sync_pod(desk, machine, uid, request),
            State::Terminating => self.sync_terminating_pod(desk, machine, uid),
            State::Terminated => self.sync_terminated_pod(desk, uid),
            State::Finished => {}
        }
    }

    fn may_start(&mut self, desk: &mut Desk, uid: &Uid) -> bool {
        let Some(worker) = self.workers.get(uid) else { return false };
        let pod = worker.pod.clone();
        if !is_static(&pod) || self.workers.allow_static_pod_start(&pod.full_name(), uid) {
            return true;
        }
        let retry_at = desk.now.plus(desk.dice.jitter(times::BACK_OFF, 50));
        let by = "pkg/kubelet/pod_workers.go allowStaticPodStart";
        let event = Event::PodWaiting { node: self.node().clone(), pod: pod.pod_ref(), retry_at };
        let waiting = desk.note(by, event);
        self.workers.requeue(uid, retry_at, Some(waiting));
        if let Some(worker) = self.workers.get_mut(uid) {
            worker.state = State::Waiting(Some(retry_at));
            // The next try brings its own request, with the mirror known by then.
            worker.pending = None;
        }
        false
    }

    /// A run ended: when is the next (`completeWork`)?
    pub(super) fn complete_work(&mut self, desk: &mut Desk, uid: &Uid, next: Next) {
        let Some(worker) = self.workers.get_mut(uid) else { return };
        worker.run = None;
        worker.synced_at = Some(desk.now);
        let has_more = worker.pending.is_some();
        let wait = match next {
            Next::PhaseChanged => {
                worker.pending.get_or_insert((Request::Kill(None), desk.cause));
                None
            }
            Next::Resync => Some(desk.dice.jitter(times::RESYNC, 50)),
            Next::BackOff => Some(desk.dice.jitter(times::BACK_OFF, 50)),
            Next::At(at) => {
                let left = at.since(desk.now).clamp(1, times::RESYNC);
                Some(desk.dice.jitter(left, 50))
            }
        };
        if let Some(wait) = wait {
            // What a resync brings follows from the passing of time, not from the last run.
            self.workers.requeue(uid, desk.now.plus(wait), None);
        }
        if has_more || wait.is_none() {
            self.clock.after(desk, 0, KubeletTimer::Work(uid.clone()));
        }
    }
}

/// When a Pod is synced again.
#[derive(Clone, Copy, Debug)]
pub enum Next {
    /// At once: it entered its next state.
    PhaseChanged,
    /// After the long period.
    Resync,
    /// After the short one: something failed.
    BackOff,
    /// When a container's back-off is over.
    At(SimTime),
}
