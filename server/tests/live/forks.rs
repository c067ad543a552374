//! A cluster goes on from wherever somebody left a lesson; its situation makes it again.

use mirrorpod::live::{BadLink, Cluster, Misfit, Record, Refused, Situation};
use proptest::prelude::*;
use trace::{EntryId, SimTime};

use crate::world::{
    Deed, LINES, START, any_deeds, born, config, entries, lesson, recorded, situation,
};

/// Does things to a cluster, as a hub does; what does not fit leaves no record. Returns the records.
fn act(cluster: &mut Cluster, deeds: &[(u64, Deed)]) -> Vec<String> {
    let (mut wall, mut log) = (START, Vec::new());
    for (wait, deed) in deeds {
        wall += wait;
        cluster.run(wall);
        let record = match deed {
            Deed::Act(text) => cluster.input(text, wall).ok(),
            Deed::Rate(rate) => Some(cluster.at_rate(*rate, wall)),
            Deed::Leap => cluster.leap(wall),
        };
        if let Some(json) = record.map(|it| it.to_json()) {
            assert_eq!(cluster.apply(&json), Ok(()), "{deed:?}");
            log.push(json);
        }
    }
    cluster.run(wall + 1_000);
    log
}

/// The numbers of a cluster's own entries go on from the lesson's, which come first.
#[track_caller]
fn check_numbers(cluster: &Cluster, lesson: &[String]) {
    let all = entries(cluster);
    let n_shared = cluster.n_shared() as usize;
    assert_eq!(all[..n_shared], lesson[..n_shared]);
    for (n, entry) in cluster.trace().entries().iter().enumerate() {
        assert_eq!(entry.id, EntryId(u32::try_from(n).unwrap() + 1));
    }
}

#[test]
fn a_cluster_begins_with_the_lessons_entries_byte_for_byte() {
    for line in LINES {
        let lesson = lesson(line);
        for after in (0..=lesson.len()).step_by(10) {
            let mut cluster = born(situation(line, u32::try_from(after).unwrap()));
            assert!(cluster.n_shared() as usize >= after);
            assert_eq!(cluster.header().forked_after, Some(EntryId(cluster.n_shared())));
            check_numbers(&cluster, &lesson);
            // Left alone, it goes the lesson's way until the lesson does something.
            act(&mut cluster, &[(0, Deed::Act("api down")), (60_000, Deed::Leap)]);
            check_numbers(&cluster, &lesson);
        }
    }
}

#[test]
fn a_lesson_has_no_entries_but_its_own() {
    let recorded = recorded(None);
    let n_entries = u32::try_from(recorded.cluster.trace().len()).unwrap();
    let asked = situation(None, n_entries + 1);
    let origin =
        mirrorpod::live::Origin { header: recorded.timeline.header(), cluster: &recorded.cluster };
    let clock = mirrorpod::live::LiveClock { wall: START, at: SimTime(0), rate: 0 };
    let token = mirrorpod::live::Token::random().hash();
    let birth = mirrorpod::live::Birth { situation: asked, token, clock };
    let born = Cluster::born(&origin, &birth);
    assert_eq!(born.err(), Some(BadLink::NoEntry(n_entries + 1)));
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn a_situation_opened_from_its_link_gives_the_same_trace(
        after in 0_u32..300,
        deeds in any_deeds(20),
    ) {
        let after = after.min(u32::try_from(lesson(None).len()).unwrap());
        let mut cluster = born(situation(None, after));
        act(&mut cluster, &deeds);
        let opened = Situation::from_link(&cluster.situation().to_link()).unwrap();
        prop_assert_eq!(&opened, &cluster.situation());
        let again = born(opened);
        prop_assert_eq!(entries(&again), entries(&cluster));
        prop_assert_eq!(again.n_shared(), cluster.n_shared());
        prop_assert_eq!(again.header(), cluster.header());
        prop_assert_eq!(again.now(), cluster.now());
    }

    #[test]
    fn a_fork_of_a_fork_is_flat_and_the_same_up_to_the_fork(
        first in any_deeds(12),
        second in any_deeds(12),
        cut in 0.0_f64..1.0,
    ) {
        let mut cluster = born(situation(None, 100));
        act(&mut cluster, &first);
        let mut fork = born(cluster.situation());
        act(&mut fork, &second);
        let all = entries(&fork);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share")]
        let after = 1 + (cut * (all.len() - 1) as f64) as u32;
        let left = fork.situation_after(EntryId(after)).unwrap();
        prop_assert_eq!(&left.lesson, &situation(None, 0).lesson);
        prop_assert!(left.after <= 100.max(cluster.n_shared()));
        let other = born(left);
        let n_same = entries(&other).len();
        prop_assert!(n_same >= after as usize);
        prop_assert_eq!(&entries(&other)[..], &all[..n_same]);
        check_numbers(&other, &lesson(None));
    }

    #[test]
    fn a_log_played_again_gives_the_same_cluster(deeds in any_deeds(20)) {
        let first = situation(None, 100);
        let mut cluster = born(first.clone());
        let log = act(&mut cluster, &deeds);
        let mut again = born(first);
        for json in &log {
            prop_assert_eq!(again.apply(json), Ok(()));
        }
        again.run(START + deeds.iter().map(|it| it.0).sum::<u64>() + 1_000);
        prop_assert_eq!(entries(&again), entries(&cluster));
        prop_assert_eq!(again.now(), cluster.now());
    }
}

#[test]
fn with_other_chance_nothing_is_shared() {
    let own = Situation { seed: 8, ..situation(None, 100) };
    let cluster = born(own);
    assert_eq!((cluster.n_shared(), cluster.header().seed), (0, 8));
    assert!(cluster.header().steps.is_empty());
    assert_ne!(entries(&cluster)[..100], lesson(None)[..100]);
}

#[test]
fn a_record_for_a_time_that_is_over_is_not_taken() {
    let mut cluster = born(situation(None, 100));
    cluster.run(START + 10_000);
    let before = (entries(&cluster), cluster.n_records());
    let late = Record::Input { at: SimTime(cluster.now().0 - 1), text: "api down".into() };
    assert_eq!(cluster.apply(&late.to_json()), Err(Misfit::Past));
    assert_eq!((entries(&cluster), cluster.n_records()), before);
}

#[test]
fn a_cluster_takes_so_many_inputs_and_runs_so_long() {
    let mut cluster = born(situation(None, 100));
    let mut taken = 0;
    let refused = loop {
        let text = ["api down", "api up"][taken % 2];
        match cluster.input(text, START) {
            Ok(record) => cluster.apply(&record.to_json()).unwrap(),
            Err(error) => break error,
        }
        taken += 1;
    };
    assert_eq!((refused, taken), (Refused::TooMany, 200));
    // What it holds by then still fits a link.
    assert!(Situation::from_link(&cluster.situation().to_link()).is_ok());

    // With its kubelets stopped a cluster has nothing to do, so that a day is soon over.
    let day = 24 * 60 * 60 * 1_000;
    let mut old = born(situation(None, 0));
    old.run(START + day + 5_000);
    assert_eq!(old.now(), SimTime(day));
    assert_eq!(old.input("api down", START + day), Err(Refused::TooLate));
    assert_eq!((old.leap(START + day), old.wait(START + day)), (None, None));
}
