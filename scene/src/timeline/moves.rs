//! Which facts are seen to happen, where, and for how long. Most are silent: they take no time
//! of the viewer's, and what they changed is simply there.

use std::sync::Arc;

use trace::object::{Object, Pod};
use trace::{
    Client, Entry, Event, NodeName, PodOp, Request, Resource, Source, SyncReason, Verb, View,
};

use super::cast::PodName;
use super::marks::speaks;
use crate::motion::{
    ACKNOWLEDGE, APPEAR, CHANGE, CONTAINER_STARTS, GO, MIRROR_APPEARS, MIRROR_GOES, SYNC_TURN,
    TRAVEL, TYPE,
};

/// The way a message takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// From the manifest directory to the kubelet.
    Read,
    /// From the kubelet to the container runtime.
    Cri,
    /// From the kubelet through the glass to the API server.
    Write,
    /// From the API server through the glass to the kubelet.
    Watch,
    /// From a person to the API server.
    Command,
    /// No way: something changes in its place.
    Place,
}

/// How a fact is seen to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moves {
    /// The way its message takes.
    pub lane: Lane,
    /// How long the message is under way; 0 for what changes in its place.
    pub travel: u32,
    /// How long the change it brings takes.
    pub effect: u32,
    /// Whether what follows waits for its end.
    pub waits: bool,
}

/// What decides how a fact is seen: who is looked at, and what was there before.
pub(super) struct Stage<'a> {
    pub entries: &'a [Entry],
    pub node: &'a NodeName,
    pub focus: Option<&'a PodName>,
    pub before: &'a View,
}

const SILENT: Moves = Moves { lane: Lane::Place, travel: 0, effect: 0, waits: true };

const fn place(effect: u32) -> Moves {
    Moves { effect, ..SILENT }
}

const fn travel(lane: Lane, effect: u32) -> Moves {
    Moves { lane, travel: TRAVEL, effect, waits: true }
}

impl Moves {
    pub(super) const fn is_silent(self) -> bool {
        self.travel == 0 && self.effect == 0
    }
}

impl Stage<'_> {
    /// How an entry is seen to happen. What happens on other machines is not.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest happens on the machine")]
    pub(super) fn moves(&self, entry: &Entry) -> Moves {
        if entry.event.node().is_some_and(|it| it != self.node) {
            return SILENT;
        }
        match &entry.event {
            Event::ApiServerUp => place(CONTAINER_STARTS),
            Event::ApiServerDown => place(GO),
            Event::CommandTyped { .. } => place(TYPE),
            Event::CommandPrinted { .. } | Event::CommandExited { .. } => place(CHANGE),
            Event::DrainSorted { .. } => place(GO),
            Event::FaultSet { .. } => SILENT,
            Event::RequestSent { client, request } => self.request(entry, client, request),
            Event::RequestAnswered { client, answer, .. } => match client {
                Client::You => place(CHANGE),
                Client::Kubelet(_) if speaks(client, self.node) && !answer.is_success() => {
                    place(ACKNOWLEDGE)
                }
                Client::Kubelet(_)
                | Client::Scheduler
                | Client::ReplicaSetController
                | Client::DaemonSetController
                | Client::NodeController => SILENT,
            },
            Event::ObjectCreated { object }
            | Event::ObjectModified { object }
            | Event::ObjectDeleted { object } => self.object(entry, object),
            // The kubelet's own doing comes back on its watch; only what others did is news.
            Event::PodUpdated { source: Source::Api, .. } if self.is_own(entry) => SILENT,
            event => self.on_the_machine(event),
        }
    }

    fn is_own(&self, entry: &Entry) -> bool {
        is_own(self.entries, entry, self.node)
    }

    fn is_focus(&self, event: &Event) -> bool {
        PodName::of(event).is_some_and(|pod| Some(&pod) == self.focus)
    }

    fn request(&self, entry: &Entry, client: &Client, request: &Request) -> Moves {
        let about_focus = request.resource == Resource::Pods
            && self.focus.is_some_and(|it| it.is(&request.namespace, &request.name));
        let writes = !matches!(request.verb, Verb::Get | Verb::List);
        match client {
            Client::You => travel(Lane::Command, 0),
            Client::Kubelet(node) if node == self.node && writes => {
                let registers = request.resource == Resource::Nodes && request.verb == Verb::Create;
                let seen = registers || (about_focus && !self.is_idle_report(entry, request));
                if seen { travel(Lane::Write, 0) } else { SILENT }
            }
            Client::Kubelet(_)
            | Client::Scheduler
            | Client::ReplicaSetController
            | Client::DaemonSetController
            | Client::NodeController => SILENT,
        }
    }

    /// Whether a status report will leave the picture as it is.
    fn is_idle_report(&self, entry: &Entry, request: &Request) -> bool {
        if request.verb != Verb::PatchStatus {
            return false;
        }
        let before = self.before.pod(&request.namespace, &request.name);
        let after = self.entries.get(entry.id.index() + 1..).unwrap_or_default();
        let mut effects = after.iter().take(12).filter(|it| it.cause == Some(entry.id));
        effects.any(|it| match (&it.event, before) {
            (Event::ObjectModified { object }, Some(before)) => {
                object.as_pod().is_some_and(|it| looks_the_same(before, it))
            }
            _ => false,
        })
    }

    fn object(&self, entry: &Entry, object: &Object) -> Moves {
        let before = self.before.objects.get(&object.key());
        match object {
            Object::Node(node) if node.metadata.name == self.node.as_str() => {
                let was = before.and_then(Object::as_node);
                match was {
                    Some(was) if was.spec.unschedulable == node.spec.unschedulable => SILENT,
                    Some(_) | None => place(APPEAR),
                }
            }
            Object::Pod(pod) if pod.spec.node_name == self.node.as_str() => {
                self.pod_object(entry, pod, before.and_then(Object::as_pod))
            }
            Object::Node(_) | Object::Pod(_) | Object::ReplicaSet(_) | Object::DaemonSet(_) => {
                SILENT
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the caller has sorted the events")]
    fn pod_object(&self, entry: &Entry, pod: &Pod, before: Option<&Arc<Pod>>) -> Moves {
        let in_focus = self.is_focus(&entry.event);
        // A deletion without grace is over with the next entry.
        let goes_at_once = pod.metadata.deletion_grace_period_seconds == Some(0);
        match &entry.event {
            Event::ObjectCreated { .. } if in_focus => place(MIRROR_APPEARS),
            Event::ObjectDeleted { .. } if in_focus => place(MIRROR_GOES),
            Event::ObjectDeleted { .. } => place(GO),
            Event::ObjectModified { .. } if goes_at_once && self.is_own(entry) => SILENT,
            _ => match before {
                // A Pod gets its row when it is bound to this machine.
                Some(was) if was.spec.node_name.is_empty() => place(APPEAR),
                None => place(APPEAR),
                Some(was) if looks_the_same(was, pod) => SILENT,
                Some(_) => place(CHANGE),
            },
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest is silent, on purpose")]
    fn on_the_machine(&self, event: &Event) -> Moves {
        match event {
            Event::FileWritten { .. } => place(APPEAR),
            Event::FileRemoved { .. } | Event::FileRenamed { .. } => place(GO),
            Event::KubeletStarted { .. } => place(APPEAR),
            Event::KubeletStopped { .. } => place(GO),
            Event::FileEventSeen { .. } => travel(Lane::Read, 0),
            Event::DotFileIgnored { .. } => place(ACKNOWLEDGE),
            Event::ManifestRead { .. } => travel(Lane::Read, CHANGE),
            Event::ManifestRefused { .. } => travel(Lane::Read, ACKNOWLEDGE),
            Event::DirectoryRescanned { .. } => travel(Lane::Read, 0),
            Event::NodeSeen { .. } => travel(Lane::Watch, 0),
            Event::ContainerCrashed { .. } => place(GO),
            Event::ContainerRemoved { container, .. } => self.container_removed(container),
            Event::ContainerStopRequested { container, .. } => {
                let containers = self.before.nodes.get(self.node).map(|it| &it.containers);
                let record = containers.and_then(|it| it.get(container));
                let mine = record.is_some_and(|it| self.is_named(&it.pod));
                if mine { travel(Lane::Cri, CHANGE) } else { SILENT }
            }
            event if self.is_focus(event) => in_focus(event),
            Event::ContainerStarted { .. } | Event::ContainerExited { .. } => place(CHANGE),
            _ => SILENT,
        }
    }

    fn is_named(&self, pod: &trace::PodRef) -> bool {
        self.focus.is_some_and(|it| it.is(&pod.namespace, &pod.name))
    }

    /// The record of an old container may go unseen: another one stands in its place.
    fn container_removed(&self, id: &trace::RuntimeId) -> Moves {
        let Some(node) = self.before.nodes.get(self.node) else { return SILENT };
        let Some(gone) = node.containers.get(id) else { return SILENT };
        let newer = node.containers.values().any(|it| {
            it.pod.full_name() == gone.pod.full_name() && it.created_at > gone.created_at
        });
        if newer { SILENT } else { place(GO) }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is silent, on purpose")]
fn in_focus(event: &Event) -> Moves {
    match event {
        Event::PodUpdated { source: Source::File, op, .. } => match op {
            PodOp::Add | PodOp::Remove | PodOp::Update => place(CHANGE),
            PodOp::Delete | PodOp::Reconcile => SILENT,
        },
        // The kubelet hears of its own mirror's birth and of each of its own status reports too;
        // showing that would drown what others did to it.
        Event::PodUpdated { mirror: true, op: PodOp::Delete, .. } => travel(Lane::Watch, 0),
        // Of an ordinary Pod the kubelet hears on its watch, and only there.
        Event::PodUpdated { mirror: false, op, .. } => match op {
            PodOp::Add | PodOp::Remove | PodOp::Update | PodOp::Delete => {
                travel(Lane::Watch, CHANGE)
            }
            PodOp::Reconcile => SILENT,
        },
        Event::PodSyncBegan { reason, .. } => {
            let waits = *reason == SyncReason::Create;
            let effect = if waits { CHANGE } else { SYNC_TURN };
            Moves { effect, waits, ..SILENT }
        }
        Event::PodRejected { .. } | Event::OrphanMirrorFound { .. } => place(ACKNOWLEDGE),
        Event::PodWaiting { .. } => place(APPEAR),
        Event::PodTerminating { .. } | Event::MirrorDecided { .. } => place(CHANGE),
        Event::SandboxRequested { .. } => travel(Lane::Cri, 0),
        Event::SandboxReady { .. } | Event::ContainerCreated { .. } => place(GO),
        Event::ImagePullBegan { .. }
        | Event::ImagePullFailed { .. }
        | Event::ContainerBackOff { .. } => place(ACKNOWLEDGE),
        Event::ContainerStarted { .. } => place(CONTAINER_STARTS),
        Event::ContainerExited { .. } => place(GO),
        _ => SILENT,
    }
}

/// Whether the request that led to an entry was that of this machine's kubelet.
pub(super) fn is_own(entries: &[Entry], entry: &Entry, node: &NodeName) -> bool {
    matches!(sender(entries, entry), Some(Client::Kubelet(it)) if it == node)
}

/// Who sent the request that led to an entry.
pub(crate) fn sender<'a>(entries: &'a [Entry], entry: &Entry) -> Option<&'a Client> {
    let mut next = entry.cause;
    // A request, what it changed, and what the watch said of it: no chain is longer.
    for _ in 0..3 {
        let cause = entries.get(next?.index())?;
        if let Event::RequestSent { client, .. } = &cause.event {
            return Some(client);
        }
        next = cause.cause;
    }
    None
}

/// Whether two states of a Pod are drawn alike.
fn looks_the_same(one: &Pod, other: &Pod) -> bool {
    let images = |pod: &Pod| -> Vec<String> {
        pod.spec.containers.iter().map(|it| it.image.clone()).collect()
    };
    one.status.phase == other.status.phase
        && one.status.is_true("Ready") == other.status.is_true("Ready")
        && one.metadata.deletion_timestamp.is_some() == other.metadata.deletion_timestamp.is_some()
        && images(one) == images(other)
}
