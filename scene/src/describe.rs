//! A moment in sentences, as message keys: for those who hear the picture.

use trace::{ContainerState, Event, short_id};

use crate::label::Message;
use crate::motion::Motion;
use crate::now::{Now, Pair};
use crate::number::whole;
use crate::picture::tie::{Difference, Tie, tie};
use crate::timeline::{Moment, Timeline};
use crate::why::happened;

/// What a moment comes down to: what a test or a style sheet may ask of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The whole id of the container in focus; empty when there is none.
    pub container_id: String,
    /// The UID of the mirror in focus; empty when there is none.
    pub mirror_uid: String,
    /// What the mirror is worth.
    pub tie: Tie,
}

/// What a moment comes down to.
#[must_use]
pub fn facts(timeline: &Timeline, moment: Moment) -> Facts {
    let now = Now::new(timeline, moment, Motion::Full);
    let pair = now.pair();
    let container = pair.container.filter(|it| it.state == ContainerState::Running);
    let container_id = container.or(pair.container).map_or("", |it| it.id.as_str());
    let mirror_uid = pair.mirror.map_or("", |it| it.metadata.uid.as_str());
    Facts {
        container_id: container_id.to_owned(),
        mirror_uid: mirror_uid.to_owned(),
        tie: tie(&now, &pair),
    }
}

/// A moment in sentences: what happened last, then how the container, the mirror, their agreement
/// and the node stand.
#[must_use]
pub fn describe(timeline: &Timeline, moment: Moment) -> Vec<Message> {
    let now = Now::new(timeline, moment, Motion::Full);
    let pair = now.pair();
    let mut sentences = Vec::with_capacity(5);
    sentences.extend(last_event(&now));
    sentences.push(container(&now, &pair));
    sentences.push(mirror(&now, &pair));
    sentences.extend(agreement(&now, &pair));
    if now.view.is_cordoned(timeline.node()) {
        let node = timeline.node().to_string();
        sentences.push(Message::new("describe.cordoned", [("node", node)]));
    }
    sentences
}

/// The last thing that was seen to happen in this beat.
fn last_event(now: &Now<'_>) -> Option<Message> {
    let last = now.entry?;
    let first = now.timeline.beat(now.beat).first;
    let entries = now.timeline.entries().get(first.index()..=last.index())?;
    let shown = |it: &&trace::Entry| now.timeline.span(it.id).is_some_and(crate::Span::moves);
    let weighty = entries.iter().filter(shown).max_by_key(|it| (weight(now, &it.event), it.id))?;
    Some(happened(now.timeline, weighty))
}

/// Of several things in one beat, the one that changed what there is is told.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest weighs nothing")]
fn weight(now: &Now<'_>, event: &Event) -> u8 {
    match event {
        Event::ObjectCreated { .. } | Event::ObjectDeleted { .. } if now.is_focus(event) => 3,
        Event::ContainerStarted { .. } | Event::ContainerExited { .. } if now.is_focus(event) => 3,
        Event::ApiServerUp | Event::ApiServerDown | Event::FileRemoved { .. } => 3,
        Event::ManifestRead { .. } | Event::ManifestRefused { .. } => 2,
        Event::ObjectModified { .. } => 2,
        Event::DrainSorted { .. } | Event::PodWaiting { .. } => 2,
        Event::CommandTyped { .. } | Event::FileWritten { .. } => 1,
        _ => 0,
    }
}

fn container(now: &Now<'_>, pair: &Pair<'_>) -> Message {
    let Some(container) = pair.container else { return Message::plain("describe.no_container") };
    let name = ("name", container.name.clone());
    let id = ("id", short_id(container.id.as_str()).to_owned());
    let started = container.started_at.unwrap_or(container.created_at);
    match container.state {
        ContainerState::Created => Message::new("describe.container_created", [name, id]),
        ContainerState::Running => {
            let seconds = whole(now.sim.since(started) / 1000);
            Message::new("describe.container_running", [name, id, ("s", seconds)])
        }
        ContainerState::Exited => Message::new("describe.container_exited", [name, id]),
    }
}

fn mirror(now: &Now<'_>, pair: &Pair<'_>) -> Message {
    if !now.view.api_server_up {
        return Message::plain("describe.api_server_down");
    }
    let Some(mirror) = pair.mirror else {
        return Message::plain(if now.is_static {
            "describe.no_mirror"
        } else {
            "describe.no_pod"
        });
    };
    let name = ("name", mirror.metadata.name.clone());
    let uid = ("uid", short_id(mirror.metadata.uid.as_str()).to_owned());
    let phase = ("phase", mirror.status.phase.as_str().to_owned());
    let deleting = mirror.metadata.deletion_timestamp.is_some();
    let key = match (now.is_static, deleting) {
        (true, true) => "describe.mirror_deleting",
        (true, false) => "describe.mirror",
        (false, true) => "describe.pod_deleting",
        (false, false) => "describe.pod",
    };
    Message::new(key, [name, uid, phase])
}

fn agreement(now: &Now<'_>, pair: &Pair<'_>) -> Option<Message> {
    // The others say what a report is worth; an ordinary Pod is none.
    let key = match tie(now, pair) {
        Tie::Equal if !now.is_static && pair.mirror.is_some() && pair.container.is_some() => {
            "describe.tie.pod_equal"
        }
        Tie::Differs(_) if !now.is_static => return None,
        Tie::Equal if pair.mirror.is_some() && pair.container.is_some() => "describe.tie.equal",
        Tie::Differs(Difference::Gone) => "describe.tie.gone",
        Tie::Differs(Difference::Deleting) => "describe.tie.deleting",
        Tie::Differs(Difference::Version) => "describe.tie.version",
        Tie::Differs(Difference::Image) => "describe.tie.image",
        Tie::Differs(Difference::Status) => "describe.tie.status",
        Tie::Equal | Tie::NoMirror | Tie::Unknown => return None,
    };
    Some(Message::plain(key))
}
