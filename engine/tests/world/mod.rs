//! A small cluster and arbitrary things to do to it.
#![allow(dead_code, reason = "each test file uses its own part")]

use engine::{Cluster, Fault, Input, InputError};
use proptest::prelude::*;
use trace::{NodeName, NodeSpec, SimTime, Topology, View};

/// Two nodes; the second is registered and cordoned.
pub fn topology() -> Topology {
    let node = |name: &str, registered| NodeSpec {
        name: name.into(),
        manifest_dir: "/etc/kubernetes/manifests".into(),
        registered,
        unschedulable: registered,
        images: ["3.9", "3.10"].map(|it| format!("registry.k8s.io/pause:{it}")).into(),
    };
    Topology {
        epoch: "2026-01-15T09:00:00Z".into(),
        api_server_up: false,
        nodes: vec![node("node1", false), node("node2", true)],
    }
}

/// The cluster before anything happened.
pub fn cluster(seed: u64) -> Cluster {
    Cluster::new(&topology(), seed)
}

/// Inputs in order of time.
pub type Inputs = Vec<(SimTime, Input)>;

/// Plays inputs, time in one piece or in steps, then a minute more. Returns what was refused.
pub fn play(
    mut cluster: Cluster,
    inputs: &Inputs,
    step: Option<u64>,
) -> (Cluster, Vec<InputError>) {
    let mut refused = Vec::new();
    let to = |cluster: &mut Cluster, until: SimTime| match step {
        None => cluster.advance(until),
        Some(step) => {
            while cluster.now() < until {
                let next = cluster.now().plus(step).min(until);
                cluster.advance(next);
            }
        }
    };
    for (at, input) in inputs {
        to(&mut cluster, *at);
        refused.extend(cluster.handle(*at, input.clone()).err());
    }
    let end = cluster.now().plus(60_000);
    to(&mut cluster, end);
    (cluster, refused)
}

/// Up to 30 inputs, some in quick succession and some far apart.
pub fn any_inputs() -> impl Strategy<Value = Inputs> {
    let gap = prop_oneof![0_u64..50, 50_u64..3_000, 3_000_u64..40_000];
    prop::collection::vec((gap, any_input()), 1..30).prop_map(|inputs| {
        let mut at = SimTime::ZERO;
        let mut timed = vec![
            (at, Input::StartKubelet { node: "node1".into() }),
            (at, Input::StartKubelet { node: "node2".into() }),
        ];
        for (gap, input) in inputs {
            at = at.plus(gap);
            timed.push((at, input));
        }
        timed
    })
}

fn any_node() -> impl Strategy<Value = NodeName> {
    prop_oneof![4 => Just("node1".into()), 1 => Just("node2".into())]
}

fn any_path() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a.yaml", "b.yaml", "b.yaml.bak", ".draft.yaml"])
        .prop_map(|name| format!("/etc/kubernetes/manifests/{name}"))
}

fn any_input() -> impl Strategy<Value = Input> {
    prop_oneof![
        8 => (any_node(), any_path(), any_manifest()).prop_map(|(node, path, text)| {
            Input::WriteFile { node, path, text: text.into() }
        }),
        3 => (any_node(), any_path()).prop_map(|(node, path)| Input::RemoveFile { node, path }),
        2 => (any_node(), any_path(), any_path())
            .prop_map(|(node, from, to)| Input::RenameFile { node, from, to }),
        3 => any::<bool>().prop_map(|up| Input::ApiServer { up }),
        1 => any_node().prop_map(|node| Input::StartKubelet { node }),
        1 => any_node().prop_map(|node| Input::StopKubelet { node }),
        2 => (any_node(), 0..3_i32).prop_map(|(node, code)| Input::Crash {
            node,
            container: "main".into(),
            code,
        }),
        1 => any_node().prop_map(|node| Input::Fault(Fault::LoseFileEvent { node })),
        6 => any_command().prop_map(|(line, stdin)| Input::Command {
            line,
            stdin: stdin.into(),
        }),
    ]
}

/// Manifests of two names in several versions, some of them broken, and arbitrary bytes.
pub fn any_manifest() -> impl Strategy<Value = String> {
    let version = prop::sample::select(vec!["3.9", "3.10", "4"]);
    let name = prop::sample::select(vec!["web", "api", "Web", ""]);
    let policy = prop::sample::select(vec!["Always", "OnFailure", "Never", "Sometimes"]);
    let grace = prop::sample::select(vec![0, 1, 30]);
    let good = (name, version, policy, grace).prop_map(|(name, version, policy, grace)| {
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: \"{name}\"}}\nspec:\n  \
             restartPolicy: {policy}\n  terminationGracePeriodSeconds: {grace}\n  \
             containers:\n  - name: main\n    image: registry.k8s.io/pause:{version}\n"
        )
    });
    prop_oneof![8 => good, 1 => "\\PC{0,80}", 1 => Just("{a: [".to_owned())]
}

fn any_command() -> impl Strategy<Value = (String, String)> {
    let pod = prop::sample::select(vec!["web-node1", "api-node1", "web-node2", "nobody"]);
    let flags =
        prop::sample::select(vec!["", "--force", "--now", "--grace-period=5", "--grace-period=x"]);
    let set = "apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: rs}\nspec:\n  replicas: 2\n  \
               selector: {matchLabels: {app: rs}}\n  template:\n    metadata: {labels: {app: rs}}\n    \
               spec: {terminationGracePeriodSeconds: 1, containers: [{name: main, image: \
               \"registry.k8s.io/pause:3.9\"}]}\n";
    let daemon =
        set.replace("ReplicaSet", "DaemonSet").replace("rs", "ds").replace("  replicas: 2\n", "");
    let node = prop::sample::select(vec![
        "cordon node1",
        "uncordon node2",
        "drain node1",
        "drain node1 --ignore-daemonsets --force",
        "drain nowhere",
    ]);
    let pods = (pod.clone(), flags)
        .prop_map(|(pod, flags)| (format!("kubectl delete pod {pod} {flags}"), String::new()));
    let patches = pod.prop_map(|pod| {
        (format!("kubectl set image pod/{pod} main=registry.k8s.io/pause:3.9"), String::new())
    });
    prop_oneof![
        4 => pods,
        2 => patches,
        2 => node.prop_map(|rest| (format!("kubectl {rest}"), String::new())),
        1 => Just(("kubectl apply -f -".to_owned(), set.to_owned())),
        1 => Just(("kubectl apply -f -".to_owned(), daemon)),
        1 => Just(("kubectl get pods".to_owned(), String::new())),
        1 => "\\PC{0,40}".prop_map(|line| (line, String::new())),
    ]
}

/// The file inputs alone, with the API server up, and each of them with its event lost or not.
pub fn only_files(inputs: &Inputs, lose: bool) -> Inputs {
    let mut chosen = vec![
        (SimTime::ZERO, Input::ApiServer { up: true }),
        (SimTime::ZERO, Input::StartKubelet { node: "node1".into() }),
        (SimTime::ZERO, Input::StartKubelet { node: "node2".into() }),
    ];
    for (at, input) in inputs {
        let node = match input {
            Input::WriteFile { node, .. }
            | Input::RemoveFile { node, .. }
            | Input::RenameFile { node, .. } => node.clone(),
            Input::StartKubelet { .. }
            | Input::StopKubelet { .. }
            | Input::ApiServer { .. }
            | Input::Crash { .. }
            | Input::Fault(_)
            | Input::Command { .. } => continue,
        };
        if lose {
            chosen.push((*at, Input::Fault(Fault::LoseFileEvent { node })));
        }
        chosen.push((*at, input.clone()));
    }
    chosen
}

/// Which static Pods each kubelet wants, and what of them runs: what must not depend on how the
/// kubelet heard of a file.
pub fn wanted(view: &View) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (name, node) in &view.nodes {
        for pod in node.pods.values().filter(|it| it.wanted) {
            all.push((name.to_string(), pod.pod.uid.to_string()));
        }
    }
    all.sort();
    all
}
