//! The Kubernetes objects of the simulation: the fields the lessons use, under their own names.
//!
//! Field names, order and omissions follow `k8s.io/api` so that an object reads as
//! `kubectl get -o yaml` would print it.

mod meta;
mod node;
mod pod;
mod status;
mod workload;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use meta::{
    CONFIG_HASH, CONFIG_MIRROR, CONFIG_SEEN, CONFIG_SOURCE, ObjectMeta, OwnerReference,
};
pub use node::{Node, NodeCondition, NodeSpecFields, NodeStatus, Taint};
pub use pod::{
    Affinity, Container, ContainerPort, EmptyObject, EnvVar, NodeAffinity, NodeSelector,
    NodeSelectorRequirement, NodeSelectorTerm, Pod, PodSpec, Resources, Toleration, Volume,
    VolumeMount,
};
pub use status::{
    ContainerStateFields, ContainerStatus, Phase, PodCondition, PodIp, PodStatus, Running,
    Terminated, Waiting,
};
pub use workload::{
    DaemonSet, DaemonSetSpec, DaemonSetStatus, LabelSelector, PodTemplate, ReplicaSet,
    ReplicaSetSpec, ReplicaSetStatus, TemplateMeta,
};

use crate::{PodRef, Resource};

/// An object as the API server stores it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Object {
    /// A Pod; a mirror Pod is one with the mirror annotation.
    Pod(Arc<Pod>),
    /// A Node.
    Node(Arc<Node>),
    /// A ReplicaSet.
    ReplicaSet(Arc<ReplicaSet>),
    /// A DaemonSet.
    DaemonSet(Arc<DaemonSet>),
}

/// Under which name an object is stored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectKey {
    /// The kind.
    pub resource: Resource,
    /// The namespace; empty for Nodes.
    pub namespace: String,
    /// The name.
    pub name: String,
}

impl ObjectKey {
    /// The key of a Pod.
    #[must_use]
    pub fn pod(namespace: &str, name: &str) -> Self {
        Self { resource: Resource::Pods, namespace: namespace.into(), name: name.into() }
    }

    /// The key of a Node.
    #[must_use]
    pub fn node(name: &str) -> Self {
        Self { resource: Resource::Nodes, namespace: String::new(), name: name.into() }
    }
}

impl fmt::Display for ObjectKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.namespace.is_empty() {
            write!(f, "{} {}", self.resource, self.name)
        } else {
            write!(f, "{} {}/{}", self.resource, self.namespace, self.name)
        }
    }
}

impl Object {
    /// Its metadata.
    #[must_use]
    pub fn meta(&self) -> &ObjectMeta {
        match self {
            Self::Pod(it) => &it.metadata,
            Self::Node(it) => &it.metadata,
            Self::ReplicaSet(it) => &it.metadata,
            Self::DaemonSet(it) => &it.metadata,
        }
    }

    /// Its metadata, to change.
    pub fn meta_mut(&mut self) -> &mut ObjectMeta {
        match self {
            Self::Pod(it) => &mut Arc::make_mut(it).metadata,
            Self::Node(it) => &mut Arc::make_mut(it).metadata,
            Self::ReplicaSet(it) => &mut Arc::make_mut(it).metadata,
            Self::DaemonSet(it) => &mut Arc::make_mut(it).metadata,
        }
    }

    /// Its kind.
    #[must_use]
    pub const fn resource(&self) -> Resource {
        match self {
            Self::Pod(_) => Resource::Pods,
            Self::Node(_) => Resource::Nodes,
            Self::ReplicaSet(_) => Resource::ReplicaSets,
            Self::DaemonSet(_) => Resource::DaemonSets,
        }
    }

    /// Under which name it is stored.
    #[must_use]
    pub fn key(&self) -> ObjectKey {
        let meta = self.meta();
        ObjectKey {
            resource: self.resource(),
            namespace: meta.namespace.clone(),
            name: meta.name.clone(),
        }
    }

    /// The Pod, if it is one.
    #[must_use]
    pub const fn as_pod(&self) -> Option<&Arc<Pod>> {
        match self {
            Self::Pod(pod) => Some(pod),
            Self::Node(_) | Self::ReplicaSet(_) | Self::DaemonSet(_) => None,
        }
    }

    /// The Node, if it is one.
    #[must_use]
    pub const fn as_node(&self) -> Option<&Arc<Node>> {
        match self {
            Self::Node(node) => Some(node),
            Self::Pod(_) | Self::ReplicaSet(_) | Self::DaemonSet(_) => None,
        }
    }
}

impl Pod {
    /// Which Pod this is.
    #[must_use]
    pub fn pod_ref(&self) -> PodRef {
        PodRef {
            namespace: self.metadata.namespace.clone(),
            name: self.metadata.name.clone(),
            uid: self.metadata.uid.clone(),
        }
    }

    /// `<name>_<namespace>`.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{}_{}", self.metadata.name, self.metadata.namespace)
    }

    /// Whether it is a mirror Pod: what counts is that the annotation is there, not its value
    /// (`pkg/kubelet/types/pod_update.go` `IsMirrorPod`).
    #[must_use]
    pub fn is_mirror(&self) -> bool {
        self.metadata.annotations.contains_key(CONFIG_MIRROR)
    }

    /// The hash the mirror was made for; empty for other Pods.
    #[must_use]
    pub fn mirror_hash(&self) -> &str {
        self.metadata.annotations.get(CONFIG_MIRROR).map_or("", String::as_str)
    }
}
