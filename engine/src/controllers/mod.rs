//! The controllers of the control plane and the scheduler: each looks at what is stored and asks
//! for what is missing. They remember only what they have asked for and not yet seen.

mod daemon_set;
mod node_lifecycle;
mod replica_set;
mod scheduler;

use std::collections::BTreeMap;

use trace::object::{Object, OwnerReference, Pod, PodTemplate};
use trace::{Client, EntryId, Event, Uid};

use crate::api::{ApiServer, Ask, Reply};
use crate::desk::Desk;

/// All controllers.
#[derive(Clone, Debug, Default)]
pub struct Controllers {
    /// What each awaited answer is about: an owner's or a Pod's UID.
    awaited: BTreeMap<u64, Uid>,
    n_tickets: u64,
}

impl Controllers {
    /// A controller looks at the world.
    pub fn look(&mut self, desk: &mut Desk, api: &mut ApiServer, controller: &Client) {
        api.heeded(controller);
        if !api.is_up() {
            return;
        }
        match controller {
            Client::ReplicaSetController => self.replica_sets(desk, api),
            Client::DaemonSetController => self.daemon_sets(desk, api),
            Client::Scheduler => self.schedule(desk, api),
            Client::NodeController => self.taint_nodes(desk, api),
            Client::You | Client::Kubelet(_) => {}
        }
    }

    /// An answer came to a controller.
    pub fn on_answer(
        &mut self,
        desk: &mut Desk,
        client: Client,
        ticket: u64,
        request: Option<EntryId>,
        reply: &Reply,
    ) {
        self.awaited.remove(&ticket);
        if let Some(request) = request {
            let answer = reply.answer.clone();
            desk.note("", Event::RequestAnswered { request, client, answer });
        }
    }

    fn n_awaited(&self, about: &Uid) -> usize {
        self.awaited.values().filter(|it| *it == about).count()
    }

    fn ask(&mut self, desk: &mut Desk, by: &'static str, client: Client, about: Uid, ask: Ask) {
        self.n_tickets += 1;
        self.awaited.insert(self.n_tickets, about);
        let cause = desk.cause;
        desk.send(by, client, self.n_tickets, ask);
        desk.cause = cause;
    }
}

/// The Pods a workload controls and that are not on their way out.
fn live_pods_of<'a>(api: &'a ApiServer, owner: &'a Uid) -> impl Iterator<Item = &'a Pod> {
    api.pods().map(AsRef::as_ref).filter(move |pod| {
        pod.metadata.controller().is_some_and(|it| it.uid == *owner)
            && pod.metadata.deletion_timestamp.is_none()
            && !pod.status.phase.is_terminal()
    })
}

/// A Pod from a template (`pkg/controller/controller_utils.go` `GetPodFromTemplate`).
fn pod_from(owner: &Object, kind: &str, template: &PodTemplate) -> Pod {
    let meta = owner.meta();
    let mut pod = Pod { spec: template.spec.clone(), ..Pod::default() };
    pod.metadata.generate_name = format!("{}-", meta.name);
    pod.metadata.namespace.clone_from(&meta.namespace);
    pod.metadata.labels.clone_from(&template.metadata.labels);
    pod.metadata.annotations.clone_from(&template.metadata.annotations);
    pod.metadata.owner_references = vec![OwnerReference {
        api_version: "apps/v1".into(),
        block_owner_deletion: Some(true),
        controller: true,
        kind: kind.into(),
        name: meta.name.clone(),
        uid: meta.uid.clone(),
    }];
    pod
}
