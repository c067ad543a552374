//! The status manager: statuses by static UID, and their way to the API
//! (`pkg/kubelet/status/status_manager.go`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use trace::object::{ObjectKey, Phase, Pod, PodStatus};
use trace::{Answer, EntryId, SimTime, Uid};

use super::pod_manager::is_static;
use super::sync_pod::observe;
use super::{Kubelet, Ticket, pod_status};
use crate::api::{Ask, DeleteOptions};
use crate::desk::Desk;
use crate::machine::Machine;
use crate::timer::KubeletTimer;
use crate::times;

/// All statuses.
#[derive(Clone, Debug, Default)]
pub struct StatusManager {
    cached: BTreeMap<Uid, Cached>,
    /// The version last written to each API object.
    written: BTreeMap<Uid, u64>,
    /// Pods with a status no API object has yet.
    unwritten: BTreeSet<Uid>,
    /// Pods whose status is on its way.
    in_flight: BTreeSet<Uid>,
    is_signalled: bool,
}

#[derive(Clone, Debug)]
struct Cached {
    pod: Arc<Pod>,
    status: PodStatus,
    version: u64,
    cause: Option<EntryId>,
    /// Nothing of the Pod is left on the machine.
    may_be_deleted: bool,
    /// The back-off that was noted last.
    back_off: Option<SimTime>,
}

impl StatusManager {
    /// The phase last computed for a Pod.
    pub fn phase(&self, uid: &Uid) -> Option<Phase> {
        self.cached.get(uid).map(|it| it.status.phase)
    }

    fn status(&self, uid: &Uid) -> Option<&PodStatus> {
        self.cached.get(uid).map(|it| &it.status)
    }

    /// A mirror of this static Pod appeared: its status is written with the next batch. That
    /// alone does not start one.
    pub fn mirror_appeared(&mut self, uid: &Uid) {
        if self.cached.contains_key(uid) {
            self.unwritten.insert(uid.clone());
        }
    }

    /// Nothing of the Pod is left on the machine.
    pub fn may_be_deleted(&mut self, uid: &Uid) {
        if let Some(cached) = self.cached.get_mut(uid) {
            cached.may_be_deleted = true;
            self.unwritten.insert(uid.clone());
        }
    }

    /// Whether this back-off was noted before; it is from now on.
    pub fn noted_back_off(&mut self, uid: &Uid, until: SimTime) -> bool {
        let Some(cached) = self.cached.get_mut(uid) else { return true };
        cached.back_off.replace(until) == Some(until)
    }

    /// Drops a Pod's status.
    pub fn remove(&mut self, uid: &Uid) {
        self.cached.remove(uid);
        self.unwritten.remove(uid);
    }

    /// Takes a status. True when it is new.
    fn set(&mut self, pod: &Arc<Pod>, status: PodStatus, cause: Option<EntryId>) -> bool {
        let uid = pod.metadata.uid.clone();
        let old = self.cached.get(&uid);
        if old.is_some_and(|it| it.status == status) {
            return false;
        }
        let version = old.map_or(1, |it| it.version + 1);
        let back_off = old.and_then(|it| it.back_off);
        let cached =
            Cached { pod: pod.clone(), status, version, cause, may_be_deleted: false, back_off };
        self.cached.insert(uid.clone(), cached);
        self.unwritten.insert(uid);
        true
    }
}

impl Kubelet {
    /// Computes a Pod's status from the runtime and keeps it (`SetPodStatus`).
    pub(super) fn refresh_status(&mut self, desk: &mut Desk, machine: &Machine, uid: &Uid) {
        let Some(worker) = self.workers.get(uid).filter(|it| !it.is_orphan) else { return };
        let pod = worker.pod.clone();
        let observed = observe(machine, uid);
        let status = pod_status::compute(&pod_status::Basis {
            desk,
            pod: &pod,
            observed: &observed,
            old: self.status.status(uid),
            back_off: &self.back_off,
            host_ip: &self.host_ip,
            is_terminated: worker.is_terminating()
                && !matches!(worker.state, super::pod_workers::State::Terminating),
        });
        if self.status.set(&pod, status, desk.cause) && !self.status.is_signalled {
            self.status.is_signalled = true;
            self.clock.after(desk, times::STATUS_SIGNAL, KubeletTimer::StatusSignal);
        }
    }

    /// New statuses are written (`syncBatch(false)`).
    pub(super) fn status_signal(&mut self, desk: &mut Desk) {
        self.status.is_signalled = false;
        for uid in std::mem::take(&mut self.status.unwritten) {
            self.write_status(desk, &uid, false);
        }
    }

    /// All statuses are compared with what the API has (`syncBatch(true)`).
    pub(super) fn status_pass(&mut self, desk: &mut Desk) {
        self.clock.every(desk, times::STATUS_PASS, KubeletTimer::StatusPass);
        self.status.unwritten.clear();
        let all: Vec<Uid> = self.status.cached.keys().cloned().collect();
        for uid in all {
            self.write_status(desk, &uid, true);
        }
    }

    /// Writes a Pod's status to the object the API has of it, if that is needed.
    fn write_status(&mut self, desk: &mut Desk, uid: &Uid, reconcile: bool) {
        let Some(cached) = self.status.cached.get(uid).cloned() else { return };
        let Some(object) = self.api_object(&cached.pod) else { return };
        let target = object.metadata.uid.clone();
        if is_static(&cached.pod) && self.manager.static_uid(&target) != Some(uid) {
            // "Pod was deleted and then recreated, skipping status update".
            self.status.cached.remove(uid);
            return;
        }
        if self.status.in_flight.contains(uid) {
            self.status.unwritten.insert(uid.clone());
            return;
        }
        let is_new = self.status.written.get(&target).is_none_or(|it| *it < cached.version);
        let differs = !pod_status::same(&object.status, &cached.status);
        desk.cause = cached.cause;
        if (is_new || reconcile) && differs {
            self.send_status(desk, uid, target, &cached);
        } else {
            self.status.written.insert(target, cached.version);
            self.delete_finished(desk, &object, &cached);
        }
    }

    /// The object the API has of a Pod: a static Pod's mirror, or the Pod itself.
    fn api_object(&self, pod: &Pod) -> Option<Arc<Pod>> {
        if is_static(pod) {
            self.manager.mirror_of(&pod.full_name())
        } else {
            self.manager.pod(&pod.metadata.uid).cloned()
        }
    }

    fn send_status(&mut self, desk: &mut Desk, uid: &Uid, target: Uid, cached: &Cached) {
        let key = ObjectKey::pod(&cached.pod.metadata.namespace, &cached.pod.metadata.name);
        let ticket =
            Ticket::Status { pod: uid.clone(), object: target.clone(), version: cached.version };
        let ticket = self.ticket(ticket);
        self.status.in_flight.insert(uid.clone());
        let ask = Ask::PatchStatus(key, target, Box::new(cached.status.clone()));
        let by = "pkg/kubelet/status/status_manager.go syncPod";
        desk.send_if_heard(by, self.client(), ticket, ask);
    }

    pub(super) fn status_written(
        &mut self,
        desk: &mut Desk,
        pod: &Uid,
        object: &Uid,
        version: u64,
        answer: &Answer,
    ) {
        self.status.in_flight.remove(pod);
        if !answer.is_success() {
            return;
        }
        self.status.written.insert(object.clone(), version);
        let newer = self.status.cached.get(pod).is_some_and(|it| it.version > version);
        let deletable = self.status.cached.get(pod).is_some_and(|it| it.may_be_deleted);
        if newer || deletable {
            self.status.unwritten.insert(pod.clone());
            self.clock.after(desk, times::STATUS_SIGNAL, KubeletTimer::StatusSignal);
        }
    }

    /// The last act of an ordinary Pod's deletion. A mirror's is never ended here
    /// (`canBeDeleted`).
    fn delete_finished(&mut self, desk: &mut Desk, object: &Pod, cached: &Cached) {
        let deleting = object.metadata.deletion_timestamp.is_some();
        if !cached.may_be_deleted || !deleting || is_static(&cached.pod) {
            return;
        }
        let key = ObjectKey::pod(&object.metadata.namespace, &object.metadata.name);
        let uid = Some(object.metadata.uid.clone());
        let options = DeleteOptions { grace_period_seconds: Some(0), uid };
        let ticket = self.ticket(Ticket::Forget);
        let by = "pkg/kubelet/status/status_manager.go syncPod";
        desk.send_if_heard(by, self.client(), ticket, Ask::Delete(key, options));
    }
}
