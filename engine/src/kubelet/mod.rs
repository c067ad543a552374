//! A kubelet process: everything it keeps in memory, and the loop that takes what comes in.
//!
//! The pieces of state are the kubelet's own and stay apart, because its behaviour lives in the
//! gaps between them: the file source's store, the merge per source, the Pod manager's indexes,
//! the workers with their queue per full name, the status cache, the view of the runtime.

mod actions;
mod api_source;
mod backoff;
mod file_source;
mod housekeeping;
mod mirror;
mod pleg;
mod pod_config;
mod pod_manager;
mod pod_status;
mod pod_workers;
mod project;
mod registration;
mod status_manager;
mod sync_loop;
mod sync_pod;
mod terminate;

use std::collections::BTreeMap;
use std::sync::Arc;

use trace::object::Node;
use trace::{Answer, Client, EntryId, Event, NodeName, Uid};

use crate::api::{Reply, WatchEvent};
use crate::desk::{Desk, KubeletClock};
use crate::machine::Machine;
use crate::runtime::Outcome;
use crate::timer::KubeletTimer;
use crate::times;

use api_source::ApiSource;
use backoff::BackOff;
use file_source::FileSource;
use pleg::Pleg;
use pod_config::PodConfig;
use pod_manager::PodManager;
use pod_workers::PodWorkers;
use registration::Registration;
use status_manager::StatusManager;

pub use pod_status::qos_class;
pub use project::machine_view;
pub use registration::ready_condition;

/// A kubelet process.
#[derive(Clone, Debug)]
pub struct Kubelet {
    clock: KubeletClock,
    /// The address of the machine.
    host_ip: String,
    files: FileSource,
    api: ApiSource,
    config: PodConfig,
    manager: PodManager,
    workers: PodWorkers,
    status: StatusManager,
    pleg: Pleg,
    back_off: BackOff,
    registration: Registration,
    /// The kubelet's copy of its Node.
    node_object: Option<Arc<Node>>,
    /// What answers are awaited for.
    tickets: BTreeMap<u64, Ticket>,
    n_tickets: u64,
    /// Orphan mirrors whose deletion has been noted.
    noted_orphans: std::collections::BTreeSet<Uid>,
}

/// What an awaited answer is for.
#[derive(Clone, Debug)]
enum Ticket {
    /// The Node's registration.
    Register,
    /// The node informer's list.
    Node,
    /// The API source's list.
    Pods,
    /// A mirror's deletion, in a sync of this Pod.
    MirrorDelete(Uid),
    /// A mirror's creation, in a sync of this Pod.
    MirrorCreate(Uid),
    /// A status of this Pod, of this version, written to the API object of this UID.
    Status { pod: Uid, object: Uid, version: u64 },
    /// Something nobody waits for.
    Forget,
}

impl Kubelet {
    /// A process that has just started and knows nothing.
    pub fn start(desk: &mut Desk, clock: KubeletClock, dir: &str, host_ip: String) -> Self {
        let node = clock.node.clone();
        desk.note_cause("", Event::KubeletStarted { node: node.clone() });
        let kubelet = Self {
            files: FileSource::new(&node, dir),
            host_ip,
            api: ApiSource::default(),
            config: PodConfig::default(),
            manager: PodManager::default(),
            workers: PodWorkers::default(),
            status: StatusManager::default(),
            pleg: Pleg::default(),
            back_off: BackOff::default(),
            registration: Registration::new(desk.now),
            node_object: None,
            tickets: BTreeMap::new(),
            n_tickets: 0,
            noted_orphans: std::collections::BTreeSet::new(),
            clock,
        };
        kubelet.set_first_timers(desk);
        kubelet
    }

    fn set_first_timers(&self, desk: &mut Desk) {
        let clock = &self.clock;
        clock.after(desk, 1, KubeletTimer::Rescan);
        clock.after(desk, 2, KubeletTimer::Register);
        clock.after(desk, 3, KubeletTimer::ListNode);
        clock.after(desk, 4, KubeletTimer::ListPods);
        clock.every(desk, times::RELIST, KubeletTimer::Relist);
        clock.every(desk, times::SYNC_TICK, KubeletTimer::SyncTick);
        clock.every(desk, times::HOUSEKEEPING, KubeletTimer::Housekeeping);
        clock.every(desk, times::STATUS_PASS, KubeletTimer::StatusPass);
        clock.every(desk, times::CONTAINER_GC, KubeletTimer::ContainerGc);
    }

    /// Which process this is.
    pub const fn process(&self) -> u32 {
        self.clock.process
    }

    const fn node(&self) -> &NodeName {
        &self.clock.node
    }

    fn client(&self) -> Client {
        Client::Kubelet(self.clock.node.clone())
    }

    fn ticket(&mut self, ticket: Ticket) -> u64 {
        self.n_tickets += 1;
        // The process number keeps a predecessor's answers apart.
        let number = u64::from(self.clock.process) << 32 | self.n_tickets;
        self.tickets.insert(number, ticket);
        number
    }

    /// A timer is due.
    pub fn on_timer(&mut self, desk: &mut Desk, machine: &mut Machine, timer: KubeletTimer) {
        match timer {
            KubeletTimer::FileEvent(path, op) => self.on_file_event(desk, machine, &path, op),
            KubeletTimer::Rescan => self.rescan(desk, machine),
            KubeletTimer::SyncTick => self.sync_tick(desk, machine),
            KubeletTimer::Relist => self.relist(desk, machine),
            KubeletTimer::Inspect(pod) => self.inspect(desk, machine, &pod),
            KubeletTimer::Housekeeping => self.housekeeping(desk, machine),
            KubeletTimer::ContainerGc => self.container_gc(desk, machine),
            KubeletTimer::StatusSignal => self.status_signal(desk),
            KubeletTimer::StatusPass => self.status_pass(desk),
            KubeletTimer::Work(pod) => self.work(desk, machine, &pod),
            KubeletTimer::Freed(pod) => self.freed(desk, machine, &pod),
            KubeletTimer::Register => self.register(desk),
            KubeletTimer::ListNode => self.list_node(desk),
            KubeletTimer::ListPods => self.list_pods(desk),
            KubeletTimer::FastRegistration => self.fast_registration(desk),
        }
    }

    /// An answer came.
    pub fn on_answer(
        &mut self,
        desk: &mut Desk,
        machine: &mut Machine,
        ticket: u64,
        request: Option<EntryId>,
        reply: Reply,
    ) {
        let Some(ticket) = self.tickets.remove(&ticket) else { return };
        if let Some(request) = request {
            let (client, answer) = (self.client(), reply.answer.clone());
            desk.note_cause("", Event::RequestAnswered { request, client, answer });
        }
        let answer: &Answer = &reply.answer;
        match ticket {
            Ticket::Register => self.registered(desk, answer),
            Ticket::Node => self.node_listed(desk, reply),
            Ticket::Pods => self.pods_listed(desk, machine, reply),
            Ticket::MirrorDelete(pod) => self.mirror_deleted(desk, machine, &pod, answer),
            Ticket::MirrorCreate(pod) => self.mirror_created(desk, machine, &pod),
            Ticket::Status { pod, object, version } => {
                self.status_written(desk, &pod, &object, version, answer);
            }
            Ticket::Forget => {}
        }
    }

    /// The Node watch delivered.
    pub fn on_node_event(&mut self, desk: &mut Desk, event: WatchEvent) {
        match event {
            WatchEvent::Stored(object) => {
                if let Some(node) = object.as_node() {
                    self.saw_node(desk, node.clone());
                }
            }
            WatchEvent::Deleted(_) => self.node_object = None,
            WatchEvent::Closed => self.list_node_later(desk),
        }
    }

    /// The runtime ended an operation for a Pod.
    pub fn on_runtime(
        &mut self,
        desk: &mut Desk,
        machine: &mut Machine,
        pod: &Uid,
        number: u64,
        outcome: &Outcome,
    ) {
        self.operation_ended(desk, machine, pod, number, outcome);
    }
}
