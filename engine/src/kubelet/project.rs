//! What can be shown of a kubelet and its machine, taken from the live state.
//!
//! The same must come out of folding the trace; a test holds for every trace that it does.

use std::collections::BTreeMap;

use trace::Source;
use trace::view::{FileView, NodeView, PodView, Reading, Work};

use super::Kubelet;
use super::pod_manager::is_static;
use super::pod_workers::{State, Worker};
use crate::machine::Machine;

/// The machine without a kubelet.
pub fn machine_view(machine: &Machine) -> NodeView {
    let files = machine.files.iter().map(|(path, text)| {
        (path.clone(), FileView { text: text.clone(), reading: Reading::Unread })
    });
    NodeView {
        files: files.collect(),
        sandboxes: machine.runtime.sandboxes().clone().into(),
        containers: machine.runtime.containers().clone().into(),
        ..NodeView::default()
    }
}

impl Kubelet {
    /// The machine with this kubelet.
    pub fn view(&self, machine: &Machine) -> NodeView {
        let mut view = machine_view(machine);
        view.kubelet_running = true;
        view.node_known = self.node_object.is_some();
        for (path, file) in &mut view.files {
            file.reading = self.files.reading(path, &file.text);
        }
        view.mirrors =
            self.manager.mirrors_by_name().map(|(name, pod)| (name.clone(), pod)).collect();
        view.pods = self.pod_views().into();
        view
    }

    fn pod_views(&self) -> BTreeMap<trace::Uid, PodView> {
        let mut views = BTreeMap::new();
        for (uid, worker) in self.workers.iter().filter(|(_, it)| !it.is_orphan) {
            let view = PodView {
                pod: worker.pod.pod_ref(),
                source: source(&worker.pod),
                wanted: self.manager.pod(uid).is_some(),
                work: work(worker),
            };
            views.insert(uid.clone(), view);
        }
        for pod in self.manager.pods() {
            views.entry(pod.metadata.uid.clone()).or_insert_with(|| PodView {
                pod: pod.pod_ref(),
                source: source(pod),
                wanted: true,
                work: Work::NoWorker,
            });
        }
        views
    }
}

fn source(pod: &trace::object::Pod) -> Source {
    if is_static(pod) { Source::File } else { Source::Api }
}

const fn work(worker: &Worker) -> Work {
    match worker.state {
        State::Waiting(None) => Work::New,
        State::Waiting(Some(until)) => Work::Waiting(until),
        State::Syncing => Work::Syncing,
        State::Terminating => Work::Terminating,
        State::Terminated => Work::Terminated,
        State::Finished => Work::Finished,
    }
}
