//! What the presenter has put on stage: one message, from which everybody works out the moment.

use scene::{Moment, Timeline};
use trace::EntryId;

use crate::facts::{choices, records};

/// What is on stage since a moment. It is the whole truth: whoever has the newest one needs no
/// other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnStage {
    /// Rises with every change.
    pub version: u64,
    /// Rises whenever another trace is shown.
    pub epoch: u64,
    /// Which trace is shown.
    pub source: Source,
    /// Which beat, from 0.
    pub beat: u32,
    /// The last entry that may be shown. The trace of a live cluster may be longer already.
    pub entry: u32,
    /// The step of the beat; empty when it is none of the lesson's.
    pub step: String,
    /// How much of the beat's motion had passed at `from`, in milliseconds.
    pub ms: u32,
    /// Since when it goes on from there, in milliseconds since 1970.
    pub from: u64,
    /// How fast it goes, in thousandths; 0 stands still.
    pub rate: u32,
    /// What covers the picture, if anything.
    pub black: Option<Cover>,
    /// Whether nobody may leave.
    pub locked: bool,
    /// The question to the room, if one is asked.
    pub question: Option<Asked>,
    /// Whether somebody sits at the desk.
    pub present: bool,
}

/// Which trace is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The lesson it is, or comes from.
    pub lesson: String,
    /// Its branch, if it is one.
    pub branch: Option<String>,
    /// The live cluster, if it is one.
    pub cluster: Option<String>,
    /// How many entries of a live cluster are the lesson's.
    pub shared: u32,
}

/// What covers the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Darkness.
    Black,
    /// Light.
    White,
}

/// A question of the lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The step it belongs to.
    pub step: String,
    /// Its place among the step's questions, from 0.
    pub n: u32,
    /// Whether answers are taken.
    pub open: bool,
    /// Which answer is right, once that is shown.
    pub answer: Option<u32>,
}

records! {
    OnStage {
        version, epoch, source, beat, entry, step, ms, from, rate, black, locked, question,
        present,
    }
    Source { lesson, branch, cluster, shared }
    Asked { step, n, open, answer }
}

choices! {
    Cover { Black, White }
}

impl OnStage {
    /// How much of the beat may be shown, in milliseconds of its motion; `None` while this trace
    /// has no such beat yet.
    #[must_use]
    pub fn reach(&self, timeline: &Timeline) -> Option<u32> {
        let beat = self.beat as usize;
        let span = timeline.beats().get(beat)?;
        if self.source.cluster.is_none() {
            // A lesson is all there from the beginning.
            return Some(span.motion_ms);
        }
        let entry = EntryId(self.entry);
        let after = timeline.moment_after(entry);
        // The last entry of a beat brings all its motion with it.
        let is_whole = entry >= span.last || after.beat > beat;
        Some(if is_whole { span.motion_ms } else { after.ms })
    }

    /// How much of the beat's motion has passed at `now` by the server's clock, in milliseconds.
    #[must_use]
    pub fn motion_ms(&self, now: f64, reach: u32) -> f64 {
        let passed = (now - self.from as f64) * f64::from(self.rate) / 1000.0;
        (f64::from(self.ms) + passed.max(0.0)).min(f64::from(reach))
    }

    /// The moment that everybody sees at `now` by the server's clock; `None` while this trace has
    /// no such beat yet.
    #[must_use]
    pub fn moment(&self, timeline: &Timeline, now: f64) -> Option<Moment> {
        let reach = self.reach(timeline)?;
        // Between 0 and `reach`, so it fits.
        Some(Moment { beat: self.beat as usize, ms: self.motion_ms(now, reach) as u32 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts;

    const JSON: &str = r#"{"version":7,"epoch":1,"source":{"lesson":"static-pods"},"beat":12,
        "entry":64,"step":"edit","ms":0,"from":1000000,"now":1000400,"rate":1000,"black":null,
        "locked":false,"question":null,"pointer":null,"present":true}"#;

    fn on_stage() -> OnStage {
        facts::read(JSON).expect("it is a stage")
    }

    #[test]
    fn a_stage_is_read() {
        let stage = on_stage();
        assert_eq!((stage.version, stage.beat, stage.entry), (7, 12, 64));
        assert_eq!(stage.source.lesson, "static-pods");
        let covered = JSON.replace(r#""black":null"#, r#""black":"white""#);
        let question = r#""question":{"step":"edit","n":1,"open":true,"answer":null}"#;
        let asked = covered.replace(r#""question":null"#, question);
        let stage: OnStage = facts::read(&asked).expect("it is a stage");
        assert_eq!(stage.black, Some(Cover::White));
        let question = Asked { step: "edit".into(), n: 1, open: true, answer: None };
        assert_eq!(stage.question, Some(question));
    }

    #[test]
    fn what_is_no_stage_is_refused() {
        let refused = |text: &str| facts::read::<OnStage>(text).is_err();
        assert!(refused("[]"));
        assert!(refused(&JSON.replace(r#""beat":12"#, r#""beat":-1"#)));
        assert!(refused(&JSON.replace(r#""black":null"#, r#""black":"green""#)));
    }

    #[track_caller]
    fn check(now: f64, rate: u32, reach: u32, wanted: f64) {
        let stage = OnStage { from: 1_000_000, rate, ..on_stage() };
        assert_eq!(stage.motion_ms(now, reach), wanted, "{now} {rate} {reach}");
    }

    #[test]
    fn motion_is_a_function_of_time() {
        check(1_000_000.0, 1_000, 3_960, 0.0);
        check(1_001_500.0, 1_000, 3_960, 1_500.0);
        check(1_001_500.0, 2_000, 3_960, 3_000.0);
    }

    #[test]
    fn a_beat_that_has_been_shown_holds_until_the_next_command() {
        check(1_009_000.0, 1_000, 3_960, 3_960.0);
        check(1_900_000.0, 1_000, 3_960, 3_960.0);
    }

    #[test]
    fn a_picture_that_stands_still_stands_where_it_was_put() {
        let stage = OnStage { ms: 1_200, rate: 0, ..on_stage() };
        assert_eq!(stage.motion_ms(1_900_000.0, 3_960), 1_200.0);
        let plays_on = OnStage { rate: 1_000, ..stage };
        assert_eq!(plays_on.motion_ms(1_000_300.0, 3_960), 1_500.0);
    }

    #[test]
    fn a_beat_that_begins_later_by_this_clock_waits_at_its_beginning() {
        check(999_900.0, 1_000, 3_960, 0.0);
    }
}
