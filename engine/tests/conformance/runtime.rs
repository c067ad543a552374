//! Containers that crash, images that must be pulled.

use super::{UP, check, time_between, write};

#[test]
fn the_first_restart_is_immediate_and_the_next_waits_ten_seconds() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + "20s crash node1 main 1\n24s crash node1 main 1\n60s end";
    let trace = check(
        &script,
        "
        runtime node1 container exited * code=1
        runtime node1 container started *
        runtime node1 container exited * code=1
        kubelet node1 back-off main of default/web-node1 until 34.*
        runtime node1 container started *
        never runtime node1 container exited *
    ",
    );
    let from = "kubelet node1 back-off *";
    let wait = time_between(&trace, from, "runtime node1 container started *");
    assert!((9_000..17_000).contains(&wait), "{wait}");
}

#[test]
fn an_image_that_is_not_there_is_pulled_before_its_container_is_made() {
    check(
        &(UP.to_owned() + &write("3s", "a.yaml", "web", "9", "") + "12s end"),
        "
        runtime node1 sandbox ready *
        runtime node1 pulls registry.k8s.io/pause:9
        runtime node1 pulled registry.k8s.io/pause:9
        runtime node1 container created *
    ",
    );
}

#[test]
fn a_slow_pull_shows_as_container_creating() {
    let script = UP.to_owned()
        + "1s fault slow-pull node1 registry.k8s.io/pause:9 20s\n"
        + &write("3s", "a.yaml", "web", "9", "")
        + "20s kubectl get pods\n40s end";
    check(
        &script,
        "
        you see stdout NAME *web-node1 * 0/1 * ContainerCreating *
        runtime node1 pulled *
    ",
    );
}
