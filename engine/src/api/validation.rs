//! The rules for Pods that the API server keeps: pure functions.

use trace::object::{CONFIG_MIRROR, Container, Pod, PodSpec};

/// Checks a new Pod (`pkg/apis/core/validation/validation.go` `ValidatePodCreate`).
///
/// # Errors
/// The sentence of the refusal, status 422.
pub fn validate_create(pod: &Pod) -> Result<(), String> {
    let name = &pod.metadata.name;
    if pod.is_mirror() && pod.spec.node_name.is_empty() {
        let value = pod.mirror_hash();
        return Err(format!(
            "Pod \"{name}\" is invalid: metadata.annotations[{CONFIG_MIRROR}]: Invalid value: \
             \"{value}\": must set spec.nodeName if mirror pod annotation is set"
        ));
    }
    if pod.spec.containers.is_empty() {
        return Err(format!("Pod \"{name}\" is invalid: spec.containers: Required value"));
    }
    Ok(())
}

/// Checks a changed Pod (`validation.go` `ValidatePodUpdate`).
///
/// # Errors
/// The sentence of the refusal, status 422.
pub fn validate_update(new: &Pod, old: &Pod) -> Result<(), String> {
    let refuse = |what: String| Err(format!("Pod \"{}\" is invalid: {what}", old.metadata.name));
    let mirror = |pod: &Pod| pod.metadata.annotations.get(CONFIG_MIRROR).cloned();
    match (mirror(old), mirror(new)) {
        (old, new) if old == new => {}
        (None, _) => {
            return refuse(format!(
                "metadata.annotations[{CONFIG_MIRROR}]: Forbidden: may not add mirror pod \
                 annotation"
            ));
        }
        (Some(_), _) => {
            return refuse(format!(
                "metadata.annotations[{CONFIG_MIRROR}]: Forbidden: may not remove or update \
                 mirror pod annotation"
            ));
        }
    }
    if new.spec.containers.len() != old.spec.containers.len() {
        let what = "spec.containers: Forbidden: pod updates may not add or remove containers";
        return refuse(what.into());
    }
    if mutable_fields_aside(&new.spec, &old.spec) != old.spec {
        return refuse(IMMUTABLE.into());
    }
    Ok(())
}

const IMMUTABLE: &str = "spec: Forbidden: pod updates may not change fields other than \
    `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,\
    `spec.tolerations` (only additions to existing tolerations),\
    `spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/// The new spec with everything that may change set back to what it was.
fn mutable_fields_aside(new: &PodSpec, old: &PodSpec) -> PodSpec {
    let containers = new.containers.iter().zip(&old.containers);
    let containers =
        containers.map(|(new, old)| Container { image: old.image.clone(), ..new.clone() });
    let only_added = old.tolerations.iter().all(|it| new.tolerations.contains(it));
    PodSpec {
        containers: containers.collect(),
        active_deadline_seconds: old.active_deadline_seconds,
        tolerations: if only_added { old.tolerations.clone() } else { new.tolerations.clone() },
        ..new.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mirror() -> Pod {
        let mut pod = Pod::default();
        pod.metadata.name = "web-node1".into();
        pod.metadata.annotations.insert(CONFIG_MIRROR.into(), "7d1e".into());
        pod.spec.node_name = "node1".into();
        let image = "busybox:1.36".into();
        pod.spec.containers = vec![Container { name: "c".into(), image, ..Default::default() }];
        pod
    }

    fn check(change: impl Fn(&mut Pod), expected: Result<(), &str>) {
        let old = mirror();
        let mut new = old.clone();
        change(&mut new);
        match (validate_update(&new, &old), expected) {
            (Ok(()), Ok(())) => {}
            (Err(found), Err(expected)) => assert!(found.contains(expected), "{found}"),
            (found, expected) => panic!("found {found:?}, expected {expected:?}"),
        }
    }

    #[test]
    fn an_image_may_change() {
        check(|pod| pod.spec.containers[0].image = "busybox:1.37".into(), Ok(()));
    }

    #[test]
    fn a_command_may_not_change() {
        let expected = Err("pod updates may not change fields other than");
        check(|pod| pod.spec.containers[0].command = vec!["sh".into()], expected);
    }

    #[test]
    fn the_mirror_annotation_may_not_change_or_go() {
        let expected = Err("may not remove or update mirror pod annotation");
        let change = |pod: &mut Pod| {
            pod.metadata.annotations.insert(CONFIG_MIRROR.into(), "other".into());
        };
        check(change, expected);
        check(|pod| drop(pod.metadata.annotations.remove(CONFIG_MIRROR)), expected);
    }

    #[test]
    fn other_annotations_and_labels_may_change() {
        let change = |pod: &mut Pod| {
            pod.metadata.labels.insert("a".into(), "b".into());
            pod.metadata.annotations.insert("x".into(), "y".into());
        };
        check(change, Ok(()));
    }
}
