//! kube-scheduler, with the filters the lessons need (`pkg/scheduler/schedule_one.go`).

use std::sync::Arc;

use trace::object::{Node, Object, Pod};
use trace::{Client, NodeName};

use super::Controllers;
use crate::api::{ApiServer, Ask, Patch, tolerates};
use crate::desk::Desk;

impl Controllers {
    pub(super) fn schedule(&mut self, desk: &mut Desk, api: &ApiServer) {
        let unbound = api
            .pods()
            .filter(|it| it.spec.node_name.is_empty() && it.metadata.deletion_timestamp.is_none());
        let unbound: Vec<Arc<Pod>> = unbound.cloned().collect();
        for pod in unbound {
            let uid = pod.metadata.uid.clone();
            if self.n_awaited(&uid) > 0 {
                continue;
            }
            let key = Object::Pod(pod.clone()).key();
            let by = "pkg/scheduler/schedule_one.go schedulingCycle";
            match pick_node(api, &pod) {
                Ok(node) => {
                    self.ask(desk, by, Client::Scheduler, uid, Ask::Bind(key, node));
                }
                Err(message) if !was_told(&pod) => {
                    let ask = Ask::Patch(key, Patch::NotScheduled(message));
                    self.ask(desk, by, Client::Scheduler, uid, ask);
                }
                Err(_) => {}
            }
        }
    }
}

fn was_told(pod: &Pod) -> bool {
    pod.status.conditions.iter().any(|it| it.kind == "PodScheduled")
}

/// The node a DaemonSet's Pod is meant for.
pub fn pinned_node(pod: &Pod) -> Option<&str> {
    let required = &pod.spec.affinity.as_ref()?.node_affinity;
    let terms = &required.required_during_scheduling_ignored_during_execution.node_selector_terms;
    Some(terms.first()?.match_fields.first()?.values.first()?.as_str())
}

/// The fitting node with the fewest Pods; the first by name where equal.
///
/// # Errors
/// The scheduler's sentence when none fits.
fn pick_node(api: &ApiServer, pod: &Pod) -> Result<NodeName, String> {
    let nodes: Vec<&Arc<Node>> = api.objects().values().filter_map(Object::as_node).collect();
    let fits = |node: &&&Arc<Node>| {
        let name = node.metadata.name.as_str();
        let labels = &node.metadata.labels;
        let selected = pod.spec.node_selector.iter().all(|(key, it)| labels.get(key) == Some(it));
        selected && pinned_node(pod).is_none_or(|it| it == name) && tolerates_taints(pod, node)
    };
    let n_pods = |name: &str| api.pods().filter(|it| it.spec.node_name == name).count();
    let picked = nodes.iter().filter(fits).min_by_key(|it| n_pods(&it.metadata.name));
    picked.map(|it| NodeName::from(it.metadata.name.as_str())).ok_or_else(|| {
        let n_cordoned = nodes.iter().filter(|it| it.spec.unschedulable).count();
        format!("0/{} nodes are available: {n_cordoned} node(s) were unschedulable.", nodes.len())
    })
}

fn tolerates_taints(pod: &Pod, node: &Node) -> bool {
    let mut taints: Vec<(&str, &str)> =
        node.spec.taints.iter().map(|it| (it.key.as_str(), it.effect.as_str())).collect();
    if node.spec.unschedulable {
        taints.push((crate::api::UNSCHEDULABLE, "NoSchedule"));
    }
    let tolerated = |(key, effect): &(&str, &str)| {
        pod.spec.tolerations.iter().any(|it| tolerates(it, key, effect))
    };
    taints.iter().all(tolerated)
}
