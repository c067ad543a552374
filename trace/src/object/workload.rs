//! `apps/v1` ReplicaSet and DaemonSet.

use serde::{Deserialize, Serialize};

use super::{ObjectMeta, PodSpec};
use crate::view::Map;

/// `metav1.LabelSelector` with equality only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LabelSelector {
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub match_labels: Map<String, String>,
}

impl LabelSelector {
    /// Whether an object with these labels is selected. An empty selector selects nothing here.
    #[must_use]
    pub fn matches(&self, labels: &Map<String, String>) -> bool {
        !self.match_labels.is_empty()
            && self.match_labels.iter().all(|(key, value)| labels.get(key) == Some(value))
    }
}

/// `v1.PodTemplateSpec`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodTemplate {
    pub metadata: TemplateMeta,
    pub spec: PodSpec,
}

/// The metadata of a template: labels and annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TemplateMeta {
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub annotations: Map<String, String>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub labels: Map<String, String>,
}

/// A ReplicaSet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReplicaSet {
    pub metadata: ObjectMeta,
    pub spec: ReplicaSetSpec,
    pub status: ReplicaSetStatus,
}

/// `apps/v1.ReplicaSetSpec`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ReplicaSetSpec {
    pub replicas: u32,
    pub selector: LabelSelector,
    pub template: PodTemplate,
}

impl Default for ReplicaSetSpec {
    fn default() -> Self {
        Self { replicas: 1, selector: LabelSelector::default(), template: PodTemplate::default() }
    }
}

/// `apps/v1.ReplicaSetStatus`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ReplicaSetStatus {
    pub replicas: u32,
    pub ready_replicas: u32,
}

/// A DaemonSet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DaemonSet {
    pub metadata: ObjectMeta,
    pub spec: DaemonSetSpec,
    pub status: DaemonSetStatus,
}

/// `apps/v1.DaemonSetSpec`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DaemonSetSpec {
    pub selector: LabelSelector,
    pub template: PodTemplate,
}

/// `apps/v1.DaemonSetStatus`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DaemonSetStatus {
    pub current_number_scheduled: u32,
    pub desired_number_scheduled: u32,
    pub number_ready: u32,
}
