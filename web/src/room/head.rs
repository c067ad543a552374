//! The play head of somebody who follows: it is where the presenter's is, and gets there without
//! being seen to hurry. Pure.

use scene::Moment;

/// Further away than this, in milliseconds, the head jumps.
const JUMP_MS: f64 = 250.0;
/// By which part a head that is late or early runs faster or slower.
const HURRY: f64 = 0.05;

/// Where a head is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Head {
    place: Option<Place>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    beat: usize,
    ms: f64,
    /// When it was there, by the server's clock.
    at: f64,
}

/// Where everybody should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The beat.
    pub beat: usize,
    /// Milliseconds of its motion.
    pub ms: f64,
    /// How far it may go, in milliseconds of its motion.
    pub reach: u32,
    /// How fast it goes; 1 is as time itself.
    pub speed: f64,
}

impl Head {
    /// Moves the head to where it is at `now` by the server's clock.
    pub fn follow(&mut self, target: Target, now: f64) -> Moment {
        let reach = f64::from(target.reach);
        let ms = match self.place {
            Some(place) if place.beat == target.beat => stride(place, target, now),
            Some(_) | None => target.ms,
        };
        let ms = ms.max(0.0).min(reach);
        self.place = Some(Place { beat: target.beat, ms, at: now });
        // Between 0 and `reach`, so it fits.
        Moment { beat: target.beat, ms: ms as u32 }
    }

    /// Whether it has all of its way behind it, so that nothing moves until something new comes.
    #[must_use]
    pub fn rests(&self, target: Target) -> bool {
        let there = |it: Place| it.beat == target.beat && it.ms >= f64::from(target.reach);
        self.place.is_some_and(there)
    }

    /// Forgets where it was: next time it jumps.
    pub const fn lift(&mut self) {
        self.place = None;
    }
}

fn stride(place: Place, target: Target, now: f64) -> f64 {
    let step = (now - place.at).max(0.0) * target.speed;
    let there = place.ms + step;
    if (target.ms - there).abs() >= JUMP_MS {
        target.ms
    } else if there < target.ms {
        target.ms.min(there + step * HURRY)
    } else {
        target.ms.max(there - step * HURRY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REACH: u32 = 4_000;

    fn target(ms: f64) -> Target {
        Target { beat: 3, ms, reach: REACH, speed: 1.0 }
    }

    /// A head that was put at 1000 ms at the moment 0, and looks again `after` milliseconds later
    /// where everybody is `ahead` of it.
    #[track_caller]
    fn check(after: f64, ahead: f64, wanted: u32) {
        let mut head = Head::default();
        head.follow(target(1_000.0), 0.0);
        let moment = head.follow(target(1_000.0 + after + ahead), after);
        assert_eq!(moment, Moment { beat: 3, ms: wanted }, "{after} ms later, {ahead} ms ahead");
    }

    #[test]
    fn whoever_joins_late_lands_on_the_moment() {
        let mut head = Head::default();
        assert_eq!(head.follow(target(2_345.0), 9e12), Moment { beat: 3, ms: 2_345 });
    }

    #[test]
    fn a_head_in_its_place_runs_as_time_does() {
        check(100.0, 0.0, 1_100);
    }

    #[test]
    fn a_small_difference_is_made_up_by_a_twentieth() {
        check(100.0, 80.0, 1_105);
        check(100.0, -80.0, 1_095);
        check(100.0, 3.0, 1_103);
    }

    #[test]
    fn a_large_difference_is_jumped() {
        check(100.0, 250.0, 1_350);
        check(100.0, -600.0, 500);
    }

    #[test]
    fn a_difference_of_200_ms_is_gone_after_4_s_and_was_never_a_leap() {
        let mut head = Head::default();
        head.follow(Target { reach: 9_000, ..target(0.0) }, 0.0);
        let mut last = 0;
        for n in 1..=250 {
            let now = f64::from(n) * 16.0;
            let moment = head.follow(Target { reach: 9_000, ..target(now + 200.0) }, now);
            assert!((15..=18).contains(&(moment.ms - last)), "from {last} to {}", moment.ms);
            last = moment.ms;
        }
        assert_eq!(last, 4_200);
    }

    #[test]
    fn another_beat_is_jumped_to() {
        let mut head = Head::default();
        head.follow(target(3_000.0), 0.0);
        let next = Target { beat: 4, ms: 20.0, reach: 900, speed: 1.0 };
        assert_eq!(head.follow(next, 16.0), Moment { beat: 4, ms: 20 });
    }

    #[test]
    fn the_end_of_a_beat_is_rest_until_it_reaches_further() {
        let mut head = Head::default();
        head.follow(target(f64::from(REACH)), 0.0);
        assert!(head.rests(target(f64::from(REACH))));
        let longer = Target { beat: 3, ms: 4_010.0, reach: 6_000, speed: 1.0 };
        assert!(!head.rests(longer));
        assert_eq!(head.follow(longer, 60_000.0), Moment { beat: 3, ms: 4_010 });
    }
}
