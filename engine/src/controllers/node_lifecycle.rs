//! The node lifecycle controller: it follows `spec.unschedulable` with a taint
//! (`pkg/controller/nodelifecycle/node_lifecycle_controller.go` `doNoScheduleTaintingPass`).

use std::sync::Arc;

use trace::Client;
use trace::object::{Node, Object};

use super::Controllers;
use crate::api::{ApiServer, Ask, Patch, UNSCHEDULABLE};
use crate::desk::Desk;

impl Controllers {
    pub(super) fn taint_nodes(&mut self, desk: &mut Desk, api: &ApiServer) {
        let nodes: Vec<Arc<Node>> =
            api.objects().values().filter_map(Object::as_node).cloned().collect();
        for node in nodes {
            let wanted = node.spec.unschedulable;
            let has = node.spec.taints.iter().any(|it| it.key == UNSCHEDULABLE);
            let uid = node.metadata.uid.clone();
            if wanted == has || self.n_awaited(&uid) > 0 {
                continue;
            }
            let by = "pkg/controller/nodelifecycle/node_lifecycle_controller.go \
                      doNoScheduleTaintingPass";
            let ask = Ask::Patch(Object::Node(node).key(), Patch::UnschedulableTaint(wanted));
            self.ask(desk, by, Client::NodeController, uid, ask);
        }
    }
}
