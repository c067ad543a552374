//! Who plays: the Pod each beat is about, and the rows of the others.

use std::collections::BTreeMap;

use trace::{Entry, Event, NodeName, Topology, View};

use super::BeatSpan;

/// Which Pod is meant, whatever its UID: a static Pod and its mirror share their name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PodName {
    /// The namespace.
    pub namespace: String,
    /// The name; a static Pod's already ends in its node's name.
    pub name: String,
}

/// A Pod that is not in focus, in a place of its own for as long as it exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which Pod.
    pub pod: PodName,
    /// Its place in the list, from 0.
    pub slot: usize,
    /// The index of the entry that brought it.
    pub first: usize,
    /// The index of the entry that took it away.
    pub last: Option<usize>,
}

/// The cast of a timeline.
#[derive(Clone, Debug, Default)]
pub(super) struct Cast {
    focus: Vec<Option<PodName>>,
    pub(super) rows: Vec<Row>,
    pub(super) files: Vec<String>,
}

impl Cast {
    pub(super) fn new(
        entries: &[Entry],
        beats: &[BeatSpan],
        topology: &Topology,
        node: &NodeName,
    ) -> Self {
        let focus = focus_of_beats(entries, beats, node);
        let rows = rows(entries, topology, node, &focus);
        Self { focus, rows, files: files(entries, node) }
    }

    pub(super) fn focus(&self, beat: usize) -> Option<&PodName> {
        self.focus.get(beat).and_then(Option::as_ref)
    }
}

impl PodName {
    /// Whether this Pod is meant.
    #[must_use]
    pub fn is(&self, namespace: &str, name: &str) -> bool {
        self.name == name && self.namespace == namespace
    }

    /// The Pod an event is about, where that is said outright.
    pub(crate) fn of(event: &Event) -> Option<Self> {
        event.pod().map(|pod| Self { namespace: pod.namespace, name: pod.name })
    }
}

/// The static Pod that most entries of a beat speak of; the one before where none does; the first
/// of all at the beginning.
fn focus_of_beats(entries: &[Entry], beats: &[BeatSpan], node: &NodeName) -> Vec<Option<PodName>> {
    let statics: Vec<PodName> = static_pods(entries, node);
    let mut current = statics.first().cloned();
    let of_beat = |beat: &BeatSpan| {
        let range = beat.first.index()..(beat.last.0 as usize).min(entries.len());
        let mut spoken = vec![0_u32; statics.len()];
        for entry in entries.get(range).unwrap_or_default() {
            let pod = PodName::of(&entry.event);
            if let Some(at) = pod.and_then(|pod| statics.iter().position(|it| *it == pod)) {
                spoken[at] += 1;
            }
        }
        let most = spoken.iter().copied().max().filter(|it| *it > 0);
        if let Some(at) = most.and_then(|most| spoken.iter().position(|it| *it == most)) {
            current = Some(statics[at].clone());
        }
        current.clone()
    };
    beats.iter().map(of_beat).collect()
}

/// In order of appearance.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest says nothing about static Pods")]
fn static_pods(entries: &[Entry], node: &NodeName) -> Vec<PodName> {
    let mut all: Vec<PodName> = Vec::new();
    for entry in entries {
        let is_static = match &entry.event {
            Event::ManifestRead { node: on, .. } => on == node,
            Event::ObjectCreated { object } => object
                .as_pod()
                .is_some_and(|pod| pod.is_mirror() && pod.spec.node_name == node.as_str()),
            _ => false,
        };
        if let Some(pod) = PodName::of(&entry.event).filter(|it| is_static && !all.contains(it)) {
            all.push(pod);
        }
    }
    all
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest brings no file")]
fn files(entries: &[Entry], node: &NodeName) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for entry in entries {
        let (on, path) = match &entry.event {
            Event::FileWritten { node, path, .. } => (node, path),
            Event::FileRenamed { node, to, .. } => (node, to),
            _ => continue,
        };
        if on == node && !all.contains(path) {
            all.push(path.clone());
        }
    }
    // The sort is stable: within both kinds the order of appearance stays.
    all.sort_by_key(|it| it.rsplit('/').next().is_some_and(|name| name.starts_with('.')));
    all
}

/// Each Pod of the machine gets the first free place when it comes, and keeps it.
fn rows(
    entries: &[Entry],
    topology: &Topology,
    node: &NodeName,
    focus: &[Option<PodName>],
) -> Vec<Row> {
    let mut view = View::new(topology);
    let mut rows: Vec<Row> = Vec::new();
    let mut open: BTreeMap<PodName, usize> = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        view.apply(&entry.event);
        if let Some(pod) = PodName::of(&entry.event) {
            let always_in_focus = focus.iter().all(|it| it.as_ref() == Some(&pod));
            if !always_in_focus && !open.contains_key(&pod) && is_here(&view, node, &pod) {
                let taken: Vec<usize> = open.values().map(|it| rows[*it].slot).collect();
                let slot = (0..).find(|it| !taken.contains(it)).unwrap_or_default();
                open.insert(pod.clone(), rows.len());
                rows.push(Row { pod, slot, first: index, last: None });
            }
        }
        if may_end_a_row(&entry.event) {
            open.retain(|pod, row| {
                let stays = is_here(&view, node, pod);
                if !stays {
                    rows[*row].last = Some(index);
                }
                stays
            });
        }
    }
    rows
}

fn is_here(view: &View, node: &NodeName, pod: &PodName) -> bool {
    let stored = view.pod(&pod.namespace, &pod.name);
    stored.is_some_and(|it| it.spec.node_name == node.as_str())
        || view.nodes.get(node).is_some_and(|it| {
            it.containers.values().any(|it| pod.is(&it.pod.namespace, &it.pod.name))
        })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest takes nothing away")]
fn may_end_a_row(event: &Event) -> bool {
    match event {
        Event::ObjectDeleted { object } => object.as_pod().is_some(),
        Event::ContainerRemoved { .. } => true,
        _ => false,
    }
}
