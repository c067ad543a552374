//! What makes a decoded Pod this node's static Pod (`pkg/kubelet/config/common.go`
//! `applyDefaults`).

use trace::object::{CONFIG_HASH, Phase, Pod, Toleration};
use trace::{NodeName, Uid};

use crate::hash::fnv1a_128;

/// Gives the Pod its UID, its node's name, and the rest, in the kubelet's order: what comes after
/// the hash is not hashed.
pub fn make_static(pod: &mut Pod, path: &str, node: &NodeName) {
    if pod.metadata.uid.as_str().is_empty() {
        pod.metadata.uid = static_uid(pod, path, node);
    }
    pod.metadata.name = format!("{}-{}", pod.metadata.name, node.as_str().to_lowercase());
    if pod.metadata.namespace.is_empty() {
        pod.metadata.namespace = "default".into();
    }
    pod.spec.node_name = node.to_string();
    let uid = pod.metadata.uid.to_string();
    pod.metadata.annotations.insert(CONFIG_HASH.into(), uid);
    let no_execute = Toleration {
        effect: "NoExecute".into(),
        operator: "Exists".into(),
        ..Toleration::default()
    };
    let same = |it: &Toleration| Toleration { toleration_seconds: None, ..it.clone() };
    match pod.spec.tolerations.iter_mut().find(|it| same(it) == no_execute) {
        Some(it) => *it = no_execute,
        None => pod.spec.tolerations.push(no_execute),
    }
    pod.status.phase = Phase::Pending;
}

/// The hash of the defaulted object, the node's name and the file's path.
///
/// The kubelet hashes a dump of Go structs, which cannot be had outside Go; here the canonical
/// JSON of the object is hashed. The values differ, what they depend on does not.
fn static_uid(pod: &Pod, path: &str, node: &NodeName) -> Uid {
    let object = serde_json::to_string(pod).expect("a Pod has only string keys");
    Uid::from(format!("{:032x}", fnv1a_128(format!("{object}host:{node}file:{path}").as_bytes())))
}
