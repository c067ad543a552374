//! Kubelets that start late, nodes that are drained.

use std::collections::BTreeMap;

use trace::{Client, Event, Verb};

use super::{UP, check, write};

const WEB: &str = "kubectl apply -f - <<EOF\napiVersion: apps/v1\nkind: ReplicaSet\n\
    metadata: {name: web}\nspec:\n  replicas: 1\n  selector: {matchLabels: {app: web}}\n  \
    template:\n    metadata: {labels: {app: web}}\n    spec:\n      \
    terminationGracePeriodSeconds: 1\n      containers: [{name: c, image: \
    \"registry.k8s.io/pause:3.9\"}]\nEOF\n";

const AGENT: &str = "kubectl apply -f - <<EOF\napiVersion: apps/v1\nkind: DaemonSet\n\
    metadata: {name: agent}\nspec:\n  selector: {matchLabels: {app: agent}}\n  \
    template:\n    metadata: {labels: {app: agent}}\n    spec:\n      \
    containers: [{name: c, image: \"registry.k8s.io/pause:3.9\"}]\nEOF\n";

#[test]
fn a_drain_evicts_ordinary_pods_and_passes_mirrors_over_without_a_word() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "hello", "3.9", "")
        + "20s "
        + WEB
        + "22s "
        + AGENT
        + "30s kubectl uncordon node2\n35s kubectl drain node1 --ignore-daemonsets\n50s end";
    check(
        &script,
        "
        you see stdout node/node2 uncordoned
        you see stdout node/node1 cordoned
        drain default/agent-* ignore daemonset
        drain default/hello-node1 skip mirror
        drain default/web-* evict
        you see stderr Warning: ignoring DaemonSet-managed Pods: default/agent-*
        you see stdout evicting pod default/web-*
        never api modified pods default/hello-node1 * deleting*
        never kubelet node1 terminates pod default/agent-*
        you see stdout pod/web-* evicted
        you see stdout node/node1 drained
        you see exit 0
    ",
    );
}

#[test]
fn a_replica_set_asks_for_five_hundred_pods_at_a_time_however_many_it_wants() {
    let crowd = WEB.replace("replicas: 1", "replicas: 4000000000");
    let trace = check(&(UP.to_owned() + "20s " + &crowd + "20200ms end"), "");
    let asks = trace.entries().iter().filter(|it| {
        matches!(&it.event, Event::RequestSent { client: Client::ReplicaSetController, request }
            if request.verb == Verb::Create)
    });
    let mut at_once = BTreeMap::new();
    asks.for_each(|it| *at_once.entry(it.at).or_insert(0) += 1);
    assert_eq!(at_once.values().max(), Some(&500), "{at_once:?}");
}

#[test]
fn a_drain_without_its_flag_is_refused_and_the_node_stays_cordoned() {
    let script = UP.to_owned() + "20s " + AGENT + "30s kubectl drain node1\n40s end";
    check(&script, "
        api modified nodes node1 * unschedulable
        drain default/agent-* refuse cannot delete DaemonSet-managed Pods *
        you see stderr error: unable to drain node \"node1\" due to error: cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): default/agent-*
        you see exit 1
        never api deleted *
        never you see stdout node/node1 uncordoned
    ");
}

#[test]
fn a_new_manifest_runs_on_a_cordoned_node() {
    let script = UP.to_owned()
        + "9s kubectl cordon node1\n"
        + &write("12s", "a.yaml", "web", "3.9", "")
        + "20s end";
    check(
        &script,
        "
        api modified nodes node1 * unschedulable
        runtime node1 container started main of default/web-node1 *
        api modified pods default/web-node1 * mirror Running ready
    ",
    );
}

#[test]
fn a_kubelet_that_never_reached_its_api_server_kills_nothing() {
    let script = "0s start kubelet node1\n".to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + "10s remove node1 /etc/kubernetes/manifests/a.yaml\n45s api up\n100s end";
    check(
        &script,
        "
        kubelet node1 SyncLoop REMOVE source=file *
        never runtime node1 container exited *
        api server answers
        kubelet node1 terminates pod default/web-node1 *
        runtime node1 container exited *
    ",
    );
}

#[test]
fn a_kubelet_restart_restarts_nothing() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + "20s stop kubelet node1\n25s start kubelet node1\n60s end";
    check(
        &script,
        "
        kubelet node1 stopped
        kubelet node1 started
        kubelet node1 SyncLoop ADD source=file pod default/web-node1 *
        never runtime node1 *
        never api created pods *
        never api deleted *
    ",
    );
}

#[test]
fn a_file_removed_while_the_kubelet_is_down_is_acted_on_when_it_is_back() {
    let script = UP.to_owned()
        + &write("3s", "a.yaml", "web", "3.9", "")
        + "20s stop kubelet node1\n22s remove node1 /etc/kubernetes/manifests/a.yaml\n\
           25s start kubelet node1\n60s end";
    check(
        &script,
        "
        kubelet node1 started
        kubelet node1 found orphan mirror default/web-node1 *
        api deleted pods default/web-node1 *
        runtime node1 container exited *
    ",
    );
}
