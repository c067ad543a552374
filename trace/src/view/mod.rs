//! The state of a cluster at a moment, folded from its trace.
//!
//! A view holds what can be shown: files, what each kubelet wants and has, sandboxes and
//! containers, API objects. Queues, timers and messages under way are not in it.

mod apply;
mod map;
mod timeline;

use std::sync::Arc;

use crate::object::{Object, ObjectKey, Pod};
use crate::{
    ContainerRecord, ContainerState, ManifestError, NodeName, PodRef, RuntimeId, SandboxRecord,
    SimTime, Source, Topology, Uid,
};

pub use map::Map;
pub use timeline::Checkpoints;

/// The state of a cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// Whether the API server answers.
    pub api_server_up: bool,
    /// What the API server stores.
    pub objects: Map<ObjectKey, Object>,
    /// The machines, by name.
    pub nodes: Map<NodeName, NodeView>,
}

/// One machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeView {
    /// Whether the kubelet process runs.
    pub kubelet_running: bool,
    /// Whether the kubelet has seen its own Node object since it started.
    pub node_known: bool,
    /// Files of the manifest directory, by path.
    pub files: Map<String, FileView>,
    /// Pods this kubelet has a worker for or has been told to run, by UID. Mirrors are not here.
    pub pods: Map<Uid, PodView>,
    /// Mirrors this kubelet knows, by full name.
    pub mirrors: Map<String, PodRef>,
    /// Sandboxes the runtime keeps, by id.
    pub sandboxes: Map<RuntimeId, SandboxRecord>,
    /// Containers the runtime keeps, by id.
    pub containers: Map<RuntimeId, ContainerRecord>,
}

/// A file of the manifest directory.
#[derive(Clone, Debug, PartialEq)]
pub struct FileView {
    /// Its content.
    pub text: Arc<str>,
    /// What the kubelet last made of it.
    pub reading: Reading,
}

/// What a kubelet made of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// It has not read this content.
    Unread,
    /// It passed it over for its leading dot.
    Ignored,
    /// It holds this static Pod.
    Read(Arc<Pod>),
    /// It refused it.
    Refused(ManifestError),
}

/// A Pod in a kubelet's eyes.
#[derive(Clone, Debug, PartialEq)]
pub struct PodView {
    /// Which Pod.
    pub pod: PodRef,
    /// Where the kubelet learnt of it.
    pub source: Source,
    /// Whether it is still wanted: no longer so once its source has dropped it.
    pub wanted: bool,
    /// Where its worker stands.
    pub work: Work,
}

/// Where a Pod worker stands (`pkg/kubelet/pod_workers.go` `PodWorkType`, and the wait before).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Known, and without a worker: it has run to its end, and nothing makes it begin anew.
    NoWorker,
    /// Known, not yet synced.
    New,
    /// Waits for another Pod of its full name to finish; next try at this time.
    Waiting(SimTime),
    /// Is being kept running.
    Syncing,
    /// Its containers are being stopped.
    Terminating,
    /// Its containers have stopped.
    Terminated,
    /// All is freed.
    Finished,
    /// The kubelet refused to run it.
    Rejected,
}

impl View {
    /// The cluster before anything happened.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        let nodes = topology.nodes.iter().map(|it| (it.name.clone(), NodeView::default()));
        Self { api_server_up: topology.api_server_up, objects: Map::new(), nodes: nodes.collect() }
    }

    /// The Pod stored under this name.
    #[must_use]
    pub fn pod(&self, namespace: &str, name: &str) -> Option<&Arc<Pod>> {
        self.objects.get(&ObjectKey::pod(namespace, name)).and_then(Object::as_pod)
    }

    /// All stored Pods, by namespace and name.
    pub fn pods(&self) -> impl Iterator<Item = &Arc<Pod>> {
        self.objects.values().filter_map(Object::as_pod)
    }

    /// Whether the Node object of this name is cordoned.
    #[must_use]
    pub fn is_cordoned(&self, node: &NodeName) -> bool {
        let object = self.objects.get(&ObjectKey::node(node.as_str()));
        object.and_then(Object::as_node).is_some_and(|it| it.spec.unschedulable)
    }
}

impl NodeView {
    /// The newest container of this Pod UID and container name, running or not.
    #[must_use]
    pub fn container(&self, pod: &Uid, name: &str) -> Option<&ContainerRecord> {
        let mine = self.containers.values().filter(|it| it.pod.uid == *pod && it.name == name);
        mine.max_by_key(|it| (it.attempt, it.created_at))
    }

    /// The containers whose process runs.
    pub fn running(&self) -> impl Iterator<Item = &ContainerRecord> {
        self.containers.values().filter(|it| it.state == ContainerState::Running)
    }
}
