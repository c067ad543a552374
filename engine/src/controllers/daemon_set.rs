//! The DaemonSet controller (`pkg/controller/daemon/daemon_controller.go` `manage`).

use std::sync::Arc;

use trace::object::{
    Affinity, DaemonSet, Node, NodeAffinity, NodeSelector, NodeSelectorRequirement,
    NodeSelectorTerm, Object, Pod, Toleration,
};
use trace::{Client, Uid};

use super::scheduler::pinned_node;
use super::{Controllers, live_pods_of, pod_from};
use crate::api::{ApiServer, Ask, Patch};
use crate::desk::Desk;

impl Controllers {
    pub(super) fn daemon_sets(&mut self, desk: &mut Desk, api: &ApiServer) {
        let sets = api.objects().values().filter_map(|it| match it {
            Object::DaemonSet(set) => Some(set.clone()),
            Object::Pod(_) | Object::Node(_) | Object::ReplicaSet(_) => None,
        });
        let sets: Vec<Arc<DaemonSet>> = sets.collect();
        for set in sets {
            self.daemon_set(desk, api, &set);
        }
    }

    /// One Pod on every node, cordoned ones included.
    fn daemon_set(&mut self, desk: &mut Desk, api: &ApiServer, set: &Arc<DaemonSet>) {
        let uid = set.metadata.uid.clone();
        if self.n_awaited(&uid) > 0 {
            return;
        }
        let live: Vec<&Pod> = live_pods_of(api, &uid).collect();
        let nodes: Vec<&Arc<Node>> = api.objects().values().filter_map(Object::as_node).collect();
        let by = "pkg/controller/daemon/daemon_controller.go manage";
        for node in &nodes {
            let name = node.metadata.name.as_str();
            if live.iter().any(|it| pinned_node(it) == Some(name)) {
                continue;
            }
            let ask = Ask::Create(Object::Pod(daemon_pod(set, name).into()));
            self.ask(desk, by, Client::DaemonSetController, uid.clone(), ask);
        }
        let ready = live.iter().filter(|it| it.status.is_true("Ready")).count();
        self.daemon_set_status(desk, set, &uid, [live.len(), nodes.len(), ready]);
    }

    fn daemon_set_status(
        &mut self,
        desk: &mut Desk,
        set: &Arc<DaemonSet>,
        uid: &Uid,
        counts: [usize; 3],
    ) {
        let [scheduled, wanted, ready] = counts.map(|it| u32::try_from(it).unwrap_or(u32::MAX));
        let status = &set.status;
        let stored =
            (status.current_number_scheduled, status.desired_number_scheduled, status.number_ready);
        if stored == (scheduled, wanted, ready) {
            return;
        }
        let by = "pkg/controller/daemon/daemon_controller.go storeDaemonSetStatus";
        let key = Object::DaemonSet(set.clone()).key();
        let ask = Ask::Patch(key, Patch::DaemonSetStatus(scheduled, wanted, ready));
        self.ask(desk, by, Client::DaemonSetController, uid.clone(), ask);
    }
}

/// Only to the node of this name.
fn pinned_to(node: &str) -> Affinity {
    let name = NodeSelectorRequirement {
        key: "metadata.name".into(),
        operator: "In".into(),
        values: vec![node.into()],
    };
    let required =
        NodeSelector { node_selector_terms: vec![NodeSelectorTerm { match_fields: vec![name] }] };
    Affinity {
        node_affinity: NodeAffinity {
            required_during_scheduling_ignored_during_execution: required,
        },
    }
}

/// The template, pinned to a node and tolerant of what befalls nodes
/// (`pkg/controller/daemon/util/daemonset_util.go`).
fn daemon_pod(set: &Arc<DaemonSet>, node: &str) -> Pod {
    let owner = Object::DaemonSet(set.clone());
    let mut pod = pod_from(&owner, "DaemonSet", &set.spec.template);
    pod.spec.affinity = Some(pinned_to(node));
    const TAINTS: [(&str, &str); 6] = [
        ("node.kubernetes.io/not-ready", "NoExecute"),
        ("node.kubernetes.io/unreachable", "NoExecute"),
        ("node.kubernetes.io/disk-pressure", "NoSchedule"),
        ("node.kubernetes.io/memory-pressure", "NoSchedule"),
        ("node.kubernetes.io/pid-pressure", "NoSchedule"),
        ("node.kubernetes.io/unschedulable", "NoSchedule"),
    ];
    pod.spec.tolerations.extend(TAINTS.map(|(key, effect)| Toleration {
        effect: effect.into(),
        key: key.into(),
        operator: "Exists".into(),
        ..Toleration::default()
    }));
    pod
}
