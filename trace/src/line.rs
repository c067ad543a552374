//! One readable line for an event. Lessons quote these lines to say where a step begins and a
//! beat ends, so their wording is part of the crate's interface.

use std::fmt;

use crate::object::Object;
use crate::{
    Client, ContainerRecord, DrainVerdict, Entry, Event, FileOp, MirrorDecision, PodOp, PodRef,
    Source, SyncReason, short_id,
};

impl fmt::Display for Entry {
    /// `  12   30.012  <-11  kubelet pair-worker …`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cause = self.cause.map(|it| format!("<-{it}")).unwrap_or_default();
        write!(f, "{:>4} {:>9} {:>6}  {}", self.id.0, self.at, cause, event_line(&self.event))
    }
}

/// What happened, as one line: the actor first, then what it did.
#[must_use]
pub fn event_line(event: &Event) -> String {
    outside(event)
        .or_else(|| files(event))
        .or_else(|| pods(event))
        .or_else(|| runtime(event))
        .or_else(|| api(event))
        .expect("every event belongs to one of the five groups")
}

fn with_uid(pod: &PodRef) -> String {
    format!("{pod} uid={}", short_id(pod.uid.as_str()))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "one of five groups that share the events")]
fn outside(event: &Event) -> Option<String> {
    Some(match event {
        Event::FileWritten { node, path, .. } => format!("file {node} written {path}"),
        Event::FileRemoved { node, path } => format!("file {node} removed {path}"),
        Event::FileRenamed { node, from, to } => format!("file {node} renamed {from} to {to}"),
        Event::KubeletStarted { node } => format!("kubelet {node} started"),
        Event::KubeletStopped { node } => format!("kubelet {node} stopped"),
        Event::ApiServerUp => "api server answers".into(),
        Event::ApiServerDown => "api server refuses connections".into(),
        Event::ContainerCrashed { node, container, exit_code } => {
            format!("fault {node} crash {} exit={exit_code}", short_id(container.as_str()))
        }
        Event::FaultSet { fault } => format!("fault {fault}"),
        Event::CommandTyped { line } => format!("you typed {line}"),
        Event::CommandPrinted { text, stderr, .. } => {
            let stream = if *stderr { "stderr" } else { "stdout" };
            format!("you see {stream} {}", text.trim_end().replace('\n', " ⏎ "))
        }
        Event::CommandExited { code, .. } => format!("you see exit {code}"),
        Event::DrainSorted { pod, verdict, .. } => {
            let verdict = match verdict {
                DrainVerdict::Evict => "evict".to_owned(),
                DrainVerdict::SkipMirror => "skip mirror".to_owned(),
                DrainVerdict::IgnoreDaemonSet => "ignore daemonset".to_owned(),
                DrainVerdict::Refuse { reason } => format!("refuse {reason}"),
            };
            format!("drain {pod} {verdict}")
        }
        _ => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "one of five groups that share the events")]
fn files(event: &Event) -> Option<String> {
    Some(match event {
        Event::FileEventSeen { node, path, op } => {
            let op = match op {
                FileOp::Create => "create",
                FileOp::Write => "write",
                FileOp::Chmod => "chmod",
                FileOp::Remove => "remove",
                FileOp::Rename => "rename",
            };
            format!("kubelet {node} file event {op} {path}")
        }
        Event::DotFileIgnored { node, path } => format!("kubelet {node} ignores dot file {path}"),
        Event::ManifestRead { node, path, pod } => {
            format!("kubelet {node} read {path} as pod {}", with_uid(&pod.pod_ref()))
        }
        Event::ManifestRefused { node, path, error } => {
            let place = match (error.line, error.column) {
                (Some(line), Some(column)) => format!(":{line}:{column}"),
                (Some(line), None) => format!(":{line}"),
                (None, _) => String::new(),
            };
            format!("kubelet {node} refused {path}{place} {}", error.message.replace('\n', " ⏎ "))
        }
        Event::DirectoryRescanned { node, pods, refused } => {
            format!("kubelet {node} rescanned the directory pods={pods} refused={refused}")
        }
        _ => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "one of five groups that share the events")]
fn pods(event: &Event) -> Option<String> {
    Some(match event {
        Event::PodUpdated { node, source, op, pod, mirror } => {
            let op = match op {
                PodOp::Add => "ADD",
                PodOp::Update => "UPDATE",
                PodOp::Remove => "REMOVE",
                PodOp::Delete => "DELETE",
                PodOp::Reconcile => "RECONCILE",
            };
            let source = match source {
                Source::File => "file",
                Source::Api => "api",
            };
            let kind = if *mirror { "mirror" } else { "pod" };
            format!("kubelet {node} SyncLoop {op} source={source} {kind} {}", with_uid(pod))
        }
        Event::PodRejected { node, pod, reason, .. } => {
            format!("kubelet {node} rejected pod {} {reason}", with_uid(pod))
        }
        Event::PodWaiting { node, pod, retry_at } => {
            format!("kubelet {node} pod {} cannot start yet, retry at {retry_at}", with_uid(pod))
        }
        Event::PodSyncBegan { node, pod, reason } => {
            let reason = match reason {
                SyncReason::Create => "create",
                SyncReason::Update => "update",
                SyncReason::Sync => "sync",
            };
            format!("kubelet {node} syncs pod {} {reason}", with_uid(pod))
        }
        Event::PodTerminating { node, pod, grace_period_seconds } => {
            format!("kubelet {node} terminates pod {} grace={grace_period_seconds}s", with_uid(pod))
        }
        Event::PodTerminated { node, pod } => {
            format!("kubelet {node} pod {} terminated", with_uid(pod))
        }
        Event::PodFinished { node, pod } => {
            format!("kubelet {node} pod {} finished", with_uid(pod))
        }
        Event::PodForgotten { node, pod } => {
            format!("kubelet {node} pod {} forgotten", with_uid(pod))
        }
        Event::MirrorDecided { node, pod, decision } => {
            let decision = match decision {
                MirrorDecision::Create => "create".to_owned(),
                MirrorDecision::Delete { mirror } => {
                    format!("delete uid={}", short_id(mirror.as_str()))
                }
                MirrorDecision::NodeUnknown => "none, node unknown".to_owned(),
            };
            format!("kubelet {node} mirror of {pod}: {decision}")
        }
        Event::OrphanMirrorFound { node, pod } => {
            format!("kubelet {node} found orphan mirror {}", with_uid(pod))
        }
        Event::NodeSeen { node } => format!("kubelet {node} knows its node"),
        _ => return None,
    })
}

fn container(record: &ContainerRecord) -> String {
    format!("{} of {} id={}", record.name, record.pod, short_id(record.id.as_str()))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "one of five groups that share the events")]
fn runtime(event: &Event) -> Option<String> {
    Some(match event {
        Event::SandboxRequested { node, pod, attempt } => {
            format!("runtime {node} sandbox requested for {} attempt={attempt}", with_uid(pod))
        }
        Event::SandboxReady { node, sandbox } => {
            let id = short_id(sandbox.id.as_str());
            format!("runtime {node} sandbox ready for {} id={id}", sandbox.pod)
        }
        Event::SandboxStopped { node, sandbox } => {
            format!("runtime {node} sandbox stopped id={}", short_id(sandbox.as_str()))
        }
        Event::SandboxRemoved { node, sandbox } => {
            format!("runtime {node} sandbox removed id={}", short_id(sandbox.as_str()))
        }
        Event::ImagePullBegan { node, image, .. } => format!("runtime {node} pulls {image}"),
        Event::ImagePulled { node, image } => format!("runtime {node} pulled {image}"),
        Event::ImagePullFailed { node, image, message, .. } => {
            format!("runtime {node} failed to pull {image}: {message}")
        }
        Event::ContainerCreated { node, container: it } => {
            format!("runtime {node} container created {}", container(it))
        }
        Event::ContainerStarted { node, container: it } => {
            format!("runtime {node} container started {}", container(it))
        }
        Event::ContainerStopRequested { node, container, grace_period_seconds } => {
            let id = short_id(container.as_str());
            format!("runtime {node} container stop requested id={id} grace={grace_period_seconds}s")
        }
        Event::ContainerExited { node, container: it } => {
            let code = it.exit_code.unwrap_or_default();
            format!("runtime {node} container exited {} code={code}", container(it))
        }
        Event::ContainerRemoved { node, container } => {
            format!("runtime {node} container removed id={}", short_id(container.as_str()))
        }
        Event::ContainerBackOff { node, pod, container, until } => {
            format!("kubelet {node} back-off {container} of {pod} until {until}")
        }
        _ => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "one of five groups that share the events")]
fn api(event: &Event) -> Option<String> {
    Some(match event {
        Event::RequestSent { client, request } => format!("{client} sends {request}"),
        Event::RequestAnswered { client, answer, request } => {
            let client: &Client = client;
            let message = if answer.message.is_empty() {
                String::new()
            } else {
                format!(" {}", answer.message.replace('\n', " ⏎ "))
            };
            format!("{client} gets {} for #{request}{message}", answer.status)
        }
        Event::ObjectCreated { object } => format!("api created {}", stored(object)),
        Event::ObjectModified { object } => format!("api modified {}", stored(object)),
        Event::ObjectDeleted { object } => format!("api deleted {}", stored(object)),
        _ => return None,
    })
}

fn stored(object: &Object) -> String {
    let meta = object.meta();
    let mut text = format!("{} uid={}", object.key(), short_id(meta.uid.as_str()));
    if let Object::Pod(pod) = object {
        if pod.is_mirror() {
            text.push_str(" mirror");
        }
        text.push(' ');
        text.push_str(pod.status.phase.as_str());
        if pod.status.is_true("Ready") {
            text.push_str(" ready");
        }
    }
    if let Object::Node(node) = object
        && node.spec.unschedulable
    {
        text.push_str(" unschedulable");
    }
    if meta.deletion_timestamp.is_some() {
        let grace = meta.deletion_grace_period_seconds.unwrap_or_default();
        text.push_str(&format!(" deleting grace={grace}s"));
    }
    text
}
