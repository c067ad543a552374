//! How a kubelet makes itself known, learns of its Node, and then publishes its first mirrors.

use std::sync::Arc;

use trace::object::{Node, NodeCondition, Object};
use trace::{Answer, Event, SimTime};

use super::{Kubelet, Ticket};
use crate::api::{Ask, Reply, Watcher};
use crate::desk::Desk;
use crate::timer::KubeletTimer;
use crate::times;

/// Where the registration stands.
#[derive(Clone, Debug)]
pub struct Registration {
    started_at: SimTime,
    /// The wait after the next failure to register.
    register_wait: u64,
    /// The wait after the next failure to list the Node.
    list_wait: u64,
    /// Whether the node informer has listed once: the API source may begin.
    pub node_listed: bool,
    /// Whether the mirrors of all static Pods have been published once.
    published: bool,
}

impl Registration {
    /// Nothing has been tried.
    pub const fn new(now: SimTime) -> Self {
        Self {
            started_at: now,
            register_wait: times::REGISTER_FIRST,
            list_wait: times::REFLECTOR_FIRST,
            node_listed: false,
            published: false,
        }
    }
}

impl Kubelet {
    /// Asks the API server to store this Node.
    pub(super) fn register(&mut self, desk: &mut Desk) {
        let node = Object::Node(Arc::new(self.own_node(desk)));
        let ticket = self.ticket(Ticket::Register);
        let by = "pkg/kubelet/kubelet_node_status.go tryRegisterWithAPIServer";
        desk.send_if_heard(by, self.client(), ticket, Ask::Create(node));
    }

    pub(super) fn registered(&mut self, desk: &mut Desk, answer: &Answer) {
        // 409: a Node of this name is there already, from an earlier life.
        if answer.is_success() || answer.status == 409 {
            return;
        }
        let wait = self.registration.register_wait;
        self.registration.register_wait = (wait * 2).min(times::REGISTER_MOST);
        self.clock.every(desk, wait, KubeletTimer::Register);
    }

    fn own_node(&self, desk: &Desk) -> Node {
        let mut node = Node::default();
        node.metadata.name = self.node().to_string();
        node.metadata.labels = [
            ("kubernetes.io/arch", "amd64"),
            ("kubernetes.io/hostname", self.node().as_str()),
            ("kubernetes.io/os", "linux"),
        ]
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
        node.status.conditions.push(ready_condition(desk));
        node
    }

    pub(super) fn list_node(&mut self, desk: &mut Desk) {
        let ticket = self.ticket(Ticket::Node);
        let watcher = Watcher::Node(self.node().clone(), self.clock.process);
        desk.look(self.client(), ticket, Ask::WatchNode(self.node().clone(), watcher));
    }

    pub(super) fn list_node_later(&mut self, desk: &mut Desk) {
        let wait = self.registration.list_wait;
        self.registration.list_wait = (wait * 2).min(times::REFLECTOR_MOST);
        let wait = desk.dice.jitter(wait, 100);
        self.clock.every(desk, wait, KubeletTimer::ListNode);
    }

    pub(super) fn node_listed(&mut self, desk: &mut Desk, reply: Reply) {
        if !reply.answer.is_success() {
            return self.list_node_later(desk);
        }
        self.registration.list_wait = times::REFLECTOR_FIRST;
        self.registration.node_listed = true;
        for object in reply.objects {
            if let Some(node) = object.as_node() {
                self.saw_node(desk, node.clone());
            }
        }
    }

    pub(super) fn saw_node(&mut self, desk: &mut Desk, node: Arc<Node>) {
        let first = self.node_object.replace(node).is_none();
        if !first {
            return;
        }
        let by = "pkg/kubelet/kubelet.go nodeLister";
        desk.note_cause(by, Event::NodeSeen { node: self.node().clone() });
        if !self.registration.published {
            let since = desk.now.since(self.registration.started_at);
            let wait = times::FAST_REGISTRATION - since % times::FAST_REGISTRATION;
            self.clock.after(desk, wait, KubeletTimer::FastRegistration);
        }
    }

    /// Publishes the mirrors of all static Pods, once, without waiting for their workers.
    pub(super) fn fast_registration(&mut self, desk: &mut Desk) {
        if std::mem::replace(&mut self.registration.published, true) {
            return;
        }
        for pod in self.manager.static_pods() {
            let mirror = self.manager.mirror_of(&pod.full_name());
            self.publish_mirror(desk, &pod, mirror.as_ref());
        }
    }
}

/// What a Node says of a kubelet that works (`pkg/kubelet/nodestatus/setters.go`
/// `ReadyCondition`).
pub fn ready_condition(desk: &Desk) -> NodeCondition {
    NodeCondition {
        last_transition_time: desk.timestamp(),
        message: "kubelet is posting ready status".into(),
        reason: "KubeletReady".into(),
        status: "True".into(),
        kind: "Ready".into(),
    }
}
