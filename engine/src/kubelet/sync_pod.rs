//! One pass over a Pod that should run (`pkg/kubelet/kubelet.go` `SyncPod`).
//!
//! The order is the kubelet's: status, mirror, then the runtime. What takes time, an answer of the
//! API server or an operation of the runtime, ends the present turn; the pass goes on when it
//! comes.

use std::collections::VecDeque;

use trace::object::Container;
use trace::{EntryId, Event, RuntimeId, SimTime, SyncReason, Uid};

use super::Kubelet;
use super::actions::{Action, Observed, compute_pod_actions};
use super::pod_workers::{Next, Request, State};
use crate::desk::Desk;
use crate::machine::Machine;
use crate::runtime::{Operation, Outcome};
use crate::timer::KubeletTimer;
use crate::times;

/// A pass under way.
#[derive(Clone, Debug)]
pub struct Run {
    pub reason: SyncReason,
    /// The entry that says the pass began, once something came of it.
    pub began: Option<EntryId>,
    /// What led to the pass.
    pub cause: Option<EntryId>,
    /// What is still to be done by the runtime.
    pub steps: VecDeque<Step>,
    /// Operations awaited.
    pub awaited: Vec<u64>,
    /// Whether the runtime was asked for anything.
    pub touched_runtime: bool,
    /// Whether something failed.
    pub failed: bool,
    /// When a crashed container may start again.
    pub retry_at: Option<SimTime>,
}

/// One order to the runtime.
#[derive(Clone, Debug)]
pub enum Step {
    RunSandbox,
    Pull(String),
    Create(Box<Container>),
    Start(RuntimeId),
    Kill(RuntimeId),
    StopSandbox(RuntimeId),
}

impl Run {
    pub const fn new(reason: SyncReason, cause: Option<EntryId>) -> Self {
        Self {
            reason,
            began: None,
            cause,
            steps: VecDeque::new(),
            awaited: Vec::new(),
            touched_runtime: false,
            failed: false,
            retry_at: None,
        }
    }
}

impl Kubelet {
    pub(super) fn sync_pod(
        &mut self,
        desk: &mut Desk,
        machine: &mut Machine,
        uid: &Uid,
        request: Request,
    ) {
        let Request::Sync(reason, mirror) = request else { return };
        let Some(worker) = self.workers.get_mut(uid) else { return };
        let pod = worker.pod.clone();
        let first = worker.state != State::Syncing;
        worker.state = State::Syncing;
        worker.run = Some(Run::new(reason, desk.cause));
        if first {
            self.note_sync(desk, uid);
        }
        self.refresh_status(desk, machine, uid);
        let phase = self.status.phase(uid);
        if phase.is_some_and(trace::object::Phase::is_terminal) {
            return self.end_of_life(desk, machine, uid);
        }
        if super::pod_manager::is_static(&pod)
            && self.reconcile_mirror(desk, uid, &pod, mirror.as_ref())
        {
            return;
        }
        self.sync_runtime(desk, machine, uid);
    }

    /// Notes that a pass began, unless that was noted before. What follows, follows from it.
    pub(super) fn note_sync(&mut self, desk: &mut Desk, uid: &Uid) {
        let node = self.node().clone();
        let Some(worker) = self.workers.get_mut(uid) else { return };
        let pod = worker.pod.pod_ref();
        let Some(run) = worker.run.as_mut() else { return };
        let began = match run.began {
            Some(began) => began,
            None => {
                desk.cause = run.cause;
                let by = "pkg/kubelet/kubelet.go SyncPod";
                desk.note(by, Event::PodSyncBegan { node, pod, reason: run.reason })
            }
        };
        run.began = Some(began);
        desk.cause = Some(began);
    }

    /// Compares the Pod with the runtime and begins what is to be done.
    pub(super) fn sync_runtime(&mut self, desk: &mut Desk, machine: &mut Machine, uid: &Uid) {
        let Some(worker) = self.workers.get_mut(uid) else { return };
        let pod = worker.pod.clone();
        let observed = observe(machine, uid);
        let (actions, retry_at) = compute_pod_actions(&pod, &observed, &self.back_off, desk.now);
        let Some(run) = worker.run.as_mut() else { return };
        run.retry_at = retry_at;
        for action in actions {
            match action {
                Action::CreateSandbox => run.steps.push_back(Step::RunSandbox),
                Action::KillContainer(id) => run.steps.push_back(Step::Kill(id)),
                Action::StartContainer(name) => {
                    let wanted = pod.spec.containers.iter().find(|it| it.name == name);
                    let Some(container) = wanted else { continue };
                    if !machine.runtime.has_image(&container.image) {
                        run.steps.push_back(Step::Pull(container.image.clone()));
                    }
                    run.steps.push_back(Step::Create(Box::new(container.clone())));
                }
            }
        }
        if let Some(until) = retry_at {
            self.note_back_off(desk, uid, until);
        }
        self.next_step(desk, machine, uid);
    }

    fn note_back_off(&mut self, desk: &mut Desk, uid: &Uid, until: SimTime) {
        let Some(worker) = self.workers.get(uid) else { return };
        let (node, pod) = (self.node().clone(), worker.pod.pod_ref());
        let container = worker.pod.spec.containers.first();
        let container = container.map(|it| it.name.clone()).unwrap_or_default();
        if self.status.noted_back_off(uid, until) {
            return;
        }
        let by = "pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff";
        self.note_sync(desk, uid);
        desk.note(by, Event::ContainerBackOff { node, pod, container, until });
    }

    /// Asks the runtime for the next thing, or ends the pass.
    pub(super) fn next_step(&mut self, desk: &mut Desk, machine: &mut Machine, uid: &Uid) {
        let Some(worker) = self.workers.get_mut(uid) else { return };
        let pod = worker.pod.clone();
        let Some(run) = worker.run.as_mut() else { return };
        let Some(step) = run.steps.pop_front() else { return self.pass_ended(desk, machine, uid) };
        if !run.touched_runtime {
            run.touched_runtime = true;
            if worker.state == State::Syncing {
                self.note_sync(desk, uid);
            }
        }
        let reference = pod.pod_ref();
        let operation = match step {
            Step::RunSandbox => Operation::RunSandbox { pod: reference },
            Step::Pull(image) => Operation::Pull { pod: reference, image },
            Step::Create(container) => {
                self.remember_restart(machine, uid, &container, desk.now);
                let sandbox = machine.runtime.sandboxes_of(uid).filter(|it| it.ready).last();
                let Some(sandbox) = sandbox.map(|it| it.id.clone()) else {
                    return self.pass_ended(desk, machine, uid);
                };
                create(reference, sandbox, &container)
            }
            Step::Start(container) => Operation::Start { pod: reference, container },
            Step::Kill(container) => {
                let grace = pod.spec.termination_grace_period_seconds.unwrap_or(30);
                Operation::StopContainer { pod: reference, container, grace }
            }
            Step::StopSandbox(sandbox) => Operation::StopSandbox { pod: reference, sandbox },
        };
        let number = machine.runtime.begin(desk, operation);
        if let Some(run) = self.workers.get_mut(uid).and_then(|it| it.run.as_mut()) {
            run.awaited.push(number);
        }
    }

    /// A container that ended before starts again: the wait for the time after grows.
    fn remember_restart(
        &mut self,
        machine: &Machine,
        uid: &Uid,
        container: &Container,
        now: SimTime,
    ) {
        let newest = machine.runtime.newest(uid, &container.name);
        if let Some(finished_at) = newest.and_then(|it| it.finished_at) {
            let key = (uid.clone(), container.name.clone(), container.image.clone());
            self.back_off.next(key, finished_at, now);
        }
    }

    /// The runtime has done something for a pass.
    pub(super) fn operation_ended(
        &mut self,
        desk: &mut Desk,
        machine: &mut Machine,
        uid: &Uid,
        number: u64,
        outcome: &Outcome,
    ) {
        let Some(worker) = self.workers.get_mut(uid) else { return };
        let Some(run) = worker.run.as_mut() else { return };
        let Some(position) = run.awaited.iter().position(|it| *it == number) else { return };
        run.awaited.remove(position);
        match outcome {
            Outcome::Created(id) => run.steps.push_front(Step::Start(id.clone())),
            Outcome::Failed => run.failed = true,
            Outcome::Done | Outcome::Sandbox => {}
        }
        if !run.awaited.is_empty() {
            return;
        }
        if matches!(outcome, Outcome::Sandbox) {
            // OnPodSandboxReady: the Pod has an address now.
            let cause = desk.cause;
            self.refresh_status(desk, machine, uid);
            desk.cause = cause;
        }
        self.next_step(desk, machine, uid);
    }

    fn pass_ended(&mut self, desk: &mut Desk, machine: &mut Machine, uid: &Uid) {
        let Some(worker) = self.workers.get(uid) else { return };
        let Some(run) = worker.run.as_ref() else { return };
        let (touched, failed, retry_at) = (run.touched_runtime, run.failed, run.retry_at);
        match worker.state {
            State::Terminating => self.containers_stopped(desk, machine, uid),
            State::Waiting(_) | State::Syncing | State::Terminated | State::Finished => {
                if touched {
                    let delay = desk.dice.delay(times::INSPECT);
                    self.clock.after(desk, delay, KubeletTimer::Inspect(uid.clone()));
                }
                let next = match (failed, retry_at) {
                    (true, _) => Next::BackOff,
                    (false, Some(at)) => Next::At(at),
                    (false, None) => Next::Resync,
                };
                self.complete_work(desk, uid, next);
            }
        }
    }
}

fn create(pod: trace::PodRef, sandbox: RuntimeId, container: &Container) -> Operation {
    // The shell of a `busybox` container is process 1 and has no handler for TERM, so the kernel
    // drops the signal; the pause program has one.
    let ignores_term = container.image.starts_with("busybox") && !container.command.is_empty();
    Operation::Create {
        pod,
        sandbox,
        name: container.name.clone(),
        image: container.image.clone(),
        heeds_term: !ignores_term,
    }
}

/// What the runtime has of a Pod.
pub fn observe<'a>(machine: &'a Machine, uid: &Uid) -> Observed<'a> {
    Observed {
        sandbox: machine.runtime.sandboxes_of(uid).last(),
        containers: machine.runtime.containers_of(uid).collect(),
    }
}
