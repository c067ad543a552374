//! A live cluster's own time, between two messages about it. Pure.

use trace::SimTime;

/// How a cluster's time runs, as it was heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusterTime {
    /// The cluster's time when it was heard.
    pub at: SimTime,
    /// How fast it runs, in thousandths of real time; 0 stands still.
    pub rate: u32,
    /// When it was heard, in milliseconds of the browser's own clock.
    pub heard: f64,
}

impl ClusterTime {
    /// A cluster nothing was heard of yet.
    pub const UNHEARD: Self = Self { at: SimTime::ZERO, rate: 0, heard: 0.0 };

    /// The cluster's time at a moment of the browser's clock.
    #[must_use]
    pub fn at(&self, now: f64) -> SimTime {
        let passed = (now - self.heard).max(0.0) * f64::from(self.rate) / 1000.0;
        self.at.plus(passed as u64)
    }

    /// Whether it passes.
    #[must_use]
    pub const fn runs(&self) -> bool {
        self.rate > 0
    }

    /// The rate that one press makes of this one, in thousandths: real time, or five times that.
    #[must_use]
    pub const fn next_rate(&self) -> u32 {
        if self.rate == FAST { REAL } else { FAST }
    }
}

/// The rate of real time.
pub const REAL: u32 = 1_000;
/// Five times as fast.
const FAST: u32 = 5_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rate: u32, now: f64, wanted: u64) {
        let time = ClusterTime { at: SimTime(40_000), rate, heard: 1_000.0 };
        assert_eq!(time.at(now), SimTime(wanted), "{rate} at {now}");
    }

    #[test]
    fn time_passes_at_its_rate_and_never_back() {
        check(1_000, 3_500.0, 42_500);
        check(5_000, 3_500.0, 52_500);
        check(0, 3_500.0, 40_000);
        check(1_000, 0.0, 40_000);
    }

    #[test]
    fn one_press_hastens_it_and_the_next_lets_it_be() {
        let time = |rate| ClusterTime { rate, ..ClusterTime::UNHEARD };
        assert_eq!(time(1_000).next_rate(), 5_000);
        assert_eq!(time(5_000).next_rate(), 1_000);
    }
}
