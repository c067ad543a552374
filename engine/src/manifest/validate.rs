//! Validation of a static Pod, after its defaults (`pkg/apis/core/validation/validation.go`).

use std::collections::BTreeSet;

use trace::ManifestError;
use trace::object::{Container, Pod};

use super::decode::Place;
use super::yaml::Document;

/// Checks the Pod.
///
/// # Errors
/// All mistakes in the kubelet's words, at the place of the first.
pub fn validate(pod: &Pod, document: &Document) -> Result<(), ManifestError> {
    let root = Place::root(document);
    let mut mistakes: Vec<(Place<'_>, String)> = Vec::new();
    let meta = root.field("metadata");
    if !is_subdomain(&pod.metadata.name) {
        let message =
            format!("metadata.name: Invalid value: \"{}\": {SUBDOMAIN}", pod.metadata.name);
        mistakes.push((meta.field("name"), message));
    }
    if !is_label(&pod.metadata.namespace) {
        let message =
            format!("metadata.namespace: Invalid value: \"{}\": {LABEL}", pod.metadata.namespace);
        mistakes.push((meta.field("namespace"), message));
    }
    let spec = root.field("spec");
    if pod.spec.containers.is_empty() {
        mistakes.push((spec.field("containers"), "spec.containers: Required value".into()));
    }
    let places = spec.field("containers").items()?;
    let mut names = BTreeSet::new();
    for (n, (container, place)) in pod.spec.containers.iter().zip(places).enumerate() {
        for message in container_mistakes(container, n, &mut names) {
            let field = place.field(if message.contains("image") { "image" } else { "name" });
            mistakes.push((field, message));
        }
    }
    if !matches!(pod.spec.restart_policy.as_str(), "Always" | "OnFailure" | "Never") {
        let message = format!(
            "spec.restartPolicy: Unsupported value: \"{}\": supported values: \"Always\", \
             \"OnFailure\", \"Never\"",
            pod.spec.restart_policy
        );
        mistakes.push((spec.field("restartPolicy"), message));
    }
    let Some((first, _)) = mistakes.first() else { return Ok(()) };
    let messages: Vec<&str> = mistakes.iter().map(|(_, it)| it.as_str()).collect();
    Err(first.error(format!("invalid pod: [{}]", messages.join(", "))))
}

fn container_mistakes(
    container: &Container,
    n: usize,
    names: &mut BTreeSet<String>,
) -> Vec<String> {
    let mut mistakes = Vec::new();
    let at = format!("spec.containers[{n}]");
    if container.name.is_empty() {
        mistakes.push(format!("{at}.name: Required value"));
    } else if !is_label(&container.name) {
        mistakes.push(format!("{at}.name: Invalid value: \"{}\": {LABEL}", container.name));
    } else if !names.insert(container.name.clone()) {
        mistakes.push(format!("{at}.name: Duplicate value: \"{}\"", container.name));
    }
    if container.image.is_empty() {
        mistakes.push(format!("{at}.image: Required value"));
    }
    mistakes
}

const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric \
    characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or \
    '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric \
    characters, '-' or '.', and must start and end with an alphanumeric character (e.g. \
    'example.com', regex used for validation is \
    '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/// `apimachinery/pkg/util/validation` `IsDNS1123Label`.
fn is_label(text: &str) -> bool {
    text.len() <= 63 && is_label_shaped(text)
}

/// `IsDNS1123Subdomain`: its parts have no length limit of their own.
fn is_subdomain(text: &str) -> bool {
    text.len() <= 253 && text.split('.').all(is_label_shaped)
}

fn is_label_shaped(text: &str) -> bool {
    let allowed = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
    !text.is_empty() && text.chars().all(allowed) && !text.starts_with('-') && !text.ends_with('-')
}
