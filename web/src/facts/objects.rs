//! The Kubernetes objects that facts carry. The picture needs little of them; their text beside it
//! needs all.

use std::sync::Arc;

#[cfg(feature = "rail")]
use trace::object::{
    Affinity, ContainerPort, ContainerStateFields, ContainerStatus, DaemonSetSpec, DaemonSetStatus,
    EmptyObject, EnvVar, LabelSelector, NodeAffinity, NodeCondition, NodeSelector,
    NodeSelectorRequirement, NodeSelectorTerm, NodeStatus, PodIp, PodTemplate, ReplicaSetSpec,
    ReplicaSetStatus, Resources, Running, Taint, TemplateMeta, Terminated, Toleration, Volume,
    VolumeMount, Waiting,
};
use trace::object::{
    Container, DaemonSet, Node, NodeSpecFields, Object, ObjectMeta, OwnerReference, Phase, Pod,
    PodCondition, PodSpec, PodStatus, ReplicaSet,
};

use super::{Fact, Reader, choices, records};
use crate::tree::Tree;

impl Fact for Object {
    fn read(tree: Tree, reader: &mut Reader) -> Self {
        let (name, content) = reader.variant(tree);
        match name.as_str() {
            "pod" => Self::Pod(Fact::read(content, reader)),
            "node" => Self::Node(Fact::read(content, reader)),
            "replicaSet" => Self::ReplicaSet(Fact::read(content, reader)),
            "daemonSet" => Self::DaemonSet(Fact::read(content, reader)),
            _ => {
                reader.refuse();
                Self::Pod(Arc::default())
            }
        }
    }
}

choices! {
    Phase { Pending, Running, Succeeded, Failed }
}

records! {
    ObjectMeta {
        annotations, deletion_grace_period_seconds, deletion_timestamp, name, namespace,
        owner_references, uid;
        rail: creation_timestamp, finalizers, generate_name, generation, labels, resource_version,
    }
    OwnerReference { controller, kind, name; rail: api_version, block_owner_deletion, uid }
    Pod { metadata, spec, status }
    PodSpec {
        containers, node_name;
        rail: active_deadline_seconds, affinity, dns_policy, enable_service_links, host_network,
        node_selector, preemption_policy, priority, priority_class_name, restart_policy,
        scheduler_name, security_context, service_account_name, termination_grace_period_seconds,
        tolerations, volumes,
    }
    Container {
        image, name;
        rail: args, command, env, image_pull_policy, ports, resources, termination_message_path,
        termination_message_policy, volume_mounts,
    }
    PodStatus {
        conditions, phase;
        rail: container_statuses, host_ip, message, pod_ip, pod_ips, qos_class, reason, start_time,
    }
    PodCondition { status, kind = "type"; rail: last_transition_time, message, reason }
    Node { metadata, spec; rail: status }
    NodeSpecFields { unschedulable; rail: taints }
    ReplicaSet { metadata; rail: spec, status }
    DaemonSet { metadata; rail: spec, status }
}

#[cfg(feature = "rail")]
records! {
    Affinity { node_affinity }
    NodeAffinity { required_during_scheduling_ignored_during_execution }
    NodeSelector { node_selector_terms }
    NodeSelectorTerm { match_fields }
    NodeSelectorRequirement { key, operator, values }
    EmptyObject {}
    EnvVar { name, value }
    ContainerPort { container_port, host_port, name, protocol }
    Resources { limits, requests }
    Toleration { effect, key, operator, toleration_seconds, value }
    Volume { empty_dir, host_path, name }
    VolumeMount { mount_path, name, read_only }
    PodIp { ip }
    ContainerStatus {
        container_id, image, image_id, last_state, name, ready, restart_count, started, state,
    }
    ContainerStateFields { running, terminated, waiting }
    Running { started_at }
    Terminated { container_id, exit_code, finished_at, reason, started_at }
    Waiting { message, reason }
    Taint { effect, key, time_added }
    NodeStatus { conditions }
    NodeCondition { last_transition_time, message, reason, status, kind = "type" }
    LabelSelector { match_labels }
    PodTemplate { metadata, spec }
    TemplateMeta { annotations, labels }
    ReplicaSetSpec { replicas, selector, template }
    ReplicaSetStatus { replicas, ready_replicas }
    DaemonSetSpec { selector, template }
    DaemonSetStatus { current_number_scheduled, desired_number_scheduled, number_ready }
}
