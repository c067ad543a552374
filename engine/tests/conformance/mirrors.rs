//! Mirrors: published, deleted, changed, orphaned.

use super::{UP, check, check_seed, last_stored_pod, show, time_between, write};

#[test]
fn a_gracefully_deleted_mirror_is_back_within_a_second_and_no_container_notices() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + "22s kubectl delete pod web-node1\n40s end";
    let trace = check(
        &script,
        "
        api modified pods default/web-node1 * deleting grace=30s
        never runtime node1 *
        kubelet node1 mirror of default/web-node1: delete *
        api deleted pods default/web-node1 *
        api created pods default/web-node1 * mirror Pending
        api modified pods default/web-node1 * mirror Running ready
        never runtime node1 *
    ",
    );
    let from = "api modified pods default/web-node1 * deleting grace=30s";
    assert!(time_between(&trace, from, "api created pods default/web-node1 *") < 1_200);
    let from = "api deleted pods default/web-node1 *";
    assert!(time_between(&trace, from, "api modified pods * mirror Running ready") <= 10_100);
}

/// How long each of many forced deletions leaves the Pod without a mirror.
fn forced_gaps() -> Vec<u64> {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + "22s kubectl delete pod web-node1 --force\n130s end";
    let gap = |seed| {
        let trace = check_seed(
            seed,
            &script,
            "
            api modified pods default/web-node1 * deleting grace=0s
            never runtime node1 *
            api created pods default/web-node1 * mirror Pending
        ",
        );
        assert!(show(&trace).contains("pod \"web-node1\" force deleted from default namespace"));
        time_between(&trace, "api modified pods * deleting grace=0s", "api created pods *")
    };
    (0..40).map(gap).collect()
}

#[test]
fn a_forced_deletion_is_a_race_with_two_outcomes() {
    let gaps = forced_gaps();
    let quick = gaps.iter().filter(|it| **it < 1_500).count();
    let slow = gaps.iter().filter(|it| (55_000..=92_000).contains(*it)).count();
    assert_eq!(quick + slow, gaps.len(), "{gaps:?}");
    assert!(quick >= 4 && slow >= 4, "quick {quick}, slow {slow}");
}

#[test]
fn a_crash_after_a_forced_deletion_brings_the_mirror_back_early() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + "22s kubectl delete pod web-node1 --force\n30s crash node1 main\n50s end";
    let slow = (0..40).find(|seed| {
        let text = format!("mirrorpod script 1\n{script}");
        let parsed = engine::Script::parse(&text).expect("a good script");
        let (trace, _) = engine::record(&super::world::topology(), *seed, &parsed);
        show(&trace).matches("gets 404").count() > 0
    });
    check_seed(
        slow.expect("a seed with the slow outcome"),
        &script,
        "
        kubelet node1 gets 404 *
        never api created pods default/web-node1 *
        runtime node1 container exited *
        api created pods default/web-node1 *
    ",
    );
}

#[test]
fn a_changed_mirror_stays_changed_and_the_node_does_not_care() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + "22s kubectl set image pod/web-node1 main=registry.k8s.io/pause:3.10\n\
           23s kubectl label pod web-node1 tier=front\n120s end";
    let trace = check(
        &script,
        "
        you see stdout pod/web-node1 image updated
        you see stdout pod/web-node1 labeled
        never runtime node1 *
        never kubelet node1 mirror of *
        never api deleted *
    ",
    );
    let last = last_stored_pod(&trace);
    let last = last.expect("a mirror");
    assert_eq!(last.spec.containers[0].image, "registry.k8s.io/pause:3.10");
    assert_eq!(last.metadata.labels["tier"], "front");
    assert_eq!(last.metadata.generation, 2);
}

#[test]
fn the_mirror_annotation_cannot_be_changed() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + "22s kubectl annotate pod web-node1 kubernetes.io/config.mirror=x\n25s end";
    check(&script, "
        you see stderr The Pod \"web-node1\" is invalid: metadata.annotations[kubernetes.io/config.mirror]: Forbidden: may not remove or update mirror pod annotation
        you see exit 1
    ");
}

#[test]
fn a_name_without_the_nodes_is_not_found() {
    check(
        &(UP.to_owned() + "5s kubectl delete pod web\n8s end"),
        "
        you see stderr Error from server (NotFound): pods \"web\" not found
        you see exit 1
    ",
    );
}

#[test]
fn a_missing_namespace_means_no_mirror_and_a_running_container() {
    let script =
        UP.to_owned() + &write("8s", "a.yaml", "web, namespace: nowhere", "3.9", "") + "20s end";
    check(
        &script,
        "
        kubelet node1 gets 404 * namespaces \"nowhere\" not found
        runtime node1 container started main of nowhere/web-node1 *
        never api created pods *
    ",
    );
}

#[test]
fn without_an_api_server_a_pod_runs_and_its_mirror_comes_when_it_answers() {
    let script = "0s start kubelet node1\n".to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + "12s api up\n45s end";
    check(
        &script,
        "
        never node1 sends *
        runtime node1 container started main of default/web-node1 *
        api server answers
        api created nodes node1 *
        kubelet node1 knows its node
        api created pods default/web-node1 * mirror Pending
        api modified pods default/web-node1 * mirror Running ready
    ",
    );
}

#[test]
fn a_mirror_missed_while_the_api_server_was_down_comes_with_the_next_resync() {
    let script = UP.to_owned()
        + "20s api down\n"
        + &write("25s", "a.yaml", "web", "3.9", "")
        + "33s api up\n130s end";
    let trace = check(
        &script,
        "
        kubelet node1 gets 0 * connection refused
        runtime node1 container started *
        api server answers
        api created pods default/web-node1 *
    ",
    );
    let gap = time_between(&trace, "runtime node1 container started *", "api created pods *");
    assert!((60_000..=92_000).contains(&gap), "{gap}");
}
