//! The API source: a reflector of the Pods bound to this node
//! (`pkg/kubelet/config/apiserver.go`).

use std::collections::BTreeMap;
use std::sync::Arc;

use trace::Source;
use trace::object::{Object, ObjectKey, Pod};

use super::{Kubelet, Ticket};
use crate::api::{Ask, Reply, WatchEvent, Watcher};
use crate::desk::Desk;
use crate::machine::Machine;
use crate::timer::KubeletTimer;
use crate::times;

/// What the API source keeps.
#[derive(Clone, Debug)]
pub struct ApiSource {
    store: BTreeMap<ObjectKey, Arc<Pod>>,
    /// The wait after the next failure to list.
    wait: u64,
}

impl Default for ApiSource {
    fn default() -> Self {
        Self { store: BTreeMap::new(), wait: times::REFLECTOR_FIRST }
    }
}

impl Kubelet {
    /// Lists and watches, once the node informer has listed.
    pub(super) fn list_pods(&mut self, desk: &mut Desk) {
        if !self.registration.node_listed {
            return self.clock.every(desk, times::API_SOURCE_POLL, KubeletTimer::ListPods);
        }
        let ticket = self.ticket(Ticket::Pods);
        let watcher = Watcher::Pods(self.node().clone(), self.clock.process);
        desk.look(self.client(), ticket, Ask::WatchPods(self.node().clone(), watcher));
    }

    fn list_pods_later(&mut self, desk: &mut Desk) {
        let wait = self.api.wait;
        self.api.wait = (wait * 2).min(times::REFLECTOR_MOST);
        let wait = desk.dice.jitter(wait, 100);
        self.clock.every(desk, wait, KubeletTimer::ListPods);
    }

    pub(super) fn pods_listed(&mut self, desk: &mut Desk, machine: &mut Machine, reply: Reply) {
        if !reply.answer.is_success() {
            return self.list_pods_later(desk);
        }
        self.api.wait = times::REFLECTOR_FIRST;
        let pods = reply.objects.iter().filter_map(Object::as_pod).cloned();
        self.api.store = pods.map(|pod| (Object::Pod(pod.clone()).key(), pod)).collect();
        let list: Vec<Arc<Pod>> = self.api.store.values().cloned().collect();
        let updates = self.config.merge(Source::Api, &list, &desk.timestamp_nano());
        self.handle_updates(desk, machine, Source::Api, updates);
    }

    /// The Pod watch delivered.
    pub fn on_pod_event(&mut self, desk: &mut Desk, machine: &mut Machine, event: WatchEvent) {
        let (gone, put) = match event {
            WatchEvent::Closed => return self.list_pods_later(desk),
            WatchEvent::Stored(object) => {
                let Some(pod) = object.as_pod().cloned() else { return };
                let replaced = self.api.store.insert(object.key(), pod.clone());
                (replaced.filter(|old| old.metadata.uid != pod.metadata.uid), Some(pod))
            }
            WatchEvent::Deleted(object) => (self.api.store.remove(&object.key()), None),
        };
        let gone: Vec<_> = gone.iter().map(|it| it.metadata.uid.clone()).collect();
        let put: Vec<_> = put.into_iter().collect();
        let updates = self.config.apply(Source::Api, &gone, &put, &desk.timestamp_nano());
        self.handle_updates(desk, machine, Source::Api, updates);
    }
}
