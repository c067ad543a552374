//! What the sync loop does with each update (`pkg/kubelet/kubelet.go` `syncLoopIteration`,
//! `HandlePodAdditions` and its siblings).

use std::sync::Arc;

use trace::object::Pod;
use trace::{Event, PodOp, Source, SyncReason};

use super::Kubelet;
use super::pod_config::Update;
use super::pod_workers::Request;
use crate::desk::Desk;
use crate::machine::Machine;
use crate::timer::KubeletTimer;
use crate::times;

impl Kubelet {
    pub(super) fn handle_updates(
        &mut self,
        desk: &mut Desk,
        machine: &mut Machine,
        source: Source,
        updates: Vec<Update>,
    ) {
        let cause = desk.cause;
        for (op, pod) in updates {
            desk.cause = cause;
            // A reconciled status changes nothing here, so it is no entry.
            if op != PodOp::Reconcile {
                let by = match op {
                    PodOp::Add => "pkg/kubelet/kubelet.go HandlePodAdditions",
                    PodOp::Remove => "pkg/kubelet/kubelet.go HandlePodRemoves",
                    PodOp::Update | PodOp::Delete => "pkg/kubelet/kubelet.go HandlePodUpdates",
                    PodOp::Reconcile => "pkg/kubelet/kubelet.go HandlePodReconcile",
                };
                let (node, mirror) = (self.node().clone(), pod.is_mirror());
                let event = Event::PodUpdated { node, source, op, pod: pod.pod_ref(), mirror };
                desk.note_cause(by, event);
            }
            self.handle_update(desk, machine, op, &pod);
        }
        desk.cause = cause;
    }

    fn handle_update(&mut self, desk: &mut Desk, machine: &mut Machine, op: PodOp, pod: &Arc<Pod>) {
        match op {
            PodOp::Add | PodOp::Update | PodOp::Delete | PodOp::Reconcile => {
                self.manager.put(pod);
            }
            PodOp::Remove => self.manager.remove(pod),
        }
        if pod.is_mirror() {
            return self.handle_mirror_update(desk, machine, op, pod);
        }
        let mirror = self.manager.mirror_of(&pod.full_name());
        match op {
            PodOp::Add => {
                self.update_worker(desk, machine, pod, Request::Sync(SyncReason::Create, mirror));
            }
            PodOp::Update | PodOp::Delete => {
                self.update_worker(desk, machine, pod, Request::Sync(SyncReason::Update, mirror));
            }
            // Without this rule a kubelet that cannot reach its API server would kill Pods that
            // are merely not listed yet.
            PodOp::Remove if self.config.all_sources_ready() => {
                self.update_worker(desk, machine, pod, Request::Kill(None));
            }
            PodOp::Remove | PodOp::Reconcile => {}
        }
    }

    /// A mirror is never run. It is handed to the worker of the static Pod it stands for; a
    /// removed one in the state last seen.
    fn handle_mirror_update(
        &mut self,
        desk: &mut Desk,
        machine: &mut Machine,
        op: PodOp,
        mirror: &Arc<Pod>,
    ) {
        let Some(pod) = self.manager.pod_by_name(&mirror.full_name()).cloned() else { return };
        match op {
            PodOp::Add | PodOp::Update | PodOp::Delete | PodOp::Remove => {
                if op == PodOp::Add {
                    self.status.mirror_appeared(&pod.metadata.uid);
                }
                let request = Request::Sync(SyncReason::Update, Some(mirror.clone()));
                self.update_worker(desk, machine, &pod, request);
            }
            PodOp::Reconcile => {}
        }
    }

    /// Pods that are due are synced (`getPodsToSync`).
    pub(super) fn sync_tick(&mut self, desk: &mut Desk, machine: &mut Machine) {
        self.clock.every(desk, times::SYNC_TICK, KubeletTimer::SyncTick);
        for (uid, cause) in self.workers.take_due(desk.now) {
            desk.cause = cause;
            self.sync_known(desk, machine, &uid);
        }
    }

    /// Asks for a sync of a Pod with the mirror known now.
    pub(super) fn sync_known(&mut self, desk: &mut Desk, machine: &mut Machine, uid: &trace::Uid) {
        match self.manager.pod(uid).cloned() {
            Some(pod) => {
                let mirror = self.manager.mirror_of(&pod.full_name());
                self.update_worker(desk, machine, &pod, Request::Sync(SyncReason::Sync, mirror));
            }
            None => self.retry_worker(desk, uid),
        }
    }
}
