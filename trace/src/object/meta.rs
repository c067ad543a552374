//! `metav1.ObjectMeta`.

use serde::{Deserialize, Serialize};

use crate::view::Map;

use crate::Uid;

/// The annotation that makes a Pod a mirror Pod; its value is the static Pod's hash.
pub const CONFIG_MIRROR: &str = "kubernetes.io/config.mirror";
/// The annotation with the hash of a static Pod's manifest.
pub const CONFIG_HASH: &str = "kubernetes.io/config.hash";
/// The annotation with the time a kubelet first saw a Pod.
pub const CONFIG_SEEN: &str = "kubernetes.io/config.seen";
/// The annotation that says where a kubelet learnt of a Pod.
pub const CONFIG_SOURCE: &str = "kubernetes.io/config.source";

/// Metadata of an object. Empty fields are absent in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ObjectMeta {
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub annotations: Map<String, String>,
    /// RFC 3339, whole seconds, UTC.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub creation_timestamp: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deletion_grace_period_seconds: Option<i64>,
    /// RFC 3339; set once a deletion has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deletion_timestamp: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub finalizers: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub generate_name: String,
    /// Counts changes of the spec; 0 where no API server has counted.
    #[serde(skip_serializing_if = "is_zero")]
    pub generation: u64,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub labels: Map<String, String>,
    pub name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub namespace: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owner_references: Vec<OwnerReference>,
    /// A decimal number; empty where no API server has stored the object.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub resource_version: String,
    #[serde(skip_serializing_if = "is_empty_uid")]
    pub uid: Uid,
}

impl ObjectMeta {
    /// The owner that controls the object, if any.
    #[must_use]
    pub fn controller(&self) -> Option<&OwnerReference> {
        self.owner_references.iter().find(|it| it.controller)
    }
}

/// `metav1.OwnerReference`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OwnerReference {
    pub api_version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_owner_deletion: Option<bool>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub controller: bool,
    pub kind: String,
    pub name: String,
    pub uid: Uid,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn is_empty_uid(uid: &Uid) -> bool {
    uid.as_str().is_empty()
}
