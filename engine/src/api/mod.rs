//! The API server: a store of objects, the checks before a write, and the watches after it.

mod admission;
mod create;
mod delete;
mod patch;
mod validation;

use std::collections::{BTreeMap, BTreeSet};

use trace::object::{Object, ObjectKey, Pod, PodStatus};
use trace::{Answer, Client, EntryId, Event, NodeName, Request, Resource, SimTime, Uid, Verb};

use crate::desk::Desk;
use crate::dice::Range;
use crate::timer::Timer;
use crate::times;

pub use admission::tolerates;
pub use patch::{Patch, UNSCHEDULABLE};

/// What is asked, with everything the API server needs to do it.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Store a new object.
    Create(Object),
    /// Read one object.
    Get(ObjectKey),
    /// Read the Node of this name, and hear of its changes.
    WatchNode(NodeName, Watcher),
    /// Read the Pods of this node, and hear of their changes.
    WatchPods(NodeName, Watcher),
    /// Read the Pods of this node once, or all of them.
    ListPods(Option<NodeName>),
    /// Change an object.
    Patch(ObjectKey, Patch),
    /// Change a Pod's status, if it still has this UID.
    PatchStatus(ObjectKey, Uid, Box<PodStatus>),
    /// Delete an object.
    Delete(ObjectKey, DeleteOptions),
    /// Delete a Pod by eviction.
    Evict(ObjectKey, DeleteOptions),
    /// Bind a Pod to a node.
    Bind(ObjectKey, NodeName),
}

/// `metav1.DeleteOptions`, the modelled fields.
#[derive(Clone, Debug, Default)]
pub struct DeleteOptions {
    /// Seconds; the Pod's own when absent.
    pub grace_period_seconds: Option<i64>,
    /// The UID the object must have.
    pub uid: Option<Uid>,
}

/// What comes back.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Status and sentence.
    pub answer: Answer,
    /// The object as stored, or the objects listed.
    pub objects: Vec<Object>,
}

/// A request on its way.
#[derive(Clone, Debug)]
pub struct Call {
    /// Who asks.
    pub client: Client,
    /// The asker's own mark, given back with the answer.
    pub ticket: u64,
    /// The entry of the request. Reads that only look leave none.
    pub request: Option<EntryId>,
    /// The upstream function in whose name the request is noted when it is heard.
    pub announce: Option<&'static str>,
    /// What is asked.
    pub ask: Ask,
}

/// Who hears of changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Watcher {
    /// A kubelet process, about its own Node.
    Node(NodeName, u32),
    /// A kubelet process, about the Pods of its node.
    Pods(NodeName, u32),
}

/// What a watcher hears.
#[derive(Clone, Debug)]
pub enum WatchEvent {
    /// The object is now like this.
    Stored(Object),
    /// The object is gone; this was its last state.
    Deleted(Object),
    /// The connection broke.
    Closed,
}

/// The API server.
#[derive(Clone, Debug)]
pub struct ApiServer {
    up: bool,
    objects: BTreeMap<ObjectKey, Object>,
    revision: u64,
    /// When each watcher hears its last event: events keep their order.
    watchers: BTreeMap<Watcher, SimTime>,
    /// Controllers that will look anyway.
    alerted: BTreeSet<Client>,
}

/// The namespaces every cluster has.
const NAMESPACES: [&str; 4] = ["default", "kube-system", "kube-public", "kube-node-lease"];

/// The controllers, in the order in which they are told of a change.
const CONTROLLERS: [Client; 4] = [
    Client::ReplicaSetController,
    Client::DaemonSetController,
    Client::NodeController,
    Client::Scheduler,
];

impl ApiServer {
    /// An empty store.
    pub fn new(up: bool) -> Self {
        Self {
            up,
            objects: BTreeMap::new(),
            revision: 100,
            watchers: BTreeMap::new(),
            alerted: BTreeSet::new(),
        }
    }

    /// Whether it answers.
    pub const fn is_up(&self) -> bool {
        self.up
    }

    /// Everything stored.
    pub const fn objects(&self) -> &BTreeMap<ObjectKey, Object> {
        &self.objects
    }

    /// All stored Pods.
    pub fn pods(&self) -> impl Iterator<Item = &std::sync::Arc<Pod>> {
        self.objects.values().filter_map(Object::as_pod)
    }

    /// Begins or stops to answer. Stopping breaks every watch.
    pub fn set_up(&mut self, desk: &mut Desk, up: bool) {
        if self.up == up {
            return;
        }
        self.up = up;
        desk.note_cause("", if up { Event::ApiServerUp } else { Event::ApiServerDown });
        if up {
            self.alert_controllers(desk);
        } else {
            for watcher in std::mem::take(&mut self.watchers).into_keys() {
                desk.after(1, Timer::Watch(watcher, WatchEvent::Closed));
            }
        }
    }

    /// Deals with a request.
    pub fn arrival(&mut self, desk: &mut Desk, mut call: Call) {
        if !self.up {
            return answer(desk, &call, Reply::refused_connection());
        }
        if let Some(by) = call.announce.take() {
            let (client, request) = (call.client.clone(), call.ask.request());
            call.request = Some(desk.note_cause(by, Event::RequestSent { client, request }));
        }
        match call.ask.clone() {
            Ask::Create(object) => self.create(desk, &call, object),
            Ask::Get(key) => {
                let found = self.objects.get(&key).cloned();
                answer(desk, &call, found.map_or_else(|| Reply::not_found(&key), Reply::ok));
            }
            Ask::WatchNode(node, watcher) => {
                let found = self.objects.get(&ObjectKey::node(node.as_str())).cloned();
                self.watch(desk, &call, watcher, found.into_iter().collect());
            }
            Ask::WatchPods(node, watcher) => {
                let found = self.list_pods(Some(&node));
                self.watch(desk, &call, watcher, found);
            }
            Ask::ListPods(node) => {
                let objects = self.list_pods(node.as_ref());
                answer(desk, &call, Reply { answer: Answer::ok(200), objects });
            }
            Ask::Patch(key, patch) => self.patch(desk, &call, &key, &patch),
            Ask::PatchStatus(key, uid, status) => {
                self.patch_status(desk, &call, &key, &uid, *status);
            }
            Ask::Delete(key, options) => self.delete(desk, call, &key, &options, false),
            Ask::Evict(key, options) => self.delete(desk, call, &key, &options, true),
            Ask::Bind(key, node) => self.bind(desk, &call, &key, &node),
        }
    }

    fn watch(&mut self, desk: &mut Desk, call: &Call, watcher: Watcher, objects: Vec<Object>) {
        self.watchers.insert(watcher, desk.now);
        answer(desk, call, Reply { answer: Answer::ok(200), objects });
    }

    fn list_pods(&self, node: Option<&NodeName>) -> Vec<Object> {
        let wanted = |pod: &Pod| node.is_none_or(|it| it.as_str() == pod.spec.node_name);
        let pods = self.pods().filter(|pod| wanted(pod));
        pods.map(|pod| Object::Pod(pod.clone())).collect()
    }

    /// Stores an object and tells everybody. Returns it as stored.
    fn store(
        &mut self,
        desk: &mut Desk,
        by: &'static str,
        change: fn(Object) -> Event,
        mut object: Object,
    ) -> Object {
        self.revision += 1;
        object.meta_mut().resource_version = self.revision.to_string();
        self.objects.insert(object.key(), object.clone());
        desk.note_cause(by, change(object.clone()));
        self.tell(desk, &object, WatchEvent::Stored(object.clone()));
        object
    }

    /// Removes an object and tells everybody.
    fn remove(&mut self, desk: &mut Desk, key: &ObjectKey) {
        let Some(mut object) = self.objects.remove(key) else { return };
        self.revision += 1;
        object.meta_mut().resource_version = self.revision.to_string();
        let event = Event::ObjectDeleted { object: object.clone() };
        desk.note_cause("apiserver registry/generic/registry/store.go Delete", event);
        self.tell(desk, &object, WatchEvent::Deleted(object.clone()));
    }

    fn tell(&mut self, desk: &mut Desk, object: &Object, event: WatchEvent) {
        for (watcher, last) in &mut self.watchers {
            if !watcher.cares_about(object) {
                continue;
            }
            let at = desk.now.plus(desk.dice.delay(times::WATCH)).max(*last);
            *last = at;
            desk.timers.set(at, desk.cause, Timer::Watch(watcher.clone(), event.clone()));
        }
        self.alert_controllers(desk);
    }

    fn alert_controllers(&mut self, desk: &mut Desk) {
        for controller in CONTROLLERS {
            if self.alerted.insert(controller.clone()) {
                let delay = desk.dice.delay(times::CONTROLLER);
                desk.after(delay, Timer::Controller(controller));
            }
        }
    }

    /// A controller looks now: later changes alert it anew.
    pub fn heeded(&mut self, controller: &Client) {
        self.alerted.remove(controller);
    }
}

impl Watcher {
    fn cares_about(&self, object: &Object) -> bool {
        match (self, object) {
            (Self::Node(node, _), Object::Node(it)) => it.metadata.name == node.as_str(),
            (Self::Pods(node, _), Object::Pod(it)) => it.spec.node_name == node.as_str(),
            (Self::Node(..) | Self::Pods(..), _) => false,
        }
    }
}

/// Sends an answer back.
fn answer(desk: &mut Desk, call: &Call, reply: Reply) {
    let delay = desk.dice.delay(Range(1, 2));
    let Call { client, ticket, request, .. } = call.clone();
    desk.after(delay, Timer::Answer { client, ticket, request, reply });
}

impl Reply {
    fn ok(object: Object) -> Self {
        Self { answer: Answer::ok(200), objects: vec![object] }
    }

    fn refusal(status: u16, message: String) -> Self {
        Self { answer: Answer { status, message }, objects: Vec::new() }
    }

    fn not_found(key: &ObjectKey) -> Self {
        Self::refusal(404, format!("{} \"{}\" not found", key.resource, key.name))
    }

    fn refused_connection() -> Self {
        let message = format!("dial tcp {ADDRESS}: connect: connection refused");
        Self::refusal(0, message)
    }
}

/// Where the API server listens.
pub const ADDRESS: &str = "10.10.10.130:6443";

impl Ask {
    /// How long the API server works on it before it takes effect.
    pub const fn work(&self) -> Range {
        match self {
            Self::Create(_)
            | Self::Patch(..)
            | Self::PatchStatus(..)
            | Self::Delete(..)
            | Self::Evict(..)
            | Self::Bind(..) => times::STORE_WRITE,
            Self::Get(_) | Self::WatchNode(..) | Self::WatchPods(..) | Self::ListPods(_) => {
                Range(1, 1)
            }
        }
    }

    /// The request as a fact.
    pub fn request(&self) -> Request {
        let of = |verb, key: &ObjectKey| Request {
            verb,
            resource: key.resource,
            namespace: key.namespace.clone(),
            name: key.name.clone(),
            grace_period_seconds: None,
            precondition: None,
        };
        match self {
            Self::Create(object) => of(Verb::Create, &object.key()),
            Self::Get(key) => of(Verb::Get, key),
            Self::WatchNode(node, _) => of(Verb::List, &ObjectKey::node(node.as_str())),
            Self::WatchPods(..) | Self::ListPods(_) => of(Verb::List, &ObjectKey::pod("", "")),
            Self::Patch(key, _) => of(Verb::Patch, key),
            Self::PatchStatus(key, uid, _) => {
                Request { precondition: Some(uid.clone()), ..of(Verb::PatchStatus, key) }
            }
            Self::Delete(key, options) => with_options(of(Verb::Delete, key), options),
            Self::Evict(key, options) => with_options(of(Verb::Evict, key), options),
            Self::Bind(key, _) => of(Verb::Bind, key),
        }
    }
}

fn with_options(request: Request, options: &DeleteOptions) -> Request {
    Request {
        grace_period_seconds: options.grace_period_seconds,
        precondition: options.uid.clone(),
        ..request
    }
}

/// Whether objects of this kind live in namespaces.
const fn is_namespaced(resource: Resource) -> bool {
    match resource {
        Resource::Nodes => false,
        Resource::Pods | Resource::ReplicaSets | Resource::DaemonSets => true,
    }
}
