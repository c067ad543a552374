//! From a manifest's bytes to a static Pod (`pkg/kubelet/config/common.go`,
//! `tryDecodeSinglePod`, `applyDefaults`).
//!
//! This is the only place in the engine that knows YAML. Scalars follow YAML 1.1 as Kubernetes
//! reads it, the last of duplicate keys wins, only the first document counts, unknown fields are
//! dropped, and defaults are applied before the hash. Fields that Kubernetes has and this
//! simulator does not are refused by name, so that nothing runs otherwise than it says.

mod decode;
mod defaults;
mod fields;
mod identity;
mod scalars;
mod validate;
mod yaml;

use trace::object::{DaemonSet, Object, ObjectMeta, Pod, ReplicaSet};
use trace::{ManifestError, NodeName};

use decode::Place;
use yaml::Document;

/// The largest manifest, in bytes; the limit itself is already too large
/// (`pkg/kubelet/config/common.go` `maxConfigLength`).
pub const MAX_BYTES: usize = 10 * 1024 * 1024;

/// Reads a manifest as this node's kubelet does.
///
/// # Errors
/// The kubelet's sentence, with the place in the file where there is one.
pub fn decode(text: &str, path: &str, node: &NodeName) -> Result<Pod, ManifestError> {
    if text.len() >= MAX_BYTES {
        return Err(plain("the read limit is reached".into()));
    }
    let wrap = |error: ManifestError| ManifestError {
        message: format!(
            "{path}: couldn't parse as pod({}), please check config file",
            error.message
        ),
        ..error
    };
    let document = Document::parse(text, true).map_err(wrap)?;
    let mut pod = decode_pod(&document).map_err(wrap)?;
    if pod.metadata.name.is_empty() {
        return Err(wrap(plain("invalid pod: name is needed for the pod".into())));
    }
    identity::make_static(&mut pod, path, node);
    validate::validate(&pod, &document).map_err(wrap)?;
    Ok(pod)
}

fn decode_pod(document: &Document) -> Result<Pod, ManifestError> {
    let root = Place::root(document);
    let (kind, version) = type_of(&root, document)?;
    if version != "v1" || kind != "Pod" {
        let message = if version == "v1" && is_core_kind(&kind) {
            format!("invalid pod: &core.{kind}{{…}}")
        } else {
            format!("no kind \"{kind}\" is registered for version \"{version}\" in scheme")
        };
        return Err(root.field("kind").error(message));
    }
    let mut pod = Pod {
        metadata: fields::metadata(&root.field("metadata"))?,
        spec: fields::pod_spec(&root.field("spec"))?,
        status: trace::object::PodStatus::default(),
    };
    defaults::pod_spec(&mut pod.spec);
    Ok(pod)
}

fn type_of(root: &Place<'_>, document: &Document) -> Result<(String, String), ManifestError> {
    let kind = root.field("kind").string()?.unwrap_or_default();
    let version = root.field("apiVersion").string()?.unwrap_or_default();
    let missing =
        |what: &str| Err(root.error(format!("Object '{what}' is missing in '{}'", document.value)));
    if kind.is_empty() {
        return missing("Kind");
    }
    if version.is_empty() {
        return missing("apiVersion");
    }
    Ok((kind, version))
}

fn is_core_kind(kind: &str) -> bool {
    const KINDS: [&str; 9] = [
        "ConfigMap",
        "List",
        "Namespace",
        "Node",
        "PodList",
        "PodTemplate",
        "Secret",
        "Service",
        "ServiceAccount",
    ];
    KINDS.contains(&kind)
}

/// Reads an object for `kubectl apply`: a Pod, a ReplicaSet or a DaemonSet.
///
/// # Errors
/// What is wrong, with the place.
pub fn decode_object(text: &str) -> Result<Object, ManifestError> {
    if text.len() >= MAX_BYTES {
        return Err(plain("the read limit is reached".into()));
    }
    let document = Document::parse(text, false)?;
    let root = Place::root(&document);
    let (kind, version) = type_of(&root, &document)?;
    let mut metadata: ObjectMeta = fields::metadata(&root.field("metadata"))?;
    if metadata.namespace.is_empty() {
        metadata.namespace = "default".into();
    }
    let spec = root.field("spec");
    match (version.as_str(), kind.as_str()) {
        ("v1", "Pod") => {
            let mut pod = Pod { metadata, spec: fields::pod_spec(&spec)?, ..Pod::default() };
            defaults::pod_spec(&mut pod.spec);
            Ok(Object::Pod(pod.into()))
        }
        ("apps/v1", "ReplicaSet") => {
            let mut set = ReplicaSet { metadata, ..ReplicaSet::default() };
            set.spec.replicas = spec.field("replicas").count()?.unwrap_or(1);
            (set.spec.selector, set.spec.template) = fields::workload(&spec)?;
            defaults::pod_spec(&mut set.spec.template.spec);
            Ok(Object::ReplicaSet(set.into()))
        }
        ("apps/v1", "DaemonSet") => {
            let mut set = DaemonSet { metadata, ..DaemonSet::default() };
            (set.spec.selector, set.spec.template) = fields::workload(&spec)?;
            defaults::pod_spec(&mut set.spec.template.spec);
            Ok(Object::DaemonSet(set.into()))
        }
        (version, kind) => {
            let message = format!("this simulator does not model {version} {kind}");
            Err(root.field("kind").error(message))
        }
    }
}

fn plain(message: String) -> ManifestError {
    ManifestError { message, line: None, column: None }
}
