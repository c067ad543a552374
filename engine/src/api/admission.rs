//! The admission plugins that touch Pods: pure functions.

use trace::object::{Pod, Toleration};
use trace::{NodeName, Uid};

/// What the mutating plugins do to a new Pod: Priority, `ServiceAccount` and
/// `DefaultTolerationSeconds`. A mirror keeps clear of the last two: of the one by its annotation,
/// of the other by its toleration without a key.
pub fn admit(pod: &mut Pod) {
    pod.spec.priority = pod.spec.priority.or(Some(0));
    if pod.spec.preemption_policy.is_empty() {
        pod.spec.preemption_policy = "PreemptLowerPriority".into();
    }
    if pod.is_mirror() {
        return;
    }
    if pod.spec.service_account_name.is_empty() {
        pod.spec.service_account_name = "default".into();
    }
    for key in ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"] {
        if !pod.spec.tolerations.iter().any(|it| tolerates(it, key, "NoExecute")) {
            pod.spec.tolerations.push(Toleration {
                effect: "NoExecute".into(),
                key: key.into(),
                operator: "Exists".into(),
                toleration_seconds: Some(300),
                value: String::new(),
            });
        }
    }
}

/// Whether a toleration covers a taint (`component-helpers/scheduling/corev1/helpers.go`).
pub fn tolerates(toleration: &Toleration, key: &str, effect: &str) -> bool {
    let key_fits = toleration.key.is_empty() || toleration.key == key;
    let effect_fits = toleration.effect.is_empty() || toleration.effect == effect;
    key_fits && effect_fits && toleration.operator == "Exists"
}

/// What a node may create: its own mirrors, in its own name
/// (`plugin/pkg/admission/noderestriction/admission.go` `admitPodCreate`).
///
/// # Errors
/// The plugin's sentence.
pub fn node_restriction(node: &NodeName, node_uid: Option<&Uid>, pod: &Pod) -> Result<(), String> {
    if !pod.is_mirror() {
        return Err(format!(
            "pod does not have \"kubernetes.io/config.mirror\" annotation, node \"{node}\" can \
             only create mirror pods"
        ));
    }
    let only = |what: &str| Err(format!("node \"{node}\" can only create pods with {what}"));
    if pod.spec.node_name != node.as_str() {
        return only("spec.nodeName set to itself");
    }
    let [owner] = pod.metadata.owner_references.as_slice() else {
        return only("a single owner reference set to itself");
    };
    if owner.api_version != "v1" || owner.kind != "Node" || owner.name != node.as_str() {
        return only("an owner reference set to itself");
    }
    if !owner.controller {
        return only("a controller owner reference set to itself");
    }
    match node_uid {
        Some(uid) if *uid == owner.uid => Ok(()),
        Some(uid) => Err(format!("node {node} UID mismatch: expected {} got {uid}", owner.uid)),
        None => Err(format!("node \"{node}\" not found")),
    }
}
