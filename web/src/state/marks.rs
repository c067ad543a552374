//! Where a lesson can stop: its steps, beats and events on the clock of the display.

use super::Way;

/// Closer than this, two places on the clock are one place to a person, in milliseconds.
const SAME_MS: f64 = 1.0;

/// Further into a step than this, "previous step" means its beginning, in milliseconds.
const INTO_STEP_MS: f64 = 1_200.0;

/// One sentence of a lesson, in milliseconds of display time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeatMark {
    /// When it begins.
    pub begins: f64,
    /// When its motion is over and only reading is left.
    pub settles: f64,
    /// When the next one begins.
    pub ends: f64,
}

/// The places of a lesson, in milliseconds of display time, each list in ascending order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Every sentence.
    pub beats: Vec<BeatMark>,
    /// The beginning of every step.
    pub steps: Vec<f64>,
    /// The moment at which each event has had its effect.
    pub events: Vec<f64>,
    /// Where what may be seen begins.
    pub begins: f64,
    /// The end of the lesson, or of what may be seen of it.
    pub duration: f64,
    /// Whether the trace still grows, so that its end is an edge.
    pub grows: bool,
}

impl Marks {
    /// The step that is on at `at`, counted from 0.
    #[must_use]
    pub fn step_at(&self, at: f64) -> usize {
        self.steps.iter().rposition(|begins| *begins <= at).unwrap_or(0)
    }

    /// The end of a step.
    #[must_use]
    pub fn step_end(&self, step: usize) -> f64 {
        self.steps.get(step + 1).copied().unwrap_or(self.duration)
    }

    /// The last moment that still shows a step: one before the next begins.
    #[must_use]
    pub fn last_of_step(&self, step: usize) -> f64 {
        match self.steps.get(step + 1) {
            Some(next) => next - SAME_MS,
            None => self.duration,
        }
    }

    /// Whether only reading time passes at `at`, and nothing moves.
    #[must_use]
    pub fn is_hold(&self, at: f64) -> bool {
        self.beats.iter().any(|it| it.settles <= at && at < it.ends)
    }

    /// Where playing ends by itself. At an edge nobody waits for a sentence to be read: what comes
    /// next may come at once.
    #[must_use]
    pub fn end(&self) -> f64 {
        let edge = self.beats.last().filter(|_| self.grows);
        edge.map_or(self.duration, |it| it.settles)
    }

    /// Past the time for reading, if that is all that passes at `at`.
    #[must_use]
    pub fn past_hold(&self, at: f64) -> f64 {
        let hold = self.beats.iter().find(|it| it.settles <= at && at < it.ends);
        hold.map_or(at, |it| it.ends)
    }

    /// The next or previous step, as the buttons mean it.
    #[must_use]
    pub fn step(&self, at: f64, way: Way) -> f64 {
        match way {
            Way::Forward => self.step_end(self.step_at(at)),
            Way::Back => {
                let step = self.step_at(at);
                let begins = self.steps.get(step).copied().unwrap_or(0.0);
                if at - begins > INTO_STEP_MS {
                    begins
                } else {
                    self.steps.get(step.saturating_sub(1)).copied().unwrap_or(0.0)
                }
            }
        }
    }

    /// The nearest beginning of a step on that side.
    #[must_use]
    pub fn marker(&self, at: f64, way: Way) -> f64 {
        self.nearest(self.steps.iter().copied(), at, way)
    }

    /// The nearest event on that side.
    #[must_use]
    pub fn event(&self, at: f64, way: Way) -> f64 {
        self.nearest(self.events.iter().copied(), at, way)
    }

    /// The nearest beat on that side, with its motion over.
    #[must_use]
    pub fn beat(&self, at: f64, way: Way) -> f64 {
        self.nearest(self.beats.iter().map(|it| it.settles), at, way)
    }

    /// `at`, or the end of the lesson it lies beyond.
    #[must_use]
    pub const fn within(&self, at: f64) -> f64 {
        at.max(self.begins).min(self.duration)
    }

    /// Lets only the steps from one to another be seen, by their numbers from 0. What is the wrong
    /// way round limits nothing.
    #[cfg(feature = "embed")]
    pub fn limit(&mut self, from: Option<usize>, to: Option<usize>) {
        let begins = from.and_then(|it| self.steps.get(it)).copied().unwrap_or(0.0);
        let duration = to.map_or(self.duration, |it| self.last_of_step(it));
        if begins < duration {
            (self.begins, self.duration) = (begins, duration);
        }
    }

    fn nearest(&self, places: impl DoubleEndedIterator<Item = f64>, at: f64, way: Way) -> f64 {
        let mut places = places;
        match way {
            Way::Forward => places.find(|it| *it > at + SAME_MS).unwrap_or(self.duration),
            Way::Back => places.rfind(|it| *it < at - SAME_MS).unwrap_or(0.0),
        }
    }
}
