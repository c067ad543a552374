//! What holds for the part of a trace that is somebody's own: it grows while it is watched.

mod lesson;

use lesson::recording;
use scene::Timeline;
use trace::EntryId;

/// The lesson, left after an entry; what the lesson did from there on counts as one's own.
fn fork(after: u32, n_entries: usize) -> Timeline {
    let (header, entries) = recording();
    Timeline::new(&header.forked(EntryId(after)), entries[..n_entries].to_vec())
}

/// Of the own steps of a fork, how many beats each has.
#[track_caller]
fn check(after: u32, n_entries: usize, wanted: &[usize]) {
    let timeline = fork(after, n_entries);
    let own = timeline.steps().iter().filter(|it| it.own);
    assert_eq!(own.map(|it| it.n_beats).collect::<Vec<_>>(), wanted, "{after}, {n_entries}");
}

#[test]
fn what_somebody_does_begins_a_step_and_a_long_wait_begins_a_beat() {
    // Nothing of one's own yet.
    check(58, 58, &[]);
    // A patch (59), without consequences.
    check(58, 65, &[1]);
    // An edit (66), whose new Pod waits.
    check(58, 104, &[1, 2, 1]);
}

#[test]
fn a_fork_shares_the_lessons_beats_up_to_its_moment() {
    let (header, entries) = recording();
    let whole = Timeline::new(&header, entries);
    let fork = fork(58, 120);
    let shared = whole.step_of_id("edit").expect("a step");
    assert_eq!(fork.steps()[..shared], whole.steps()[..shared]);
    assert_eq!(fork.beats()[..8], whole.beats()[..8]);
}

#[test]
fn what_has_been_seen_stays_where_it_was_while_more_arrives() {
    let all = recording().1.len();
    for after in [0, 1, 3, 30, 58, 110] {
        let whole = fork(after, all);
        for n_entries in (after as usize..all).step_by(7) {
            let part = fork(after, n_entries);
            assert!(part.span(EntryId(n_entries as u32)).is_some() || n_entries == 0);
            let closed = part.beats().len().saturating_sub(1);
            assert_eq!(part.beats()[..closed], whole.beats()[..closed], "{after}, {n_entries}");
            let known = (1..=n_entries as u32).map(EntryId);
            let moving = known.filter(|it| part.span(*it).is_some_and(|it| it.moves()));
            for entry in moving {
                let (before, now) = (part.span(entry), whole.span(entry));
                assert_eq!(before, now, "entry {entry}, {after}, {n_entries}");
            }
        }
    }
}
