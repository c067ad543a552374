//! Two traces on one axis of cluster time: where they part, what was there when, and which moment
//! of a timeline shows a time. Pure.

use scene::{Moment, Timeline};
use trace::{Entry, SimTime, View};

use crate::loaded::Loaded;

/// Something that was there for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Its id: another id is another thing.
    id: String,
    /// Since when.
    pub from: SimTime,
    /// Until when.
    pub to: SimTime,
}

/// What a trace looks like from afar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spans {
    /// The containers of the Pod, while they ran.
    pub container: Vec<Stretch>,
    /// Its mirrors, while they were there.
    pub mirror: Vec<Stretch>,
    /// When somebody did something.
    pub acts: Vec<SimTime>,
}

impl Spans {
    /// What there is to see of a trace that goes on until `end`.
    #[must_use]
    pub fn of(loaded: &Loaded, end: SimTime) -> Self {
        let timeline = &loaded.timeline;
        let cast = loaded.cast(timeline.beats().len() - 1);
        let mut view = View::new(&timeline.header().topology);
        let mut spans = Self::default();
        for entry in timeline.entries() {
            view.apply(&entry.event);
            let container = cast.container(&view).filter(|it| {
                // One that has ended is kept for a while, and is not there any more.
                it.state == trace::ContainerState::Running
            });
            track(&mut spans.container, container.map(|it| it.id.as_str()), entry.at);
            let mirror = cast.object(&view);
            track(&mut spans.mirror, mirror.map(|it| it.metadata.uid.as_str()), entry.at);
            if entry.event.is_input() {
                spans.acts.push(entry.at);
            }
        }
        for all in [&mut spans.container, &mut spans.mirror] {
            for open in all.iter_mut().filter(|it| it.to == OPEN) {
                open.to = end;
            }
        }
        spans
    }
}

/// The end of what is still there.
const OPEN: SimTime = SimTime(u64::MAX);

fn track(all: &mut Vec<Stretch>, id: Option<&str>, at: SimTime) {
    let open = all.last_mut().filter(|it| it.to == OPEN);
    if open.as_ref().map(|it| it.id.as_str()) == id {
        return;
    }
    if let Some(open) = open {
        open.to = at;
    }
    if let Some(id) = id {
        all.push(Stretch { id: id.to_owned(), from: at, to: OPEN });
    }
}

/// When two traces begin to differ; `None` when one is the other's beginning.
#[must_use]
pub fn parting(one: &[Entry], other: &[Entry]) -> Option<SimTime> {
    let (a, b) = one.iter().zip(other).find(|(a, b)| a != b)?;
    Some(a.at.min(b.at))
}

/// The moment that shows a time: what has happened by then counts, and is as complete as it can be
/// before something later counts.
#[must_use]
pub fn moment_at(timeline: &Timeline, at: SimTime) -> Moment {
    let entries = timeline.entries();
    let n_before = entries.partition_point(|it| it.at <= at);
    let span = |n: usize| entries.get(n).and_then(|it| timeline.span(it.id));
    let last = n_before.checked_sub(1).and_then(span).unwrap_or_default();
    let end = timeline.motion_ms(timeline.end());
    let mut high = span(n_before).map_or(end, |it| it.applies.saturating_sub(1)).max(last.applies);
    let mut low = last.ends.min(high);
    // Between two entries time goes on in the picture, too.
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if timeline.sim_time(timeline.moment_at(middle)) <= at {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    timeline.moment_at(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::{sample, told};
    use trace::EntryId;

    fn fork(after: u32, n_entries: usize) -> Loaded {
        let (header, entries) = sample::recording();
        let entries = entries[..n_entries].to_vec();
        told::tell(&header.forked(EntryId(after)), entries, &sample::words(), None)
    }

    #[test]
    fn the_unbroken_container_lies_above_the_broken_mirror() {
        // Up to the end of the step in which the mirror is deleted.
        let spans = Spans::of(&fork(58, 58), SimTime(64_000));
        assert_eq!((spans.container.len(), spans.mirror.len()), (1, 2));
        assert!(spans.mirror[0].to <= spans.mirror[1].from);
        assert_eq!(spans.container[0].to, SimTime(64_000));
    }

    #[test]
    fn two_traces_part_where_they_first_differ() {
        let (_, entries) = sample::recording();
        assert_eq!(parting(&entries[..80], &entries[..60]), None);
        let mut other = entries[..80].to_vec();
        other[70].at = SimTime(1);
        assert_eq!(parting(&entries[..80], &other), Some(SimTime(1)));
    }

    #[test]
    fn at_any_time_exactly_what_has_happened_by_then_is_shown() {
        let loaded = fork(58, 120);
        for at in (0..130_000).step_by(777).map(SimTime) {
            let shown = loaded.timeline.entry_at(moment_at(&loaded.timeline, at));
            let happened = loaded.timeline.entries().iter().rev().find(|it| it.at <= at);
            assert!(shown >= happened.map(|it| it.id), "{at}: {shown:?}");
            let last = shown.and_then(|it| loaded.timeline.entry(it)).map(|it| it.at);
            // What counts within one millisecond of motion is shown together.
            assert!(last.is_none_or(|it| it <= at.plus(20)), "{at}: {shown:?}");
        }
    }
}
