//! The clean-up pass (`pkg/kubelet/kubelet_pods.go` `HandlePodCleanups`).

use std::sync::Arc;

use trace::object::{ObjectKey, Pod};
use trace::{Event, PodRef, SyncReason, Uid};

use super::pod_workers::{Request, State};
use super::{Kubelet, Ticket};
use crate::api::{Ask, DeleteOptions};
use crate::desk::Desk;
use crate::machine::Machine;
use crate::timer::KubeletTimer;
use crate::times;

/// The grace of a Pod that only the runtime knows, in seconds.
const ORPHAN_GRACE: i64 = 1;

impl Kubelet {
    /// Runs only once every source has delivered: before, nobody can tell what is superfluous.
    pub(super) fn housekeeping(&mut self, desk: &mut Desk, machine: &mut Machine) {
        self.clock.every(desk, times::HOUSEKEEPING, KubeletTimer::Housekeeping);
        if !self.config.all_sources_ready() {
            return;
        }
        self.sync_known_pods(desk, machine);
        self.delete_orphan_mirrors(desk);
        self.create_missing_workers(desk, machine);
        self.kill_unknown_pods(desk, machine);
        desk.cause = None;
    }

    /// Forgets finished Pods and stops live ones that nobody wants (`SyncKnownPods`).
    fn sync_known_pods(&mut self, desk: &mut Desk, machine: &mut Machine) {
        let mut finished = Vec::new();
        let mut unwanted = Vec::new();
        for (uid, worker) in self.workers.iter() {
            let wanted = self.manager.pod(uid).is_some();
            if worker.state == State::Finished {
                if !wanted || worker.restart_requested {
                    finished.push((uid.clone(), worker.pod.pod_ref()));
                }
            } else if !wanted && !worker.is_terminating() {
                unwanted.push(worker.pod.clone());
            }
        }
        for (uid, pod) in finished {
            self.forget(desk, &uid, pod);
        }
        for pod in unwanted {
            desk.cause = None;
            self.update_worker(desk, machine, &pod, Request::Kill(None));
        }
    }

    fn forget(&mut self, desk: &mut Desk, uid: &Uid, pod: PodRef) {
        let wanted = self.manager.pod(uid).is_some();
        self.workers.remove(uid);
        if !wanted {
            self.status.remove(uid);
            self.back_off.forget(uid);
        }
        desk.cause = None;
        let by = "pkg/kubelet/pod_workers.go removeTerminatedWorker";
        desk.note(by, Event::PodForgotten { node: self.node().clone(), pod });
    }

    /// Mirrors of static Pods that are gone are deleted, but not while their containers still
    /// stop.
    fn delete_orphan_mirrors(&mut self, desk: &mut Desk) {
        for mirror in self.manager.orphan_mirrors() {
            let stopping = self.workers.started(&mirror.full_name());
            if stopping.is_some_and(|it| it.state == State::Terminating) {
                continue;
            }
            desk.cause = None;
            let uid = mirror.metadata.uid.clone();
            if self.noted_orphans.insert(uid) {
                let (node, pod) = (self.node().clone(), mirror.pod_ref());
                let by = "pkg/kubelet/kubelet_pods.go deleteOrphanedMirrorPods";
                desk.note_cause(by, Event::OrphanMirrorFound { node, pod });
            }
            self.delete_orphan_mirror(desk, &mirror);
        }
    }

    fn delete_orphan_mirror(&mut self, desk: &mut Desk, mirror: &Pod) {
        let key = ObjectKey::pod(&mirror.metadata.namespace, &mirror.metadata.name);
        let options = DeleteOptions { grace_period_seconds: Some(0), uid: None };
        let ticket = self.ticket(Ticket::Forget);
        let by = "pkg/kubelet/pod/mirror_client.go DeleteMirrorPod";
        desk.send_if_heard(by, self.client(), ticket, Ask::Delete(key, options));
    }

    /// Pods that are wanted and have no worker get one: among them those that were put back while
    /// they were being stopped.
    fn create_missing_workers(&mut self, desk: &mut Desk, machine: &mut Machine) {
        let missing = self.manager.pods().filter(|pod| {
            let is_active = !self
                .status
                .phase(&pod.metadata.uid)
                .is_some_and(trace::object::Phase::is_terminal);
            is_active && self.workers.get(&pod.metadata.uid).is_none()
        });
        let missing: Vec<Arc<Pod>> = missing.cloned().collect();
        for pod in missing {
            desk.cause = desk.last();
            let mirror = self.manager.mirror_of(&pod.full_name());
            self.note_readded(desk, &pod);
            self.update_worker(desk, machine, &pod, Request::Sync(SyncReason::Create, mirror));
        }
    }

    fn note_readded(&self, desk: &mut Desk, pod: &Pod) {
        let source = if super::pod_manager::is_static(pod) {
            trace::Source::File
        } else {
            trace::Source::Api
        };
        let (node, op) = (self.node().clone(), trace::PodOp::Add);
        let by = "pkg/kubelet/kubelet_pods.go HandlePodCleanups";
        let pod = pod.pod_ref();
        desk.note_cause(by, Event::PodUpdated { node, source, op, pod, mirror: false });
    }

    /// Pods that run and that neither a source nor a worker knows are stopped.
    fn kill_unknown_pods(&mut self, desk: &mut Desk, machine: &mut Machine) {
        let unknown: Vec<Arc<Pod>> = machine
            .runtime
            .sandboxes()
            .values()
            .filter(|it| it.ready)
            .filter(|it| self.workers.get(&it.pod.uid).is_none())
            .filter(|it| self.manager.pod(&it.pod.uid).is_none())
            .map(|it| Arc::new(known_only_to_runtime(&it.pod)))
            .collect();
        for pod in unknown {
            desk.cause = None;
            self.workers.insert_orphan(&pod);
            self.update_worker(desk, machine, &pod, Request::Kill(Some(ORPHAN_GRACE)));
        }
    }

    /// Collects the records of Pods that are gone (`kuberuntime_gc.go`).
    pub(super) fn container_gc(&mut self, desk: &mut Desk, machine: &mut Machine) {
        self.clock.every(desk, times::CONTAINER_GC, KubeletTimer::ContainerGc);
        if !self.config.all_sources_ready() {
            return;
        }
        let gone = machine
            .runtime
            .pods()
            .filter(|uid| self.manager.pod(uid).is_none() && self.workers.get(uid).is_none());
        let gone: Vec<Uid> = gone.cloned().collect();
        for uid in gone {
            machine.runtime.remove_containers(desk, &uid);
            machine.runtime.remove_sandboxes(desk, &uid);
        }
    }
}

fn known_only_to_runtime(pod: &PodRef) -> Pod {
    let mut found = Pod::default();
    found.metadata.name.clone_from(&pod.name);
    found.metadata.namespace.clone_from(&pod.namespace);
    found.metadata.uid = pod.uid.clone();
    found
}
