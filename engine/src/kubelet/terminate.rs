//! Stopping a Pod, and freeing what it used (`pkg/kubelet/kubelet.go` `SyncTerminatingPod`,
//! `SyncTerminatedPod`).

use trace::object::Pod;
use trace::{ContainerState, Event, SyncReason, Uid};

use super::Kubelet;
use super::pod_workers::{Next, Request, State};
use super::sync_pod::{Run, Step};
use crate::desk::Desk;
use crate::machine::Machine;
use crate::runtime::Operation;
use crate::timer::KubeletTimer;
use crate::times;

/// The grace a Pod is stopped with: the smallest of what is asked for and its own, at least one
/// second (`pkg/kubelet/pod_workers.go` `calculateEffectiveGracePeriod`).
pub fn effective_grace(pod: &Pod, asked: Option<i64>) -> i64 {
    let own = pod.spec.termination_grace_period_seconds.unwrap_or(30);
    let marked = pod.metadata.deletion_grace_period_seconds;
    asked.or(marked).unwrap_or(own).max(1)
}

impl Kubelet {
    pub(super) fn begin_termination(
        &mut self,
        desk: &mut Desk,
        machine: &mut Machine,
        uid: &Uid,
        request: &Request,
    ) {
        let asked = match request {
            Request::Kill(grace) => *grace,
            Request::Sync(..) => None,
        };
        let node = self.node().clone();
        let Some(worker) = self.workers.get_mut(uid) else { return };
        worker.grace = effective_grace(&worker.pod, asked);
        let (pod, grace_period_seconds) = (worker.pod.pod_ref(), worker.grace);
        let awaited = worker.run.take().map(|it| it.awaited).unwrap_or_default();
        worker.blocked = false;
        if matches!(worker.state, State::Waiting(_)) {
            // It never ran: nothing is to be stopped.
            worker.state = State::Finished;
            worker.pending = None;
            let by = "pkg/kubelet/pod_workers.go cleanupUnstartedPod";
            desk.note_cause(by, Event::PodFinished { node, pod });
            return;
        }
        worker.state = State::Terminating;
        awaited.into_iter().for_each(|it| machine.runtime.cancel(it));
        let by = "pkg/kubelet/pod_workers.go UpdatePod";
        desk.note_cause(by, Event::PodTerminating { node, pod, grace_period_seconds });
        if let Some(worker) = self.workers.get_mut(uid) {
            worker.pending = Some((request.clone(), desk.cause));
        }
        self.clock.after(desk, 0, KubeletTimer::Work(uid.clone()));
    }

    /// A Pod whose containers have all ended for good ends itself.
    pub(super) fn end_of_life(&mut self, desk: &mut Desk, machine: &mut Machine, uid: &Uid) {
        if let Some(worker) = self.workers.get_mut(uid) {
            worker.synced_at = Some(desk.now);
        }
        self.begin_termination(desk, machine, uid, &Request::Kill(None));
    }

    /// Stops every container that runs, at once.
    pub(super) fn sync_terminating_pod(
        &mut self,
        desk: &mut Desk,
        machine: &mut Machine,
        uid: &Uid,
    ) {
        self.refresh_status(desk, machine, uid);
        let Some(worker) = self.workers.get_mut(uid) else { return };
        let (pod, grace) = (worker.pod.pod_ref(), worker.grace);
        let mut run = Run::new(SyncReason::Update, desk.cause);
        run.touched_runtime = true;
        let sandboxes = machine.runtime.sandboxes_of(uid).filter(|it| it.ready);
        run.steps.extend(sandboxes.map(|it| Step::StopSandbox(it.id.clone())));
        let running: Vec<_> = machine
            .runtime
            .containers_of(uid)
            .filter(|it| it.state == ContainerState::Running)
            .map(|it| it.id.clone())
            .collect();
        let cause = desk.cause;
        for container in running {
            desk.cause = cause;
            let pod = pod.clone();
            let stop = Operation::StopContainer { pod, container, grace };
            run.awaited.push(machine.runtime.begin(desk, stop));
        }
        let waits = !run.awaited.is_empty();
        worker.run = Some(run);
        if !waits {
            self.next_step(desk, machine, uid);
        }
    }

    /// All containers have stopped, and the sandbox.
    pub(super) fn containers_stopped(&mut self, desk: &mut Desk, machine: &mut Machine, uid: &Uid) {
        let node = self.node().clone();
        let Some(worker) = self.workers.get_mut(uid) else { return };
        worker.state = State::Terminated;
        let pod = worker.pod.pod_ref();
        let by = "pkg/kubelet/kubelet.go SyncTerminatingPod";
        desk.note_cause(by, Event::PodTerminated { node, pod });
        self.refresh_status(desk, machine, uid);
        self.complete_work(desk, uid, Next::PhaseChanged);
    }

    pub(super) fn sync_terminated_pod(&mut self, desk: &mut Desk, uid: &Uid) {
        let Some(worker) = self.workers.get_mut(uid) else { return };
        worker.run = Some(Run::new(SyncReason::Update, desk.cause));
        self.clock.after(desk, times::FREE_POD, KubeletTimer::Freed(uid.clone()));
    }

    /// Volumes and control groups are gone: the full name is free.
    pub(super) fn freed(&mut self, desk: &mut Desk, machine: &mut Machine, uid: &Uid) {
        let node = self.node().clone();
        let Some(worker) = self.workers.get_mut(uid) else { return };
        if worker.state != State::Terminated {
            return;
        }
        worker.run = None;
        worker.pending = None;
        worker.state = State::Finished;
        let pod = worker.pod.clone();
        self.workers.release(&pod.full_name(), uid);
        let by = "pkg/kubelet/kubelet.go SyncTerminatedPod";
        desk.note_cause(by, Event::PodFinished { node, pod: pod.pod_ref() });
        machine.runtime.remove_containers(desk, uid);
        self.status.may_be_deleted(uid);
        self.clock.after(desk, times::STATUS_SIGNAL, KubeletTimer::StatusSignal);
    }
}
