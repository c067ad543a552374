//! Mirror reconciliation (`pkg/kubelet/kubelet.go` `tryReconcileMirrorPods`,
//! `pkg/kubelet/pod/mirror_client.go`).

use std::sync::Arc;

use trace::object::{CONFIG_HASH, CONFIG_MIRROR, Object, ObjectKey, OwnerReference, Pod};
use trace::{Answer, Event, MirrorDecision, Uid};

use super::{Kubelet, Ticket};
use crate::api::{Ask, DeleteOptions};
use crate::desk::Desk;
use crate::machine::Machine;

/// What to do about a mirror: a pure function of exactly four things, the mirror's name,
/// namespace, annotation and deletion mark. Labels, spec and status are not looked at.
pub fn decide_mirror(pod: &Pod, mirror: Option<&Pod>, node_known: bool) -> Option<MirrorDecision> {
    match mirror {
        Some(it) if it.metadata.deletion_timestamp.is_some() || !is_mirror_of(it, pod) => {
            Some(MirrorDecision::Delete { mirror: it.metadata.uid.clone() })
        }
        Some(_) => None,
        None if node_known => Some(MirrorDecision::Create),
        None => Some(MirrorDecision::NodeUnknown),
    }
}

/// `mirror_client.go` `IsMirrorPodOf`.
fn is_mirror_of(mirror: &Pod, pod: &Pod) -> bool {
    mirror.metadata.name == pod.metadata.name
        && mirror.metadata.namespace == pod.metadata.namespace
        && mirror.is_mirror()
        && mirror.mirror_hash() == static_hash(pod)
}

fn static_hash(pod: &Pod) -> &str {
    pod.metadata.annotations.get(CONFIG_HASH).map_or("", String::as_str)
}

impl Kubelet {
    /// Puts the mirror right. True when the pass must wait for an answer.
    pub(super) fn reconcile_mirror(
        &mut self,
        desk: &mut Desk,
        uid: &Uid,
        pod: &Arc<Pod>,
        mirror: Option<&Arc<Pod>>,
    ) -> bool {
        let node_known = self.node_object.is_some();
        let Some(decision) = decide_mirror(pod, mirror.map(AsRef::as_ref), node_known) else {
            return false;
        };
        if matches!(decision, MirrorDecision::NodeUnknown) {
            self.note_node_unknown(desk, uid, pod);
            return false;
        }
        self.note_sync(desk, uid);
        self.note_decision(desk, pod, &decision);
        match decision {
            MirrorDecision::Delete { mirror } => {
                let ticket = self.ticket(Ticket::MirrorDelete(uid.clone()));
                self.send_mirror_delete(desk, pod, mirror, ticket);
            }
            MirrorDecision::Create => {
                let ticket = self.ticket(Ticket::MirrorCreate(uid.clone()));
                self.send_mirror_create(desk, pod, ticket);
            }
            MirrorDecision::NodeUnknown => {}
        }
        true
    }

    /// The same outside a worker's pass, at the kubelet's start.
    pub(super) fn publish_mirror(
        &mut self,
        desk: &mut Desk,
        pod: &Arc<Pod>,
        mirror: Option<&Arc<Pod>>,
    ) {
        let cause = desk.cause;
        let decision = decide_mirror(pod, mirror.map(AsRef::as_ref), true);
        if let Some(decision) = decision.filter(|it| *it == MirrorDecision::Create) {
            self.note_decision(desk, pod, &decision);
            let ticket = self.ticket(Ticket::Forget);
            self.send_mirror_create(desk, pod, ticket);
        }
        desk.cause = cause;
    }

    fn note_decision(&self, desk: &mut Desk, pod: &Pod, decision: &MirrorDecision) {
        let (node, pod, decision) = (self.node().clone(), pod.pod_ref(), decision.clone());
        let by = "pkg/kubelet/kubelet.go tryReconcileMirrorPods";
        desk.note_cause(by, Event::MirrorDecided { node, pod, decision });
    }

    /// Said once per worker; each later pass finds the same and changes nothing.
    fn note_node_unknown(&mut self, desk: &mut Desk, uid: &Uid, pod: &Pod) {
        let Some(worker) = self.workers.get_mut(uid) else { return };
        if std::mem::replace(&mut worker.noted_node_unknown, true) {
            return;
        }
        self.note_sync(desk, uid);
        let cause = desk.cause;
        self.note_decision(desk, pod, &MirrorDecision::NodeUnknown);
        desk.cause = cause;
    }

    fn send_mirror_delete(&self, desk: &mut Desk, pod: &Pod, mirror: Uid, ticket: u64) {
        let key = ObjectKey::pod(&pod.metadata.namespace, &pod.metadata.name);
        let options = DeleteOptions { grace_period_seconds: Some(0), uid: Some(mirror) };
        let by = "pkg/kubelet/pod/mirror_client.go DeleteMirrorPod";
        desk.send(by, self.client(), ticket, Ask::Delete(key, options));
    }

    fn send_mirror_create(&self, desk: &mut Desk, pod: &Pod, ticket: u64) {
        let Some(node) = self.node_object.as_ref() else { return };
        let mirror = mirror_of(pod, self.node().as_str(), &node.metadata.uid);
        let by = "pkg/kubelet/pod/mirror_client.go CreateMirrorPod";
        desk.send(by, self.client(), ticket, Ask::Create(Object::Pod(Arc::new(mirror))));
    }

    /// Only a deletion that succeeded leads to a creation.
    pub(super) fn mirror_deleted(
        &mut self,
        desk: &mut Desk,
        machine: &mut Machine,
        uid: &Uid,
        answer: &Answer,
    ) {
        let Some(worker) = self.workers.get(uid).filter(|it| it.run.is_some()) else { return };
        if worker.is_terminating() {
            return;
        }
        let pod = worker.pod.clone();
        if answer.is_success() && self.node_object.is_some() {
            self.note_decision(desk, &pod, &MirrorDecision::Create);
            let ticket = self.ticket(Ticket::MirrorCreate(uid.clone()));
            return self.send_mirror_create(desk, &pod, ticket);
        }
        self.sync_runtime(desk, machine, uid);
    }

    /// A refusal is logged and ignored: the container runs all the same.
    pub(super) fn mirror_created(&mut self, desk: &mut Desk, machine: &mut Machine, uid: &Uid) {
        let Some(worker) = self.workers.get(uid).filter(|it| it.run.is_some()) else { return };
        if !worker.is_terminating() {
            self.sync_runtime(desk, machine, uid);
        }
    }
}

/// The mirror of a static Pod (`mirror_client.go` `CreateMirrorPod`).
fn mirror_of(pod: &Pod, node: &str, node_uid: &Uid) -> Pod {
    let mut mirror = pod.clone();
    let hash = static_hash(pod).to_owned();
    mirror.metadata.annotations.insert(CONFIG_MIRROR.into(), hash);
    mirror.metadata.uid = Uid::default();
    mirror.metadata.owner_references = vec![OwnerReference {
        api_version: "v1".into(),
        block_owner_deletion: None,
        controller: true,
        kind: "Node".into(),
        name: node.into(),
        uid: node_uid.clone(),
    }];
    mirror
}

#[cfg(test)]
mod tests {
    use super::*;

    fn static_pod(hash: &str) -> Pod {
        let mut pod = Pod::default();
        pod.metadata.name = "web-node1".into();
        pod.metadata.namespace = "default".into();
        pod.metadata.annotations.insert(CONFIG_HASH.into(), hash.into());
        pod
    }

    fn mirror(hash: &str, change: impl Fn(&mut Pod)) -> Pod {
        let mut mirror = mirror_of(&static_pod(hash), "node1", &"node-uid".into());
        mirror.metadata.uid = "m".into();
        change(&mut mirror);
        mirror
    }

    fn check(mirror: Option<&Pod>, node_known: bool, expected: Option<MirrorDecision>) {
        assert_eq!(decide_mirror(&static_pod("7d1e"), mirror, node_known), expected);
    }

    fn delete() -> Option<MirrorDecision> {
        Some(MirrorDecision::Delete { mirror: "m".into() })
    }

    #[test]
    fn a_missing_mirror_is_created_once_the_node_is_known() {
        check(None, true, Some(MirrorDecision::Create));
        check(None, false, Some(MirrorDecision::NodeUnknown));
    }

    #[test]
    fn a_mirror_of_another_hash_is_deleted() {
        check(Some(&mirror("a04b", |_| {})), true, delete());
    }

    #[test]
    fn a_mirror_that_is_being_deleted_is_deleted_for_good() {
        let change = |it: &mut Pod| it.metadata.deletion_timestamp = Some("soon".into());
        check(Some(&mirror("7d1e", change)), true, delete());
    }

    #[test]
    fn labels_images_and_status_of_a_mirror_are_not_looked_at() {
        let change = |it: &mut Pod| {
            it.metadata.labels.insert("a".into(), "b".into());
            it.spec.containers.push(trace::object::Container::default());
            it.status.phase = trace::object::Phase::Failed;
        };
        check(Some(&mirror("7d1e", change)), true, None);
    }
}
