//! Everything that a presenter's page shows, at one moment.

use crate::facts::records;
use crate::live::time::ClusterTime;
use crate::loaded::Loaded;
use crate::room::follow::Banner;
use crate::room::leash::Lead;
use crate::room::on_stage::OnStage;
use crate::room::pace::{Pace, pace};
use crate::room::questions::{Questions, Tally};
use crate::state::Motion;
use crate::words::Words;

/// Who is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audience {
    /// How many see what the presenter shows.
    pub following: u32,
    /// How many look around on their own.
    pub exploring: u32,
    /// How many read which language: its code and their number, most first.
    pub languages: Vec<(String, u32)>,
}

/// Whether this window drives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hold {
    /// It does.
    pub yours: bool,
    /// It is a remote control.
    pub remote: bool,
    /// Somebody else has taken over for good: the token is worth nothing any more.
    pub handed: bool,
}

records! {
    Hold { yours, remote, handed }
}

/// How a presenter keeps time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Time {
    /// Since when, in milliseconds since 1970; `None` before the first beat.
    pub started: Option<f64>,
    /// Now, in milliseconds since 1970.
    pub now: f64,
    /// The seconds that are planned.
    pub planned_s: u32,
    /// How much of the lesson is shown, from 0 to 1.
    pub share: f64,
}

/// The notes of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepNotes {
    /// The step.
    pub id: String,
    /// The step's name.
    pub name: String,
    /// Markup of our own content's.
    pub notes: String,
}

/// All notes, in the presenter's language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// How many minutes the lesson takes.
    pub minutes: u32,
    /// Step by step.
    pub steps: Vec<StepNotes>,
}

records! {
    StepNotes { id, name, notes }
    Notes { minutes, steps }
}

/// What went wrong, or stands in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is no token.
    NoToken,
    /// The token is not accepted.
    Refused,
    /// An offer of the desk is not good any more.
    BadOffer,
    /// Something was not done, and why.
    NotDone(String),
}

/// All of it.
pub struct Look<'a> {
    /// The words of the page.
    pub words: &'a Words,
    /// The trace on stage, once it is here.
    pub lesson: Option<&'a Loaded>,
    /// What everybody sees.
    pub stage: Option<&'a OnStage>,
    /// Where it is by now.
    pub lead: Option<Lead>,
    /// What the person wishes about motion.
    pub motion: Motion,
    /// Whether this window drives.
    pub hold: Hold,
    /// Whether it is known who drives.
    pub is_held: bool,
    /// Who is there.
    pub audience: &'a Audience,
    /// How many chose what.
    pub tally: Option<&'a Tally>,
    /// How the presenter keeps time.
    pub time: Time,
    /// What the presenter should know.
    pub notes: Option<&'a Notes>,
    /// The lesson's questions.
    pub questions: &'a Questions,
    /// How the live cluster's time runs.
    pub cluster: Option<ClusterTime>,
    /// What is to be said about the room.
    pub banner: Option<Banner>,
    /// What went wrong.
    pub trouble: Option<&'a Trouble>,
    /// Whether beats follow by themselves.
    pub plays_on: bool,
    /// Whether the pointer is on.
    pub points: bool,
    /// Where viewers see the room again, once it is over.
    pub recording: &'a str,
}

impl Audience {
    /// Reads what the server says.
    #[must_use]
    pub fn parse(json: &str) -> Self {
        let tree: serde_json::Value = serde_json::from_str(json).unwrap_or_default();
        let number = |it: Option<&serde_json::Value>| {
            it.and_then(serde_json::Value::as_u64).and_then(|it| u32::try_from(it).ok())
        };
        let mut languages: Vec<(String, u32)> = Vec::new();
        for (code, n) in tree.get("languages").and_then(|it| it.as_object()).into_iter().flatten() {
            let n = number(Some(n)).unwrap_or(0);
            let place = languages.partition_point(|it| it.1 >= n);
            languages.insert(place, (code.clone(), n));
        }
        Self {
            following: number(tree.get("following")).unwrap_or(0),
            exploring: number(tree.get("exploring")).unwrap_or(0),
            languages,
        }
    }
}

impl Time {
    /// The seconds that have passed.
    #[must_use]
    pub fn elapsed_s(&self) -> u32 {
        // A talk is shorter than a day, and what is negative becomes 0.
        self.started.map_or(0, |it| ((self.now - it) / 1000.0) as u32)
    }

    /// How the presenter keeps time; `None` before the first beat.
    #[must_use]
    pub fn pace(&self) -> Option<Pace> {
        self.started?;
        Some(pace(self.elapsed_s(), self.planned_s, self.share))
    }
}

impl Look<'_> {
    /// Whether what is pressed here is done.
    #[must_use]
    pub const fn drives(&self) -> bool {
        self.hold.yours || self.hold.remote
    }

    /// The beat that is on stage, if this trace has it.
    #[must_use]
    pub fn beat(&self) -> Option<usize> {
        let beat = self.stage?.beat as usize;
        (beat < self.lesson?.timeline.beats().len()).then_some(beat)
    }

    /// The step whose notes are meant: the one on stage, the what-if, or the one that a live
    /// cluster left.
    #[must_use]
    pub fn step_notes(&self) -> Option<&StepNotes> {
        let stage = self.stage?;
        let left = || {
            let steps = self.lesson?.timeline.steps().iter();
            steps.rev().find(|it| !it.own).map(|it| it.id.as_str())
        };
        let id = if stage.step.is_empty() {
            stage.source.branch.as_deref().or_else(left)
        } else {
            Some(stage.step.as_str())
        };
        self.notes?.steps.iter().find(|it| Some(it.id.as_str()) == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_listed_by_their_number() {
        let json = r#"{"following":48,"exploring":3,"languages":{"en":14,"es":6,"fr":31}}"#;
        let audience = Audience::parse(json);
        assert_eq!((audience.following, audience.exploring), (48, 3));
        let languages: Vec<(&str, u32)> =
            audience.languages.iter().map(|(code, n)| (code.as_str(), *n)).collect();
        assert_eq!(languages, [("fr", 31), ("en", 14), ("es", 6)]);
        assert_eq!(Audience::parse("[]"), Audience::default());
    }

    #[test]
    fn time_begins_with_the_first_beat() {
        let time = Time { planned_s: 600, share: 0.5, now: 1_000_000.0, started: None };
        assert_eq!((time.elapsed_s(), time.pace()), (0, None));
        let begun = Time { started: Some(800_000.0), ..time };
        assert_eq!((begun.elapsed_s(), begun.pace()), (200, Some(Pace::Ahead(100))));
        let ahead_of_itself = Time { started: Some(2_000_000.0), ..time };
        assert_eq!(ahead_of_itself.elapsed_s(), 0);
    }
}
