//! Whether a presenter is ahead of time or behind it. Pure.

/// Less than this off is on time, in seconds.
const TOLERANCE_S: u32 = 15;

/// How a presenter keeps time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// So many seconds to spare.
    Ahead(u32),
    /// Near enough.
    OnTime,
    /// So many seconds too late.
    Behind(u32),
}

/// How a presenter keeps time who has shown this share of the lesson, from 0 to 1, in so many of
/// the seconds that were planned for all of it.
#[must_use]
pub fn pace(elapsed_s: u32, planned_s: u32, share: f64) -> Pace {
    // Seconds of a talk are few; the share is at most 1.
    let due = (f64::from(planned_s) * share) as u32;
    if elapsed_s + TOLERANCE_S < due {
        Pace::Ahead(due - elapsed_s)
    } else if due + TOLERANCE_S < elapsed_s {
        Pace::Behind(elapsed_s - due)
    } else {
        Pace::OnTime
    }
}

/// `12:41`, and `1:02:41` from an hour on.
#[must_use]
pub fn clock(seconds: u32) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes:02}:{seconds:02}")
    }
}

/// `0:40`: a difference, without leading zeros.
#[must_use]
pub fn difference(seconds: u32) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half of a talk of twenty minutes is shown.
    #[track_caller]
    fn check(elapsed_s: u32, wanted: Pace) {
        assert_eq!(pace(elapsed_s, 1_200, 0.5), wanted, "{elapsed_s}");
    }

    #[test]
    fn a_quarter_of_a_minute_either_way_is_on_time() {
        check(600, Pace::OnTime);
        check(585, Pace::OnTime);
        check(615, Pace::OnTime);
    }

    #[test]
    fn more_is_ahead_or_behind_by_so_much() {
        check(560, Pace::Ahead(40));
        check(640, Pace::Behind(40));
        check(0, Pace::Ahead(600));
    }

    #[test]
    fn a_talk_without_a_plan_is_only_ever_late() {
        assert_eq!(pace(5, 0, 0.9), Pace::OnTime);
        assert_eq!(pace(90, 0, 0.9), Pace::Behind(90));
    }

    #[test]
    fn times_read_as_clocks_do() {
        assert_eq!([clock(0), clock(761), clock(3_761)], ["00:00", "12:41", "1:02:41"]);
        assert_eq!([difference(40), difference(125)], ["0:40", "2:05"]);
    }
}
