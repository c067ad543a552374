//! Display time: motion, and holds long enough to read each caption. The one place that depends on
//! a language, through the lengths of its captions.

use crate::timeline::{Moment, Timeline};

/// How fast a caption is read, in characters per second.
const READING_SPEED: u32 = 15;
/// The least time between the end of a beat's motion and the next beat.
const LEAST_HOLD: u32 = 600;

/// Where each beat lies in display time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    beats: Vec<BeatTime>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BeatTime {
    begins: u32,
    motion: u32,
    hold: u32,
}

impl Clock {
    /// The clock for captions of these lengths, in characters per beat; beats without a caption
    /// count as 0.
    #[must_use]
    pub fn new(timeline: &Timeline, caption_lengths: &[usize]) -> Self {
        let mut begins = 0;
        let beats = timeline.beats().iter().enumerate().map(|(n, beat)| {
            let length = caption_lengths.get(n).copied().unwrap_or_default();
            let length = u32::try_from(length).unwrap_or(u32::MAX);
            let reading = length.saturating_mul(1000) / READING_SPEED;
            let motion = beat.motion_ms;
            let hold = reading.saturating_sub(motion).max(LEAST_HOLD);
            let time = BeatTime { begins, motion, hold };
            begins = time.ends();
            time
        });
        Self { beats: beats.collect() }
    }

    /// How long everything takes, in milliseconds.
    #[must_use]
    pub fn duration(&self) -> u32 {
        self.beats.last().map_or(0, |it| it.ends())
    }

    /// The moment that is shown so many milliseconds after the beginning. While a caption is held,
    /// the end of its beat.
    #[must_use]
    pub fn moment(&self, display_ms: u32) -> Moment {
        let beat = self.beat_number(display_ms);
        let time = self.beats[beat];
        Moment { beat, ms: display_ms.saturating_sub(time.begins).min(time.motion) }
    }

    /// When a moment is shown, in milliseconds after the beginning.
    #[must_use]
    pub fn display(&self, moment: Moment) -> u32 {
        let time = self.beats[moment.beat.min(self.beats.len() - 1)];
        time.begins + moment.ms.min(time.motion)
    }

    /// Whether motion is over and a caption is held.
    #[must_use]
    pub fn is_holding(&self, display_ms: u32) -> bool {
        let time = self.beats[self.beat_number(display_ms)];
        display_ms >= time.begins + time.motion
    }

    /// When a beat begins.
    #[must_use]
    pub fn beat_begin(&self, beat: usize) -> u32 {
        self.beats[beat.min(self.beats.len() - 1)].begins
    }

    /// When a beat's hold is over, which is when the next one begins.
    #[must_use]
    pub fn beat_end(&self, beat: usize) -> u32 {
        self.beats[beat.min(self.beats.len() - 1)].ends()
    }

    /// The last beat that has begun.
    fn beat_number(&self, display_ms: u32) -> usize {
        self.beats.partition_point(|it| it.begins <= display_ms).saturating_sub(1)
    }
}

impl BeatTime {
    const fn ends(self) -> u32 {
        self.begins + self.motion + self.hold
    }
}
