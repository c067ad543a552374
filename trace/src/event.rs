//! The closed set of things that can happen. Facts are in the past tense.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::object::{Object, Pod};
use crate::{
    Answer, Client, ContainerRecord, EntryId, NodeName, PodRef, Request, RuntimeId, SandboxRecord,
    SimTime, Uid,
};

/// What a file event said, after fsnotify's translation
/// (`pkg/kubelet/config/file_linux.go` `produceWatchEvent`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FileOp {
    /// A name appeared: written for the first time, or moved in.
    Create,
    /// Bytes were written.
    Write,
    /// Mode or time changed.
    Chmod,
    /// A name went away.
    Remove,
    /// A name was moved elsewhere.
    Rename,
}

/// Where a kubelet learnt of a Pod (`pkg/kubelet/types/pod_update.go`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    /// The manifest directory.
    File,
    /// The API server.
    Api,
}

/// The operation of a Pod update (`pkg/kubelet/types/pod_update.go` `PodOperation`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PodOp {
    /// A UID this source did not have.
    Add,
    /// The same UID, another spec.
    Update,
    /// A UID this source no longer has.
    Remove,
    /// The same UID, now with a `deletionTimestamp`.
    Delete,
    /// The same UID, only its status differs.
    Reconcile,
}

/// Why a Pod worker ran (`pkg/kubelet/types/pod_update.go` `SyncPodType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SyncReason {
    /// First sight of the Pod.
    Create,
    /// The Pod or its mirror changed.
    Update,
    /// Its turn came, or its containers changed.
    Sync,
}

/// What the kubelet decided about a mirror
/// (`pkg/kubelet/kubelet.go` `tryReconcileMirrorPods`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MirrorDecision {
    /// There is none: create it.
    Create,
    /// There is one of another hash, or one that is being deleted: delete it.
    Delete {
        /// The UID of the mirror to delete.
        mirror: Uid,
    },
    /// There is none, but this kubelet has not seen its Node object: do nothing.
    NodeUnknown,
}

/// What `kubectl drain` decided about a Pod (`kubectl/pkg/drain/filters.go`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DrainVerdict {
    /// It is evicted.
    Evict,
    /// It is a mirror: passed over without a word.
    SkipMirror,
    /// It belongs to a DaemonSet and `--ignore-daemonsets` was given.
    IgnoreDaemonSet,
    /// It stops the drain, for this reason.
    Refuse {
        /// kubectl's own reason.
        reason: String,
    },
}

/// Why a manifest was refused, with the place for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestError {
    /// The kubelet's sentence, or ours where the simulator knows less than the kubelet.
    pub message: String,
    /// Line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column in characters, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

/// Something that happened.
///
/// Events carry whole objects where an object came to be or changed, and a [`PodRef`] where a Pod
/// is only spoken of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Event {
    // ── the world outside ────────────────────────────────────────────────────────────────────
    /// A file on a node now has this content.
    FileWritten { node: NodeName, path: String, text: Arc<str> },
    /// A file on a node is gone.
    FileRemoved { node: NodeName, path: String },
    /// A file on a node has another name.
    FileRenamed { node: NodeName, from: String, to: String },
    /// A kubelet process started.
    KubeletStarted { node: NodeName },
    /// A kubelet process ended. Containers run on.
    KubeletStopped { node: NodeName },
    /// The API server answers from now on.
    ApiServerUp,
    /// Every connection to the API server is refused from now on.
    ApiServerDown,
    /// Somebody made a container's process end.
    ContainerCrashed { node: NodeName, container: RuntimeId, exit_code: i32 },
    /// A deliberate trouble was switched on or off; the text is the script's.
    FaultSet { fault: String },
    /// A person entered a command.
    CommandTyped { line: String },
    /// A command wrote to its standard output or error.
    CommandPrinted {
        command: EntryId,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stderr: bool,
        text: String,
    },
    /// A command ended.
    CommandExited { command: EntryId, code: i32 },
    /// `kubectl drain` looked at a Pod.
    DrainSorted { command: EntryId, pod: PodRef, verdict: DrainVerdict },

    // ── the kubelet: files ───────────────────────────────────────────────────────────────────
    /// The kubelet's watch of the manifest directory delivered an event.
    FileEventSeen { node: NodeName, path: String, op: FileOp },
    /// The file's name starts with a dot.
    DotFileIgnored { node: NodeName, path: String },
    /// A manifest was read: this is the static Pod, with its hash, node and defaults.
    ManifestRead { node: NodeName, path: String, pod: Arc<Pod> },
    /// A manifest was read and refused.
    ManifestRefused { node: NodeName, path: String, error: ManifestError },
    /// The periodic scan of the directory found something the file events had not brought.
    DirectoryRescanned { node: NodeName, pods: u32, refused: u32 },

    // ── the kubelet: Pods ────────────────────────────────────────────────────────────────────
    /// The sync loop took a Pod update. `mirror` is set for mirror Pods.
    PodUpdated {
        node: NodeName,
        source: Source,
        op: PodOp,
        pod: PodRef,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        mirror: bool,
    },
    /// A Pod failed the kubelet's admission and will not run.
    PodRejected { node: NodeName, pod: PodRef, reason: String, message: String },
    /// A Pod must wait: another Pod of its full name has not finished. Tried again at `retry_at`.
    PodWaiting { node: NodeName, pod: PodRef, retry_at: SimTime },
    /// A worker began to sync a Pod, and something came of it.
    PodSyncBegan { node: NodeName, pod: PodRef, reason: SyncReason },
    /// A worker began to stop a Pod's containers.
    PodTerminating { node: NodeName, pod: PodRef, grace_period_seconds: i64 },
    /// All containers of a terminating Pod have stopped.
    PodTerminated { node: NodeName, pod: PodRef },
    /// The Pod's resources are freed; its full name may be used again.
    PodFinished { node: NodeName, pod: PodRef },
    /// Housekeeping dropped the history of a finished Pod.
    PodForgotten { node: NodeName, pod: PodRef },
    /// The kubelet decided what to do about a Pod's mirror.
    MirrorDecided { node: NodeName, pod: PodRef, decision: MirrorDecision },
    /// Housekeeping found a mirror whose static Pod is gone, and deletes it.
    OrphanMirrorFound { node: NodeName, pod: PodRef },
    /// The kubelet has seen its own Node object.
    NodeSeen { node: NodeName },

    // ── the container runtime ────────────────────────────────────────────────────────────────
    /// The kubelet asked for a sandbox.
    SandboxRequested { node: NodeName, pod: PodRef, attempt: u32 },
    /// A sandbox is ready for containers.
    SandboxReady { node: NodeName, sandbox: SandboxRecord },
    /// A sandbox no longer holds its network.
    SandboxStopped { node: NodeName, sandbox: RuntimeId },
    /// A sandbox's record was collected.
    SandboxRemoved { node: NodeName, sandbox: RuntimeId },
    /// An image is being pulled.
    ImagePullBegan { node: NodeName, pod: PodRef, image: String },
    /// An image is on the node.
    ImagePulled { node: NodeName, image: String },
    /// An image could not be pulled.
    ImagePullFailed { node: NodeName, pod: PodRef, image: String, message: String },
    /// A container was made.
    ContainerCreated { node: NodeName, container: ContainerRecord },
    /// A container's process runs.
    ContainerStarted { node: NodeName, container: ContainerRecord },
    /// The kubelet asked the runtime to stop a container: TERM now, KILL when the grace is over.
    ContainerStopRequested { node: NodeName, container: RuntimeId, grace_period_seconds: i64 },
    /// A container's process ended.
    ContainerExited { node: NodeName, container: ContainerRecord },
    /// A container's record was collected.
    ContainerRemoved { node: NodeName, container: RuntimeId },
    /// A container is not restarted before `until`.
    ContainerBackOff { node: NodeName, pod: PodRef, container: String, until: SimTime },

    // ── the API server ───────────────────────────────────────────────────────────────────────
    /// Somebody sent a request.
    RequestSent { client: Client, request: Request },
    /// The answer to a request came back.
    RequestAnswered { request: EntryId, client: Client, answer: Answer },
    /// An object was created.
    ObjectCreated { object: Object },
    /// An object was changed.
    ObjectModified { object: Object },
    /// An object was removed; this is its last state.
    ObjectDeleted { object: Object },
}

impl Event {
    /// Whether somebody outside the cluster did this: what an input wrote down.
    #[must_use]
    pub const fn is_input(&self) -> bool {
        matches!(
            self,
            Self::FileWritten { .. }
                | Self::FileRemoved { .. }
                | Self::FileRenamed { .. }
                | Self::KubeletStarted { .. }
                | Self::KubeletStopped { .. }
                | Self::ApiServerUp
                | Self::ApiServerDown
                | Self::ContainerCrashed { .. }
                | Self::FaultSet { .. }
                | Self::CommandTyped { .. }
        )
    }
}
