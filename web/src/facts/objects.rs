//! The Kubernetes objects that facts carry.

use std::sync::Arc;

use trace::object::{
    Affinity, Container, ContainerPort, ContainerStateFields, ContainerStatus, DaemonSet,
    DaemonSetSpec, DaemonSetStatus, EmptyObject, EnvVar, LabelSelector, Node, NodeAffinity,
    NodeCondition, NodeSelector, NodeSelectorRequirement, NodeSelectorTerm, NodeSpecFields,
    NodeStatus, Object, ObjectMeta, OwnerReference, Phase, Pod, PodCondition, PodIp, PodSpec,
    PodStatus, PodTemplate, ReplicaSet, ReplicaSetSpec, ReplicaSetStatus, Resources, Running,
    Taint, TemplateMeta, Terminated, Toleration, Volume, VolumeMount, Waiting,
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

records! {
    Affinity { node_affinity }
    NodeAffinity { required_during_scheduling_ignored_during_execution }
    NodeSelector { node_selector_terms }
    NodeSelectorTerm { match_fields }
    NodeSelectorRequirement { key, operator, values }
}

choices! {
    Phase { Pending, Running, Succeeded, Failed }
}

records! {
    ObjectMeta {
        annotations, creation_timestamp, deletion_grace_period_seconds, deletion_timestamp,
        finalizers, generate_name, generation, labels, name, namespace, owner_references,
        resource_version, uid,
    }
    OwnerReference { api_version, block_owner_deletion, controller, kind, name, uid }
    Pod { metadata, spec, status }
    EmptyObject {}
    PodSpec {
        active_deadline_seconds, affinity, containers, dns_policy, enable_service_links,
        host_network, node_name, node_selector, preemption_policy, priority, priority_class_name,
        restart_policy, scheduler_name, security_context, service_account_name,
        termination_grace_period_seconds, tolerations, volumes,
    }
    Container {
        args, command, env, image, image_pull_policy, name, ports, resources,
        termination_message_path, termination_message_policy, volume_mounts,
    }
    EnvVar { name, value }
    ContainerPort { container_port, host_port, name, protocol }
    Resources { limits, requests }
    Toleration { effect, key, operator, toleration_seconds, value }
    Volume { empty_dir, host_path, name }
    VolumeMount { mount_path, name, read_only }
    PodStatus {
        conditions, container_statuses, host_ip, message, phase, pod_ip, pod_ips, qos_class,
        reason, start_time,
    }
    PodIp { ip }
    PodCondition { last_transition_time, message, reason, status, kind = "type" }
    ContainerStatus {
        container_id, image, image_id, last_state, name, ready, restart_count, started, state,
    }
    ContainerStateFields { running, terminated, waiting }
    Running { started_at }
    Terminated { container_id, exit_code, finished_at, reason, started_at }
    Waiting { message, reason }
    Node { metadata, spec, status }
    NodeSpecFields { taints, unschedulable }
    Taint { effect, key, time_added }
    NodeStatus { conditions }
    NodeCondition { last_transition_time, message, reason, status, kind = "type" }
    LabelSelector { match_labels }
    PodTemplate { metadata, spec }
    TemplateMeta { annotations, labels }
    ReplicaSet { metadata, spec, status }
    ReplicaSetSpec { replicas, selector, template }
    ReplicaSetStatus { replicas, ready_replicas }
    DaemonSet { metadata, spec, status }
    DaemonSetSpec { selector, template }
    DaemonSetStatus { current_number_scheduled, desired_number_scheduled, number_ready }
}
