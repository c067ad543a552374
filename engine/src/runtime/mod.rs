//! The container runtime of a machine: images, sandboxes, containers, and operations under way.
//!
//! It outlives kubelet processes and knows nothing of manifests, mirrors or the API.

mod finish;

use std::collections::{BTreeMap, BTreeSet};

use trace::{
    ContainerRecord, ContainerState, EntryId, Event, NodeName, PodRef, RuntimeId, SandboxRecord,
    Uid,
};

use crate::desk::Desk;
use crate::timer::RuntimeTimer;
use crate::times;

pub use finish::Outcome;

/// The least grace a container is stopped with, in seconds
/// (`pkg/kubelet/kuberuntime/kuberuntime_container.go` `minimumGracePeriodInSeconds`).
const LEAST_GRACE: i64 = 2;

/// What a kubelet asks of the runtime.
#[derive(Clone, Debug)]
pub enum Operation {
    /// `RunPodSandbox`.
    RunSandbox { pod: PodRef },
    /// `PullImage`.
    Pull { pod: PodRef, image: String },
    /// `CreateContainer`.
    Create { pod: PodRef, sandbox: RuntimeId, name: String, image: String, heeds_term: bool },
    /// `StartContainer`.
    Start { pod: PodRef, container: RuntimeId },
    /// `StopContainer`.
    StopContainer { pod: PodRef, container: RuntimeId, grace: i64 },
    /// `StopPodSandbox`.
    StopSandbox { pod: PodRef, sandbox: RuntimeId },
}

impl Operation {
    const fn pod(&self) -> &PodRef {
        match self {
            Self::RunSandbox { pod }
            | Self::Pull { pod, .. }
            | Self::Create { pod, .. }
            | Self::Start { pod, .. }
            | Self::StopContainer { pod, .. }
            | Self::StopSandbox { pod, .. } => pod,
        }
    }
}

/// The container runtime.
#[derive(Clone, Debug)]
pub struct Runtime {
    node: NodeName,
    /// Addresses are handed out below this prefix.
    network: String,
    n_addresses: u32,
    images: BTreeSet<String>,
    sandboxes: BTreeMap<RuntimeId, SandboxRecord>,
    containers: BTreeMap<RuntimeId, ContainerRecord>,
    /// Which containers end when told to; the others must be killed.
    heeding: BTreeSet<RuntimeId>,
    /// Sandboxes and containers of each Pod UID, so that one Pod is found among thousands.
    of_pod: BTreeMap<Uid, (Vec<RuntimeId>, Vec<RuntimeId>)>,
    under_way: BTreeMap<u64, Operation>,
    n_operations: u64,
    /// Stops that wait for a process to end.
    stopping: BTreeMap<RuntimeId, Vec<u64>>,
    /// How many log files each container has: its next restart count. They stay on the disk.
    log_files: BTreeMap<(Uid, String), u32>,
    n_sandboxes: BTreeMap<Uid, u32>,
    /// Pods with a container or sandbox that changed since somebody looked, and by which entry.
    changed: BTreeMap<Uid, EntryId>,
    slow_pulls: BTreeMap<String, u64>,
}

impl Runtime {
    /// An empty runtime with these images.
    pub fn new(node: &NodeName, network: String, images: &[String]) -> Self {
        Self {
            node: node.clone(),
            network,
            n_addresses: 7,
            images: images.iter().cloned().collect(),
            sandboxes: BTreeMap::new(),
            containers: BTreeMap::new(),
            heeding: BTreeSet::new(),
            of_pod: BTreeMap::new(),
            under_way: BTreeMap::new(),
            n_operations: 0,
            stopping: BTreeMap::new(),
            log_files: BTreeMap::new(),
            n_sandboxes: BTreeMap::new(),
            changed: BTreeMap::new(),
            slow_pulls: BTreeMap::new(),
        }
    }

    /// All sandboxes.
    pub const fn sandboxes(&self) -> &BTreeMap<RuntimeId, SandboxRecord> {
        &self.sandboxes
    }

    /// All containers.
    pub const fn containers(&self) -> &BTreeMap<RuntimeId, ContainerRecord> {
        &self.containers
    }

    /// The UIDs of all Pods the runtime keeps anything of.
    pub fn pods(&self) -> impl Iterator<Item = &Uid> {
        self.of_pod.keys()
    }

    /// The sandboxes of a Pod, oldest first.
    pub fn sandboxes_of(&self, pod: &Uid) -> impl Iterator<Item = &SandboxRecord> {
        let ids = self.of_pod.get(pod).into_iter().flat_map(|(sandboxes, _)| sandboxes);
        ids.filter_map(|it| self.sandboxes.get(it))
    }

    /// The containers of a Pod, oldest first.
    pub fn containers_of(&self, pod: &Uid) -> impl Iterator<Item = &ContainerRecord> {
        let ids = self.of_pod.get(pod).into_iter().flat_map(|(_, containers)| containers);
        ids.filter_map(|it| self.containers.get(it))
    }

    /// The newest container of this name in a Pod.
    pub fn newest(&self, pod: &Uid, name: &str) -> Option<&ContainerRecord> {
        self.containers_of(pod).filter(|it| it.name == name).last()
    }

    /// Whether the image is on the machine.
    pub fn has_image(&self, image: &str) -> bool {
        self.images.contains(image)
    }

    /// Makes pulls of an image take this much longer, in milliseconds.
    pub fn slow_pull(&mut self, image: &str, ms: u64) {
        self.slow_pulls.insert(image.into(), ms);
    }

    /// Whether anything of this Pod changed since the last look; the look is now.
    pub fn take_change(&mut self, pod: &Uid) -> Option<EntryId> {
        self.changed.remove(pod)
    }

    /// Everything that changed since the last look; the look is now.
    pub fn take_changes(&mut self) -> BTreeMap<Uid, EntryId> {
        std::mem::take(&mut self.changed)
    }

    /// Begins an operation and returns its number.
    pub fn begin(&mut self, desk: &mut Desk, operation: Operation) -> u64 {
        self.n_operations += 1;
        let number = self.n_operations;
        if let Some(delay) = self.announce(desk, number, &operation) {
            desk.runtime_after(delay, &self.node.clone(), RuntimeTimer::Done(number));
        }
        self.under_way.insert(number, operation);
        number
    }

    /// Notes what begins, and says how long it takes if that is known.
    fn announce(&mut self, desk: &mut Desk, number: u64, operation: &Operation) -> Option<u64> {
        let node = self.node.clone();
        match operation {
            Operation::RunSandbox { pod } => {
                let attempt = self.n_sandboxes.get(&pod.uid).copied().unwrap_or_default();
                let by = "pkg/kubelet/kuberuntime/kuberuntime_sandbox.go createPodSandbox";
                let event = Event::SandboxRequested { node, pod: pod.clone(), attempt };
                desk.note_cause(by, event);
                Some(desk.dice.delay(times::RUN_SANDBOX))
            }
            Operation::Pull { pod, image } => {
                let by = "pkg/kubelet/images/image_manager.go EnsureImageExists";
                let (pod, image) = (pod.clone(), image.clone());
                let slow = self.slow_pulls.get(&image).copied().unwrap_or_default();
                desk.note_cause(by, Event::ImagePullBegan { node, pod, image });
                Some(desk.dice.delay(times::PULL_IMAGE) + slow)
            }
            Operation::Create { .. } => Some(desk.dice.delay(times::CREATE_CONTAINER)),
            Operation::Start { .. } => Some(desk.dice.delay(times::START_CONTAINER)),
            Operation::StopSandbox { .. } => Some(desk.dice.delay(times::STOP_SANDBOX)),
            Operation::StopContainer { container, grace, .. } => {
                self.stop_container(desk, number, container, *grace);
                None
            }
        }
    }

    /// TERM now, KILL when the grace is over.
    fn stop_container(&mut self, desk: &mut Desk, number: u64, id: &RuntimeId, grace: i64) {
        let grace = grace.max(LEAST_GRACE);
        let (node, container) = (self.node.clone(), id.clone());
        let by = "pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer";
        let grace_period_seconds = grace;
        let event = Event::ContainerStopRequested { node, container, grace_period_seconds };
        desk.note_cause(by, event);
        self.stopping.entry(id.clone()).or_default().push(number);
        let ms = u64::try_from(grace).unwrap_or_default().saturating_mul(times::SECOND);
        let (delay, code) = if self.heeding.contains(id) {
            (desk.dice.delay(times::HEED_TERM).min(ms), 0)
        } else {
            (ms, 137)
        };
        desk.runtime_after(delay, &self.node.clone(), RuntimeTimer::Exit(id.clone(), code));
    }

    /// Drops an operation: its kubelet has cancelled it.
    pub fn cancel(&mut self, number: u64) {
        self.under_way.remove(&number);
    }

    /// Makes a running container's process end now. Says whether it ran.
    pub fn crash(&mut self, desk: &mut Desk, id: &RuntimeId, code: i32) -> bool {
        let running = self.containers.get(id).is_some_and(|it| it.state == ContainerState::Running);
        if running {
            let (node, container) = (self.node.clone(), id.clone());
            desk.note_cause("", Event::ContainerCrashed { node, container, exit_code: code });
            desk.runtime_after(0, &self.node.clone(), RuntimeTimer::Exit(id.clone(), code));
        }
        running
    }

    /// Removes the records of a Pod's ended containers.
    pub fn remove_containers(&mut self, desk: &mut Desk, pod: &Uid) {
        let Some((_, ids)) = self.of_pod.get_mut(pod) else { return };
        let mut gone = Vec::new();
        ids.retain(|id| {
            let ended = |it: &ContainerRecord| it.state != ContainerState::Running;
            let remove = self.containers.get(id).is_none_or(ended);
            if remove {
                gone.push(id.clone());
            }
            !remove
        });
        for container in gone {
            self.containers.remove(&container);
            self.heeding.remove(&container);
            let by = "pkg/kubelet/pod_container_deletor.go deleteContainersInPod";
            desk.note(by, Event::ContainerRemoved { node: self.node.clone(), container });
        }
    }

    /// Removes the records of a Pod's stopped sandboxes.
    pub fn remove_sandboxes(&mut self, desk: &mut Desk, pod: &Uid) {
        let Some((ids, containers)) = self.of_pod.get_mut(pod) else { return };
        let mut gone = Vec::new();
        ids.retain(|id| {
            let remove = self.sandboxes.get(id).is_none_or(|it| !it.ready);
            if remove {
                gone.push(id.clone());
            }
            !remove
        });
        if ids.is_empty() && containers.is_empty() {
            self.of_pod.remove(pod);
        }
        for sandbox in gone {
            self.sandboxes.remove(&sandbox);
            let by = "pkg/kubelet/kuberuntime/kuberuntime_gc.go evictSandboxes";
            desk.note(by, Event::SandboxRemoved { node: self.node.clone(), sandbox });
        }
    }

    fn next_address(&mut self) -> String {
        self.n_addresses += 1;
        format!("{}.{}", self.network, self.n_addresses % 254 + 1)
    }

    fn note_change(&mut self, pod: &Uid, entry: EntryId) {
        self.changed.insert(pod.clone(), entry);
    }
}
