//! Facts a claim can compare: what can be read off a cluster at a moment.

use trace::object::{CONFIG_SOURCE, Pod};
use trace::{ContainerRecord, ContainerState, NodeName, View};

use super::Subject;

/// A fact about the subject of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// The runtime's id of its newest container.
    ContainerId,
    /// The image of that container.
    ContainerImage,
    /// How often it was restarted.
    ContainerRestarts,
    /// `created`, `running` or `exited`.
    ContainerState,
    /// The mirror's UID.
    MirrorUid,
    /// The image in the mirror's spec.
    MirrorImage,
    /// The hash the mirror was made for.
    MirrorHash,
    /// Where the mirror says its Pod comes from.
    MirrorSource,
    /// The mirror's phase.
    MirrorPhase,
    /// Whether the mirror says that its containers are ready.
    MirrorReady,
    /// The mirror's labels.
    MirrorLabels,
    /// The mirror's owner, as `Node/pair-worker`.
    MirrorOwner,
    /// Whether somebody has asked to delete the mirror.
    MirrorDeleting,
    /// Whether the node is cordoned.
    NodeCordoned,
    /// Whether the API server answers.
    ApiUp,
}

/// What a fact is when there is nothing to read it from.
const ABSENT: &str = "absent";

impl Fact {
    /// Every fact and its name in a structure file.
    pub const ALL: [(&'static str, Self); 15] = [
        ("container.id", Self::ContainerId),
        ("container.image", Self::ContainerImage),
        ("container.restarts", Self::ContainerRestarts),
        ("container.state", Self::ContainerState),
        ("mirror.uid", Self::MirrorUid),
        ("mirror.image", Self::MirrorImage),
        ("mirror.hash", Self::MirrorHash),
        ("mirror.source", Self::MirrorSource),
        ("mirror.phase", Self::MirrorPhase),
        ("mirror.ready", Self::MirrorReady),
        ("mirror.labels", Self::MirrorLabels),
        ("mirror.owner", Self::MirrorOwner),
        ("mirror.deleting", Self::MirrorDeleting),
        ("node.cordoned", Self::NodeCordoned),
        ("api.up", Self::ApiUp),
    ];

    /// The fact with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(it, _)| *it == name).map(|(_, fact)| fact)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|(_, it)| *it == self).map_or("", |(name, _)| name)
    }

    /// What it is at a moment; `absent` when there is no container or no mirror.
    #[must_use]
    pub fn read(self, view: &View, subject: &Subject) -> String {
        let container = || container(view, subject);
        let mirror = || mirror(view, subject);
        let read = match self {
            Self::ContainerId => container().map(|it| it.id.to_string()),
            Self::ContainerImage => container().map(|it| it.image.clone()),
            Self::ContainerRestarts => container().map(|it| it.attempt.to_string()),
            Self::ContainerState => container().map(|it| state(it).to_owned()),
            Self::MirrorUid => mirror().map(|it| it.metadata.uid.to_string()),
            Self::MirrorImage => mirror().and_then(|it| image(it, &subject.container)),
            Self::MirrorHash => mirror().map(|it| it.mirror_hash().to_owned()),
            Self::MirrorSource => {
                mirror().and_then(|it| it.metadata.annotations.get(CONFIG_SOURCE).cloned())
            }
            Self::MirrorPhase => mirror().map(|it| it.status.phase.as_str().to_owned()),
            Self::MirrorReady => mirror().map(|it| it.status.is_true("Ready").to_string()),
            Self::MirrorLabels => mirror().map(labels),
            Self::MirrorOwner => mirror().map(owner),
            Self::MirrorDeleting => {
                mirror().map(|it| it.metadata.deletion_timestamp.is_some().to_string())
            }
            Self::NodeCordoned => Some(view.is_cordoned(&subject.node).to_string()),
            Self::ApiUp => Some(view.api_server_up.to_string()),
        };
        read.unwrap_or_else(|| ABSENT.to_owned())
    }
}

/// The newest container of the subject's Pod, of whichever version of the file.
fn container<'a>(view: &'a View, subject: &Subject) -> Option<&'a ContainerRecord> {
    let node: &NodeName = &subject.node;
    let mine = view.nodes.get(node)?.containers.values().filter(|it| {
        it.name == subject.container
            && it.pod.namespace == subject.namespace
            && it.pod.name == subject.pod
    });
    mine.max_by_key(|it| (it.created_at, it.attempt))
}

fn mirror<'a>(view: &'a View, subject: &Subject) -> Option<&'a Pod> {
    let pod = view.pod(&subject.namespace, &subject.pod)?;
    pod.is_mirror().then_some(pod)
}

const fn state(record: &ContainerRecord) -> &'static str {
    match record.state {
        ContainerState::Created => "created",
        ContainerState::Running => "running",
        ContainerState::Exited => "exited",
    }
}

fn image(pod: &Pod, container: &str) -> Option<String> {
    let container = pod.spec.containers.iter().find(|it| it.name == container)?;
    Some(container.image.clone())
}

fn labels(pod: &Pod) -> String {
    let pairs: Vec<String> =
        pod.metadata.labels.iter().map(|(key, value)| format!("{key}={value}")).collect();
    pairs.join(",")
}

fn owner(pod: &Pod) -> String {
    let owners: Vec<String> =
        pod.metadata.owner_references.iter().map(|it| format!("{}/{}", it.kind, it.name)).collect();
    owners.join(",")
}
