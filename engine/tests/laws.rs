//! What holds for every cluster and every sequence of inputs.

mod world;

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use trace::{Event, SimTime, View};
use world::{any_inputs, cluster, play, topology};

/// The same 200 cases each time, so that a change is judged by what it changed. With
/// `PROPTEST_CASES` set, that many new ones: how a search for counter-examples is made.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return default;
    }
    ProptestConfig { cases: 200, rng_seed: RngSeed::Fixed(1), ..default }
}

/// The view folded from the trace is the view taken from the live cluster.
fn check_fold(cluster: &engine::Cluster) {
    let mut folded = View::new(&topology());
    for entry in cluster.trace().entries() {
        folded.apply(&entry.event);
    }
    let live = cluster.view();
    for (name, node) in &live.nodes {
        let other = &folded.nodes[name];
        assert_eq!(other.pods, node.pods, "Pods of {name} at {}", cluster.now());
        assert_eq!(other.files, node.files, "files of {name} at {}", cluster.now());
        assert_eq!(other.mirrors, node.mirrors, "mirrors of {name} at {}", cluster.now());
    }
    assert_eq!(folded, live, "at {}", cluster.now());
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn time_may_be_cut_into_any_steps(
        inputs in any_inputs(),
        seed in any::<u64>(),
        step in 1_u64..9_000,
    ) {
        let (whole, _) = play(cluster(seed), &inputs, None);
        let (cut, _) = play(cluster(seed), &inputs, Some(step));
        prop_assert_eq!(whole.trace(), cut.trace());
        prop_assert_eq!(whole.view(), cut.view());
    }

    #[test]
    fn the_next_entry_is_written_when_the_cluster_says(
        inputs in any_inputs(),
        seed in any::<u64>(),
    ) {
        let (mut cluster, _) = play(cluster(seed), &inputs, None);
        let (n_entries, limit) = (cluster.trace().len(), cluster.now().plus(300_000));
        let Some(at) = cluster.next_entry_at(limit) else {
            cluster.advance(limit);
            prop_assert_eq!(cluster.trace().len(), n_entries);
            return Ok(());
        };
        if let Some(before) = at.0.checked_sub(1).filter(|it| *it > cluster.now().0) {
            cluster.advance(SimTime(before));
            prop_assert_eq!(cluster.trace().len(), n_entries);
        }
        cluster.advance(at);
        prop_assert!(cluster.trace().len() > n_entries);
    }

    #[test]
    fn the_view_folded_from_the_trace_is_the_live_one(
        inputs in any_inputs(),
        seed in any::<u64>(),
    ) {
        let mut cluster = cluster(seed);
        for (at, input) in &inputs {
            cluster.handle(*at, input.clone()).ok();
            check_fold(&cluster);
        }
        for _ in 0..40 {
            cluster.advance(cluster.now().plus(3_777));
            check_fold(&cluster);
        }
    }

    #[test]
    fn a_fork_has_the_same_past_and_goes_the_same_way_if_nobody_interferes(
        inputs in any_inputs(),
        seed in any::<u64>(),
        part in 0_u32..100,
    ) {
        let (whole, _) = play(cluster(seed), &inputs, None);
        let n_entries = u32::try_from(whole.trace().len()).expect("a short trace");
        let at = trace::EntryId((n_entries * part / 100).max(1));
        let mut fork = whole.fork(at).expect("there is such an entry");
        let n_past = fork.trace().len();
        prop_assert!(n_past > at.index());
        prop_assert_eq!(fork.trace().entries(), &whole.trace().entries()[..n_past]);
        for (own, others) in fork.trace().entries().iter().zip(whole.trace().entries()) {
            if let (Event::ManifestRead { pod: own, .. }, Event::ManifestRead { pod, .. }) =
                (&own.event, &others.event)
            {
                prop_assert!(Arc::ptr_eq(own, pod), "the common past lies in memory once");
            }
        }
        // Inputs of that very instant may have happened or not; such forks go their own way.
        let from = fork.now();
        prop_assume!(!inputs.iter().any(|(time, _)| *time == from));
        for (time, input) in inputs.iter().filter(|(time, _)| *time > from) {
            fork.handle(*time, input.clone()).ok();
        }
        fork.advance(whole.now());
        prop_assert_eq!(fork.trace(), whole.trace());
    }

    #[test]
    fn equal_inputs_give_equal_traces_and_wire_lines_read_back(
        inputs in any_inputs(),
        seed in any::<u64>(),
    ) {
        let (one, _) = play(cluster(seed), &inputs, None);
        let (other, _) = play(cluster(seed), &inputs, None);
        prop_assert_eq!(one.trace(), other.trace());
        for entry in one.trace().entries() {
            let line = entry.to_json();
            let read = trace::Entry::from_json(&line).expect("our own line");
            prop_assert_eq!(&read, entry);
            prop_assert_eq!(read.to_json(), line);
        }
    }

    #[test]
    fn a_lost_file_event_is_made_good_by_the_next_scan(
        inputs in any_inputs(),
        seed in any::<u64>(),
    ) {
        // After the inputs the API server answers, both kubelets run and all is left in peace.
        let settle = |lose: bool| {
            let inputs = world::only_files(&inputs, lose);
            let (mut cluster, _) = play(cluster(seed), &inputs, None);
            cluster.advance(cluster.now().plus(400_000));
            world::wanted(&cluster.view())
        };
        prop_assert_eq!(settle(false), settle(true));
    }
}

#[test]
fn an_input_for_the_past_changes_nothing() {
    let mut cluster = cluster(1);
    cluster.advance(SimTime(5_000));
    let before = cluster.trace().clone();
    let input = engine::Input::ApiServer { up: true };
    let error = cluster.handle(SimTime(4_999), input).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the input is for 4.999 s, but the cluster is at 5.000 s already"
    );
    assert_eq!(*cluster.trace(), before);
}
