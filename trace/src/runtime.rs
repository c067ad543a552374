//! What a container runtime keeps: sandboxes and containers.

use serde::{Deserialize, Serialize};

use crate::{PodRef, RuntimeId, SimTime};

/// A Pod sandbox: the network namespace and the process that holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SandboxRecord {
    /// The runtime's id.
    pub id: RuntimeId,
    /// The Pod it was made for. A mirror's UID never occurs here: the runtime knows no mirrors.
    pub pod: PodRef,
    /// How often a sandbox was made for this UID before.
    pub attempt: u32,
    /// Whether containers can be started in it.
    pub ready: bool,
    /// When it was asked for.
    pub created_at: SimTime,
    /// The Pod's address.
    pub ip: String,
}

/// Where a container stands in the runtime's own eyes (`runtimeapi.ContainerState`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ContainerState {
    /// Made, not yet started.
    Created,
    /// Its process runs.
    Running,
    /// Its process has ended.
    Exited,
}

/// A container.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContainerRecord {
    /// The runtime's id.
    pub id: RuntimeId,
    /// The sandbox it lives in.
    pub sandbox: RuntimeId,
    /// The Pod it was made for.
    pub pod: PodRef,
    /// The container's name in the Pod's spec.
    pub name: String,
    /// The image it was made from.
    pub image: String,
    /// How often a container of this name was started for this Pod UID before: the restart count.
    pub attempt: u32,
    /// Where it stands.
    pub state: ContainerState,
    /// When it was made.
    pub created_at: SimTime,
    /// When its process started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<SimTime>,
    /// When its process ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<SimTime>,
    /// How its process ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
}
