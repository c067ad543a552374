//! The manifest directory: events and scans.

use super::{UP, check, time_between, write};

const A: &str = "/etc/kubernetes/manifests/a.yaml";

#[test]
fn a_file_acts_at_once_and_not_at_the_next_scan() {
    let trace = check(
        &(UP.to_owned() + &write("3s", "a.yaml", "web", "3.9", "") + "9s end"),
        "
        file node1 written */a.yaml
        kubelet node1 file event create */a.yaml
        never kubelet node1 rescanned *
        runtime node1 sandbox requested for default/web-node1 *
    ",
    );
    assert!(time_between(&trace, "file node1 written *", "kubelet node1 read *") <= 2);
}

#[test]
fn the_mirror_comes_before_the_sandbox_when_the_api_server_answers() {
    check(
        &(UP.to_owned() + &write("8s", "a.yaml", "web", "3.9", "") + "12s end"),
        "
        kubelet node1 SyncLoop ADD source=file *
        never runtime node1 sandbox requested *
        api created pods default/web-node1 * mirror Pending
        runtime node1 sandbox requested for default/web-node1 *
        runtime node1 container started main of default/web-node1 *
        api modified pods default/web-node1 * mirror Running ready
    ",
    );
}

#[test]
fn a_file_that_becomes_invalid_keeps_its_pod_until_the_next_scan() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + &format!("25s write node1 {A} <<EOF\nkind: [\nEOF\n45s end");
    check(
        &script,
        "
        runtime node1 container started main of default/web-node1 *
        kubelet node1 refused */a.yaml*(yaml: line*
        never kubelet node1 SyncLoop REMOVE source=file *
        kubelet node1 rescanned the directory pods=0 refused=1
        kubelet node1 SyncLoop REMOVE source=file pod default/web-node1 *
    ",
    );
}

#[test]
fn a_file_repaired_before_the_scan_changes_nothing() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + &format!("25s write node1 {A} <<EOF\nkind: [\nEOF\n")
        + &write("30s", "a.yaml", "web", "3.9", "")
        + "65s end";
    check(
        &script,
        "
        kubelet node1 refused *
        kubelet node1 read */a.yaml as pod default/web-node1 *
        never kubelet node1 SyncLoop *
    ",
    );
}

#[test]
fn a_bad_file_hides_no_good_one() {
    let script = UP.to_owned()
        + &format!("3s write node1 {A} <<EOF\nkind: [\nEOF\n")
        + &write("3s", "b.yaml", "web", "3.9", "")
        + "45s end";
    check(
        &script,
        "
        kubelet node1 SyncLoop ADD source=file pod default/web-node1 *
        never kubelet node1 SyncLoop REMOVE *
    ",
    );
}

#[test]
fn dot_files_are_passed_over_and_any_other_name_is_read() {
    let script = UP.to_owned()
        + &write("3s", ".a.yaml", "hidden", "3.9", "")
        + &write("4s", "notes.txt", "web", "3.9", "")
        + "25s end";
    check(
        &script,
        "
        kubelet node1 ignores dot file */.a.yaml
        kubelet node1 read */notes.txt as pod default/web-node1 *
        never kubelet node1 read */.a.yaml *
    ",
    );
}

#[test]
fn a_comment_a_spelt_out_default_or_another_order_changes_nothing() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + &write("9s", "a.yaml", "web", "3.9", "  restartPolicy: Always # as ever")
        + "45s end";
    check(
        &script,
        "
        kubelet node1 SyncLoop ADD source=file *
        kubelet node1 read */a.yaml *
        never kubelet node1 SyncLoop * source=file *
    ",
    );
}

#[test]
fn a_renamed_file_restarts_its_pod() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + &format!("9s rename node1 {A} /etc/kubernetes/manifests/z.yaml\n30s end");
    check(
        &script,
        "
        runtime node1 container started *
        kubelet node1 file event rename *
        kubelet node1 SyncLoop REMOVE source=file *
        kubelet node1 file event create */z.yaml
        kubelet node1 SyncLoop ADD source=file *
        runtime node1 container exited *
        runtime node1 container started main of default/web-node1 *
    ",
    );
}

#[test]
fn a_backup_copy_takes_the_pod_over_and_its_removal_kills_it_until_the_scan() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + &write("22s", "a.yaml.bak", "web", "3.9", "")
        + "45s remove node1 /etc/kubernetes/manifests/a.yaml.bak\n90s end";
    check(
        &script,
        "
        kubelet node1 read */a.yaml.bak *
        kubelet node1 SyncLoop REMOVE source=file *
        kubelet node1 SyncLoop ADD source=file *
        kubelet node1 file event remove */a.yaml.bak
        kubelet node1 SyncLoop REMOVE source=file *
        kubelet node1 rescanned *
        kubelet node1 SyncLoop ADD source=file *
    ",
    );
}

#[test]
fn a_ghost_rises_when_the_last_good_file_went_bad_and_another_comes() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + &format!("25s write node1 {A} <<EOF\nkind: [\nEOF\n")
        + &write("50s", "b.yaml", "api", "3.9", "")
        + "65s end";
    check(
        &script,
        "
        kubelet node1 SyncLoop REMOVE source=file pod default/web-node1 *
        kubelet node1 read */b.yaml *
        kubelet node1 SyncLoop ADD source=file pod default/web-node1 *
        kubelet node1 rescanned *
        kubelet node1 SyncLoop REMOVE source=file pod default/web-node1 *
    ",
    );
}

#[test]
fn a_pod_renamed_in_its_file_runs_beside_its_old_self_until_the_scan() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + &write("22s", "a.yaml", "api", "3.9", "")
        + "45s end";
    check(
        &script,
        "
        kubelet node1 SyncLoop ADD source=file pod default/api-node1 *
        never kubelet node1 SyncLoop REMOVE source=file *
        runtime node1 container started main of default/api-node1 *
        kubelet node1 rescanned *
        kubelet node1 SyncLoop REMOVE source=file pod default/web-node1 *
    ",
    );
}
