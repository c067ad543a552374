//! The lesson's steps and beats, laid over the entries without gaps.

use trace::{EntryId, Header};

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
}

/// Beats without times. What happens between the last beat of a step and the next step still
/// belongs to that last beat, so that no entry lies outside. What happens before the first step
/// belongs to no beat: it has happened. A header may come from anywhere: ends that run backwards or
/// past the entries are pulled back.
pub(super) fn place_beats(header: &Header, n_entries: usize) -> (Vec<BeatSpan>, Vec<StepSpan>) {
    let n_entries = u32::try_from(n_entries).unwrap_or(u32::MAX - 1);
    let mut beats = Vec::new();
    let mut steps = Vec::new();
    let mut next = header.steps.first().map_or(1, |it| it.begins.0.clamp(1, n_entries + 1));
    for (number, step) in header.steps.iter().enumerate() {
        let step_last = match header.steps.get(number + 1) {
            Some(after) => after.begins.0.saturating_sub(1).min(n_entries),
            None => n_entries,
        };
        let first_beat = beats.len();
        let n_beats = step.beats.len().max(1);
        for index_in_step in 0..n_beats {
            let ends = step.beats.get(index_in_step).map_or(step_last, |it| it.ends.0);
            let ends = if index_in_step + 1 == n_beats { step_last } else { ends.min(step_last) };
            let last = ends.max(next - 1);
            beats.push(beat(number, index_in_step, next, last));
            next = last + 1;
        }
        steps.push(StepSpan { id: step.id.clone(), first_beat, n_beats });
    }
    if steps.is_empty() {
        beats.push(beat(0, 0, 1, n_entries));
        steps.push(StepSpan { id: String::new(), first_beat: 0, n_beats: 1 });
    }
    (beats, steps)
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
