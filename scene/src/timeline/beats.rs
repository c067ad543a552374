//! The lesson's steps and beats, laid over the entries without gaps.

use trace::{Entry, EntryId, Header};

/// In one's own part of a trace, a wait of this many milliseconds begins another beat.
const PAUSE: u64 = 2_000;

/// A stretch of the timeline with one caption sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeatSpan {
    /// The step it belongs to, from 0.
    pub step: usize,
    /// Its place among that step's beats, from 0.
    pub index_in_step: usize,
    /// Its first entry.
    pub first: EntryId,
    /// Its last entry; the one before `first` when the beat has none.
    pub last: EntryId,
    /// When it begins, in milliseconds of motion from the beginning of the first beat.
    pub begins_ms: u32,
    /// How long its motion takes.
    pub motion_ms: u32,
}

/// A step of the lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepSpan {
    /// Its id, as `scan`.
    pub id: String,
    /// Its first beat.
    pub first_beat: usize,
    /// How many beats it has; at least one.
    pub n_beats: usize,
    /// Whether it is no step of the lesson, but begins with what somebody did of their own.
    pub own: bool,
}

/// Beats without times. What happens between the last beat of a step and the next step still
/// belongs to that last beat, so that no entry lies outside. What happens before the first step
/// belongs to no beat: it has happened. A header may come from anywhere: ends that run backwards or
/// past the entries are pulled back.
pub(super) fn place_beats(header: &Header, entries: &[Entry]) -> (Vec<BeatSpan>, Vec<StepSpan>) {
    let n_entries = u32::try_from(entries.len()).unwrap_or(u32::MAX - 1);
    let n_shared = header.forked_after.map_or(n_entries, |it| it.0.min(n_entries));
    let mut places = Places::default();
    places.lesson(header, n_shared);
    if header.forked_after.is_some() {
        places.own(entries, n_shared);
    }
    if places.steps.is_empty() {
        let first = if header.forked_after.is_some() { n_shared + 1 } else { 1 };
        places.beats.push(beat(0, 0, first, n_entries));
        places.step(String::new(), false);
    }
    (places.beats, places.steps)
}

#[derive(Default)]
struct Places {
    beats: Vec<BeatSpan>,
    steps: Vec<StepSpan>,
}

impl Places {
    /// The lesson's steps, over the first `n_entries` entries.
    fn lesson(&mut self, header: &Header, n_entries: u32) {
        let mut next = header.steps.first().map_or(1, |it| it.begins.0.clamp(1, n_entries + 1));
        for (number, step) in header.steps.iter().enumerate() {
            let step_last = match header.steps.get(number + 1) {
                Some(after) => after.begins.0.saturating_sub(1).min(n_entries),
                None => n_entries,
            };
            let n_beats = step.beats.len().max(1);
            for index_in_step in 0..n_beats {
                let ends = step.beats.get(index_in_step).map_or(step_last, |it| it.ends.0);
                let ends =
                    if index_in_step + 1 == n_beats { step_last } else { ends.min(step_last) };
                let last = ends.max(next - 1);
                self.beats.push(beat(number, index_in_step, next, last));
                next = last + 1;
            }
            self.step(step.id.clone(), false);
        }
    }

    /// What comes after the fork: a step for each thing that somebody did, a beat for each stretch
    /// without a long wait. More entries lengthen the last beat or come after it; those before stay
    /// as they are.
    fn own(&mut self, entries: &[Entry], n_shared: u32) {
        let mut index_in_step = 0;
        let mut begins = n_shared + 1;
        for (entry, next) in entries.iter().zip(entries.iter().skip(1)).skip(begins as usize - 1) {
            let acts = next.event.is_input();
            if acts || next.at.since(entry.at) >= PAUSE {
                self.beats.push(beat(self.steps.len(), index_in_step, begins, entry.id.0));
                index_in_step += 1;
                begins = next.id.0;
            }
            if acts {
                self.step(String::new(), true);
                index_in_step = 0;
            }
        }
        if let Some(last) = entries.last().filter(|it| it.id.0 >= begins) {
            self.beats.push(beat(self.steps.len(), index_in_step, begins, last.id.0));
            self.step(String::new(), true);
        }
    }

    /// Closes a step over the beats that lie in none yet.
    fn step(&mut self, id: String, own: bool) {
        let first_beat = self.steps.last().map_or(0, |it| it.first_beat + it.n_beats);
        self.steps.push(StepSpan { id, first_beat, n_beats: self.beats.len() - first_beat, own });
    }
}

const fn beat(step: usize, index_in_step: usize, first: u32, last: u32) -> BeatSpan {
    BeatSpan {
        step,
        index_in_step,
        first: EntryId(first),
        last: EntryId(last),
        begins_ms: 0,
        motion_ms: 0,
    }
}
