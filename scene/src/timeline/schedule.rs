//! When each fact is seen: causes before effects, effects of one cause together, idle waits
//! folded.

use trace::{Entry, EntryId, Header, NodeName, SimTime, View};

use super::beats::BeatSpan;
use super::cast::Cast;
use super::moves::{Lane, Moves, Stage};
use crate::motion::{LEAD, SETTLE};

/// Beats that take longer are hastened, down to three fifths of their length.
const LONG_BEAT: u32 = 8_000;

/// No motion of one entry takes longer.
pub(super) const LONGEST: u32 = 2_500;

/// When an entry is seen, in milliseconds of motion from the beginning of the first beat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// When its message sets out.
    pub begins: u32,
    /// When its message arrives; the same for what changes in its place.
    pub arrives: u32,
    /// When its fact counts, and its effect begins: a message settles first.
    pub applies: u32,
    /// When its effect is complete.
    pub ends: u32,
}

/// A wait in which nothing is seen to happen, shown short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Where it begins, in milliseconds of motion from the beginning.
    pub begins: u32,
    /// Where it ends.
    pub ends: u32,
    /// How long it really took.
    pub sim_ms: u64,
}

/// When everything is seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    pub(super) spans: Vec<Span>,
    pub(super) lanes: Vec<Lane>,
    pub(super) folds: Vec<Fold>,
    anchors: Vec<(u32, SimTime)>,
}

impl Span {
    /// Whether anything is seen to move.
    #[must_use]
    pub const fn moves(self) -> bool {
        self.arrives > self.begins || self.ends > self.applies
    }
}

impl Schedule {
    /// The cluster's time after so much motion: exact where an entry begins, even in between.
    pub(super) fn sim_time(&self, motion_ms: u32) -> SimTime {
        let after = self.anchors.partition_point(|it| it.0 <= motion_ms);
        let Some(&(from_ms, from)) = after.checked_sub(1).and_then(|it| self.anchors.get(it))
        else {
            return self.anchors.first().map_or(SimTime::ZERO, |it| it.1);
        };
        let Some(&(to_ms, to)) = self.anchors.get(after) else { return from };
        let passed = u64::from(motion_ms - from_ms) * to.since(from) / u64::from(to_ms - from_ms);
        from.plus(passed)
    }
}

/// Gives every entry its span, and every beat its begin and duration.
pub(super) fn schedule(
    header: &Header,
    entries: &[Entry],
    beats: &mut [BeatSpan],
    cast: &Cast,
    node: &NodeName,
) -> Schedule {
    let mut scheduler = Scheduler::new(entries);
    let mut view = View::new(&header.topology);
    let begins = beats.first().map_or(0, |it| it.first.index()).min(entries.len());
    for entry in &entries[..begins] {
        scheduler.skip(entry);
        view.apply(&entry.event);
    }
    for (number, beat) in beats.iter_mut().enumerate() {
        beat.begins_ms = scheduler.latest;
        scheduler.begin_beat();
        let first = beat.first.index().max(begins);
        let last = (beat.last.0 as usize).min(entries.len());
        for entry in entries.get(first..last).unwrap_or_default() {
            let stage = Stage { entries, node, focus: cast.focus(number), before: &view };
            scheduler.place(entry, stage.moves(entry));
            view.apply(&entry.event);
        }
        scheduler.end_beat();
        // One's own beats may still grow, and what has been seen of them must stay where it was.
        if beat.step < header.steps.len() || header.forked_after.is_none() {
            scheduler.hasten(first, beat.begins_ms);
        }
        beat.motion_ms = scheduler.latest - beat.begins_ms;
    }
    scheduler.schedule
}

/// The motions that began last, together.
struct Group {
    cause: Option<EntryId>,
    at: SimTime,
    begins: u32,
    lanes: Vec<Lane>,
}

struct Scheduler {
    schedule: Schedule,
    /// When the next motion may begin.
    cursor: u32,
    /// When everything so far is over.
    latest: u32,
    /// The time of the entry placed last.
    at: SimTime,
    /// When its fact counts.
    applies: u32,
    /// Silent entries that still wait for a place.
    waiting: Vec<SimTime>,
    group: Option<Group>,
    is_first: bool,
}

impl Scheduler {
    fn new(entries: &[Entry]) -> Self {
        let schedule = Schedule {
            spans: Vec::with_capacity(entries.len()),
            lanes: Vec::with_capacity(entries.len()),
            folds: Vec::new(),
            anchors: Vec::with_capacity(entries.len() + 1),
        };
        Self {
            schedule,
            cursor: 0,
            latest: 0,
            at: SimTime::ZERO,
            applies: 0,
            waiting: Vec::new(),
            group: None,
            is_first: true,
        }
    }

    /// Before the first step: has simply happened.
    fn skip(&mut self, entry: &Entry) {
        self.schedule.spans.push(Span::default());
        self.schedule.lanes.push(Lane::Place);
        self.at = entry.at;
        self.anchor(0, entry.at);
    }

    fn begin_beat(&mut self) {
        self.cursor = self.latest + LEAD;
        self.latest = self.cursor;
        self.group = None;
        self.is_first = true;
    }

    fn end_beat(&mut self) {
        // Nothing is seen of these any more, so nobody waits for them; the time that has passed is
        // shown before what is seen next.
        let at = self.at;
        self.flush(self.cursor);
        self.at = at;
        self.latest = self.latest.max(self.cursor).max(self.applies);
    }

    /// A beat in which much happens goes faster, so that nobody waits for its end.
    fn hasten(&mut self, first: usize, begins: u32) {
        let length = self.latest - begins;
        if length <= LONG_BEAT {
            return;
        }
        let target = LONG_BEAT.max(length / 5 * 3);
        let sooner = |at: u32| {
            let share = u64::from(at.saturating_sub(begins)) * u64::from(target);
            // A beat is a matter of seconds: the quotient fits.
            begins + (share / u64::from(length)) as u32
        };
        for span in self.schedule.spans.iter_mut().skip(first) {
            let Span { begins, arrives, applies, ends } = span;
            for at in [begins, arrives, applies, ends] {
                *at = sooner(*at);
            }
        }
        for fold in self.schedule.folds.iter_mut().filter(|it| it.begins >= begins) {
            (fold.begins, fold.ends) = (sooner(fold.begins), sooner(fold.ends));
        }
        for anchor in self.schedule.anchors.iter_mut().filter(|it| it.0 >= begins) {
            anchor.0 = sooner(anchor.0);
        }
        // Two anchors may now fall on one millisecond; the clock needs only the later.
        self.schedule.anchors.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                earlier.1 = later.1;
            }
            same
        });
        self.latest = sooner(self.latest);
        self.cursor = self.latest;
        self.applies = sooner(self.applies);
    }

    fn place(&mut self, entry: &Entry, moves: Moves) {
        if moves.is_silent() {
            self.waiting.push(entry.at);
            return;
        }
        let begins = match self.joined(entry, moves.lane) {
            Some(begins) => begins,
            None => self.cursor + self.wait_before(entry.at),
        };
        self.anchor(begins, entry.at);
        self.flush(begins);
        let arrives = begins + moves.travel;
        let settles = if moves.travel > 0 { SETTLE } else { 0 };
        let applies = (arrives + settles).max(self.applies);
        let ends = applies + moves.effect;
        self.schedule.spans.push(Span { begins, arrives, applies, ends });
        self.schedule.lanes.push(moves.lane);
        self.applies = applies;
        self.at = entry.at;
        self.cursor = self.cursor.max(if moves.waits { ends } else { begins });
        self.latest = self.latest.max(ends);
        self.is_first = false;
        self.join(entry, begins, moves.lane);
    }

    /// Effects of one cause begin together, unless two messages would share a lane.
    fn joined(&self, entry: &Entry, lane: Lane) -> Option<u32> {
        let group = self.group.as_ref()?;
        let same = entry.cause.is_some() && group.cause == entry.cause;
        let free = lane == Lane::Place || !group.lanes.contains(&lane);
        (same && free && entry.at.since(group.at) < 50).then_some(group.begins)
    }

    fn join(&mut self, entry: &Entry, begins: u32, lane: Lane) {
        match &mut self.group {
            Some(group) if group.begins == begins => group.lanes.push(lane),
            _ => {
                let lanes = vec![lane];
                self.group = Some(Group { cause: entry.cause, at: entry.at, begins, lanes });
            }
        }
    }

    /// How long nothing moves before something that happens at `at`.
    fn wait_before(&mut self, at: SimTime) -> u32 {
        let gap = at.since(self.at);
        let settle = if self.is_first { 0 } else { SETTLE };
        if gap < 2_000 {
            // Short waits are felt, not measured.
            return settle.max(u32::try_from(gap / 4).unwrap_or_default());
        }
        let begins = self.cursor + settle;
        let ends = begins + fold_ms(gap);
        // While the last motion ran, the clock ran with it; the rest of the wait is the fold's.
        let since = self.schedule.anchors.last().map_or(0, |it| begins.saturating_sub(it.0));
        self.anchor(begins, self.at.plus(u64::from(since).min(gap / 2)));
        self.anchor(ends, at);
        self.schedule.folds.push(Fold { begins, ends, sim_ms: gap });
        ends - self.cursor + settle
    }

    /// Silent entries get their places between the last motion and the next, by their own times.
    fn flush(&mut self, next: u32) {
        let from = self.applies.max(self.cursor.min(next));
        for at in std::mem::take(&mut self.waiting) {
            let place = self.schedule.place_of(at, from, next.max(from));
            let applies = place.max(self.applies);
            let begins = applies.min(next);
            self.schedule.spans.push(Span { begins, arrives: begins, applies, ends: applies });
            self.schedule.lanes.push(Lane::Place);
            self.applies = applies;
            self.at = at;
        }
    }

    fn anchor(&mut self, ms: u32, at: SimTime) {
        match self.schedule.anchors.last_mut() {
            Some(last) if last.0 >= ms => last.1 = last.1.max(at),
            _ => self.schedule.anchors.push((ms, at)),
        }
    }
}

impl Schedule {
    /// The first moment, from `from` to `to`, at which the clock shows `at`.
    fn place_of(&self, at: SimTime, from: u32, to: u32) -> u32 {
        let after = self.anchors.partition_point(|it| it.1 < at);
        let place = match (
            after.checked_sub(1).and_then(|it| self.anchors.get(it)),
            self.anchors.get(after),
        ) {
            (Some(&(from_ms, from)), Some(&(to_ms, to))) if to > from => {
                let share = u64::from(to_ms - from_ms) * at.since(from) / to.since(from);
                from_ms + u32::try_from(share).unwrap_or_default()
            }
            (_, Some(&(ms, _))) => ms,
            (_, None) => to,
        };
        place.clamp(from, to)
    }
}

/// How long a wait of `gap` milliseconds is shown: longer waits a little longer.
fn fold_ms(gap: u64) -> u32 {
    let seconds = u32::try_from(gap / 1000).unwrap_or(u32::MAX).min(60);
    700 + seconds * 15
}
