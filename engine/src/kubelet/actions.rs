//! The decision what to do to a Pod's sandbox and containers: a pure function.

use trace::object::{Container, Pod};
use trace::{ContainerRecord, ContainerState, RuntimeId, SandboxRecord, SimTime, Uid};

use super::backoff::BackOff;

/// An order to the runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Make a sandbox.
    CreateSandbox,
    /// Stop a container that the spec no longer wants like this.
    KillContainer(RuntimeId),
    /// Start the container of this name, pulling its image first if need be.
    StartContainer(String),
}

/// What the runtime has of a Pod.
#[derive(Clone, Debug, Default)]
pub struct Observed<'a> {
    /// Its newest sandbox.
    pub sandbox: Option<&'a SandboxRecord>,
    /// Its containers, oldest first.
    pub containers: Vec<&'a ContainerRecord>,
}

impl<'a> Observed<'a> {
    /// The newest container of this name.
    pub fn newest(&self, name: &str) -> Option<&'a ContainerRecord> {
        self.containers.iter().rev().find(|it| it.name == name).copied()
    }

    /// Whether containers can be started.
    pub fn sandbox_ready(&self) -> bool {
        self.sandbox.is_some_and(|it| it.ready)
    }
}

/// What has to be done, in order, and until when a crashed container waits
/// (`pkg/kubelet/kuberuntime/kuberuntime_manager.go` `computePodActions`, `SyncPod`).
///
/// Upstream answers with a struct of lists; a list has an order, which a picture needs. Converged
/// is the empty list.
pub fn compute_pod_actions(
    pod: &Pod,
    observed: &Observed<'_>,
    back_off: &BackOff,
    now: SimTime,
) -> (Vec<Action>, Option<SimTime>) {
    let mut actions = Vec::new();
    let mut retry_at: Option<SimTime> = None;
    if !observed.sandbox_ready() {
        let wanted = |it: &&Container| wants_start(pod, observed.newest(&it.name));
        let names: Vec<String> =
            pod.spec.containers.iter().filter(wanted).map(|it| it.name.clone()).collect();
        if names.is_empty() {
            return (actions, None);
        }
        actions.push(Action::CreateSandbox);
        actions.extend(names.into_iter().map(Action::StartContainer));
        return (actions, None);
    }
    for container in &pod.spec.containers {
        let newest = observed.newest(&container.name);
        if let Some(running) = newest.filter(|it| it.state == ContainerState::Running) {
            if running.image != container.image {
                actions.push(Action::KillContainer(running.id.clone()));
                actions.push(Action::StartContainer(container.name.clone()));
            }
            continue;
        }
        if !wants_start(pod, newest) {
            continue;
        }
        match waits_until(&pod.metadata.uid, container, newest, back_off, now) {
            Some(until) => retry_at = Some(retry_at.map_or(until, |it| it.min(until))),
            None => actions.push(Action::StartContainer(container.name.clone())),
        }
    }
    let stray = observed.containers.iter().filter(|it| {
        let wanted = pod.spec.containers.iter().any(|wanted| wanted.name == it.name);
        it.state == ContainerState::Running && !wanted
    });
    actions.extend(stray.map(|it| Action::KillContainer(it.id.clone())));
    (actions, retry_at)
}

/// Whether a container that does not run should (`ShouldContainerBeRestarted`).
fn wants_start(pod: &Pod, newest: Option<&ContainerRecord>) -> bool {
    let Some(code) = newest.and_then(|it| it.exit_code) else { return true };
    match pod.spec.restart_policy.as_str() {
        "Never" => false,
        "OnFailure" => code != 0,
        _ => true,
    }
}

fn waits_until(
    pod: &Uid,
    container: &Container,
    newest: Option<&ContainerRecord>,
    back_off: &BackOff,
    now: SimTime,
) -> Option<SimTime> {
    let key = (pod.clone(), container.name.clone(), container.image.clone());
    back_off.until(&key, newest?.finished_at?).filter(|it| *it > now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use trace::PodRef;

    fn pod(restart_policy: &str) -> Pod {
        let mut pod = Pod::default();
        pod.metadata.uid = "7d1e".into();
        pod.spec.restart_policy = restart_policy.into();
        pod.spec.containers =
            vec![Container { name: "web".into(), image: "web:1".into(), ..Default::default() }];
        pod
    }

    fn sandbox(ready: bool) -> SandboxRecord {
        SandboxRecord {
            id: "s".into(),
            pod: PodRef { namespace: "default".into(), name: "web".into(), uid: "7d1e".into() },
            attempt: 0,
            ready,
            created_at: SimTime::ZERO,
            ip: String::new(),
        }
    }

    fn container(image: &str, exit: Option<(i32, u64)>) -> ContainerRecord {
        ContainerRecord {
            id: "c".into(),
            sandbox: "s".into(),
            pod: sandbox(true).pod,
            name: "web".into(),
            image: image.into(),
            attempt: 0,
            state: if exit.is_some() { ContainerState::Exited } else { ContainerState::Running },
            created_at: SimTime::ZERO,
            started_at: Some(SimTime::ZERO),
            finished_at: exit.map(|(_, at)| SimTime(at)),
            exit_code: exit.map(|(code, _)| code),
        }
    }

    fn check(
        policy: &str,
        sandbox: Option<&SandboxRecord>,
        container: Option<&ContainerRecord>,
        expected: &[Action],
    ) {
        let observed = Observed { sandbox, containers: container.into_iter().collect() };
        let (actions, _) =
            compute_pod_actions(&pod(policy), &observed, &BackOff::default(), SimTime(60_000));
        assert_eq!(actions, expected);
    }

    #[test]
    fn nothing_there_means_a_sandbox_and_its_containers() {
        check("Always", None, None, &[Action::CreateSandbox, Action::StartContainer("web".into())]);
    }

    #[test]
    fn converged_is_the_empty_list() {
        check("Always", Some(&sandbox(true)), Some(&container("web:1", None)), &[]);
    }

    #[test]
    fn a_container_of_another_image_is_replaced() {
        check(
            "Always",
            Some(&sandbox(true)),
            Some(&container("web:0", None)),
            &[Action::KillContainer("c".into()), Action::StartContainer("web".into())],
        );
    }

    #[test]
    fn the_restart_policy_decides_about_ended_containers() {
        let (well, badly) = (container("web:1", Some((0, 9))), container("web:1", Some((1, 9))));
        let start = [Action::StartContainer("web".into())];
        check("Always", Some(&sandbox(true)), Some(&well), &start);
        check("OnFailure", Some(&sandbox(true)), Some(&well), &[]);
        check("OnFailure", Some(&sandbox(true)), Some(&badly), &start);
        check("Never", Some(&sandbox(true)), Some(&badly), &[]);
    }

    #[test]
    fn a_crash_loop_waits_for_its_back_off() {
        let ended = container("web:1", Some((1, 55_000)));
        let mut back_off = BackOff::default();
        let key = ("7d1e".into(), "web".into(), "web:1".into());
        back_off.next(key, SimTime(40_000), SimTime(40_000));
        let ready = sandbox(true);
        let observed = Observed { sandbox: Some(&ready), containers: vec![&ended] };
        let decide = |now| compute_pod_actions(&pod("Always"), &observed, &back_off, SimTime(now));
        assert_eq!(decide(64_999), (vec![], Some(SimTime(65_000))));
        assert_eq!(decide(65_000), (vec![Action::StartContainer("web".into())], None));
    }
}
