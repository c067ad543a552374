//! Why something happened: a walk up the causes, each with the upstream function it models.

use trace::{Entry, EntryId, Event, FileOp, MirrorDecision, PodOp, Source, short_id};

use crate::label::Message;
use crate::number::whole;
use crate::picture::api_server::status;
use crate::timeline::Timeline;

/// One link of a chain of causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Which entry.
    pub entry: EntryId,
    /// What happened, as a message key.
    pub key: &'static str,
    /// What its placeholders stand for.
    pub args: Vec<(&'static str, String)>,
    /// The upstream function that does this, as `file.go function`; empty for what came from
    /// outside the cluster.
    pub upstream: String,
}

/// The entry itself, then what led to it, back to the first cause.
#[must_use]
pub fn why(timeline: &Timeline, entry: EntryId) -> Vec<Cause> {
    let mut causes = Vec::new();
    let mut next = timeline.entry(entry);
    while let Some(entry) = next {
        let Message { key, args } = happened(timeline, entry);
        causes.push(Cause { entry: entry.id, key, args, upstream: entry.by.to_string() });
        // A cause comes before its effect; a trace that says otherwise must not trap us.
        next = entry.cause.filter(|it| *it < entry.id).and_then(|it| timeline.entry(it));
    }
    causes
}

/// What an entry says, as a sentence.
pub(crate) fn happened(timeline: &Timeline, entry: &Entry) -> Message {
    let event = &entry.event;
    let found =
        outside(event).or_else(|| files(event)).or_else(|| pods(event)).or_else(|| runtime(event));
    found.unwrap_or_else(|| api(timeline, event))
}

fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

#[expect(clippy::wildcard_enum_match_arm, reason = "one of five groups that share the events")]
fn outside(event: &Event) -> Option<Message> {
    Some(match event {
        Event::FileWritten { node, path, .. } => Message::new(
            "why.file_written",
            [("file", file_name(path)), ("node", node.to_string())],
        ),
        Event::FileRemoved { node, path } => Message::new(
            "why.file_removed",
            [("file", file_name(path)), ("node", node.to_string())],
        ),
        Event::FileRenamed { from, to, .. } => {
            Message::new("why.file_renamed", [("from", file_name(from)), ("to", file_name(to))])
        }
        Event::KubeletStarted { node } => {
            Message::new("why.kubelet_started", [("node", node.to_string())])
        }
        Event::KubeletStopped { node } => {
            Message::new("why.kubelet_stopped", [("node", node.to_string())])
        }
        Event::ApiServerUp => Message::plain("why.api_server_up"),
        Event::ApiServerDown => Message::plain("why.api_server_down"),
        Event::ContainerCrashed { container, .. } => {
            Message::new("why.container_crashed", [("id", id(container.as_str()))])
        }
        Event::FaultSet { fault } => Message::new("why.fault_set", [("fault", fault.clone())]),
        Event::CommandTyped { line } => {
            let line = line.lines().next().unwrap_or_default().to_owned();
            Message::new("why.command_typed", [("command", line)])
        }
        Event::CommandPrinted { text, .. } => {
            let line = text.lines().next().unwrap_or_default().to_owned();
            Message::new("why.command_printed", [("text", line)])
        }
        Event::CommandExited { code, .. } => {
            Message::new("why.command_exited", [("code", code.to_string())])
        }
        Event::DrainSorted { pod, verdict, .. } => {
            let key = match verdict {
                trace::DrainVerdict::Evict => "why.drain_evict",
                trace::DrainVerdict::SkipMirror => "why.drain_skip_mirror",
                trace::DrainVerdict::IgnoreDaemonSet => "why.drain_ignore_daemon_set",
                trace::DrainVerdict::Refuse { .. } => "why.drain_refuse",
            };
            Message::new(key, [("pod", pod.name.clone())])
        }
        _ => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "one of five groups that share the events")]
fn files(event: &Event) -> Option<Message> {
    Some(match event {
        Event::FileEventSeen { path, op, .. } => {
            let key = match op {
                FileOp::Create | FileOp::Write | FileOp::Chmod => "why.file_event",
                FileOp::Remove | FileOp::Rename => "why.file_event_gone",
            };
            Message::new(key, [("file", file_name(path))])
        }
        Event::DotFileIgnored { path, .. } => {
            Message::new("why.dot_file_ignored", [("file", file_name(path))])
        }
        Event::ManifestRead { path, pod, .. } => Message::new(
            "why.manifest_read",
            [
                ("file", file_name(path)),
                ("pod", pod.metadata.name.clone()),
                ("hash", id(pod.metadata.uid.as_str())),
            ],
        ),
        Event::ManifestRefused { path, error, .. } => Message::new(
            "why.manifest_refused",
            [("file", file_name(path)), ("message", error.message.clone())],
        ),
        Event::DirectoryRescanned { .. } => Message::plain("why.directory_rescanned"),
        _ => return None,
    })
}

fn id(text: &str) -> String {
    short_id(text).to_owned()
}

fn with_pod(key: &'static str, pod: &trace::PodRef) -> Message {
    Message::new(key, [("pod", pod.name.clone()), ("uid", id(pod.uid.as_str()))])
}

#[expect(clippy::wildcard_enum_match_arm, reason = "one of five groups that share the events")]
fn pods(event: &Event) -> Option<Message> {
    Some(match event {
        Event::PodUpdated { source, op, pod, mirror, .. } => {
            with_pod(updated(*source, *op, *mirror), pod)
        }
        Event::PodRejected { pod, message, .. } => Message::new(
            "why.pod_rejected",
            [("pod", pod.name.clone()), ("message", message.clone())],
        ),
        Event::PodWaiting { pod, .. } => with_pod("why.pod_waiting", pod),
        Event::PodSyncBegan { pod, .. } => with_pod("why.pod_sync_began", pod),
        Event::PodTerminating { pod, .. } => with_pod("why.pod_terminating", pod),
        Event::PodTerminated { pod, .. } => with_pod("why.pod_terminated", pod),
        Event::PodFinished { pod, .. } => with_pod("why.pod_finished", pod),
        Event::PodForgotten { pod, .. } => with_pod("why.pod_forgotten", pod),
        Event::MirrorDecided { pod, decision, .. } => {
            let key = match decision {
                MirrorDecision::Create => "why.mirror_create",
                MirrorDecision::Delete { .. } => "why.mirror_delete",
                MirrorDecision::NodeUnknown => "why.mirror_node_unknown",
            };
            with_pod(key, pod)
        }
        Event::OrphanMirrorFound { pod, .. } => with_pod("why.orphan_mirror", pod),
        Event::NodeSeen { node } => Message::new("why.node_seen", [("node", node.to_string())]),
        _ => return None,
    })
}

const fn updated(source: Source, op: PodOp, is_mirror: bool) -> &'static str {
    match (source, op, is_mirror) {
        (Source::File, PodOp::Add, _) => "why.sync_loop_file_add",
        (Source::File, PodOp::Remove, _) => "why.sync_loop_file_remove",
        (Source::File, PodOp::Update | PodOp::Delete | PodOp::Reconcile, _) => {
            "why.sync_loop_file_update"
        }
        (Source::Api, PodOp::Add, true) => "why.sync_loop_mirror_add",
        (Source::Api, PodOp::Delete, true) => "why.sync_loop_mirror_delete",
        (Source::Api, PodOp::Remove, true) => "why.sync_loop_mirror_remove",
        (Source::Api, PodOp::Update | PodOp::Reconcile, true) => "why.sync_loop_mirror_update",
        (Source::Api, PodOp::Add, false) => "why.sync_loop_api_add",
        (Source::Api, PodOp::Delete | PodOp::Remove, false) => "why.sync_loop_api_remove",
        (Source::Api, PodOp::Update | PodOp::Reconcile, false) => "why.sync_loop_api_update",
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "one of five groups that share the events")]
fn runtime(event: &Event) -> Option<Message> {
    let container = |key, it: &trace::ContainerRecord| {
        Message::new(key, [("name", it.name.clone()), ("id", id(it.id.as_str()))])
    };
    Some(match event {
        Event::SandboxRequested { pod, .. } => with_pod("why.sandbox_requested", pod),
        Event::SandboxReady { sandbox, .. } => with_pod("why.sandbox_ready", &sandbox.pod),
        Event::SandboxStopped { sandbox, .. } => {
            Message::new("why.sandbox_stopped", [("id", id(sandbox.as_str()))])
        }
        Event::SandboxRemoved { sandbox, .. } => {
            Message::new("why.sandbox_removed", [("id", id(sandbox.as_str()))])
        }
        Event::ImagePullBegan { image, .. } => {
            Message::new("why.image_pull_began", [("image", image.clone())])
        }
        Event::ImagePulled { image, .. } => {
            Message::new("why.image_pulled", [("image", image.clone())])
        }
        Event::ImagePullFailed { image, message, .. } => Message::new(
            "why.image_pull_failed",
            [("image", image.clone()), ("message", message.clone())],
        ),
        Event::ContainerCreated { container: it, .. } => container("why.container_created", it),
        Event::ContainerStarted { container: it, .. } => container("why.container_started", it),
        Event::ContainerExited { container: it, .. } => container("why.container_exited", it),
        Event::ContainerStopRequested { container, grace_period_seconds, .. } => Message::new(
            "why.container_stop_requested",
            [("id", id(container.as_str())), ("s", grace_period_seconds.to_string())],
        ),
        Event::ContainerRemoved { container, .. } => {
            Message::new("why.container_removed", [("id", id(container.as_str()))])
        }
        Event::ContainerBackOff { container, .. } => {
            Message::new("why.container_back_off", [("name", container.clone())])
        }
        _ => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the other groups have been asked")]
fn api(timeline: &Timeline, event: &Event) -> Message {
    let object = |key, it: &trace::object::Object| {
        let key_text = it.key().to_string();
        Message::new(key, [("object", key_text), ("uid", id(it.meta().uid.as_str()))])
    };
    match event {
        Event::RequestSent { client, request } => Message::new(
            "why.request_sent",
            [("client", client.to_string()), ("request", request.to_string())],
        ),
        Event::RequestAnswered { request, client, answer } => {
            let asked = match timeline.entry(*request).map(|it| &it.event) {
                Some(Event::RequestSent { request, .. }) => request.to_string(),
                _ => whole(u64::from(request.0)),
            };
            Message::new(
                "why.request_answered",
                [("client", client.to_string()), ("request", asked), ("status", status(answer))],
            )
        }
        Event::ObjectCreated { object: it } => object("why.object_created", it),
        Event::ObjectModified { object: it } => {
            let deleting = it.meta().deletion_timestamp.is_some();
            object(if deleting { "why.object_deleting" } else { "why.object_modified" }, it)
        }
        Event::ObjectDeleted { object: it } => object("why.object_deleted", it),
        _ => Message::plain("why.unknown"),
    }
}
