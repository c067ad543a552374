//! The fold: what each event does to a view.

use crate::object::Object;
use crate::{ContainerRecord, Event, NodeName, PodOp, PodRef, Source};

use super::{FileView, NodeView, PodView, Reading, View, Work};

impl View {
    /// Takes one event in. An event about a node the topology does not know changes nothing.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::ApiServerUp => self.api_server_up = true,
            Event::ApiServerDown => self.api_server_up = false,
            Event::ObjectCreated { object } | Event::ObjectModified { object } => {
                self.store(object);
            }
            Event::ObjectDeleted { object } => {
                self.objects.remove(&object.key());
            }
            Event::ContainerCrashed { .. }
            | Event::FaultSet { .. }
            | Event::CommandTyped { .. }
            | Event::CommandPrinted { .. }
            | Event::CommandExited { .. }
            | Event::DrainSorted { .. }
            | Event::FileEventSeen { .. }
            | Event::DirectoryRescanned { .. }
            | Event::MirrorDecided { .. }
            | Event::OrphanMirrorFound { .. }
            | Event::SandboxRequested { .. }
            | Event::ImagePullBegan { .. }
            | Event::ImagePulled { .. }
            | Event::ImagePullFailed { .. }
            | Event::ContainerStopRequested { .. }
            | Event::ContainerBackOff { .. }
            | Event::RequestSent { .. }
            | Event::RequestAnswered { .. } => {}
            Event::FileWritten { .. }
            | Event::FileRemoved { .. }
            | Event::FileRenamed { .. }
            | Event::KubeletStarted { .. }
            | Event::KubeletStopped { .. }
            | Event::DotFileIgnored { .. }
            | Event::ManifestRead { .. }
            | Event::ManifestRefused { .. }
            | Event::PodUpdated { .. }
            | Event::PodRejected { .. }
            | Event::PodWaiting { .. }
            | Event::PodSyncBegan { .. }
            | Event::PodTerminating { .. }
            | Event::PodTerminated { .. }
            | Event::PodFinished { .. }
            | Event::PodForgotten { .. }
            | Event::NodeSeen { .. }
            | Event::SandboxReady { .. }
            | Event::SandboxStopped { .. }
            | Event::SandboxRemoved { .. }
            | Event::ContainerCreated { .. }
            | Event::ContainerStarted { .. }
            | Event::ContainerExited { .. }
            | Event::ContainerRemoved { .. } => self.apply_to_node(event),
        }
    }

    fn store(&mut self, object: &Object) {
        self.objects.insert(object.key(), object.clone());
    }

    fn apply_to_node(&mut self, event: &Event) {
        let node: Option<&NodeName> = event.node();
        if let Some(node) = node.and_then(|it| self.nodes.get_mut(it)) {
            node.apply(event);
        }
    }
}

impl NodeView {
    #[expect(clippy::wildcard_enum_match_arm, reason = "View::apply has sorted the events")]
    fn apply(&mut self, event: &Event) {
        match event {
            Event::KubeletStarted { .. } => self.kubelet_running = true,
            Event::KubeletStopped { .. } => self.stop_kubelet(),
            Event::NodeSeen { .. } => self.node_known = true,
            Event::SandboxReady { sandbox, .. } => {
                self.sandboxes.insert(sandbox.id.clone(), sandbox.clone());
            }
            Event::SandboxStopped { sandbox, .. } => {
                if let Some(it) = self.sandboxes.get_mut(sandbox) {
                    it.ready = false;
                }
            }
            Event::SandboxRemoved { sandbox, .. } => {
                self.sandboxes.remove(sandbox);
            }
            Event::ContainerCreated { container, .. }
            | Event::ContainerStarted { container, .. }
            | Event::ContainerExited { container, .. } => self.keep(container),
            Event::ContainerRemoved { container, .. } => {
                self.containers.remove(container);
            }
            Event::PodUpdated { source, op, pod, mirror, .. } => {
                self.pod_updated(*source, *op, pod, *mirror);
            }
            Event::PodForgotten { pod, .. } => self.forget_pod(pod),
            _ => {
                self.apply_file(event);
                self.apply_work(event);
            }
        }
    }

    /// A kubelet keeps all it knows in memory; what it made of files goes too.
    fn stop_kubelet(&mut self) {
        self.kubelet_running = false;
        self.node_known = false;
        self.pods.clear();
        self.mirrors.clear();
        for file in self.files.values_mut() {
            file.reading = Reading::Unread;
        }
    }

    fn keep(&mut self, container: &ContainerRecord) {
        self.containers.insert(container.id.clone(), container.clone());
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest is not about files")]
    fn apply_file(&mut self, event: &Event) {
        match event {
            Event::FileWritten { path, text, .. } => {
                let file = FileView { text: text.clone(), reading: Reading::Unread };
                self.files.insert(path.clone(), file);
            }
            Event::FileRemoved { path, .. } => {
                self.files.remove(path);
            }
            Event::FileRenamed { from, to, .. } => {
                if let Some(file) = self.files.remove(from) {
                    let file = FileView { reading: Reading::Unread, ..file };
                    self.files.insert(to.clone(), file);
                }
            }
            Event::DotFileIgnored { path, .. } => self.read(path, Reading::Ignored),
            Event::ManifestRead { path, pod, .. } => self.read(path, Reading::Read(pod.clone())),
            Event::ManifestRefused { path, error, .. } => {
                self.read(path, Reading::Refused(error.clone()));
            }
            _ => {}
        }
    }

    fn read(&mut self, path: &str, reading: Reading) {
        if let Some(file) = self.files.get_mut(path) {
            file.reading = reading;
        }
    }

    fn pod_updated(&mut self, source: Source, op: PodOp, pod: &PodRef, mirror: bool) {
        match (op, mirror) {
            (PodOp::Add, true) => {
                self.mirrors.insert(pod.full_name(), pod.clone());
            }
            (PodOp::Remove, true) => {
                // An older life of the name may be removed after a newer one was added.
                if self.mirrors.get(&pod.full_name()).is_some_and(|it| it.uid == pod.uid) {
                    self.mirrors.remove(&pod.full_name());
                }
            }
            (PodOp::Add, false) => {
                let view = self.pods.get_or_insert_with(pod.uid.clone(), || PodView {
                    pod: pod.clone(),
                    source,
                    wanted: true,
                    work: Work::New,
                });
                view.wanted = true;
                if view.work == Work::NoWorker {
                    view.work = Work::New;
                }
            }
            (PodOp::Remove, false) => self.drop_pod(pod),
            (PodOp::Update | PodOp::Delete | PodOp::Reconcile, _) => {}
        }
    }

    /// A Pod stays while its worker has work; a rejected one has no worker.
    fn drop_pod(&mut self, pod: &PodRef) {
        if let Some(it) = self.pods.get_mut(&pod.uid) {
            it.wanted = false;
            if matches!(it.work, Work::Rejected | Work::NoWorker) {
                self.pods.remove(&pod.uid);
            }
        }
    }

    /// A Pod that was put back while it was being stopped is still wanted; unless it had run to
    /// its end, the kubelet adds it anew at once.
    fn forget_pod(&mut self, pod: &PodRef) {
        match self.pods.get_mut(&pod.uid) {
            Some(it) if it.wanted => it.work = Work::NoWorker,
            Some(_) | None => {
                self.pods.remove(&pod.uid);
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest is not about workers")]
    fn apply_work(&mut self, event: &Event) {
        let (pod, work) = match event {
            Event::PodWaiting { pod, retry_at, .. } => (pod, Work::Waiting(*retry_at)),
            Event::PodSyncBegan { pod, .. } => (pod, Work::Syncing),
            Event::PodTerminating { pod, .. } => (pod, Work::Terminating),
            Event::PodTerminated { pod, .. } => (pod, Work::Terminated),
            Event::PodFinished { pod, .. } => (pod, Work::Finished),
            Event::PodRejected { pod, .. } => (pod, Work::Rejected),
            _ => return,
        };
        if let Some(it) = self.pods.get_mut(&pod.uid) {
            it.work = work;
        }
    }
}
