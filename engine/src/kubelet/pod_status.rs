//! A Pod's status, computed from the runtime (`pkg/kubelet/kubelet_pods.go`
//! `generateAPIPodStatus`, `getPhase`).

use trace::object::{
    Container, ContainerStateFields, ContainerStatus, Phase, Pod, PodCondition, PodIp, PodSpec,
    PodStatus, Running, Terminated, Waiting,
};
use trace::{ContainerRecord, ContainerState};

use super::actions::Observed;
use super::backoff::BackOff;
use super::pod_manager::is_static;
use crate::desk::Desk;
use crate::hash::fnv1a_128;

/// Everything a status is computed from.
pub struct Basis<'a> {
    pub desk: &'a Desk,
    pub pod: &'a Pod,
    pub observed: &'a Observed<'a>,
    pub old: Option<&'a PodStatus>,
    pub back_off: &'a BackOff,
    pub host_ip: &'a str,
    /// Whether the Pod's containers have been stopped for good.
    pub is_terminated: bool,
}

/// The status.
pub fn compute(basis: &Basis<'_>) -> PodStatus {
    let containers = &basis.pod.spec.containers;
    let statuses: Vec<ContainerStatus> =
        containers.iter().map(|it| container_status(basis, it)).collect();
    let phase = phase(basis, &statuses);
    let pod_ip = basis.observed.sandbox.filter(|it| it.ready).map(|it| it.ip.clone());
    let pod_ip = pod_ip.or_else(|| basis.old.map(|it| it.pod_ip.clone())).unwrap_or_default();
    let start_time = basis.old.map(|it| it.start_time.clone()).filter(|it| !it.is_empty());
    PodStatus {
        conditions: conditions(basis, &statuses, phase),
        container_statuses: statuses,
        host_ip: basis.host_ip.into(),
        message: String::new(),
        phase,
        pod_ips: if pod_ip.is_empty() { Vec::new() } else { vec![PodIp { ip: pod_ip.clone() }] },
        pod_ip,
        qos_class: qos_class(&basis.pod.spec).into(),
        reason: String::new(),
        start_time: start_time.unwrap_or_else(|| basis.desk.timestamp()),
    }
}

/// Whether two statuses say the same to a reader of the API.
pub fn same(stored: &PodStatus, computed: &PodStatus) -> bool {
    PodStatus { qos_class: computed.qos_class.clone(), ..stored.clone() } == *computed
}

fn phase(basis: &Basis<'_>, statuses: &[ContainerStatus]) -> Phase {
    let never_started =
        statuses.iter().any(|it| it.state.waiting.is_some() && it.last_state.terminated.is_none());
    if never_started || statuses.is_empty() {
        return Phase::Pending;
    }
    if statuses.iter().any(|it| it.state.running.is_some()) {
        return Phase::Running;
    }
    let exit_codes = || {
        let ended = |it: &ContainerStatus| {
            it.state
                .terminated
                .as_ref()
                .or(it.last_state.terminated.as_ref())
                .map(|it| it.exit_code)
        };
        statuses.iter().filter_map(ended)
    };
    let ended_well = exit_codes().all(|it| it == 0);
    let outcome = if ended_well { Phase::Succeeded } else { Phase::Failed };
    // The kubelet makes an exception for static Pods: their phase is never forced to an end.
    let is_forced = basis.is_terminated && !is_static(basis.pod);
    match basis.pod.spec.restart_policy.as_str() {
        _ if is_forced => outcome,
        "Never" => outcome,
        "OnFailure" if ended_well => outcome,
        _ => Phase::Running,
    }
}

fn container_status(basis: &Basis<'_>, container: &Container) -> ContainerStatus {
    let newest = basis.observed.newest(&container.name);
    let Some(newest) = newest else {
        return ContainerStatus {
            image: container.image.clone(),
            name: container.name.clone(),
            started: Some(false),
            state: waiting("ContainerCreating", String::new()),
            ..Default::default()
        };
    };
    let running = newest.state == ContainerState::Running;
    let before = previous(basis, newest);
    let (state, last_state) = match newest.state {
        ContainerState::Running => {
            let started_at = basis.desk.timestamp_at(newest.started_at.unwrap_or_default());
            let running = Some(Running { started_at });
            (ContainerStateFields { running, ..Default::default() }, before)
        }
        ContainerState::Created => (waiting("ContainerCreating", String::new()), before),
        ContainerState::Exited => ended(basis, container, newest, before),
    };
    ContainerStatus {
        container_id: format!("containerd://{}", newest.id),
        image: newest.image.clone(),
        image_id: image_id(&newest.image),
        last_state,
        name: container.name.clone(),
        ready: running,
        restart_count: newest.attempt,
        started: Some(running),
        state,
    }
}

/// An ended container is terminated, or waits for its back-off with its end as last state.
fn ended(
    basis: &Basis<'_>,
    container: &Container,
    newest: &ContainerRecord,
    before: ContainerStateFields,
) -> (ContainerStateFields, ContainerStateFields) {
    let terminated = terminated(basis.desk, newest);
    let key = (basis.pod.metadata.uid.clone(), container.name.clone(), container.image.clone());
    let finished_at = newest.finished_at.unwrap_or_default();
    let until = basis.back_off.until(&key, finished_at).filter(|it| *it > basis.desk.now);
    match until.filter(|_| !basis.is_terminated) {
        None => (terminated, before),
        Some(until) => {
            let seconds = until.since(finished_at) / 1_000;
            let pod = basis.pod;
            let message = format!(
                "back-off {} restarting failed container={} pod={}({})",
                go_duration(seconds),
                container.name,
                pod.full_name(),
                pod.metadata.uid
            );
            (waiting("CrashLoopBackOff", message), terminated)
        }
    }
}

/// `10s`, `1m20s`, `5m0s`, as Go prints durations.
fn go_duration(seconds: u64) -> String {
    if seconds < 60 { format!("{seconds}s") } else { format!("{}m{}s", seconds / 60, seconds % 60) }
}

fn previous(basis: &Basis<'_>, newest: &ContainerRecord) -> ContainerStateFields {
    let earlier = basis.observed.containers.iter().rev().find(|it| {
        it.name == newest.name && it.attempt < newest.attempt && it.finished_at.is_some()
    });
    earlier.map(|it| terminated(basis.desk, it)).unwrap_or_default()
}

fn terminated(desk: &Desk, container: &ContainerRecord) -> ContainerStateFields {
    let exit_code = container.exit_code.unwrap_or_default();
    let terminated = Terminated {
        container_id: format!("containerd://{}", container.id),
        exit_code,
        finished_at: desk.timestamp_at(container.finished_at.unwrap_or_default()),
        reason: if exit_code == 0 { "Completed" } else { "Error" }.into(),
        started_at: desk.timestamp_at(container.started_at.unwrap_or_default()),
    };
    ContainerStateFields { terminated: Some(terminated), ..Default::default() }
}

fn waiting(reason: &str, message: String) -> ContainerStateFields {
    let waiting = Some(Waiting { message, reason: reason.into() });
    ContainerStateFields { waiting, ..Default::default() }
}

/// A digest for an image name. The simulation has no registry, so it is made from the name.
fn image_id(image: &str) -> String {
    let digest = fnv1a_128(image.as_bytes());
    format!("sha256:{digest:032x}{:032x}", digest.rotate_left(61))
}

fn conditions(basis: &Basis<'_>, statuses: &[ContainerStatus], phase: Phase) -> Vec<PodCondition> {
    let sandbox_ready = basis.observed.sandbox_ready();
    let all_ready = !statuses.is_empty() && statuses.iter().all(|it| it.ready);
    let ended = phase.is_terminal();
    let unready: Vec<&str> =
        statuses.iter().filter(|it| !it.ready).map(|it| it.name.as_str()).collect();
    let (reason, message) = match (all_ready, ended) {
        (true, _) => (String::new(), String::new()),
        (false, true) => ("PodCompleted".into(), String::new()),
        (false, false) => (
            "ContainersNotReady".to_owned(),
            format!("containers with unready status: [{}]", unready.join(" ")),
        ),
    };
    let none = (String::new(), String::new());
    vec![
        condition(basis, "PodReadyToStartContainers", sandbox_ready, none.clone()),
        condition(basis, "Initialized", true, none.clone()),
        condition(basis, "Ready", all_ready, (reason.clone(), message.clone())),
        condition(basis, "ContainersReady", all_ready, (reason, message)),
        condition(basis, "PodScheduled", true, none),
    ]
}

fn condition(
    basis: &Basis<'_>,
    kind: &str,
    is_true: bool,
    (reason, message): (String, String),
) -> PodCondition {
    let status = if is_true { "True" } else { "False" };
    let old = basis.old.into_iter().flat_map(|it| &it.conditions);
    let since = old.filter(|it| it.kind == kind && it.status == status);
    let since = since.map(|it| it.last_transition_time.clone()).next();
    PodCondition {
        last_transition_time: since.unwrap_or_else(|| basis.desk.timestamp()),
        message,
        reason,
        status: status.into(),
        kind: kind.into(),
    }
}

/// The quality-of-service class of a Pod (`pkg/apis/core/v1/helper/qos/qos.go` `ComputePodQOS`).
pub fn qos_class(spec: &PodSpec) -> &'static str {
    let counted = |it: &&String| matches!(it.as_str(), "cpu" | "memory");
    let any = spec.containers.iter().any(|it| {
        it.resources.limits.keys().chain(it.resources.requests.keys()).any(|key| counted(&key))
    });
    if !any {
        return "BestEffort";
    }
    let guaranteed = spec.containers.iter().all(|it| {
        ["cpu", "memory"].iter().all(|key| {
            let limit = it.resources.limits.get(*key);
            limit.is_some() && it.resources.requests.get(*key) == limit
        })
    });
    if guaranteed { "Guaranteed" } else { "Burstable" }
}
