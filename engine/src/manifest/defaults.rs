//! API defaults, applied while decoding and therefore part of the hash
//! (`pkg/apis/core/v1/defaults.go`).

use trace::object::{Container, EmptyObject, PodSpec};

/// Fills in what a Pod's spec leaves out.
pub fn pod_spec(spec: &mut PodSpec) {
    default(&mut spec.dns_policy, "ClusterFirst");
    default(&mut spec.restart_policy, "Always");
    default(&mut spec.scheduler_name, "default-scheduler");
    spec.security_context.get_or_insert(EmptyObject {});
    spec.termination_grace_period_seconds.get_or_insert(30);
    spec.enable_service_links.get_or_insert(true);
    let host_network = spec.host_network;
    for it in &mut spec.containers {
        container(it, host_network);
    }
}

fn container(container: &mut Container, host_network: bool) {
    default(&mut container.termination_message_path, "/dev/termination-log");
    default(&mut container.termination_message_policy, "File");
    let policy = if has_latest_tag(&container.image) { "Always" } else { "IfNotPresent" };
    default(&mut container.image_pull_policy, policy);
    for (name, limit) in &container.resources.limits {
        container.resources.requests.get_or_insert_with(name.clone(), || limit.clone());
    }
    for port in &mut container.ports {
        default(&mut port.protocol, "TCP");
        if host_network && port.host_port.is_none() {
            port.host_port = Some(port.container_port);
        }
    }
}

/// Whether an image has the tag `latest` or none.
fn has_latest_tag(image: &str) -> bool {
    if image.contains('@') {
        return false;
    }
    let name = image.rsplit('/').next().unwrap_or(image);
    name.split_once(':').is_none_or(|(_, tag)| tag == "latest")
}

fn default(field: &mut String, value: &str) {
    if field.is_empty() {
        field.push_str(value);
    }
}
