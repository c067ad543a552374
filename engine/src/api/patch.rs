//! Changing what is stored.

use std::sync::Arc;

use serde_json::Value;
use trace::object::{Object, ObjectKey, Phase, Pod, PodStatus, Taint};
use trace::{Event, Uid};

use super::{ApiServer, Call, Reply, answer, validation};
use crate::desk::Desk;

/// The taint of a cordoned node.
pub const UNSCHEDULABLE: &str = "node.kubernetes.io/unschedulable";

/// A change to an object.
#[derive(Clone, Debug)]
pub enum Patch {
    /// A strategic merge patch of a Pod, as kubectl sends it.
    Strategic(Value),
    /// `spec.unschedulable` of a Node.
    Unschedulable(bool),
    /// The taint that follows `spec.unschedulable`.
    UnschedulableTaint(bool),
    /// The status of a ReplicaSet: replicas, ready replicas.
    ReplicaSetStatus(u32, u32),
    /// The status of a DaemonSet: scheduled, wanted, ready.
    DaemonSetStatus(u32, u32, u32),
    /// A Pod that no node takes (`PodScheduled` False).
    NotScheduled(String),
}

impl ApiServer {
    pub(super) fn patch(&mut self, desk: &mut Desk, call: &Call, key: &ObjectKey, patch: &Patch) {
        let Some(old) = self.objects.get(key).cloned() else {
            return answer(desk, call, Reply::not_found(key));
        };
        let reply = match patched(desk, &old, patch) {
            Err(refusal) => refusal,
            Ok(new) if new == old => Reply::ok(old),
            Ok(new) => {
                let by = "apiserver registry/generic/registry/store.go Update";
                Reply::ok(self.store(desk, by, |object| Event::ObjectModified { object }, new))
            }
        };
        answer(desk, call, reply);
    }

    pub(super) fn patch_status(
        &mut self,
        desk: &mut Desk,
        call: &Call,
        key: &ObjectKey,
        uid: &Uid,
        status: PodStatus,
    ) {
        let Some(old) = self.objects.get(key).and_then(Object::as_pod).cloned() else {
            return answer(desk, call, Reply::not_found(key));
        };
        if old.metadata.uid != *uid {
            let message = format!(
                "Operation cannot be fulfilled on pods \"{}\": Precondition failed: UID in \
                 precondition: {uid}, UID in object meta: {}",
                key.name, old.metadata.uid
            );
            return answer(desk, call, Reply::refusal(409, message));
        }
        let mut new = old.clone();
        let qos_class = old.status.qos_class.clone();
        Arc::make_mut(&mut new).status = PodStatus { qos_class, ..status };
        if new == old {
            return answer(desk, call, Reply::ok(Object::Pod(old)));
        }
        let by = "apiserver registry/generic/registry/store.go Update";
        let object = Object::Pod(new);
        let stored = self.store(desk, by, |object| Event::ObjectModified { object }, object);
        answer(desk, call, Reply::ok(stored));
    }
}

fn patched(desk: &Desk, old: &Object, patch: &Patch) -> Result<Object, Reply> {
    let mut new = old.clone();
    match (patch, &mut new) {
        (Patch::Strategic(patch), Object::Pod(pod)) => {
            *pod = Arc::new(patched_pod(pod, patch)?);
        }
        (Patch::Unschedulable(wanted), Object::Node(node)) => {
            Arc::make_mut(node).spec.unschedulable = *wanted;
        }
        (Patch::UnschedulableTaint(wanted), Object::Node(node)) => {
            let taints = &mut Arc::make_mut(node).spec.taints;
            taints.retain(|it| it.key != UNSCHEDULABLE);
            if *wanted {
                taints.push(Taint {
                    effect: "NoSchedule".into(),
                    key: UNSCHEDULABLE.into(),
                    time_added: desk.timestamp(),
                });
            }
        }
        (Patch::ReplicaSetStatus(replicas, ready), Object::ReplicaSet(it)) => {
            let status = &mut Arc::make_mut(it).status;
            (status.replicas, status.ready_replicas) = (*replicas, *ready);
        }
        (Patch::DaemonSetStatus(scheduled, wanted, ready), Object::DaemonSet(it)) => {
            let status = &mut Arc::make_mut(it).status;
            status.current_number_scheduled = *scheduled;
            status.desired_number_scheduled = *wanted;
            status.number_ready = *ready;
        }
        (Patch::NotScheduled(message), Object::Pod(pod)) => {
            not_scheduled(desk, Arc::make_mut(pod), message);
        }
        (_, _) => {
            let kind = old.resource();
            return Err(Reply::refusal(400, format!("this patch does not fit {kind}")));
        }
    }
    Ok(new)
}

fn not_scheduled(desk: &Desk, pod: &mut Pod, message: &str) {
    let already = pod.status.conditions.iter().any(|it| it.kind == "PodScheduled");
    if already || pod.status.phase != Phase::Pending {
        return;
    }
    pod.status.conditions.push(trace::object::PodCondition {
        last_transition_time: desk.timestamp(),
        message: message.into(),
        reason: "Unschedulable".into(),
        status: "False".into(),
        kind: "PodScheduled".into(),
    });
}

fn patched_pod(old: &Pod, patch: &Value) -> Result<Pod, Reply> {
    let mut value = serde_json::to_value(old).expect("a Pod has only string keys");
    strategic_merge(&mut value, patch);
    let mut new: Pod =
        serde_json::from_value(value).map_err(|it| Reply::refusal(400, it.to_string()))?;
    validation::validate_update(&new, old).map_err(|it| Reply::refusal(422, it))?;
    if new.spec != old.spec {
        new.metadata.generation += 1;
    }
    Ok(new)
}

/// Merges as Kubernetes merges Pods: maps by key, `null` deletes, lists of named things by name,
/// other lists as a whole (`apimachinery/pkg/util/strategicpatch/patch.go`).
fn strategic_merge(target: &mut Value, patch: &Value) {
    let (Value::Object(target), Value::Object(patch)) = (&mut *target, patch) else {
        *target = patch.clone();
        return;
    };
    for (key, change) in patch {
        match (target.get_mut(key), change) {
            (_, Value::Null) => {
                target.remove(key);
            }
            (Some(Value::Array(items)), Value::Array(changes)) if merges_by_name(key) => {
                merge_named(items, changes);
            }
            (Some(existing), _) => strategic_merge(existing, change),
            (None, _) => {
                target.insert(key.clone(), change.clone());
            }
        }
    }
}

fn merges_by_name(key: &str) -> bool {
    matches!(key, "containers" | "env" | "volumes")
}

fn merge_named(items: &mut Vec<Value>, changes: &[Value]) {
    for change in changes {
        let name = change.get("name");
        match items.iter_mut().find(|it| it.get("name") == name) {
            Some(item) => strategic_merge(item, change),
            None => items.push(change.clone()),
        }
    }
}
