//! What is on stage: which cluster, which moment of it, and how it is shown.
//!
//! A moment is a function of time, so a change is one message, whatever moves after it.

use serde::{Deserialize, Serialize};

/// The longest name of a step that is taken.
const LONGEST_STEP: usize = 64;
/// The highest number of a beat that is taken. Clusters are over long before.
const LAST_BEAT: u32 = 100_000;
/// The fastest a beat is played, in thousandths of its own speed.
const FASTEST: u32 = 20_000;
/// How fast a beat is played that was gone to from one that stood.
const ITS_OWN: u32 = 1_000;

/// What is on stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Which cluster.
    pub source: Shown,
    /// Which beat, from 0.
    pub beat: u32,
    /// The last entry that may be shown.
    pub entry: u32,
    /// The step the beat belongs to; empty where it belongs to none.
    pub step: String,
    /// How many milliseconds of the beat's motion had passed at `from`: none while it moves.
    pub ms: u32,
    /// Since when the motion goes on, in milliseconds since 1970.
    pub from: u64,
    /// How fast, in thousandths of the beat's own speed; 0 stands still.
    pub rate: u32,
    /// What is shown in place of the picture.
    pub black: Option<Cover>,
    /// Whether viewers are kept together.
    pub locked: bool,
}

/// Which cluster is on stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Shown {
    /// The lesson's.
    Lesson,
    /// The live one that the room began last.
    Cluster,
}

/// What is shown in place of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Cover {
    /// Darkness.
    Black,
    /// Light.
    White,
}

/// A change of what is on stage: what is not named stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    /// Another cluster.
    pub source: Option<Shown>,
    /// Another beat. It begins from its beginning unless `ms` says otherwise, and is played.
    pub beat: Option<u32>,
    /// The last entry that may be shown.
    pub entry: Option<u32>,
    /// The step it belongs to.
    pub step: Option<String>,
    /// How many milliseconds of its motion have passed.
    pub ms: Option<u32>,
    /// How fast the motion goes on, in thousandths of the beat's own speed.
    pub rate: Option<u32>,
    /// What is shown in place of the picture, or that the picture is.
    pub black: Option<Option<Cover>>,
    /// Whether viewers are kept together.
    pub locked: Option<bool>,
}

impl Place {
    /// The beginning, standing still.
    #[must_use]
    pub const fn first(source: Shown, wall: u64) -> Self {
        Self {
            source,
            beat: 0,
            entry: 0,
            step: String::new(),
            ms: 0,
            from: wall,
            rate: 0,
            black: None,
            locked: false,
        }
    }

    /// How many milliseconds of the beat's motion have passed at a moment, were the beat endless.
    #[must_use]
    pub fn motion(&self, wall: u64) -> u32 {
        let passed = wall.saturating_sub(self.from).saturating_mul(u64::from(self.rate)) / 1000;
        u32::try_from(passed).unwrap_or(u32::MAX).saturating_add(self.ms)
    }

    /// The same, with so much motion behind it and at this rate from a moment on.
    #[must_use]
    fn moving(self, ms: u32, rate: u32, wall: u64) -> Self {
        let since = (u64::from(ms) * 1000).checked_div(u64::from(rate));
        match since {
            Some(since) => Self { ms: 0, from: wall.saturating_sub(since), rate, ..self },
            None => Self { ms, from: wall, rate, ..self },
        }
    }

    /// The same after a change at a moment.
    ///
    /// # Errors
    /// A sentence, when the change makes no sense.
    pub fn patched(&self, patch: Patch, wall: u64) -> Result<Self, &'static str> {
        let mut place = self.clone();
        if patch.beat.is_some_and(|it| it > LAST_BEAT) {
            return Err("no cluster has that many beats");
        }
        if patch.step.as_ref().is_some_and(|it| it.len() > LONGEST_STEP) {
            return Err("no step has a name that long");
        }
        if patch.rate.is_some_and(|it| it > FASTEST) {
            return Err("`rate` is a number from 0 to 20000, in thousandths");
        }
        if patch.beat.or(patch.ms).or(patch.rate).is_some() {
            let begins = if patch.beat.is_some() { 0 } else { self.motion(wall) };
            // A beat that is gone to is played, unless it is told to stand.
            let stands = self.rate == 0 && patch.beat.is_some();
            let plays = if stands { ITS_OWN } else { self.rate };
            let rate = patch.rate.unwrap_or(plays);
            place = place.moving(patch.ms.unwrap_or(begins), rate, wall);
        }
        place.source = patch.source.unwrap_or(place.source);
        place.beat = patch.beat.unwrap_or(place.beat);
        place.entry = patch.entry.unwrap_or(place.entry);
        place.step = patch.step.unwrap_or(place.step);
        place.black = patch.black.unwrap_or(place.black);
        place.locked = patch.locked.unwrap_or(place.locked);
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn playing() -> Place {
        Place { beat: 3, from: 900, rate: 1_000, ..Place::first(Shown::Lesson, 0) }
    }

    fn patch(beat: Option<u32>, ms: Option<u32>, rate: Option<u32>) -> Patch {
        Patch { beat, ms, rate, ..Patch::default() }
    }

    /// Where the stage is at 2 s, after a change at 1.5 s: beat and milliseconds of its motion.
    #[track_caller]
    fn check(patch: Patch, wanted: (u32, u32)) {
        let place = playing().patched(patch.clone(), 1_500).unwrap();
        assert_eq!((place.beat, place.motion(2_000)), wanted, "{patch:?}");
        assert!(place.ms == 0 || place.rate == 0, "one number says where it is");
    }

    #[test]
    fn a_moment_is_a_function_of_time() {
        check(patch(None, None, None), (3, 1_100));
        check(patch(Some(4), None, None), (4, 500));
        check(patch(Some(4), Some(50), None), (4, 550));
        check(patch(Some(4), None, Some(0)), (4, 0));
        check(patch(Some(4), Some(70), Some(0)), (4, 70));
        check(patch(None, None, Some(0)), (3, 600));
        check(patch(None, None, Some(2_000)), (3, 1_600));
        check(patch(None, Some(7), None), (3, 507));
        assert_eq!(playing().motion(0), 0, "never before its beginning");
    }

    #[test]
    fn a_beat_that_is_gone_to_is_played() {
        let first = Place::first(Shown::Lesson, 0);
        let next = first.patched(patch(Some(1), None, None), 500).unwrap();
        assert_eq!(next.motion(700), 200);
    }

    #[test]
    fn what_is_not_named_stays() {
        let black = Some(Some(Cover::Black));
        let dark = Patch { black, locked: Some(true), ..Patch::default() };
        let place = playing().patched(dark, 1_500).unwrap();
        let wanted = Place { black: Some(Cover::Black), locked: true, ..playing() };
        assert_eq!(place, wanted);
        let light = Patch { black: Some(None), ..Patch::default() };
        let place = place.patched(light, 1_600).unwrap();
        assert_eq!(place, Place { locked: true, ..playing() });
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let long = Patch { step: Some("x".repeat(65)), ..Patch::default() };
        for bad in [patch(Some(u32::MAX), None, None), patch(None, None, Some(20_001)), long] {
            assert!(playing().patched(bad.clone(), 1_500).is_err(), "{bad:?}");
        }
        let far = playing().patched(patch(None, Some(u32::MAX), Some(1)), 1_500).unwrap();
        assert_eq!(far.from, 0);
    }
}
