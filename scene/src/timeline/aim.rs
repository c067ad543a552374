//! Where the picture is turned: which machine it draws, and which Pod is in focus.

use trace::{Entry, NodeName, View};

use super::Timeline;
use super::beats::BeatSpan;
use super::cast::{Cast, PodName};
use super::marks::marks;
use super::moves::{Moves, Stage};
use super::parts::parts;
use super::schedule::{Schedule, Span, schedule};
use crate::motion::SETTLE;

/// Where the picture is turned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aim {
    /// The machine that is drawn; the first one of the topology where this is none of them.
    pub node: Option<NodeName>,
    /// The Pod that is in focus all along; the one each beat is about where the trace knows no
    /// such Pod on that machine.
    pub pod: Option<PodName>,
}

impl Timeline {
    /// The picture as the lesson has it: the first machine of the topology, and the Pod that each
    /// beat is about.
    pub(super) fn face_forward(&mut self) {
        let Self { header, entries, beats, .. } = self;
        let node = header.topology.nodes.first().map(|it| it.name.clone()).unwrap_or_default();
        self.cast = Cast::new(entries, beats, &header.topology, &node, None);
        self.schedule = schedule(header, entries, beats, &self.cast, &node);
        self.node = node;
        self.aim = Aim::default();
        self.mark();
    }

    /// Turns the picture elsewhere. Facts count when they did before, so a moment means the same
    /// wherever the picture is turned; what is seen of them is another thing.
    pub fn turn(&mut self, aim: Aim) {
        self.face_forward();
        let Self { header, entries, beats, .. } = self;
        let nodes = &header.topology.nodes;
        let node = aim.node.filter(|it| nodes.iter().any(|node| node.name == *it));
        let node = node.filter(|it| *it != self.node);
        if let Some(node) = &node {
            self.node = node.clone();
        }
        self.cast = Cast::new(entries, beats, &header.topology, &self.node, aim.pod.as_ref());
        let pod = aim.pod.filter(|it| self.cast.pods.contains(it));
        if node.is_some() || pod.is_some() {
            let view = View::new(&header.topology);
            see(&mut self.schedule, entries, beats, &self.cast, &self.node, view);
        }
        self.aim = Aim { node, pod };
        self.mark();
    }

    /// What follows from the schedule and the cast.
    fn mark(&mut self) {
        self.marks = marks(&self.entries, &self.beats, &self.cast, &self.node);
        self.parts = parts(&self.entries, &self.beats, &self.schedule, &self.cast);
    }

    /// Where the picture is turned. What the trace does not know is left out, and so is the machine
    /// that would be drawn anyway.
    #[must_use]
    pub const fn aim(&self) -> &Aim {
        &self.aim
    }

    /// Every Pod the trace knows on the machine: static ones first, then in order of appearance.
    #[must_use]
    pub fn pods(&self) -> &[PodName] {
        &self.cast.pods
    }

    /// Whether a Pod of the machine is a static one, so that its object is a mirror.
    #[must_use]
    pub fn is_static(&self, pod: &PodName) -> bool {
        self.cast.is_static(pod)
    }
}

/// Gives each entry the motion it has when it is looked at from elsewhere, around the time at which
/// it counts: a message sets out so early that it arrives for that; no effect outlasts its beat.
fn see(
    schedule: &mut Schedule,
    entries: &[Entry],
    beats: &[BeatSpan],
    cast: &Cast,
    node: &NodeName,
    mut view: View,
) {
    let mut number = 0;
    for (entry, (span, lane)) in
        entries.iter().zip(schedule.spans.iter_mut().zip(&mut schedule.lanes))
    {
        while number + 1 < beats.len() && beats[number].last < entry.id {
            number += 1;
        }
        let beat = &beats[number];
        // What lies before the first beat has simply happened.
        if beat.first <= entry.id {
            let stage = Stage { entries, node, focus: cast.focus(number), before: &view };
            let moves = stage.moves(entry);
            *span = seen(*span, moves.lane == *lane, moves, beat);
            *lane = moves.lane;
        }
        view.apply(&entry.event);
    }
}

fn seen(own: Span, same_lane: bool, moves: Moves, beat: &BeatSpan) -> Span {
    let applies = own.applies;
    let begins_at = beat.begins_ms;
    let (begins, arrives) = if moves.travel == 0 {
        (applies, applies)
    } else if same_lane && own.arrives > own.begins {
        (own.begins, own.arrives)
    } else {
        let arrives = applies.saturating_sub(SETTLE).max(begins_at);
        (arrives.saturating_sub(moves.travel).max(begins_at), arrives)
    };
    let ends = (applies + moves.effect).min(begins_at + beat.motion_ms).max(applies);
    Span { begins, arrives, applies, ends }
}
