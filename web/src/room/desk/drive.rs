//! What a presenter wants on stage, and what of it the server has yet to hear. Pure.
//!
//! One change is under way at a time. What is wanted meanwhile is put together into one more, the
//! latest of each kind, so ten hasty commands are two messages and end where the tenth one leads.

use scene::Timeline;
use serde_json::{Map, Value, json};

use crate::room::on_stage::{Cover, OnStage};
use crate::state::Way;

/// How fast beats are played, in thousandths of their own speed.
const RATE: u32 = 1_000;

/// A change of the stage: what is not named stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    /// Back to the lesson, from a live cluster.
    pub lesson: bool,
    /// A place in it.
    pub place: Option<Place>,
    /// A cover, or none any more.
    pub black: Option<Option<Cover>>,
    /// Whether nobody may leave.
    pub locked: Option<bool>,
}

/// A place in a trace, and whether it moves on from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The beat, from 0.
    pub beat: u32,
    /// The last entry that may be shown.
    pub entry: u32,
    /// The step; empty when it is none of the lesson's.
    pub step: String,
    /// How much of the beat's motion is over, in milliseconds.
    pub ms: u32,
}

/// The stage as the presenter wants it.
#[derive(Debug, Default)]
pub struct Drive {
    /// What everybody sees.
    stage: Option<OnStage>,
    under_way: Option<Patch>,
    waiting: Option<Patch>,
}

impl Patch {
    /// This change, and then another.
    #[must_use]
    pub fn then(self, later: Self) -> Self {
        // A place lies in a trace: another trace makes it void.
        let place = if later.lesson { None } else { self.place };
        Self {
            lesson: later.lesson || self.lesson,
            place: later.place.or(place),
            black: later.black.or(self.black),
            locked: later.locked.or(self.locked),
        }
    }

    /// As the server takes it.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut fields = Map::new();
        let mut set = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        if self.lesson {
            set("source", "lesson".into());
        }
        if let Some(place) = &self.place {
            set("beat", place.beat.into());
            set("entry", place.entry.into());
            set("step", place.step.clone().into());
            set("ms", place.ms.into());
            set("rate", RATE.into());
        }
        if let Some(cover) = self.black {
            let name = cover.map(|it| match it {
                Cover::Black => "black",
                Cover::White => "white",
            });
            set("black", json!(name));
        }
        if let Some(locked) = self.locked {
            set("locked", locked.into());
        }
        Value::Object(fields).to_string()
    }

    fn apply(&self, stage: &mut OnStage) {
        if self.lesson {
            (stage.source.cluster, stage.source.shared) = (None, 0);
        }
        if let Some(place) = &self.place {
            stage.beat = place.beat;
            stage.entry = place.entry;
            stage.step.clone_from(&place.step);
            (stage.ms, stage.rate) = (place.ms, RATE);
        }
        if let Some(cover) = self.black {
            stage.black = cover;
        }
        if let Some(locked) = self.locked {
            stage.locked = locked;
        }
    }
}

impl Place {
    /// The beginning of a beat, or its end.
    #[must_use]
    pub fn of(timeline: &Timeline, beat: usize, at_its_end: bool) -> Self {
        let span = timeline.beat(beat);
        let step = timeline.steps().get(span.step).filter(|it| !it.own);
        Self {
            // Beats are few.
            beat: u32::try_from(beat).unwrap_or(u32::MAX),
            entry: span.last.0,
            step: step.map(|it| it.id.clone()).unwrap_or_default(),
            ms: if at_its_end { span.motion_ms } else { 0 },
        }
    }
}

impl Drive {
    /// What is on stage has been heard.
    pub fn heard(&mut self, stage: OnStage) {
        if self.stage.as_ref().is_none_or(|it| it.version <= stage.version) {
            self.stage = Some(stage);
        }
    }

    /// The stage as it will be when all that was wanted is done.
    #[must_use]
    pub fn wanted(&self) -> Option<OnStage> {
        let mut stage = self.stage.clone()?;
        for patch in [&self.under_way, &self.waiting].into_iter().flatten() {
            patch.apply(&mut stage);
        }
        Some(stage)
    }

    /// A change is wanted.
    pub fn want(&mut self, patch: Patch) {
        self.waiting = Some(match self.waiting.take() {
            Some(before) => before.then(patch),
            None => patch,
        });
    }

    /// The next change to be sent, if one is due.
    pub fn take_next(&mut self) -> Option<Patch> {
        if self.under_way.is_none() {
            self.under_way = self.waiting.take();
            return self.under_way.clone();
        }
        None
    }

    /// The change that was under way has been done.
    pub fn done(&mut self) {
        self.under_way = None;
    }

    /// The change that was under way did not arrive: it will be sent again, with all that was
    /// wanted since.
    pub fn failed(&mut self) {
        if let Some(patch) = self.under_way.take() {
            self.waiting = Some(match self.waiting.take() {
                Some(later) => patch.then(later),
                None => patch,
            });
        }
    }

    /// Nothing that was wanted counts any more: somebody else drives.
    pub fn give_up(&mut self) {
        (self.under_way, self.waiting) = (None, None);
    }

    /// Whether all that was wanted is done.
    #[must_use]
    pub const fn is_idle(&self) -> bool {
        self.under_way.is_none() && self.waiting.is_none()
    }

    /// The place of the beat after the one that is wanted, or before it. On the way back a beat is
    /// shown as it ended; who wants it again goes on from there. `None` at either end.
    #[must_use]
    pub fn beside(&self, timeline: &Timeline, way: Way) -> Option<Place> {
        let wanted = self.wanted()?;
        let beat = wanted.beat as usize;
        let n_beats = timeline.beats().len();
        match way {
            // A room that was just opened stands at the beginning of its first beat.
            Way::Forward if wanted.rate == 0 => Some(Place::of(timeline, beat, false)),
            Way::Forward if beat + 1 < n_beats => Some(Place::of(timeline, beat + 1, false)),
            Way::Back if beat > 0 => Some(Place::of(timeline, beat - 1, true)),
            Way::Forward | Way::Back => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_beat(beat: u32) -> Patch {
        Patch { place: Some(Place { beat, ..Place::default() }), ..Patch::default() }
    }

    fn black() -> Patch {
        Patch { black: Some(Some(Cover::Black)), ..Patch::default() }
    }

    fn drive() -> Drive {
        let mut drive = Drive::default();
        drive.heard(OnStage { version: 1, ..OnStage::default() });
        drive
    }

    fn beat(drive: &Drive) -> Option<u32> {
        drive.wanted().map(|it| it.beat)
    }

    #[test]
    fn ten_hasty_commands_are_two_messages_and_end_at_the_tenth() {
        let mut drive = drive();
        let mut sent = Vec::new();
        for n in 1..=10 {
            drive.want(to_beat(n));
            sent.extend(drive.take_next());
        }
        assert_eq!(sent, [to_beat(1)]);
        assert_eq!(beat(&drive), Some(10), "each counts from the last one");
        drive.done();
        assert_eq!(drive.take_next(), Some(to_beat(10)));
        drive.done();
        assert!(drive.is_idle());
    }

    #[test]
    fn what_is_wanted_meanwhile_is_put_together() {
        let mut drive = drive();
        drive.want(to_beat(1));
        drive.take_next();
        drive.want(black());
        drive.want(to_beat(2));
        drive.done();
        assert_eq!(drive.take_next(), Some(Patch { black: black().black, ..to_beat(2) }));
    }

    #[test]
    fn what_did_not_arrive_is_sent_again_unless_something_else_is_wanted_by_now() {
        let mut drive = drive();
        drive.want(Patch { black: black().black, ..to_beat(1) });
        drive.take_next();
        drive.want(to_beat(2));
        drive.failed();
        assert_eq!(drive.take_next(), Some(Patch { black: black().black, ..to_beat(2) }));
    }

    #[test]
    fn what_somebody_else_did_is_where_the_next_command_starts_from() {
        let mut drive = drive();
        drive.heard(OnStage { version: 5, beat: 7, ..OnStage::default() });
        drive.heard(OnStage { version: 4, beat: 2, ..OnStage::default() });
        assert_eq!(beat(&drive), Some(7));
        drive.want(to_beat(8));
        drive.give_up();
        assert_eq!(beat(&drive), Some(7));
    }

    #[test]
    fn another_trace_makes_a_place_void() {
        let lesson = Patch { lesson: true, ..Patch::default() };
        assert_eq!(to_beat(3).then(lesson.clone()), lesson);
        let there = Patch { lesson: true, ..to_beat(4) };
        assert_eq!(to_beat(3).then(there.clone()), there);
    }

    /// Where one more command leads from a beat that stands or plays.
    #[track_caller]
    fn check_beside(beat: u32, rate: u32, way: Way, wanted: Option<(u32, bool)>) {
        let (header, entries) = crate::live::sample::recording();
        let timeline = Timeline::new(&header, entries);
        let mut drive = Drive::default();
        drive.heard(OnStage { beat, rate, ..OnStage::default() });
        let place = drive.beside(&timeline, way);
        assert_eq!(place.map(|it| (it.beat, it.ms > 0)), wanted, "{beat} {rate} {way:?}");
    }

    #[test]
    fn commands_lead_from_beat_to_beat() {
        check_beside(3, 1_000, Way::Forward, Some((4, false)));
        check_beside(3, 1_000, Way::Back, Some((2, true)));
        check_beside(0, 1_000, Way::Back, None);
        check_beside(99, 1_000, Way::Forward, None);
    }

    #[test]
    fn the_first_command_plays_the_first_beat() {
        check_beside(0, 0, Way::Forward, Some((0, false)));
        check_beside(0, 1_000, Way::Forward, Some((1, false)));
    }

    #[track_caller]
    fn check_json(patch: &Patch, wanted: &Value) {
        let json: Value = serde_json::from_str(&patch.to_json()).expect("it is JSON");
        assert_eq!(&json, wanted);
    }

    #[test]
    fn only_what_changes_is_sent() {
        check_json(&black(), &json!({"black": "black"}));
        let light = Patch { black: Some(None), locked: Some(true), ..Patch::default() };
        check_json(&light, &json!({"black": null, "locked": true}));
        let place = Place { beat: 12, entry: 64, step: "edit".into(), ms: 0 };
        let patch = Patch { place: Some(place), ..Patch::default() };
        let wanted = json!({"beat": 12, "entry": 64, "step": "edit", "ms": 0, "rate": 1000});
        check_json(&patch, &wanted);
    }
}
