//! The modelled fields of a Pod, one function per object.

use trace::object::{
    Container, ContainerPort, EmptyObject, EnvVar, LabelSelector, ObjectMeta, OwnerReference,
    PodSpec, PodTemplate, Resources, TemplateMeta, Toleration, Volume, VolumeMount,
};
use trace::{ManifestError, Uid};

use super::decode::Place;

type Read<T> = Result<T, ManifestError>;

/// Fields of `PodSpec` that Kubernetes has and this simulator does not.
const POD_SPEC: &[&str] = &[
    "affinity",
    "automountServiceAccountToken",
    "dnsConfig",
    "ephemeralContainers",
    "hostAliases",
    "hostIPC",
    "hostPID",
    "hostUsers",
    "hostname",
    "initContainers",
    "os",
    "overhead",
    "readinessGates",
    "resources",
    "runtimeClassName",
    "schedulingGates",
    "setHostnameAsFQDN",
    "shareProcessNamespace",
    "subdomain",
    "topologySpreadConstraints",
];

/// Fields of `Container` that Kubernetes has and this simulator does not.
const CONTAINER: &[&str] = &[
    "envFrom",
    "lifecycle",
    "livenessProbe",
    "readinessProbe",
    "resizePolicy",
    "restartPolicyRules",
    "securityContext",
    "startupProbe",
    "stdin",
    "stdinOnce",
    "tty",
    "volumeDevices",
    "workingDir",
];

/// What a static Pod may not refer to, and the kubelet's word for it
/// (`pkg/api/pod/util.go` `HasAPIObjectReference`). For Pods of the API these are merely not
/// modelled.
fn refuse_reference(place: &Place<'_>, name: &str, what: &str) -> Read<()> {
    let field = place.field(name);
    if !field.is_present() {
        return Ok(());
    }
    Err(field.error(if place.is_static() {
        format!("static pods may not reference {what}")
    } else {
        format!("this simulator does not model {what}")
    }))
}

/// `ObjectMeta`.
pub fn metadata(place: &Place<'_>) -> Read<ObjectMeta> {
    place.keys()?;
    Ok(ObjectMeta {
        annotations: place.field("annotations").text_map()?,
        finalizers: place.field("finalizers").texts()?,
        labels: place.field("labels").text_map()?,
        name: place.field("name").text()?,
        namespace: place.field("namespace").text()?,
        owner_references: all(&place.field("ownerReferences"), owner_reference)?,
        uid: Uid::from(place.field("uid").text()?),
        ..ObjectMeta::default()
    })
}

fn owner_reference(place: &Place<'_>) -> Read<OwnerReference> {
    Ok(OwnerReference {
        api_version: place.field("apiVersion").text()?,
        block_owner_deletion: place.field("blockOwnerDeletion").boolean()?,
        controller: place.field("controller").boolean()?.unwrap_or_default(),
        kind: place.field("kind").text()?,
        name: place.field("name").text()?,
        uid: Uid::from(place.field("uid").text()?),
    })
}

/// The selector and the template of a workload.
pub fn workload(place: &Place<'_>) -> Read<(LabelSelector, PodTemplate)> {
    place.refuse_unmodelled(&["updateStrategy", "revisionHistoryLimit", "minReadySeconds"])?;
    let selector = place.field("selector");
    selector.refuse_unmodelled(&["matchExpressions"])?;
    let selector = LabelSelector { match_labels: selector.field("matchLabels").text_map()? };
    let template = place.field("template");
    let metadata = template.field("metadata");
    let metadata = TemplateMeta {
        annotations: metadata.field("annotations").text_map()?,
        labels: metadata.field("labels").text_map()?,
    };
    if !selector.matches(&metadata.labels) {
        let message = "`selector` does not match template `labels`";
        return Err(place.field("selector").error(message.into()));
    }
    Ok((selector, PodTemplate { metadata, spec: pod_spec(&template.field("spec"))? }))
}

/// `PodSpec`.
pub fn pod_spec(place: &Place<'_>) -> Read<PodSpec> {
    place.keys()?;
    refuse_reference(place, "serviceAccountName", "serviceaccounts")?;
    refuse_reference(place, "imagePullSecrets", "secrets")?;
    refuse_reference(place, "resourceClaims", "resourceclaims")?;
    place.refuse_unmodelled(POD_SPEC)?;
    place.field("securityContext").refuse_unmodelled(&[
        "fsGroup",
        "runAsGroup",
        "runAsNonRoot",
        "runAsUser",
        "seccompProfile",
        "supplementalGroups",
        "sysctls",
    ])?;
    Ok(PodSpec {
        active_deadline_seconds: place.field("activeDeadlineSeconds").integer()?,
        affinity: None,
        containers: all(&place.field("containers"), container)?,
        dns_policy: place.field("dnsPolicy").text()?,
        enable_service_links: place.field("enableServiceLinks").boolean()?,
        host_network: place.field("hostNetwork").boolean()?.unwrap_or_default(),
        node_name: place.field("nodeName").text()?,
        node_selector: place.field("nodeSelector").text_map()?,
        preemption_policy: place.field("preemptionPolicy").text()?,
        priority: place.field("priority").integer_32()?,
        priority_class_name: place.field("priorityClassName").text()?,
        restart_policy: place.field("restartPolicy").text()?,
        scheduler_name: place.field("schedulerName").text()?,
        security_context: place.field("securityContext").is_present().then_some(EmptyObject {}),
        service_account_name: String::new(),
        termination_grace_period_seconds: place.field("terminationGracePeriodSeconds").integer()?,
        tolerations: all(&place.field("tolerations"), toleration)?,
        volumes: all(&place.field("volumes"), volume)?,
    })
}

fn container(place: &Place<'_>) -> Read<Container> {
    place.keys()?;
    refuse_env_references(place)?;
    place.refuse_unmodelled(CONTAINER)?;
    let resources = place.field("resources");
    resources.refuse_unmodelled(&["claims"])?;
    Ok(Container {
        args: place.field("args").texts()?,
        command: place.field("command").texts()?,
        env: all(&place.field("env"), env_var)?,
        image: place.field("image").text()?,
        image_pull_policy: place.field("imagePullPolicy").text()?,
        name: place.field("name").text()?,
        ports: all(&place.field("ports"), port)?,
        resources: Resources {
            limits: resources.field("limits").quantities()?,
            requests: resources.field("requests").quantities()?,
        },
        termination_message_path: place.field("terminationMessagePath").text()?,
        termination_message_policy: place.field("terminationMessagePolicy").text()?,
        volume_mounts: all(&place.field("volumeMounts"), volume_mount)?,
    })
}

/// An environment taken from a Secret or a ConfigMap is refused with the kubelet's own word.
fn refuse_env_references(place: &Place<'_>) -> Read<()> {
    for source in place.field("envFrom").items()? {
        refuse_reference(&source, "secretRef", "secrets")?;
        refuse_reference(&source, "configMapRef", "configmaps")?;
    }
    for variable in place.field("env").items()? {
        let source = variable.field("valueFrom");
        refuse_reference(&source, "secretKeyRef", "secrets")?;
        refuse_reference(&source, "configMapKeyRef", "configmaps")?;
        variable.refuse_unmodelled(&["valueFrom"])?;
    }
    Ok(())
}

fn env_var(place: &Place<'_>) -> Read<EnvVar> {
    Ok(EnvVar { name: place.field("name").text()?, value: place.field("value").text()? })
}

fn port(place: &Place<'_>) -> Read<ContainerPort> {
    place.refuse_unmodelled(&["hostIP"])?;
    Ok(ContainerPort {
        container_port: place.field("containerPort").integer_32()?.unwrap_or_default(),
        host_port: place.field("hostPort").integer_32()?,
        name: place.field("name").text()?,
        protocol: place.field("protocol").text()?,
    })
}

fn toleration(place: &Place<'_>) -> Read<Toleration> {
    Ok(Toleration {
        effect: place.field("effect").text()?,
        key: place.field("key").text()?,
        operator: place.field("operator").text()?,
        toleration_seconds: place.field("tolerationSeconds").integer()?,
        value: place.field("value").text()?,
    })
}

fn volume(place: &Place<'_>) -> Read<Volume> {
    refuse_reference(place, "secret", "secrets")?;
    refuse_reference(place, "configMap", "configmaps")?;
    refuse_reference(place, "persistentVolumeClaim", "persistentvolumeclaims")?;
    place.refuse_unmodelled(&["projected", "downwardAPI", "csi", "nfs", "image", "ephemeral"])?;
    let host_path = place.field("hostPath");
    Ok(Volume {
        empty_dir: place.field("emptyDir").is_present().then_some(EmptyObject {}),
        host_path: host_path.is_present().then(|| host_path.text_map()).transpose()?,
        name: place.field("name").text()?,
    })
}

fn volume_mount(place: &Place<'_>) -> Read<VolumeMount> {
    place.refuse_unmodelled(&["subPath", "subPathExpr", "mountPropagation"])?;
    Ok(VolumeMount {
        mount_path: place.field("mountPath").text()?,
        name: place.field("name").text()?,
        read_only: place.field("readOnly").boolean()?.unwrap_or_default(),
    })
}

fn all<T>(place: &Place<'_>, read: fn(&Place<'_>) -> Read<T>) -> Read<Vec<T>> {
    place.items()?.iter().map(read).collect()
}
