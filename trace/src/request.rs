//! Messages to the API server and its answers.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{NodeName, Uid};

/// Who speaks to the API server.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Client {
    /// A person with kubectl.
    You,
    /// The kubelet of a node.
    Kubelet(NodeName),
    /// kube-scheduler.
    Scheduler,
    /// The ReplicaSet controller of kube-controller-manager.
    ReplicaSetController,
    /// The DaemonSet controller of kube-controller-manager.
    DaemonSetController,
    /// The node lifecycle controller: it mirrors `spec.unschedulable` into a taint.
    NodeController,
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::You => f.write_str("kubectl"),
            Self::Kubelet(node) => write!(f, "kubelet {node}"),
            Self::Scheduler => f.write_str("scheduler"),
            Self::ReplicaSetController => f.write_str("replicaset-controller"),
            Self::DaemonSetController => f.write_str("daemonset-controller"),
            Self::NodeController => f.write_str("node-lifecycle-controller"),
        }
    }
}

/// What is asked of the API server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Verb {
    /// `POST` of a new object.
    Create,
    /// `GET` of one object.
    Get,
    /// `GET` of many.
    List,
    /// `PATCH` of an object.
    Patch,
    /// `PATCH` of an object's `status` subresource.
    PatchStatus,
    /// `DELETE`.
    Delete,
    /// `POST` to a Pod's `eviction` subresource.
    Evict,
    /// `POST` to a Pod's `binding` subresource.
    Bind,
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Create => "POST",
            Self::Get => "GET",
            Self::List => "LIST",
            Self::Patch => "PATCH",
            Self::PatchStatus => "PATCH status",
            Self::Delete => "DELETE",
            Self::Evict => "POST eviction",
            Self::Bind => "POST binding",
        })
    }
}

/// The kinds of object the simulated API server stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Resource {
    /// `v1` Node.
    Nodes,
    /// `v1` Pod.
    Pods,
    /// `apps/v1` ReplicaSet.
    ReplicaSets,
    /// `apps/v1` DaemonSet.
    DaemonSets,
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "nodes",
            Self::Pods => "pods",
            Self::ReplicaSets => "replicasets.apps",
            Self::DaemonSets => "daemonsets.apps",
        })
    }
}

/// One request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// What is asked.
    pub verb: Verb,
    /// Of which kind of object.
    pub resource: Resource,
    /// In which namespace; empty for Nodes and for lists over all namespaces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub namespace: String,
    /// Of which object; empty for lists.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The grace period asked for, in seconds. Only deletes and evictions carry one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace_period_seconds: Option<i64>,
    /// The UID the object must still have, or the request fails with 409.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precondition: Option<Uid>,
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.verb, self.resource)?;
        if !self.namespace.is_empty() {
            write!(f, " {}/{}", self.namespace, self.name)?;
        } else if !self.name.is_empty() {
            write!(f, " {}", self.name)?;
        }
        if let Some(grace) = self.grace_period_seconds {
            write!(f, " grace={grace}s")?;
        }
        Ok(())
    }
}

/// What came back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The HTTP status: 200, 201, 404, 409, 422… and 0 when nobody listened at the address.
    pub status: u16,
    /// The API server's sentence, for refusals.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
}

impl Answer {
    /// Success, with nothing to say.
    #[must_use]
    pub const fn ok(status: u16) -> Self {
        Self { status, message: String::new() }
    }

    /// Whether the API server did what was asked.
    #[must_use]
    pub const fn is_success(&self) -> bool {
        self.status >= 200 && self.status < 300
    }
}
