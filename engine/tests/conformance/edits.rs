//! Edits, removals, and files put back.

use super::{UP, check, last_stored_pod, time_between, write};

const REMOVE: &str = "remove node1 /etc/kubernetes/manifests/a.yaml\n";

#[test]
fn an_edit_costs_at_least_ten_seconds_and_the_api_shows_no_gap() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + &write("22s", "a.yaml", "web", "3.10", "")
        + "45s end";
    let trace = check(
        &script,
        "
        kubelet node1 SyncLoop REMOVE source=file *
        kubelet node1 SyncLoop ADD source=file *
        kubelet node1 pod default/web-node1 * cannot start yet, retry at *
        runtime node1 container exited *
        never api * pods default/web-node1 *
        kubelet node1 mirror of default/web-node1: delete *
        api deleted pods default/web-node1 *
        kubelet node1 mirror of default/web-node1: create
        api created pods default/web-node1 *
        runtime node1 container started *
    ",
    );
    let gap = time_between(&trace, "kubelet node1 SyncLoop REMOVE source=file *", "api created *");
    assert!((10_000..=16_700).contains(&gap), "{gap}");
}

#[test]
fn of_several_edits_only_the_last_starts() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + &write("22s", "a.yaml", "web", "3.10", "")
        + &write("22500ms", "a.yaml", "web", "3.10.1", "")
        + "60s end";
    let trace = check(
        &script,
        "
        kubelet node1 pod default/web-node1 * cannot start yet*
        kubelet node1 pod default/web-node1 * cannot start yet*
        runtime node1 container started *
    ",
    );
    let n_started = super::show(&trace).matches("container started main").count();
    assert_eq!(n_started, 2, "the first and the last version");
}

#[test]
fn a_removed_file_leaves_the_mirror_running_without_a_mark_until_the_container_has_stopped() {
    let script =
        UP.to_owned() + &write("3s", "a.yaml", "web", "3.9", "") + "22s " + REMOVE + "30s end";
    let trace = check(
        &script,
        "
        file node1 removed *
        kubelet node1 terminates pod default/web-node1 *
        never api * deleting *
        runtime node1 container exited main of default/web-node1 *
        kubelet node1 pod default/web-node1 * terminated
        kubelet node1 found orphan mirror default/web-node1 *
        api deleted pods default/web-node1 *
    ",
    );
    assert!(time_between(&trace, "file node1 removed *", "api deleted pods *") <= 3_500);
}

#[test]
fn a_file_put_back_while_its_pod_stops_brings_the_same_pod_back_with_one_restart() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + "22s "
        + REMOVE
        + &write("+30ms", "a.yaml", "web", "3.9", "")
        + "40s end";
    let trace = check(
        &script,
        "
        kubelet node1 terminates pod default/web-node1 *
        kubelet node1 SyncLoop ADD source=file *
        runtime node1 container exited *
        kubelet node1 pod default/web-node1 * finished
        never api deleted pods default/web-node1 *
        kubelet node1 pod default/web-node1 * forgotten
        kubelet node1 SyncLoop ADD source=file pod default/web-node1 *
        runtime node1 container started *
        never api deleted pods *
    ",
    );
    let mirror = last_stored_pod(&trace);
    let status = mirror.expect("a mirror").status.clone();
    assert_eq!(status.container_statuses[0].restart_count, 1);
}

#[test]
fn a_container_that_ignores_term_is_killed_when_its_grace_is_over() {
    let busybox = "    command: [sleep, infinity]\n  terminationGracePeriodSeconds: 5";
    let write = |at: &str| {
        write(at, "a.yaml", "web", "3.9", busybox)
            .replace("registry.k8s.io/pause:3.9", "busybox:1.36")
    };
    let script = UP.to_owned() + &write("3s") + "22s " + REMOVE + "40s end";
    let trace = check(
        &script,
        "
        runtime node1 container stop requested * grace=5s
        runtime node1 container exited main of default/web-node1 * code=137
    ",
    );
    let from = "runtime node1 container stop requested *";
    assert_eq!(time_between(&trace, from, "runtime node1 container exited *"), 5_000);
}

#[test]
fn a_completed_pod_stays_completed() {
    let never = "  restartPolicy: Never";
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", never)
        + "10s crash node1 main 0\n60s end";
    check(
        &script,
        "
        runtime node1 container exited * code=0
        api modified pods default/web-node1 * mirror Succeeded
        never runtime node1 container started *
    ",
    );
}
