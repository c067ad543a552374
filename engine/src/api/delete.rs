//! Deletion: a mark, a grace period, and a removal.

use trace::object::{Object, ObjectKey, PodCondition};
use trace::{Answer, Client, Event, Resource, Uid};

use super::{ApiServer, Call, DeleteOptions, Reply, answer};
use crate::desk::Desk;
use crate::timer::Timer;
use crate::times;

/// The grace period of a Pod that names none.
const DEFAULT_GRACE: i64 = 30;

impl ApiServer {
    /// Deletes an object. An eviction is the same deletion, after the condition that says why
    /// (`pkg/registry/core/pod/storage/eviction.go`).
    pub(super) fn delete(
        &mut self,
        desk: &mut Desk,
        call: Call,
        key: &ObjectKey,
        options: &DeleteOptions,
        is_eviction: bool,
    ) {
        match self.deletable(&call.client, key, options) {
            Err(refusal) => answer(desk, &call, refusal),
            Ok(mut object) => {
                if is_eviction {
                    object = self.mark_disruption(desk, object);
                }
                self.begin_deletion(desk, call, object, options);
            }
        }
    }

    /// Says in the Pod's conditions that it was evicted (`addConditionAndDeletePod`).
    fn mark_disruption(&mut self, desk: &mut Desk, mut object: Object) -> Object {
        let Object::Pod(pod) = &mut object else { return object };
        std::sync::Arc::make_mut(pod).status.conditions.push(PodCondition {
            last_transition_time: desk.timestamp(),
            message: "Eviction API: evicting".into(),
            reason: "EvictionByEvictionAPI".into(),
            status: "True".into(),
            kind: "DisruptionTarget".into(),
        });
        let by = "pkg/registry/core/pod/storage/eviction.go addConditionAndDeletePod";
        self.store(desk, by, |object| Event::ObjectModified { object }, object)
    }

    fn deletable(
        &self,
        client: &Client,
        key: &ObjectKey,
        options: &DeleteOptions,
    ) -> Result<Object, Reply> {
        let object = self.objects.get(key).cloned().ok_or_else(|| Reply::not_found(key))?;
        let uid = &object.meta().uid;
        if let Some(wanted) = options.uid.as_ref().filter(|it| *it != uid) {
            let message = format!(
                "Operation cannot be fulfilled on Pod \"{}\": the UID in the precondition \
                 ({wanted}) does not match the UID in record ({uid}). The object might have been \
                 deleted and then recreated",
                key.name
            );
            return Err(Reply::refusal(409, message));
        }
        if let (Client::Kubelet(node), Some(pod)) = (client, object.as_pod())
            && pod.spec.node_name != node.as_str()
        {
            let message = format!(
                "pods \"{}\" is forbidden: node \"{node}\" can only delete pods with \
                 spec.nodeName set to itself",
                key.name
            );
            return Err(Reply::refusal(403, message));
        }
        Ok(object)
    }

    fn begin_deletion(
        &mut self,
        desk: &mut Desk,
        call: Call,
        object: Object,
        options: &DeleteOptions,
    ) {
        let grace = effective_grace(&object, options);
        let key = object.key();
        match object.meta().deletion_grace_period_seconds {
            // Marked already, and only the removal is missing: whoever asks again removes it.
            Some(0) if grace == 0 => {
                self.remove(desk, &key);
                answer(desk, &call, Reply::ok(object));
            }
            // A grace period can only be shortened.
            Some(already) if already <= grace => answer(desk, &call, Reply::ok(object)),
            Some(_) | None => {
                let marked = self.mark(desk, object, grace);
                if grace == 0 {
                    self.remove_soon(desk, call, &marked);
                } else {
                    answer(desk, &call, Reply::ok(marked));
                }
            }
        }
    }

    /// The first of the two writes (`apiserver/pkg/registry/rest/delete.go` `BeforeDelete`).
    fn mark(&mut self, desk: &mut Desk, mut object: Object, grace: i64) -> Object {
        let when = desk.timestamp_in(grace);
        let meta = object.meta_mut();
        meta.deletion_timestamp = Some(when);
        meta.deletion_grace_period_seconds = Some(grace);
        meta.generation += u64::from(meta.generation > 0);
        let by = "apiserver registry/rest/delete.go BeforeDelete";
        self.store(desk, by, |object| Event::ObjectModified { object }, object)
    }

    /// The second write comes a little later; the answer comes after it.
    fn remove_soon(&mut self, desk: &mut Desk, call: Call, marked: &Object) {
        let delay = desk.dice.delay(times::SECOND_WRITE);
        let (key, uid) = (marked.key(), marked.meta().uid.clone());
        desk.after(delay, Timer::Removal { key, uid, call: Box::new(call) });
    }

    /// The second write. Somebody else may have been faster.
    pub fn removal(&mut self, desk: &mut Desk, key: &ObjectKey, uid: &Uid, call: &Call) {
        let found = self.objects.get(key).filter(|it| it.meta().uid == *uid);
        if found.is_some_and(|it| it.meta().finalizers.is_empty()) {
            self.remove(desk, key);
        }
        answer(desk, call, Reply { answer: Answer::ok(200), objects: Vec::new() });
    }
}

/// How long a deletion waits (`pkg/registry/core/pod/strategy.go` `CheckGracefulDelete`).
fn effective_grace(object: &Object, options: &DeleteOptions) -> i64 {
    let Some(pod) = object.as_pod().filter(|_| object.resource() == Resource::Pods) else {
        return 0;
    };
    if pod.spec.node_name.is_empty() || pod.status.phase.is_terminal() {
        return 0;
    }
    let own = pod.spec.termination_grace_period_seconds.unwrap_or(DEFAULT_GRACE);
    options.grace_period_seconds.filter(|it| *it >= 0).unwrap_or(own).max(0)
}
