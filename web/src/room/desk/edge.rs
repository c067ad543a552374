//! How a live cluster on stage is played: as it grows, the stage is anchored anew, so that
//! everybody sees what has come since, from the same moment on. Pure.

use scene::Timeline;

use super::drive::Place;
use crate::room::on_stage::OnStage;

/// Where the stage must be anchored anew, if the trace has grown past it. `ms` is how much of the
/// beat's motion has passed, `rests` whether that is all there is, and `follows` whether what comes
/// next is to be shown at once: whoever presents the past stays there.
#[must_use]
pub fn anchor(
    timeline: &Timeline,
    stage: &OnStage,
    ms: u32,
    rests: bool,
    follows: bool,
) -> Option<Place> {
    stage.source.cluster.as_ref()?;
    let beat = stage.beat as usize;
    let span = timeline.beats().get(beat)?;
    if !follows {
        return None;
    }
    if span.last.0 > stage.entry {
        // The beat has grown: its motion goes on from where it is.
        return Some(Place { ms, ..Place::of(timeline, beat, false) });
    }
    let has_next = beat + 1 < timeline.beats().len();
    (rests && has_next).then(|| Place::of(timeline, beat + 1, false))
}

#[cfg(test)]
mod tests {
    use trace::EntryId;

    use super::*;
    use crate::live::sample::recording;
    use crate::room::on_stage::Source;

    /// The lesson, left after entry 58, with so many entries in all.
    fn timeline(n_entries: usize) -> Timeline {
        let (header, mut entries) = recording();
        entries.truncate(n_entries);
        Timeline::new(&header.forked(EntryId(58)), entries)
    }

    fn on_stage(beat: usize, entry: u32) -> OnStage {
        let source = Source { cluster: Some("abc".into()), shared: 58, ..Source::default() };
        OnStage { source, beat: beat as u32, entry, ..OnStage::default() }
    }

    /// The last beat of the lesson is on stage; there are so many entries by now.
    #[track_caller]
    fn check(n_entries: usize, rests: bool, follows: bool, wanted: Option<(u32, u32, u32)>) {
        let last = timeline(58).beats().len() - 1;
        let found = anchor(&timeline(n_entries), &on_stage(last, 58), 700, rests, follows);
        let found = found.map(|it| (it.beat - last as u32, it.entry, it.ms));
        assert_eq!(found, wanted, "{n_entries}");
    }

    #[test]
    fn nothing_new_leaves_the_stage_where_it_is() {
        check(58, true, true, None);
    }

    #[test]
    fn what_comes_next_is_shown_when_what_is_on_has_been_seen() {
        check(62, false, true, None);
        check(62, true, true, Some((1, 62, 0)));
    }

    #[test]
    fn a_beat_that_grows_goes_on_from_where_it_is() {
        let last = timeline(58).beats().len();
        let found = anchor(&timeline(64), &on_stage(last, 62), 700, true, true);
        let found = found.expect("two entries more");
        assert_eq!((found.beat as usize, found.entry, found.ms), (last, 64, 700));
        assert_eq!(found.step, "", "it is no step of the lesson's");
    }

    #[test]
    fn whoever_presents_the_past_stays_there() {
        check(62, true, false, None);
    }

    #[test]
    fn a_lesson_does_not_grow() {
        let stage = OnStage { source: Source::default(), ..on_stage(3, 5) };
        assert_eq!(anchor(&timeline(120), &stage, 0, true, true), None);
    }
}
