//! What an event is about.

use crate::{Event, NodeName, PodRef};

impl Event {
    /// The node it happened on, where there is one.
    #[must_use]
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest happens on no node")]
    pub fn node(&self) -> Option<&NodeName> {
        match self {
            Self::FileWritten { node, .. }
            | Self::FileRemoved { node, .. }
            | Self::FileRenamed { node, .. }
            | Self::KubeletStarted { node }
            | Self::KubeletStopped { node }
            | Self::ContainerCrashed { node, .. }
            | Self::FileEventSeen { node, .. }
            | Self::DotFileIgnored { node, .. }
            | Self::ManifestRead { node, .. }
            | Self::ManifestRefused { node, .. }
            | Self::DirectoryRescanned { node, .. }
            | Self::PodUpdated { node, .. }
            | Self::PodRejected { node, .. }
            | Self::PodWaiting { node, .. }
            | Self::PodSyncBegan { node, .. }
            | Self::PodTerminating { node, .. }
            | Self::PodTerminated { node, .. }
            | Self::PodFinished { node, .. }
            | Self::PodForgotten { node, .. }
            | Self::MirrorDecided { node, .. }
            | Self::OrphanMirrorFound { node, .. }
            | Self::NodeSeen { node }
            | Self::SandboxRequested { node, .. }
            | Self::SandboxReady { node, .. }
            | Self::SandboxStopped { node, .. }
            | Self::SandboxRemoved { node, .. }
            | Self::ImagePullBegan { node, .. }
            | Self::ImagePulled { node, .. }
            | Self::ImagePullFailed { node, .. }
            | Self::ContainerCreated { node, .. }
            | Self::ContainerStarted { node, .. }
            | Self::ContainerStopRequested { node, .. }
            | Self::ContainerExited { node, .. }
            | Self::ContainerRemoved { node, .. }
            | Self::ContainerBackOff { node, .. } => Some(node),
            _ => None,
        }
    }

    /// The Pod it is about, where that is said outright.
    #[must_use]
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest names no Pod")]
    pub fn pod(&self) -> Option<PodRef> {
        match self {
            Self::DrainSorted { pod, .. }
            | Self::PodUpdated { pod, .. }
            | Self::PodRejected { pod, .. }
            | Self::PodWaiting { pod, .. }
            | Self::PodSyncBegan { pod, .. }
            | Self::PodTerminating { pod, .. }
            | Self::PodTerminated { pod, .. }
            | Self::PodFinished { pod, .. }
            | Self::PodForgotten { pod, .. }
            | Self::MirrorDecided { pod, .. }
            | Self::OrphanMirrorFound { pod, .. }
            | Self::SandboxRequested { pod, .. }
            | Self::ImagePullBegan { pod, .. }
            | Self::ImagePullFailed { pod, .. }
            | Self::ContainerBackOff { pod, .. } => Some(pod.clone()),
            Self::ManifestRead { pod, .. } => Some(pod.pod_ref()),
            Self::SandboxReady { sandbox, .. } => Some(sandbox.pod.clone()),
            Self::ContainerCreated { container, .. }
            | Self::ContainerStarted { container, .. }
            | Self::ContainerExited { container, .. } => Some(container.pod.clone()),
            Self::ObjectCreated { object }
            | Self::ObjectModified { object }
            | Self::ObjectDeleted { object } => object.as_pod().map(|pod| pod.pod_ref()),
            _ => None,
        }
    }
}
