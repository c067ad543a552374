//! The kubelet: what it wants, what it has, what it is about to do, and its sync ring.

use trace::{ContainerState, EntryId, Event, MirrorDecision, PodOp, Uid};

use crate::geometry::rect;
use crate::label::{Label, Message};
use crate::layout::Layout;
use crate::motion::{SYNC_TURN, in_out, progress};
use crate::now::{Now, Pair};
use crate::number::{between, whole};
use crate::shape::{Anchor, Role, Run, TextStyle};
use crate::sketch::Sketch;
use crate::timeline::Cell;

use super::{ABSENT, Value, outline_changed};

/// The part of the ring that is drawn.
const RING: f32 = 0.7;

pub(super) fn draw(now: &Now<'_>, layout: &Layout, pair: &Pair<'_>, sketch: &mut Sketch) {
    let at = layout.places.kubelet;
    let sizes = &layout.sizes;
    let runs = now.node().is_some_and(|it| it.kubelet_running);
    let strength = now.presence(Cell::Kubelet, if runs { 1.0 } else { ABSENT });
    sketch.thing("kubelet", strength, |sketch| {
        let line = Role::Kubelet.line(2.6);
        let line = if runs { line } else { line.dashed(6.0, 5.0) };
        sketch.rect("box", at, sizes.radius, Role::KubeletWash.solid(), line);
        let title = TextStyle::sans(Role::Kubelet, sizes.title).bold();
        let width = at.width - 2.0 * sizes.pad;
        sketch.text(
            "title",
            at.at(sizes.pad, sizes.kubelet[0]),
            width,
            Label::text("kubelet"),
            title,
        );
        if runs {
            hashes(now, layout, pair, sketch);
            ring(now, layout, sketch);
        } else {
            let style = TextStyle::sans(Role::Soft, sizes.body);
            let place = at.at(sizes.pad, sizes.kubelet[1]);
            sketch.text("stopped", place, width, Label::key("kubelet.stopped"), style);
        }
        thought(now, layout, sketch);
    });
}

fn hashes(now: &Now<'_>, layout: &Layout, pair: &Pair<'_>, sketch: &mut Sketch) {
    let at = layout.places.kubelet;
    let sizes = &layout.sizes;
    let style = TextStyle::mono(Role::Ink, sizes.body);
    let width = layout.places.ring.0.x - layout.places.ring.1 - at.x - sizes.pad - 6.0;
    let want = pair.wanted.map_or_else(|| "–".to_owned(), |it| hash(&it.pod.uid));
    let is_removed = |it: &Event| {
        matches!(it, Event::PodUpdated { mirror: false, op: PodOp::Remove, .. }) && now.is_focus(it)
    };
    let is_added = |it: &Event| {
        matches!(it, Event::PodUpdated { mirror: false, op: PodOp::Add, .. }) && now.is_focus(it)
    };
    let removed = now.fresh(is_removed);
    let was = removed.and_then(|(it, ago)| it.event.pod().map(|pod| (hash(&pod.uid), ago)));
    let was = was.or_else(|| now.fresh(is_added).map(|(_, ago)| (String::new(), ago)));
    Value {
        key: "want",
        at: at.at(sizes.pad, sizes.kubelet[1]),
        max_width: width,
        name: Label::key("kubelet.want"),
        now: want,
        was,
        style,
    }
    .draw(sketch);
    if now.has_changed(|it| is_removed(it) || is_added(it)) {
        let edge = rect(at.x + sizes.pad - 5.0, at.y + sizes.kubelet[1] - 14.0, width, 19.0);
        outline_changed(sketch, "want-changed", edge);
    }
    if sizes.kubelet[2] <= 0.0 {
        return;
    }
    let (ring, radius) = layout.places.ring;
    let is_below = at.y + sizes.kubelet[2] - sizes.body > ring.y + radius;
    let running = pair.container.filter(|it| it.state == ContainerState::Running);
    let have = running.map_or_else(|| "–".to_owned(), |it| hash(&it.pod.uid));
    let is_exit = |it: &Event| matches!(it, Event::ContainerExited { .. }) && now.is_focus(it);
    let is_start = |it: &Event| matches!(it, Event::ContainerStarted { .. }) && now.is_focus(it);
    let exited = now.fresh(is_exit);
    let was = exited.and_then(|(it, ago)| it.event.pod().map(|pod| (hash(&pod.uid), ago)));
    let was = was.or_else(|| now.fresh(is_start).map(|(_, ago)| (String::new(), ago)));
    Value {
        key: "have",
        at: at.at(sizes.pad, sizes.kubelet[2]),
        max_width: if is_below { at.width - 2.0 * sizes.pad } else { width },
        name: Label::key("kubelet.have"),
        now: have,
        was,
        style,
    }
    .draw(sketch);
    if now.has_changed(|it| is_exit(it) || is_start(it)) {
        let edge = rect(at.x + sizes.pad - 5.0, at.y + sizes.kubelet[2] - 14.0, width, 19.0);
        outline_changed(sketch, "have-changed", edge);
    }
}

/// The first four digits of a static Pod's UID, which is the hash of its manifest.
pub(crate) fn hash(uid: &Uid) -> String {
    uid.as_str().get(..4).unwrap_or_else(|| uid.as_str()).to_owned()
}

/// One turn for each pass over the Pod; a slow tick of the cluster's clock in between.
fn ring(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let (middle, radius) = layout.places.ring;
    let width = between(radius * 0.2, 2.6, 6.0);
    let is_sync = |it: &Event| matches!(it, Event::PodSyncBegan { .. }) && now.is_focus(it);
    let turn =
        now.since(SYNC_TURN, is_sync).map_or(0.0, |(_, ago)| in_out(progress(ago, 0, SYNC_TURN)));
    // A tick of six degrees each second, as a clock has.
    let tick = (now.sim.0 / 1000 % 60) as f32 / 60.0;
    sketch.circle("ring-track", middle, radius, None, Role::Rule.line(width));
    sketch.arc(
        "ring-turn",
        middle,
        radius,
        (tick + turn, RING),
        Role::Kubelet.line(width).rounded(),
    );
    if radius > 24.0 {
        let style = TextStyle::sans(Role::Kubelet, layout.sizes.small).bold();
        let run = Run { label: Label::text("sync"), style };
        let at = middle.plus(0.0, layout.sizes.small * 0.36);
        sketch.runs("ring-name", at, Anchor::Middle, radius * 1.6, vec![run]);
    }
}

fn thought(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let Some((message, is_wait)) = decision(now, !layout.sizes.sublabels) else { return };
    let at = layout.places.kubelet;
    let sizes = &layout.sizes;
    let entry = now.marks.decision;
    let fresh =
        now.recent.iter().find(|it| Some(it.entry.id) == entry && it.span.applies <= now.ms);
    let dy = fresh.map_or(0.0, |it| {
        7.0 * (1.0 - crate::motion::out(progress(now.ms, it.span.applies, crate::motion::CHANGE)))
    });
    // What was decided a while ago is still known, but no longer what counts.
    let is_fresh = is_wait || fresh.is_some() || now.changed.iter().any(|it| Some(it.id) == entry);
    let role = match (is_wait, is_fresh) {
        (true, _) => Role::Fault,
        (false, true) => Role::Kubelet,
        (false, false) => Role::Soft,
    };
    let style = TextStyle::sans(role, sizes.body + 0.5);
    let style = if is_fresh { style.bold() } else { style.medium() };
    let place = at.at(sizes.pad, sizes.kubelet[3] + dy);
    let width = at.width - 2.0 * sizes.pad;
    sketch.text("decision", place, width, message.into(), style);
    if now.changed.iter().any(|it| Some(it.id) == entry) {
        let edge = rect(at.x + sizes.pad - 6.0, at.y + sizes.kubelet[3] - 15.0, width + 12.0, 21.0);
        outline_changed(sketch, "decision-changed", edge);
    }
}

/// What the kubelet last made up its mind about, if that concerns the Pod in focus, and whether it
/// is a wait.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is no decision")]
pub(crate) fn decision(now: &Now<'_>, is_short: bool) -> Option<(Message, bool)> {
    let entry = now.entry(now.marks.decision)?;
    let about_other = entry.event.pod().is_some() && !now.is_focus(&entry.event);
    if about_other {
        return None;
    }
    let key = |long: &'static str, short: &'static str| {
        Message::plain(if is_short { short } else { long })
    };
    let seconds_until = |at: trace::SimTime| whole(at.since(now.sim).div_ceil(1000));
    let message = match &entry.event {
        Event::KubeletStarted { .. } => key("decision.started", "decision.started_short"),
        Event::FileEventSeen { .. } => key("decision.file_event", "decision.file_event_short"),
        Event::ManifestRefused { .. } => key("decision.refused", "decision.refused_short"),
        Event::PodSyncBegan { .. } => key("decision.sync", "decision.sync_short"),
        Event::PodTerminating { .. } => key("decision.stop", "decision.stop_short"),
        Event::PodFinished { .. } => key("decision.finished", "decision.finished_short"),
        Event::PodRejected { .. } => key("decision.rejected", "decision.rejected_short"),
        Event::PodUpdated { .. } => {
            key("decision.mirror_deletion_seen", "decision.mirror_deletion_seen_short")
        }
        Event::OrphanMirrorFound { .. } => key("decision.orphan", "decision.orphan_short"),
        Event::MirrorDecided { decision, .. } => match decision {
            MirrorDecision::Create if knows_mirror(now) => {
                key("decision.mirror_matches", "decision.mirror_matches_short")
            }
            MirrorDecision::Create => key("decision.mirror_create", "decision.mirror_create_short"),
            MirrorDecision::Delete { .. } if is_deleting(now, entry.id) => {
                key("decision.mirror_finish", "decision.mirror_finish_short")
            }
            MirrorDecision::Delete { .. } => {
                key("decision.mirror_delete", "decision.mirror_delete_short")
            }
            MirrorDecision::NodeUnknown => {
                key("decision.node_unknown", "decision.node_unknown_short")
            }
        },
        Event::PodWaiting { retry_at, .. } => {
            let key = if is_short { "decision.wait_short" } else { "decision.wait" };
            return Some((Message::new(key, [("s", seconds_until(*retry_at))]), true));
        }
        Event::ContainerBackOff { until, .. } => {
            let key = if is_short { "decision.back_off_short" } else { "decision.back_off" };
            return Some((Message::new(key, [("s", seconds_until(*until))]), true));
        }
        _ => return None,
    };
    Some((message, false))
}

/// Whether the mirror was being deleted, or gone, when the kubelet decided to delete it.
fn is_deleting(now: &Now<'_>, decided: EntryId) -> bool {
    let Some(focus) = now.focus else { return false };
    let before = now.timeline.view_before(decided);
    let mirror = before.pod(&focus.namespace, &focus.name);
    mirror.is_none_or(|it| it.metadata.deletion_timestamp.is_some())
}

/// Whether the kubelet's watch has brought the mirror it made, and nobody deletes it: then there
/// is nothing left to do about it.
fn knows_mirror(now: &Now<'_>) -> bool {
    let (Some(focus), Some(node)) = (now.focus, now.node()) else { return false };
    let Some(mirror) = now.view.pod(&focus.namespace, &focus.name) else { return false };
    let known = node.mirrors.values().any(|it| it.uid == mirror.metadata.uid);
    known && mirror.metadata.deletion_timestamp.is_none()
}
