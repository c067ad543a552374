//! What can happen.

use trace::{
    Answer, Client, ContainerRecord, ContainerState, DrainVerdict, Event, FileOp, ManifestError,
    MirrorDecision, PodOp, PodRef, Request, Resource, SandboxRecord, Source, SyncReason, Verb,
};

use super::{choices, records};

records! {
    PodRef { namespace, name, uid }
    ManifestError { message, line, column }
    Request { verb, resource, namespace, name, grace_period_seconds, precondition }
    Answer { status, message }
    SandboxRecord { id, pod, attempt, ready, created_at, ip }
    ContainerRecord {
        id, sandbox, pod, name, image, attempt, state, created_at, started_at, finished_at,
        exit_code,
    }
}

choices! {
    FileOp { Create, Write, Chmod, Remove, Rename }
    Source { File, Api }
    PodOp { Add, Update, Remove, Delete, Reconcile }
    SyncReason { Create, Update, Sync }
    MirrorDecision { Create, Delete { mirror }, NodeUnknown }
    DrainVerdict { Evict, SkipMirror, IgnoreDaemonSet, Refuse { reason } }
    ContainerState { Created, Running, Exited }
    Client {
        You, Kubelet(node), Scheduler, ReplicaSetController, DaemonSetController, NodeController,
    }
    Verb { Create, Get, List, Patch, PatchStatus, Delete, Evict, Bind }
    Resource { Nodes, Pods, ReplicaSets, DaemonSets }
    Event {
        ApiServerUp,
        ApiServerDown,
        FileWritten { node, path, text },
        FileRemoved { node, path },
        FileRenamed { node, from, to },
        KubeletStarted { node },
        KubeletStopped { node },
        ContainerCrashed { node, container, exit_code },
        FaultSet { fault },
        CommandTyped { line },
        CommandPrinted { command, stderr, text },
        CommandExited { command, code },
        DrainSorted { command, pod, verdict },
        FileEventSeen { node, path, op },
        DotFileIgnored { node, path },
        ManifestRead { node, path, pod },
        ManifestRefused { node, path, error },
        DirectoryRescanned { node, pods, refused },
        PodUpdated { node, source, op, pod, mirror },
        PodRejected { node, pod, reason, message },
        PodWaiting { node, pod, retry_at },
        PodSyncBegan { node, pod, reason },
        PodTerminating { node, pod, grace_period_seconds },
        PodTerminated { node, pod },
        PodFinished { node, pod },
        PodForgotten { node, pod },
        MirrorDecided { node, pod, decision },
        OrphanMirrorFound { node, pod },
        NodeSeen { node },
        SandboxRequested { node, pod, attempt },
        SandboxReady { node, sandbox },
        SandboxStopped { node, sandbox },
        SandboxRemoved { node, sandbox },
        ImagePullBegan { node, pod, image },
        ImagePulled { node, image },
        ImagePullFailed { node, pod, image, message },
        ContainerCreated { node, container },
        ContainerStarted { node, container },
        ContainerStopRequested { node, container, grace_period_seconds },
        ContainerExited { node, container },
        ContainerRemoved { node, container },
        ContainerBackOff { node, pod, container, until },
        RequestSent { client, request },
        RequestAnswered { request, client, answer },
        ObjectCreated { object },
        ObjectModified { object },
        ObjectDeleted { object },
    }
}
