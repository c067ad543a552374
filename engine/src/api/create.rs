//! Creating and binding.

use std::sync::Arc;

use trace::object::{Object, ObjectKey, Phase, Pod, PodCondition};
use trace::{Answer, Client, Event, NodeName};

use super::{ApiServer, Call, NAMESPACES, Reply, admission, answer, is_namespaced, validation};
use crate::desk::Desk;

impl ApiServer {
    /// Puts an object into the store that was there before the simulation began.
    pub fn seed(&mut self, desk: &mut Desk, mut object: Object) {
        stamp(desk, &mut object);
        self.store(desk, "", |object| Event::ObjectCreated { object }, object);
    }

    pub(super) fn create(&mut self, desk: &mut Desk, call: &Call, mut object: Object) {
        let reply = match self.prepare(desk, &call.client, &mut object) {
            Err(refusal) => refusal,
            Ok(()) => {
                stamp(desk, &mut object);
                let by = "apiserver registry/generic/registry/store.go Create";
                let stored = self.store(desk, by, |object| Event::ObjectCreated { object }, object);
                Reply { answer: Answer::ok(201), objects: vec![stored] }
            }
        };
        answer(desk, call, reply);
    }

    /// Everything between a request's arrival and the write.
    fn prepare(&self, desk: &mut Desk, client: &Client, object: &mut Object) -> Result<(), Reply> {
        let meta = object.meta_mut();
        if meta.name.is_empty() && !meta.generate_name.is_empty() {
            meta.name = format!("{}{}", meta.generate_name, desk.dice.name_suffix());
        }
        let key = object.key();
        if is_namespaced(key.resource) && !NAMESPACES.contains(&key.namespace.as_str()) {
            let message = format!("namespaces \"{}\" not found", key.namespace);
            return Err(Reply::refusal(404, message));
        }
        if let Object::Pod(pod) = object {
            let pod = Arc::make_mut(pod);
            admission::admit(pod);
            self.node_restriction(client, pod)?;
            validation::validate_create(pod).map_err(|it| Reply::refusal(422, it))?;
            begin_status(desk, pod);
        }
        match self.objects.get(&key) {
            None => Ok(()),
            Some(it) => {
                let deleting = it.meta().deletion_timestamp.is_some();
                let being = if deleting { "object is being deleted: " } else { "" };
                let message = format!("{being}{} \"{}\" already exists", key.resource, key.name);
                Err(Reply::refusal(409, message))
            }
        }
    }

    fn node_restriction(&self, client: &Client, pod: &Pod) -> Result<(), Reply> {
        let Client::Kubelet(node) = client else { return Ok(()) };
        let object = self.objects.get(&ObjectKey::node(node.as_str()));
        let uid = object.map(|it| &it.meta().uid);
        admission::node_restriction(node, uid, pod).map_err(|it| {
            let name = &pod.metadata.name;
            Reply::refusal(403, format!("pods \"{name}\" is forbidden: {it}"))
        })
    }

    pub(super) fn bind(&mut self, desk: &mut Desk, call: &Call, key: &ObjectKey, node: &NodeName) {
        let reply = match self.objects.get(key).and_then(Object::as_pod).cloned() {
            None => Reply::not_found(key),
            Some(pod) if !pod.spec.node_name.is_empty() => Reply::refusal(
                409,
                format!(
                    "Operation cannot be fulfilled on pods/binding \"{}\": pod {} is already \
                     assigned to node \"{}\"",
                    key.name, key.name, pod.spec.node_name
                ),
            ),
            Some(mut pod) => {
                let changed = Arc::make_mut(&mut pod);
                changed.spec.node_name = node.to_string();
                set_condition(desk, changed, "PodScheduled", "True");
                let by = "pkg/registry/core/pod/storage/storage.go assignPod";
                let object = Object::Pod(pod);
                Reply::ok(self.store(desk, by, |object| Event::ObjectModified { object }, object))
            }
        };
        answer(desk, call, reply);
    }
}

/// What the API server alone may set (`apiserver/pkg/registry/rest/create.go` `BeforeCreate`).
fn stamp(desk: &mut Desk, object: &mut Object) {
    let (uid, now) = (desk.dice.uuid(), desk.timestamp());
    let counts_generations = !matches!(object, Object::Node(_));
    let meta = object.meta_mut();
    meta.uid = uid;
    meta.creation_timestamp = now;
    meta.generation = u64::from(counts_generations);
    meta.deletion_timestamp = None;
    meta.deletion_grace_period_seconds = None;
}

/// `pkg/registry/core/pod/strategy.go` `PrepareForCreate`.
fn begin_status(desk: &Desk, pod: &mut Pod) {
    pod.status = trace::object::PodStatus {
        phase: Phase::Pending,
        qos_class: crate::kubelet::qos_class(&pod.spec).into(),
        ..Default::default()
    };
    if !pod.spec.node_name.is_empty() && !pod.is_mirror() {
        set_condition(desk, pod, "PodScheduled", "True");
    }
}

fn set_condition(desk: &Desk, pod: &mut Pod, kind: &str, status: &str) {
    pod.status.conditions.retain(|it| it.kind != kind);
    pod.status.conditions.push(PodCondition {
        last_transition_time: desk.timestamp(),
        status: status.into(),
        kind: kind.into(),
        ..Default::default()
    });
}
