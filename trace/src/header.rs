//! What a reader must know before the first entry.

use serde::{Deserialize, Serialize};

use crate::{EntryId, NodeName};

/// One machine of the simulated cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NodeSpec {
    /// Its name.
    pub name: NodeName,
    /// The kubelet's `staticPodPath`.
    #[serde(default = "default_manifest_dir")]
    pub manifest_dir: String,
    /// Whether the API server already holds a Node object of this name.
    #[serde(default)]
    pub registered: bool,
    /// Whether that Node object is cordoned.
    #[serde(default)]
    pub unschedulable: bool,
    /// Images the node has; others must be pulled.
    #[serde(default)]
    pub images: Vec<String>,
}

fn default_manifest_dir() -> String {
    "/etc/kubernetes/manifests".into()
}

/// The cluster before anything happens: its kubelets are stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Topology {
    /// The wall clock at simulated time zero, RFC 3339 in UTC.
    pub epoch: String,
    /// Whether the API server answers at first.
    #[serde(default)]
    pub api_server_up: bool,
    /// The machines. The first is the one a picture is about.
    pub nodes: Vec<NodeSpec>,
}

/// The stretch of a trace that one caption sentence speaks of. It begins after the beat before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beat {
    /// Its last entry.
    pub ends: EntryId,
}

/// One step of a lesson, placed on a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Its id, as `scan`.
    pub id: String,
    /// Its first entry.
    pub begins: EntryId,
    /// Its beats, in order.
    pub beats: Vec<Beat>,
}

/// The first line of a stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Header {
    /// The version of this wire form: [`crate::FORMAT`].
    pub format: u32,
    /// The Kubernetes version whose behaviour is modelled, as `v1.36.2`.
    pub kubernetes: String,
    /// The lesson's id.
    pub lesson: String,
    /// The branch, when this is a "what if" of the lesson.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The content version: a digest of everything the trace depends on.
    pub version: String,
    /// The seed of all jitter.
    pub seed: u64,
    /// The cluster before the first entry.
    pub topology: Topology,
    /// The lesson's steps, placed on the entries. Empty where there is no lesson.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// How many entries follow in all, when that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<u32>,
}
