//! One moment, taken apart: the state of the cluster, what is under way, and who is looked at.

use std::sync::Arc;

use trace::object::Pod;
use trace::view::{NodeView, PodView, Reading, Work};
use trace::{
    ContainerRecord, ContainerState, Entry, EntryId, Event, PodRef, SimTime, Source, View,
};

use crate::motion::{ASIDE, LEFT, Motion, STRUCK, out, progress};
use crate::timeline::{Cell, Lane, Marks, Moment, PodName, Span, Timeline};

/// A moment of a timeline.
pub struct Now<'a> {
    pub timeline: &'a Timeline,
    pub beat: usize,
    /// Milliseconds of motion from the beginning.
    pub ms: u32,
    pub sim: SimTime,
    pub view: View,
    pub entry: Option<EntryId>,
    pub marks: Marks,
    pub focus: Option<&'a PodName>,
    /// Whether that is a static Pod: then its object is a mirror.
    pub is_static: bool,
    /// What is under way or has just ended, the latest first. Empty for still pictures.
    pub recent: Vec<Recent<'a>>,
    /// How present what takes no part in the beat is.
    pub aside: f32,
    /// What this beat has brought, in order. Empty while things move, and before a beat.
    pub changed: Vec<&'a Entry>,
}

/// A fact whose motion is under way, or has ended a short while ago.
#[derive(Clone, Copy)]
pub struct Recent<'a> {
    pub entry: &'a Entry,
    pub span: Span,
    pub lane: Lane,
}

/// The Pod in focus, from every side.
#[derive(Default)]
pub struct Pair<'a> {
    /// The life of it that the kubelet wants to run.
    pub wanted: Option<&'a PodView>,
    /// The container that is shown: the one that runs, or else the newest.
    pub container: Option<&'a ContainerRecord>,
    /// How many other containers of the Pod there are, by name.
    pub n_others: usize,
    /// The life of the Pod that this container belongs to.
    pub running: Option<&'a PodView>,
    /// The mirror Pod as stored; of an ordinary Pod, the Pod itself.
    pub mirror: Option<&'a Arc<Pod>>,
}

impl<'a> Now<'a> {
    pub fn new(timeline: &'a Timeline, moment: Moment, motion: Motion) -> Self {
        let moment = timeline.clamped(moment);
        let is_still = motion == Motion::Reduced;
        let ms = timeline.motion_ms(moment);
        let entry = timeline.entry_at(moment);
        let focus = timeline.focus(moment.beat);
        let recent = if is_still {
            Vec::new()
        } else {
            let recent = timeline.under_way(ms, moment.beat, STRUCK);
            let with_lane =
                recent.map(|(entry, span)| Recent { entry, span, lane: timeline.lane(entry.id) });
            with_lane.collect()
        };
        let changed =
            if is_still { seen_in_beat(timeline, moment.beat, entry) } else { Vec::new() };
        Self {
            timeline,
            beat: moment.beat,
            ms,
            sim: timeline.sim_time(moment),
            view: timeline.view_after(entry),
            entry,
            marks: timeline.marks(entry),
            focus,
            is_static: focus.is_none_or(|it| timeline.is_static(it)),
            recent,
            aside: if motion == Motion::Running { aside(timeline, moment) } else { 1.0 },
            changed,
        }
    }

    /// How present a cell is: less so while a beat moves in which it takes no part. What is as
    /// faint as that anyway, `strength` being how present it is otherwise, gets no fainter.
    pub fn presence(&self, cell: Cell, strength: f32) -> f32 {
        let takes_part = self.timeline.parts(self.beat).has(cell);
        if takes_part { strength } else { strength.min(self.aside) }
    }

    /// The machine the picture is about.
    pub fn node(&self) -> Option<&NodeView> {
        self.view.nodes.get(self.timeline.node())
    }

    /// How far the latest effect of such a fact has come, while it is under way.
    pub fn effect(&self, is: impl Fn(&Event) -> bool) -> Option<f32> {
        self.effect_entry(is).map(|(_, progress)| progress)
    }

    /// The same, with the entry itself.
    pub fn effect_entry(&self, is: impl Fn(&Event) -> bool) -> Option<(&'a Entry, f32)> {
        self.effect_of(&is)
    }

    /// Once for all questions: the program grows by a copy for each of them otherwise.
    fn effect_of(&self, is: &dyn Fn(&Event) -> bool) -> Option<(&'a Entry, f32)> {
        let found = self.recent.iter().find(|it| is(&it.entry.event))?;
        let Span { applies, ends, .. } = found.span;
        (applies <= self.ms && self.ms < ends)
            .then(|| (found.entry, progress(self.ms, applies, ends - applies)))
    }

    /// The latest such fact that has come to count less than `within` milliseconds ago, and how
    /// long ago that is.
    pub fn since(&self, within: u32, is: impl Fn(&Event) -> bool) -> Option<(&'a Entry, u32)> {
        self.latest(within, &is)
    }

    fn latest(&self, within: u32, is: &dyn Fn(&Event) -> bool) -> Option<(&'a Entry, u32)> {
        let mut found = self.recent.iter().filter(|it| is(&it.entry.event));
        let found = found.find(|it| it.span.applies <= self.ms)?;
        let ago = self.ms - found.span.applies;
        (ago < within).then_some((found.entry, ago))
    }

    /// The latest such fact of which the picture still shows what was before: one of a short while
    /// ago, or in a still picture any of the beat's. With it, how long ago it is.
    pub fn fresh(&self, is: impl Fn(&Event) -> bool) -> Option<(&'a Entry, u32)> {
        let still = self.last_change(&is);
        still.map(|it| (it, STRUCK)).or_else(|| self.latest(STRUCK, &is))
    }

    /// Whether a still picture must point out that such a fact has changed something.
    pub fn has_changed(&self, is: impl Fn(&Event) -> bool) -> bool {
        self.last_change(&is).is_some()
    }

    fn last_change(&self, is: &dyn Fn(&Event) -> bool) -> Option<&'a Entry> {
        self.changed.iter().rev().find(|it| is(&it.event)).copied()
    }

    /// The messages that have set out and not yet arrived, with how far they are.
    pub fn messages(&self) -> impl Iterator<Item = (&Recent<'a>, f32)> {
        let under_way = self.recent.iter().filter(|it| {
            it.lane != Lane::Place && it.span.begins <= self.ms && self.ms < it.span.arrives
        });
        under_way.map(|it| {
            let duration = it.span.arrives - it.span.begins;
            (it, progress(self.ms, it.span.begins, duration))
        })
    }

    /// The latest message that arrived on a lane less than `within` milliseconds ago.
    pub fn arrival(&self, lane: Lane, within: u32) -> Option<(&Recent<'a>, u32)> {
        let mut arrived = self.recent.iter().filter(|it| it.lane == lane);
        let it = arrived.find(|it| it.span.arrives <= self.ms)?;
        let ago = self.ms - it.span.arrives;
        (ago < within).then_some((it, ago))
    }

    pub fn entry(&self, id: Option<EntryId>) -> Option<&'a Entry> {
        id.and_then(|id| self.timeline.entry(id))
    }

    /// Whether an event is about the Pod in focus.
    pub fn is_focus(&self, event: &Event) -> bool {
        self.focus.is_some() && PodName::of(event).as_ref() == self.focus
    }

    /// The next try of a Pod in focus that has to wait, with the Pod.
    pub fn waits<'b>(&self, pod: &'b PodView) -> Option<(&'b PodRef, SimTime)> {
        let Work::Waiting(retry_at) = pod.work else { return None };
        let in_focus = self.focus.is_some_and(|it| it.is(&pod.pod.namespace, &pod.pod.name));
        in_focus.then_some((&pod.pod, retry_at))
    }

    /// The Pod in focus.
    pub fn pair(&self) -> Pair<'_> {
        let (Some(focus), Some(node)) = (self.focus, self.node()) else { return Pair::default() };
        let mine = |it: &PodRef| focus.is(&it.namespace, &it.name);
        let source = if self.is_static { Source::File } else { Source::Api };
        let lives = || node.pods.values().filter(|it| it.source == source && mine(&it.pod));
        let is_shown = |it: &&Arc<Pod>| {
            it.is_mirror() == self.is_static && it.spec.node_name == self.timeline.node().as_str()
        };
        let mirror = self.view.pod(&focus.namespace, &focus.name).filter(is_shown);
        let all = || node.containers.values().filter(|it| mine(&it.pod));
        // Of several containers, the one that the Pod names first is shown.
        let spec = node.files.values().find_map(|file| match &file.reading {
            Reading::Read(pod) => Some(pod).filter(|pod| mine(&pod.pod_ref())),
            Reading::Unread | Reading::Ignored | Reading::Refused(_) => None,
        });
        let first = spec.or(mirror).and_then(|it| it.spec.containers.first());
        let is_first = |it: &&ContainerRecord| first.is_some_and(|first| first.name == it.name);
        let newest = |it: &&ContainerRecord| {
            (it.state == ContainerState::Running, it.created_at, it.id.clone())
        };
        let container =
            all().filter(is_first).max_by_key(newest).or_else(|| all().max_by_key(newest));
        let mut names: Vec<&str> = Vec::new();
        for container in all() {
            if !names.contains(&container.name.as_str()) {
                names.push(&container.name);
            }
        }
        Pair {
            n_others: names.len().saturating_sub(1),
            wanted: lives().find(|it| it.wanted && it.work != Work::Rejected),
            container,
            running: container.and_then(|it| node.pods.get(&it.pod.uid)),
            mirror,
        }
    }
}

impl Recent<'_> {
    /// Whether this is a request.
    pub fn request(&self) -> Option<(&trace::Client, &trace::Request)> {
        let Event::RequestSent { client, request } = &self.entry.event else { return None };
        Some((client, request))
    }
}

/// How much is left to see of what takes no part: all of it at both ends of a beat.
fn aside(timeline: &Timeline, moment: Moment) -> f32 {
    let motion_ms = timeline.beat(moment.beat).motion_ms;
    let gone = out(progress(moment.ms, 0, ASIDE));
    let left = 1.0 - out(progress(moment.ms, motion_ms.saturating_sub(ASIDE), ASIDE));
    1.0 - (1.0 - LEFT) * gone.min(left)
}

/// The entries of a beat, up to one of them, that are seen to happen.
fn seen_in_beat(timeline: &Timeline, beat: usize, upto: Option<EntryId>) -> Vec<&Entry> {
    let first = timeline.beat(beat).first.index();
    let last = upto.map_or(0, |it| it.index() + 1);
    let entries = timeline.entries().get(first..last).unwrap_or_default();
    let seen = |it: &&Entry| timeline.span(it.id).is_some_and(Span::moves);
    entries.iter().filter(seen).collect()
}
