//! `v1.PodStatus`.

use serde::{Deserialize, Serialize};

/// The summary of a Pod.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Phase {
    /// Some container has never started.
    #[default]
    Pending,
    /// All containers have started, one runs or will run again.
    Running,
    /// All containers ended well and none will run again.
    Succeeded,
    /// All containers ended, one of them badly.
    Failed,
}

impl Phase {
    /// Kubernetes' word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Running => "Running",
            Self::Succeeded => "Succeeded",
            Self::Failed => "Failed",
        }
    }

    /// Whether it will not change any more.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed)
    }
}

/// `v1.PodStatus`, the modelled fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodStatus {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<PodCondition>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub container_statuses: Vec<ContainerStatus>,
    #[serde(rename = "hostIP", skip_serializing_if = "String::is_empty")]
    pub host_ip: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    pub phase: Phase,
    #[serde(rename = "podIP", skip_serializing_if = "String::is_empty")]
    pub pod_ip: String,
    #[serde(rename = "podIPs", skip_serializing_if = "Vec::is_empty")]
    pub pod_ips: Vec<PodIp>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub qos_class: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub start_time: String,
}

impl PodStatus {
    /// Whether the condition `kind` is `True`.
    #[must_use]
    pub fn is_true(&self, kind: &str) -> bool {
        self.conditions.iter().any(|it| it.kind == kind && it.status == "True")
    }

    /// How many containers are ready.
    #[must_use]
    pub fn n_ready(&self) -> usize {
        self.container_statuses.iter().filter(|it| it.ready).count()
    }
}

/// `v1.PodIP`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodIp {
    pub ip: String,
}

/// `v1.PodCondition`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodCondition {
    pub last_transition_time: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    pub status: String,
    #[serde(rename = "type")]
    pub kind: String,
}

/// `v1.ContainerStatus`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ContainerStatus {
    #[serde(rename = "containerID", skip_serializing_if = "String::is_empty")]
    pub container_id: String,
    pub image: String,
    #[serde(rename = "imageID")]
    pub image_id: String,
    pub last_state: ContainerStateFields,
    pub name: String,
    pub ready: bool,
    pub restart_count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started: Option<bool>,
    pub state: ContainerStateFields,
}

/// `v1.ContainerState`: one of its three fields is set, or none for a `lastState`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ContainerStateFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running: Option<Running>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminated: Option<Terminated>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Waiting>,
}

/// `v1.ContainerStateRunning`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Running {
    pub started_at: String,
}

/// `v1.ContainerStateTerminated`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Terminated {
    #[serde(rename = "containerID")]
    pub container_id: String,
    pub exit_code: i32,
    pub finished_at: String,
    pub reason: String,
    pub started_at: String,
}

/// `v1.ContainerStateWaiting`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Waiting {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    pub reason: String,
}
