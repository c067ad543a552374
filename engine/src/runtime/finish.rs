//! The ends of runtime operations.

use trace::{ContainerRecord, ContainerState, Event, PodRef, RuntimeId, SandboxRecord};

use super::{Operation, Runtime};
use crate::desk::Desk;

/// How an operation ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// As asked.
    Done,
    /// It made this container.
    Created(RuntimeId),
    /// It made this sandbox.
    Sandbox,
    /// It could not be done.
    Failed,
}

impl Runtime {
    /// Ends an operation. `None` when it was cancelled.
    pub fn finish(&mut self, desk: &mut Desk, number: u64) -> Option<(PodRef, Outcome)> {
        let operation = self.under_way.remove(&number)?;
        let pod = operation.pod().clone();
        let outcome = match operation {
            Operation::RunSandbox { .. } => self.sandbox_ready(desk, &pod),
            Operation::Pull { image, .. } => self.pulled(desk, image),
            Operation::Create { sandbox, name, image, heeds_term, .. } => {
                self.created(desk, &pod, sandbox, name, image, heeds_term)
            }
            Operation::Start { container, .. } => self.started(desk, &pod, &container),
            Operation::StopContainer { .. } => Outcome::Done,
            Operation::StopSandbox { sandbox, .. } => self.sandbox_stopped(desk, &pod, sandbox),
        };
        Some((pod, outcome))
    }

    fn sandbox_ready(&mut self, desk: &mut Desk, pod: &PodRef) -> Outcome {
        let id = desk.dice.runtime_id();
        let n_before = self.n_sandboxes.entry(pod.uid.clone()).or_default();
        let attempt = *n_before;
        *n_before += 1;
        let sandbox = SandboxRecord {
            id: id.clone(),
            pod: pod.clone(),
            attempt,
            ready: true,
            created_at: desk.now,
            ip: self.next_address(),
        };
        self.sandboxes.insert(id.clone(), sandbox.clone());
        self.of_pod.entry(pod.uid.clone()).or_default().0.push(id);
        let event = Event::SandboxReady { node: self.node.clone(), sandbox };
        let entry = desk.note_cause("containerd RunPodSandbox", event);
        self.note_change(&pod.uid, entry);
        Outcome::Sandbox
    }

    fn pulled(&mut self, desk: &mut Desk, image: String) -> Outcome {
        self.images.insert(image.clone());
        let event = Event::ImagePulled { node: self.node.clone(), image };
        desk.note_cause("containerd PullImage", event);
        Outcome::Done
    }

    fn created(
        &mut self,
        desk: &mut Desk,
        pod: &PodRef,
        sandbox: RuntimeId,
        name: String,
        image: String,
        heeds_term: bool,
    ) -> Outcome {
        let id = desk.dice.runtime_id();
        let log_files = self.log_files.entry((pod.uid.clone(), name.clone())).or_default();
        let attempt = *log_files;
        *log_files += 1;
        let container = ContainerRecord {
            id: id.clone(),
            sandbox,
            pod: pod.clone(),
            name,
            image,
            attempt,
            state: ContainerState::Created,
            created_at: desk.now,
            started_at: None,
            finished_at: None,
            exit_code: None,
        };
        self.containers.insert(id.clone(), container.clone());
        self.of_pod.entry(pod.uid.clone()).or_default().1.push(id.clone());
        if heeds_term {
            self.heeding.insert(id.clone());
        }
        let event = Event::ContainerCreated { node: self.node.clone(), container };
        desk.note_cause("containerd CreateContainer", event);
        Outcome::Created(id)
    }

    fn started(&mut self, desk: &mut Desk, pod: &PodRef, id: &RuntimeId) -> Outcome {
        let Some(container) = self.containers.get_mut(id) else { return Outcome::Failed };
        container.state = ContainerState::Running;
        container.started_at = Some(desk.now);
        let container = container.clone();
        let event = Event::ContainerStarted { node: self.node.clone(), container };
        let entry = desk.note_cause("containerd StartContainer", event);
        self.note_change(&pod.uid, entry);
        Outcome::Done
    }

    fn sandbox_stopped(&mut self, desk: &mut Desk, pod: &PodRef, sandbox: RuntimeId) -> Outcome {
        if let Some(it) = self.sandboxes.get_mut(&sandbox) {
            it.ready = false;
        }
        let event = Event::SandboxStopped { node: self.node.clone(), sandbox };
        let entry = desk.note_cause("containerd StopPodSandbox", event);
        self.note_change(&pod.uid, entry);
        Outcome::Done
    }

    /// A container's process ends. Returns the stops that waited for it.
    pub fn exit(&mut self, desk: &mut Desk, id: &RuntimeId, code: i32) -> Vec<u64> {
        let Some(container) = self.containers.get_mut(id) else { return Vec::new() };
        if container.state != ContainerState::Running {
            return self.stopping.remove(id).unwrap_or_default();
        }
        container.state = ContainerState::Exited;
        container.finished_at = Some(desk.now);
        container.exit_code = Some(code);
        let container = container.clone();
        let pod = container.pod.uid.clone();
        let event = Event::ContainerExited { node: self.node.clone(), container };
        let entry = desk.note_cause("containerd TaskExit", event);
        self.note_change(&pod, entry);
        self.stopping.remove(id).unwrap_or_default()
    }
}
