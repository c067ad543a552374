//! A cluster's own time, as a function of everybody else's.

use serde::{Deserialize, Serialize};
use trace::SimTime;

/// The fastest a cluster's time may run, in thousandths of real time.
pub const FASTEST: u32 = 20_000;

/// From a moment on, a cluster's time runs at a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveClock {
    /// The moment, in milliseconds since 1970 by the store's clock.
    pub wall: u64,
    /// The cluster's time at that moment.
    pub at: SimTime,
    /// How fast it runs, in thousandths of real time; 0 stands still.
    pub rate: u32,
}

impl LiveClock {
    /// The cluster's time at a moment. A moment before the clock was set counts as that.
    #[must_use]
    pub const fn sim(&self, wall: u64) -> SimTime {
        let passed = wall.saturating_sub(self.wall).saturating_mul(self.rate as u64) / 1000;
        SimTime(self.at.0.saturating_add(passed))
    }

    /// When, in milliseconds from `wall`, the cluster's time will be `at`; `None` while it stands.
    #[must_use]
    pub fn wait(&self, wall: u64, at: SimTime) -> Option<u64> {
        let left = at.0.saturating_sub(self.at.0);
        let due = left.saturating_mul(1000).checked_div(u64::from(self.rate))?;
        Some(self.wall.saturating_add(due).saturating_sub(wall))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rate: u32, wall: u64, wanted: u64) {
        let clock = LiveClock { wall: 1_000, at: SimTime(50), rate };
        assert_eq!(clock.sim(wall), SimTime(wanted), "{rate} {wall}");
    }

    #[test]
    fn time_runs_at_the_rate_and_never_back() {
        check(1_000, 1_000, 50);
        check(1_000, 1_300, 350);
        check(4_000, 1_300, 1_250);
        check(0, 99_000, 50);
        check(1_000, 0, 50);
    }

    #[test]
    fn a_wait_ends_when_the_time_has_come() {
        for rate in [250, 1_000, 4_000] {
            let clock = LiveClock { wall: 1_000, at: SimTime(50), rate };
            let wait = clock.wait(1_100, SimTime(850)).expect("it runs");
            assert_eq!(clock.sim(1_100 + wait), SimTime(850), "{rate}");
        }
        let still = LiveClock { wall: 0, at: SimTime(0), rate: 0 };
        assert_eq!(still.wait(0, SimTime(1)), None);
    }
}
