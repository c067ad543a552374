//! The simulated cluster: the one thing that changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use trace::object::Object;
use trace::{Client, EntryId, Event, NodeName, SimTime, Topology, Trace, View};

use crate::api::{ApiServer, WatchEvent, Watcher};
use crate::controllers::Controllers;
use crate::desk::Desk;
use crate::host::{Host, registered_node};
use crate::input::{Fault, Input, InputError};
use crate::kubectl::Console;
use crate::kubelet::machine_view;
use crate::timer::{RuntimeTimer, Timer};

/// A simulated cluster. Inputs and time go in, facts come out, in a [`Trace`].
///
/// It reads no clock: time moves by [`Cluster::advance`] and [`Cluster::handle`] alone. The same
/// topology, seed and inputs give the same trace, byte for byte, however time is cut into steps.
#[derive(Clone, Debug)]
pub struct Cluster {
    topology: Topology,
    seed: u64,
    /// Everything that was done to it: with topology and seed, its whole history.
    inputs: Vec<(SimTime, Input)>,
    desk: Desk,
    api: ApiServer,
    hosts: BTreeMap<NodeName, Host>,
    controllers: Controllers,
    console: Console,
}

impl Cluster {
    /// A cluster before anything has happened: its kubelets are stopped.
    #[must_use]
    pub fn new(topology: &Topology, seed: u64) -> Self {
        let mut desk = Desk::new(&topology.epoch, seed);
        let mut api = ApiServer::new(topology.api_server_up);
        let mut hosts = BTreeMap::new();
        for (n, spec) in topology.nodes.iter().enumerate() {
            hosts.insert(spec.name.clone(), Host::new(n, spec));
            if spec.registered {
                let node = registered_node(&desk, spec);
                api.seed(&mut desk, Object::Node(Arc::new(node)));
                desk.cause = None;
            }
        }
        Self {
            topology: topology.clone(),
            seed,
            inputs: Vec::new(),
            desk,
            api,
            hosts,
            controllers: Controllers::default(),
            console: Console::default(),
        }
    }

    /// Now.
    #[must_use]
    pub const fn now(&self) -> SimTime {
        self.desk.now
    }

    /// What has happened so far.
    #[must_use]
    pub const fn trace(&self) -> &Trace {
        &self.desk.trace
    }

    /// What has happened, for good: the cluster is over.
    #[must_use]
    pub fn into_trace(self) -> Trace {
        self.desk.trace
    }

    /// When something happens next, if nobody does anything.
    #[must_use]
    pub fn next_event(&self) -> Option<SimTime> {
        self.desk.timers.next()
    }

    /// Moves time to `until` and lets everything happen that is due by then. Going back does
    /// nothing.
    pub fn advance(&mut self, until: SimTime) {
        while self.step(until) {}
        self.desk.now = self.desk.now.max(until);
        self.desk.cause = None;
    }

    /// Lets the next thing happen that is due by `until`, and moves time there. False when nothing
    /// is due: time has not moved then. For those who must know after each how much has happened.
    pub fn advance_once(&mut self, until: SimTime) -> bool {
        let went_on = self.step(until);
        self.desk.cause = None;
        went_on
    }

    /// Moves time to `at`, then does what somebody does to the cluster.
    ///
    /// # Errors
    /// When the input does not fit the cluster. Time has moved, nothing else has changed.
    pub fn handle(&mut self, at: SimTime, input: Input) -> Result<(), InputError> {
        if at < self.desk.now {
            return Err(InputError::InThePast { at, now: self.desk.now });
        }
        self.advance(at);
        let done = self.take(input.clone());
        self.desk.cause = None;
        if done.is_ok() {
            self.inputs.push((at, input));
        }
        done
    }

    /// The same cluster as it was just after this entry, to go another way from there. What
    /// follows an entry in the same instant and of the same making has happened too. `None` when
    /// there is no such entry.
    #[must_use]
    pub fn fork(&self, after: EntryId) -> Option<Self> {
        self.trace().get(after)?;
        let mut fork = self.replayed(after)?;
        // A server has many forks of one cluster: their common past lies in memory once.
        fork.desk.trace.share(&self.desk.trace);
        Some(fork)
    }

    fn replayed(&self, after: EntryId) -> Option<Self> {
        let mut fork = Self::new(&self.topology, self.seed);
        for (at, input) in &self.inputs {
            if fork.replay(*at, after) {
                return Some(fork);
            }
            // It was taken before, by the same cluster in the same state.
            fork.handle(*at, input.clone()).ok()?;
        }
        fork.replay(self.now(), after).then_some(fork)
    }

    /// Everything that was done to it, in order; what did not fit is not in it.
    #[must_use]
    pub fn inputs(&self) -> &[(SimTime, Input)] {
        &self.inputs
    }

    /// The same cluster before anything was done to it.
    #[must_use]
    pub fn emptied(&self) -> Self {
        Self::new(&self.topology, self.seed)
    }

    /// The same inputs at the same times, with other chance.
    #[must_use]
    pub fn reseeded(&self, seed: u64) -> Self {
        let mut other = Self::new(&self.topology, seed);
        for (at, input) in &self.inputs {
            // With other chance an input may not fit any more; then it is left out.
            other.handle(*at, input.clone()).ok();
        }
        other.advance(self.now());
        other
    }

    /// Goes on until the entry is written or the time has come. True when it is written.
    fn replay(&mut self, until: SimTime, entry: EntryId) -> bool {
        while self.trace().get(entry).is_none() {
            if !self.step(until) {
                return false;
            }
        }
        self.desk.cause = None;
        true
    }

    /// Lets the next thing happen that is due by `until`. False when nothing is.
    fn step(&mut self, until: SimTime) -> bool {
        let Some((at, cause, timer)) = self.desk.timers.pop(until) else { return false };
        self.desk.now = at;
        self.desk.cause = cause;
        self.fire(timer);
        true
    }

    /// When the next entry is written, if nobody does anything and it is not after `limit`. Most
    /// timers find nothing to do; this looks past them, on a copy.
    #[must_use]
    pub fn next_entry_at(&self, limit: SimTime) -> Option<SimTime> {
        let mut ahead = self.clone();
        let n_entries = ahead.trace().len();
        while ahead.trace().len() == n_entries {
            if !ahead.step(limit) {
                return None;
            }
        }
        Some(ahead.now())
    }

    /// The state that can be shown, taken from the live cluster.
    #[must_use]
    pub fn view(&self) -> View {
        let nodes = self.hosts.iter().map(|(name, host)| {
            let view = match &host.kubelet {
                Some(kubelet) => kubelet.view(&host.machine),
                None => machine_view(&host.machine),
            };
            (name.clone(), view)
        });
        View {
            api_server_up: self.api.is_up(),
            objects: self.api.objects().clone().into(),
            nodes: nodes.collect(),
        }
    }

    fn take(&mut self, input: Input) -> Result<(), InputError> {
        match input {
            Input::WriteFile { node, path, text } => {
                let (host, desk) = self.host(&node)?;
                host.check_path(&path)?;
                let events = host.machine.write(desk, path, text);
                host.deliver(desk, events);
            }
            Input::RemoveFile { node, path } => {
                let (host, desk) = self.host(&node)?;
                let events = host.machine.remove(desk, path.clone());
                host.deliver(desk, events.ok_or(InputError::NoSuchFile(path))?);
            }
            Input::RenameFile { node, from, to } => {
                let (host, desk) = self.host(&node)?;
                host.check_path(&to)?;
                let events = host.machine.rename(desk, from.clone(), to);
                host.deliver(desk, events.ok_or(InputError::NoSuchFile(from))?);
            }
            Input::StartKubelet { node } => {
                let (host, desk) = self.host(&node)?;
                host.start_kubelet(desk, &node)?;
            }
            Input::StopKubelet { node } => {
                let (host, desk) = self.host(&node)?;
                host.stop_kubelet(desk, &node)?;
            }
            Input::ApiServer { up } => self.api.set_up(&mut self.desk, up),
            Input::Crash { node, container, code } => {
                let (host, desk) = self.host(&node)?;
                host.crash(desk, container, code)?;
            }
            Input::Fault(fault) => self.fault(fault)?,
            Input::Command { line, stdin } => self.console.enter(&mut self.desk, line, stdin)?,
        }
        Ok(())
    }

    fn host(&mut self, node: &NodeName) -> Result<(&mut Host, &mut Desk), InputError> {
        let host = self.hosts.get_mut(node);
        Ok((host.ok_or_else(|| InputError::NoSuchNode(node.clone()))?, &mut self.desk))
    }

    fn fault(&mut self, fault: Fault) -> Result<(), InputError> {
        let text = fault.to_string();
        match fault {
            Fault::LoseFileEvent { node } => self.host(&node)?.0.machine.n_events_to_lose += 1,
            Fault::SlowPull { node, image, ms } => {
                self.host(&node)?.0.machine.runtime.slow_pull(&image, ms);
            }
        }
        self.desk.note("", Event::FaultSet { fault: text });
        Ok(())
    }

    fn fire(&mut self, timer: Timer) {
        match timer {
            Timer::Runtime(node, timer) => self.fire_runtime(&node, timer),
            Timer::Kubelet(node, process, timer) => {
                let (desk, Some(host)) = (&mut self.desk, self.hosts.get_mut(&node)) else {
                    return;
                };
                let Host { kubelet, machine, .. } = host;
                if let Some(kubelet) = kubelet.as_mut().filter(|it| it.process() == process) {
                    kubelet.on_timer(desk, machine, timer);
                }
            }
            Timer::Arrival(call) => self.api.arrival(&mut self.desk, call),
            Timer::Removal { key, uid, call } => {
                self.api.removal(&mut self.desk, &key, &uid, &call);
            }
            Timer::Watch(watcher, event) => self.fire_watch(watcher, event),
            Timer::Answer { client, ticket, request, reply } => match &client {
                Client::You => self.console.on_answer(&mut self.desk, ticket, request, reply),
                Client::Kubelet(node) => {
                    let (desk, Some(host)) = (&mut self.desk, self.hosts.get_mut(node)) else {
                        return;
                    };
                    let Host { kubelet, machine, .. } = host;
                    if let Some(kubelet) = kubelet {
                        kubelet.on_answer(desk, machine, ticket, request, reply);
                    }
                }
                Client::Scheduler
                | Client::ReplicaSetController
                | Client::DaemonSetController
                | Client::NodeController => {
                    let desk = &mut self.desk;
                    self.controllers.on_answer(desk, client, ticket, request, &reply);
                }
            },
            Timer::Controller(client) => {
                self.controllers.look(&mut self.desk, &mut self.api, &client);
            }
            Timer::Console => self.console.on_timer(&mut self.desk),
        }
    }

    fn fire_runtime(&mut self, node: &NodeName, timer: RuntimeTimer) {
        let (desk, Some(host)) = (&mut self.desk, self.hosts.get_mut(node)) else { return };
        let Host { kubelet, machine, .. } = host;
        let numbers = match timer {
            RuntimeTimer::Done(number) => vec![number],
            RuntimeTimer::Exit(container, code) => machine.runtime.exit(desk, &container, code),
        };
        let cause = desk.cause;
        for number in numbers {
            desk.cause = cause;
            let Some((pod, outcome)) = machine.runtime.finish(desk, number) else { continue };
            if let Some(kubelet) = kubelet.as_mut() {
                kubelet.on_runtime(desk, machine, &pod.uid, number, &outcome);
            }
        }
    }

    fn fire_watch(&mut self, watcher: Watcher, event: WatchEvent) {
        let (Watcher::Node(node, process) | Watcher::Pods(node, process)) = &watcher;
        let (desk, Some(host)) = (&mut self.desk, self.hosts.get_mut(node)) else { return };
        let Host { kubelet, machine, .. } = host;
        let Some(kubelet) = kubelet.as_mut().filter(|it| it.process() == *process) else { return };
        match watcher {
            Watcher::Node(..) => kubelet.on_node_event(desk, event),
            Watcher::Pods(..) => kubelet.on_pod_event(desk, machine, event),
        }
    }
}
