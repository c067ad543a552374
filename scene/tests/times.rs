//! What holds for time: causes before effects, facts in order, holds long enough to read.

mod lesson;

use lesson::{clock, end_of, lesson, moments};
use scene::{Clock, LaneStyle, Moment, Strip};

#[test]
fn facts_count_in_the_order_of_the_trace() {
    let timeline = lesson();
    let spans: Vec<_> =
        timeline.entries().iter().map(|it| timeline.span(it.id).expect("a span")).collect();
    for (n, pair) in spans.windows(2).enumerate() {
        let place = || format!("entries {} and {}", n + 1, n + 2);
        assert!(pair[0].begins <= pair[1].begins, "{}", place());
        assert!(pair[0].applies <= pair[1].applies, "{}", place());
    }
}

#[test]
fn a_message_arrives_before_what_it_brings_about() {
    let timeline = lesson();
    for entry in timeline.entries() {
        let span = timeline.span(entry.id).expect("a span");
        assert!(span.begins <= span.arrives && span.applies <= span.ends, "{entry}");
        if span.arrives > span.begins {
            assert!(span.arrives < span.applies, "nothing settles: {entry}");
        }
        let Some(cause) = entry.cause.and_then(|it| timeline.span(it)) else { continue };
        assert!(cause.applies <= span.applies, "before its cause: {entry}");
        if cause.moves() && span.moves() {
            assert!(cause.arrives <= span.begins, "while its cause is under way: {entry}");
        }
    }
}

#[test]
fn the_clock_of_the_cluster_never_runs_backwards() {
    let timeline = lesson();
    let times: Vec<_> = moments(&timeline).into_iter().map(|it| timeline.sim_time(it)).collect();
    assert!(times.is_sorted());
}

#[test]
fn where_something_is_seen_the_clock_shows_its_time() {
    let timeline = lesson();
    for entry in timeline.entries() {
        let span = timeline.span(entry.id).expect("a span");
        if span.moves() && span.begins > 0 {
            let shown = timeline.sim_time(timeline.moment_at(span.begins));
            let off = shown.0.abs_diff(entry.at.0);
            // Hastened beats may put two entries on one millisecond.
            assert!(off <= 400, "{entry} is shown at {shown}");
        }
    }
}

#[test]
fn at_the_end_of_a_beat_all_of_it_counts() {
    let timeline = lesson();
    for (beat, span) in timeline.beats().iter().enumerate() {
        let end = Moment { beat, ms: span.motion_ms };
        assert_eq!(timeline.entry_at(end), Some(span.last), "beat {beat}");
        assert!(timeline.entry_at(Moment { beat, ms: 0 }) < Some(span.first), "beat {beat}");
    }
}

#[test]
fn long_waits_are_folded() {
    let timeline = lesson();
    assert!(timeline.folds().iter().any(|it| it.sim_ms >= 10_000), "{:?}", timeline.folds());
    for fold in timeline.folds() {
        assert!(fold.ends - fold.begins <= 2_000, "{fold:?}");
    }
}

#[test]
fn no_beat_keeps_people_waiting() {
    for (beat, span) in lesson().beats().iter().enumerate() {
        assert!(span.motion_ms <= 9_000, "beat {beat} moves for {} ms", span.motion_ms);
    }
}

#[test]
fn a_moment_survives_every_way_of_saying_it() {
    let timeline = lesson();
    let clock = clock(&timeline);
    for moment in moments(&timeline) {
        assert_eq!(clock.moment(clock.display(moment)), moment);
        let (step, ms) = timeline.place_in_step(moment);
        let again = timeline.moment_in_step(step, ms);
        assert_eq!(timeline.motion_ms(again), timeline.motion_ms(moment));
    }
}

#[test]
fn a_caption_is_held_until_it_can_be_read() {
    let timeline = lesson();
    let lengths: Vec<usize> = (0..timeline.beats().len()).map(|n| n * 13).collect();
    let clock = Clock::new(&timeline, &lengths);
    for (beat, length) in lengths.iter().enumerate() {
        let shown = clock.beat_end(beat) - clock.beat_begin(beat);
        let motion = timeline.beat(beat).motion_ms;
        assert!(shown >= motion + 600, "beat {beat}");
        assert!(u64::from(shown) * 15 / 1000 + 1 >= *length as u64, "beat {beat}");
        assert!(!clock.is_holding(clock.beat_begin(beat)));
        assert!(clock.is_holding(clock.beat_end(beat) - 1));
    }
    assert_eq!(clock.duration(), clock.beat_end(lengths.len() - 1));
}

#[test]
fn single_events_lead_from_one_end_to_the_other_and_back() {
    let timeline = lesson();
    let forwards: Vec<Moment> =
        std::iter::successors(timeline.next_event(Moment::default()), |it| {
            timeline.next_event(*it)
        })
        .collect();
    assert!(forwards.len() > 60 && forwards.is_sorted(), "{}", forwards.len());
    let mut backwards: Vec<Moment> =
        std::iter::successors(timeline.previous_event(timeline.end()), |it| {
            timeline.previous_event(*it)
        })
        .collect();
    backwards.reverse();
    assert_eq!(forwards[..forwards.len() - 1], backwards[..forwards.len() - 1]);
}

#[test]
fn the_strip_finds_its_way_back_to_a_time() {
    let timeline = lesson();
    let clock = clock(&timeline);
    let strip = Strip::new(&timeline, &clock, 980.0, LaneStyle::Five, &["Scan"]);
    for display_ms in (0..clock.duration()).step_by(997) {
        let again = strip.display_ms(strip.x(display_ms));
        assert!(again.abs_diff(display_ms) <= 2, "{display_ms} became {again}");
    }
    assert_eq!(strip.display_ms(-50.0), 0);
    assert_eq!(strip.display_ms(5_000.0), clock.duration());
}

#[test]
fn a_language_with_longer_words_shows_the_same_moment() {
    let timeline = lesson();
    let short = Clock::new(&timeline, &[]);
    let long = Clock::new(&timeline, &vec![200; timeline.beats().len()]);
    let moment = end_of(&timeline, "delete", 1);
    assert!(long.display(moment) > short.display(moment));
    assert_eq!(long.moment(long.display(moment)), short.moment(short.display(moment)));
}
