//! A trace in time that people can watch: beats with motion, and the view at any moment of it.
//!
//! Times here are milliseconds of *motion*: what is under way takes the time it takes in every
//! language. Holds for reading are added by [`crate::Clock`], and only there.

mod aim;
mod beats;
mod cast;
mod marks;
mod moves;
mod parts;
mod schedule;

use trace::view::Checkpoints;
use trace::{Entry, EntryId, Header, NodeName, SimTime, View};

pub use aim::Aim;
pub use beats::{BeatSpan, StepSpan};
pub use cast::PodName;
pub(crate) use cast::Row;
pub(crate) use marks::Marks;
pub(crate) use moves::{Lane, sender};
pub(crate) use parts::{Cell, Parts};
pub use schedule::{Fold, Span};

use beats::place_beats;
use cast::Cast;
use schedule::Schedule;

/// A moment of a timeline: so much motion of one beat. A language switch keeps it, and so does any
/// reading time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// Which beat, from 0.
    pub beat: usize,
    /// How many milliseconds of its motion have passed.
    pub ms: u32,
}

/// A trace, cut into beats and given durations.
#[derive(Clone, Debug)]
pub struct Timeline {
    header: Header,
    entries: Vec<Entry>,
    checkpoints: Checkpoints,
    beats: Vec<BeatSpan>,
    steps: Vec<StepSpan>,
    schedule: Schedule,
    marks: Vec<Marks>,
    parts: Vec<Parts>,
    cast: Cast,
    node: NodeName,
    aim: Aim,
}

impl Timeline {
    /// The timeline of these entries. They must be numbered from 1 without a gap. Without steps in
    /// the header, all of it is one beat of one step without a name.
    #[must_use]
    pub fn new(header: &Header, entries: Vec<Entry>) -> Self {
        let mut checkpoints = Checkpoints::new(&header.topology);
        for entry in &entries {
            checkpoints.push(entry);
        }
        let (beats, steps) = place_beats(header, &entries);
        let mut timeline = Self {
            header: header.clone(),
            entries,
            checkpoints,
            beats,
            steps,
            schedule: Schedule::default(),
            marks: Vec::new(),
            parts: Vec::new(),
            cast: Cast::default(),
            node: NodeName::default(),
            aim: Aim::default(),
        };
        timeline.face_forward();
        timeline
    }

    /// What was known before the first entry.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// All entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry with this number.
    #[must_use]
    pub fn entry(&self, id: EntryId) -> Option<&Entry> {
        self.entries.get(id.index()).filter(|it| it.id == id)
    }

    /// The beats, in order; at least one.
    #[must_use]
    pub fn beats(&self) -> &[BeatSpan] {
        &self.beats
    }

    /// The steps, in order; at least one.
    #[must_use]
    pub fn steps(&self) -> &[StepSpan] {
        &self.steps
    }

    /// The step of this id.
    #[must_use]
    pub fn step_of_id(&self, id: &str) -> Option<usize> {
        self.steps.iter().position(|it| it.id == id)
    }

    /// The waits in which nothing happened, folded.
    #[must_use]
    pub fn folds(&self) -> &[Fold] {
        &self.schedule.folds
    }

    /// The machine the picture is about.
    #[must_use]
    pub const fn node(&self) -> &NodeName {
        &self.node
    }

    /// The beat of this number; the last one for any higher number.
    #[must_use]
    pub fn beat(&self, number: usize) -> &BeatSpan {
        &self.beats[number.min(self.beats.len() - 1)]
    }

    /// The moment, moved to where the timeline has one.
    #[must_use]
    pub fn clamped(&self, moment: Moment) -> Moment {
        let beat = moment.beat.min(self.beats.len() - 1);
        let ms = if moment.beat > beat { u32::MAX } else { moment.ms };
        Moment { beat, ms: ms.min(self.beats[beat].motion_ms) }
    }

    /// The very end.
    #[must_use]
    pub fn end(&self) -> Moment {
        self.clamped(Moment { beat: usize::MAX, ms: u32::MAX })
    }

    /// Milliseconds of motion from the beginning of the first beat.
    #[must_use]
    pub fn motion_ms(&self, moment: Moment) -> u32 {
        let moment = self.clamped(moment);
        self.beats[moment.beat].begins_ms + moment.ms
    }

    /// The moment after so many milliseconds of motion from the beginning. Where one beat ends and
    /// the next begins, the next one's beginning.
    #[must_use]
    pub fn moment_at(&self, motion_ms: u32) -> Moment {
        let after = self.beats.partition_point(|it| it.begins_ms <= motion_ms);
        let beat = after.saturating_sub(1);
        self.clamped(Moment { beat, ms: motion_ms.saturating_sub(self.beats[beat].begins_ms) })
    }

    /// The moment `ms` of motion after the beginning of a step, but not after its end: what a
    /// link says as `#step=delete&t=1830`.
    #[must_use]
    pub fn moment_in_step(&self, step: usize, ms: u32) -> Moment {
        let span = &self.steps[step.min(self.steps.len() - 1)];
        let last = (span.first_beat + span.n_beats).max(1) - 1;
        let begins = self.beats[span.first_beat].begins_ms;
        let end = Moment { beat: last, ms: self.beats[last].motion_ms };
        let moment = self.moment_at(begins.saturating_add(ms));
        if moment.beat > last { end } else { moment }
    }

    /// Which step a moment lies in, and how many milliseconds of motion after its beginning.
    #[must_use]
    pub fn place_in_step(&self, moment: Moment) -> (usize, u32) {
        let moment = self.clamped(moment);
        let step = self.beats[moment.beat].step;
        let begins = self.beats[self.steps[step].first_beat].begins_ms;
        (step, self.motion_ms(moment) - begins)
    }

    /// The moment at which the motion of an entry has just ended.
    #[must_use]
    pub fn moment_after(&self, entry: EntryId) -> Moment {
        let after = self.beats.partition_point(|it| it.first <= entry);
        let beat = after.saturating_sub(1);
        let ends = self.schedule.spans.get(entry.index()).map_or(0, |it| it.ends);
        self.clamped(Moment { beat, ms: ends.saturating_sub(self.beats[beat].begins_ms) })
    }

    /// Where the next entry that moves anything has ended, for stepping by single events.
    #[must_use]
    pub fn next_event(&self, moment: Moment) -> Option<Moment> {
        let moment = self.clamped(moment);
        self.event_moments().filter(|it| *it > moment).min()
    }

    /// Where the last entry before this moment that moved anything had ended.
    #[must_use]
    pub fn previous_event(&self, moment: Moment) -> Option<Moment> {
        let moment = self.clamped(moment);
        self.event_moments().filter(|it| *it < moment).max()
    }

    fn event_moments(&self) -> impl Iterator<Item = Moment> {
        let moving = self.entries.iter().zip(&self.schedule.spans);
        moving.filter(|(_, span)| span.moves()).map(|(entry, _)| self.moment_after(entry.id))
    }

    /// The last entry whose fact counts at a moment.
    #[must_use]
    pub fn entry_at(&self, moment: Moment) -> Option<EntryId> {
        let moment = self.clamped(moment);
        self.entry_at_motion(self.motion_ms(moment), moment.beat)
    }

    /// A beat's own entries never count before it begins, though the one before may end with the
    /// same millisecond.
    fn entry_at_motion(&self, motion_ms: u32, beat: usize) -> Option<EntryId> {
        let n_before = self.schedule.spans.partition_point(|it| it.applies <= motion_ms);
        let n_allowed = self.beats[beat].last.0 as usize;
        let n_entries = n_before.min(n_allowed).min(self.entries.len());
        n_entries.checked_sub(1).map(|it| self.entries[it].id)
    }

    /// The state of the cluster at a moment.
    #[must_use]
    pub fn view_at(&self, moment: Moment) -> View {
        self.view_after(self.entry_at(moment))
    }

    /// The state of the cluster after an entry, or before the first.
    #[must_use]
    pub fn view_after(&self, entry: Option<EntryId>) -> View {
        self.checkpoints.at(&self.entries, entry)
    }

    /// The cluster's own time at a moment.
    #[must_use]
    pub fn sim_time(&self, moment: Moment) -> SimTime {
        self.schedule.sim_time(self.motion_ms(moment))
    }

    /// When an entry's motion takes place, in milliseconds of motion from the beginning.
    #[must_use]
    pub fn span(&self, entry: EntryId) -> Option<Span> {
        self.schedule.spans.get(entry.index()).copied()
    }

    /// The Pod that a beat is about.
    #[must_use]
    pub fn focus(&self, beat: usize) -> Option<&PodName> {
        self.cast.focus(beat)
    }

    /// The state of the cluster just before an entry.
    pub(crate) fn view_before(&self, entry: EntryId) -> View {
        self.view_after(entry.0.checked_sub(1).filter(|it| *it > 0).map(EntryId))
    }

    /// The files of the machine, each in its place: others before dot files, then in order of
    /// appearance.
    pub(crate) fn files(&self) -> &[String] {
        &self.cast.files
    }

    pub(crate) fn rows(&self) -> &[Row] {
        &self.cast.rows
    }

    pub(crate) fn marks(&self, entry: Option<EntryId>) -> Marks {
        entry.and_then(|it| self.marks.get(it.index())).copied().unwrap_or_default()
    }

    /// The cells that take part in a beat.
    pub(crate) fn parts(&self, beat: usize) -> Parts {
        self.parts.get(beat).copied().unwrap_or_default()
    }

    /// Which lane an entry's message takes.
    pub(crate) fn lane(&self, entry: EntryId) -> Lane {
        self.schedule.lanes.get(entry.index()).copied().unwrap_or(Lane::Place)
    }

    /// The entries whose motion, with `after` milliseconds more, is not over at `motion_ms`, of
    /// those that have begun; the latest first.
    pub(crate) fn under_way(
        &self,
        motion_ms: u32,
        beat: usize,
        after: u32,
    ) -> impl Iterator<Item = (&Entry, Span)> {
        let spans = &self.schedule.spans;
        // Facts count in order, but from elsewhere they may be seen to begin in another.
        let latest = motion_ms.saturating_add(schedule::LONGEST);
        let n_begun = spans.partition_point(|it| it.applies <= latest);
        let n_allowed = self.beats[beat].last.0 as usize;
        let n_begun = n_begun.min(n_allowed).min(self.entries.len());
        // No motion is longer than this, so earlier entries need no look.
        let earliest = motion_ms.saturating_sub(after + schedule::LONGEST);
        (0..n_begun)
            .rev()
            .take_while(move |it| spans[*it].applies >= earliest)
            .filter(move |it| {
                let span = spans[*it];
                span.moves() && span.begins <= motion_ms && motion_ms < span.ends + after
            })
            .map(|it| (&self.entries[it], spans[it]))
    }
}
