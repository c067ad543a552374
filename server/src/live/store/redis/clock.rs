//! The clock that all processes share, as this process has it between two looks at it.

use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The shared clock. It never goes back, and is never ahead of the store's own by more than two
/// quartzes differ between two looks.
#[derive(Default)]
pub struct SharedClock(Mutex<Reading>);

#[derive(Default)]
struct Reading {
    /// What the store said, and when the answer came: by then it was at least that late.
    seen: Option<(Instant, u64)>,
    /// The latest time that was told to anybody.
    told: u64,
}

impl SharedClock {
    /// Milliseconds since 1970. Before the store was first seen, by this machine's clock.
    pub fn now(&self) -> u64 {
        let mut reading = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(now) = reading.at(Instant::now()) else { return machine_now() };
        reading.told = reading.told.max(now);
        reading.told
    }

    /// The same; `None` before the store was first seen.
    pub fn seen(&self) -> Option<u64> {
        let is_set = self.0.lock().unwrap_or_else(PoisonError::into_inner).seen.is_some();
        is_set.then(|| self.now())
    }

    /// Takes what the store said in several answers: each is a lower bound, so the highest counts.
    pub fn set(&self, answers: &[(Instant, u64)]) {
        let now = Instant::now();
        let late = |(at, wall): &(Instant, u64)| wall + millis(now, *at);
        let mut reading = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reading.seen = answers.iter().copied().max_by_key(late).or(reading.seen);
    }
}

impl Reading {
    fn at(&self, now: Instant) -> Option<u64> {
        self.seen.map(|(at, wall)| wall + millis(now, at))
    }
}

fn millis(now: Instant, since: Instant) -> u64 {
    u64::try_from(now.saturating_duration_since(since).as_millis()).unwrap_or_default()
}

fn machine_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_highest_of_several_answers_counts() {
        let clock = SharedClock::default();
        assert_eq!(clock.seen(), None);
        let now = Instant::now();
        let before = now.checked_sub(Duration::from_secs(2)).unwrap();
        clock.set(&[(before, 1_000), (now, 2_900), (before, 500)]);
        assert!((3_000..4_000).contains(&clock.now()), "{}", clock.now());
    }

    #[test]
    fn a_clock_that_is_set_back_stands_until_it_has_caught_up() {
        let clock = SharedClock::default();
        clock.set(&[(Instant::now(), 5_000)]);
        let told = clock.now();
        clock.set(&[(Instant::now(), 1_000)]);
        assert_eq!(clock.now(), told);
    }
}
