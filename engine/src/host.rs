//! A machine and the kubelet process on it, if one runs.

use std::collections::BTreeMap;

use trace::object::Node;
use trace::{ContainerState, Event, NodeName, NodeSpec};

use crate::desk::{Desk, KubeletClock};
use crate::input::InputError;
use crate::kubelet::{Kubelet, ready_condition};
use crate::machine::{FileEvent, Machine};
use crate::runtime::Runtime;
use crate::timer::{KubeletTimer, Timer};
use crate::times;

/// A machine and the kubelet process on it, if one runs.
#[derive(Clone, Debug)]
pub struct Host {
    manifest_dir: String,
    address: String,
    pub machine: Machine,
    pub kubelet: Option<Kubelet>,
    n_processes: u32,
}

impl Host {
    pub fn new(n: usize, spec: &NodeSpec) -> Self {
        Self {
            manifest_dir: spec.manifest_dir.trim_end_matches('/').into(),
            address: format!("10.10.10.{}", 131 + n % 100),
            machine: Machine {
                node: spec.name.clone(),
                files: BTreeMap::new(),
                runtime: Runtime::new(&spec.name, format!("10.244.{}", n + 1), &spec.images),
                n_events_to_lose: 0,
            },
            kubelet: None,
            n_processes: 0,
        }
    }

    pub fn check_path(&self, path: &str) -> Result<(), InputError> {
        let dir = self.manifest_dir.as_str();
        let name = path.strip_prefix(dir).and_then(|it| it.strip_prefix('/'));
        if name.is_some_and(|it| !it.is_empty() && !it.contains('/')) {
            return Ok(());
        }
        Err(InputError::OutsideDirectory { path: path.into(), dir: dir.into() })
    }

    /// Brings file events to the kubelet, if one watches.
    pub fn deliver(&self, desk: &mut Desk, events: Vec<FileEvent>) {
        let Some(kubelet) = &self.kubelet else { return };
        let mut delay = 0;
        for (path, op) in events {
            delay += desk.dice.delay(times::INOTIFY);
            let timer = KubeletTimer::FileEvent(path, op);
            desk.after(delay, Timer::Kubelet(self.machine.node.clone(), kubelet.process(), timer));
        }
    }

    pub fn start_kubelet(&mut self, desk: &mut Desk, node: &NodeName) -> Result<(), InputError> {
        if self.kubelet.is_some() {
            return Err(InputError::KubeletState { node: node.clone(), runs: true });
        }
        self.n_processes += 1;
        let clock = KubeletClock { node: node.clone(), process: self.n_processes };
        let kubelet = Kubelet::start(desk, clock, &self.manifest_dir, self.address.clone());
        self.kubelet = Some(kubelet);
        Ok(())
    }

    pub fn stop_kubelet(&mut self, desk: &mut Desk, node: &NodeName) -> Result<(), InputError> {
        if self.kubelet.take().is_none() {
            return Err(InputError::KubeletState { node: node.clone(), runs: false });
        }
        desk.note("", Event::KubeletStopped { node: node.clone() });
        Ok(())
    }

    pub fn crash(&mut self, desk: &mut Desk, name: String, code: i32) -> Result<(), InputError> {
        let running = self.machine.runtime.containers().values().filter(|it| {
            it.state == ContainerState::Running
                && (it.name == name || it.id.as_str().starts_with(&name) && name.len() >= 6)
        });
        let newest = running.max_by_key(|it| it.created_at).map(|it| it.id.clone());
        let Some(id) = newest else { return Err(InputError::NoSuchContainer(name)) };
        self.machine.runtime.crash(desk, &id, code);
        Ok(())
    }
}

/// A Node object from an earlier life of the cluster.
pub fn registered_node(desk: &Desk, spec: &NodeSpec) -> Node {
    let mut node = Node::default();
    node.metadata.name = spec.name.to_string();
    node.metadata.labels.insert("kubernetes.io/hostname".into(), spec.name.to_string());
    node.spec.unschedulable = spec.unschedulable;
    node.status.conditions.push(ready_condition(desk));
    node
}
