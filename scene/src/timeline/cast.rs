//! Who plays: the Pods of the machine, the one each beat is about, and the rows of the others.

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
    /// Every Pod the trace knows on the machine: static ones first, then in order of appearance.
    pub(super) pods: Vec<PodName>,
    n_static: usize,
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
        pinned: Option<&PodName>,
    ) -> Self {
        let (pods, n_static) = pods(entries, node);
        let focus = match pinned.filter(|it| pods.contains(it)) {
            Some(pod) => vec![Some(pod.clone()); beats.len()],
            // A machine without static Pods is about its other Pods.
            None if n_static == 0 => focus_of_beats(entries, beats, &pods),
            None => focus_of_beats(entries, beats, &pods[..n_static]),
        };
        let rows = rows(entries, topology, node, &focus);
        Self { pods, n_static, focus, rows, files: files(entries, node) }
    }

    pub(super) fn is_static(&self, pod: &PodName) -> bool {
        self.pods[..self.n_static].contains(pod)
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

/// The Pod of these that most entries of a beat speak of; the one before where none does; the first
/// of all at the beginning.
fn focus_of_beats(entries: &[Entry], beats: &[BeatSpan], pods: &[PodName]) -> Vec<Option<PodName>> {
    let mut current = pods.first().cloned();
    let of_beat = |beat: &BeatSpan| {
        let range = beat.first.index()..(beat.last.0 as usize).min(entries.len());
        let mut spoken = vec![0_u32; pods.len()];
        for entry in entries.get(range).unwrap_or_default() {
            let pod = PodName::of(&entry.event);
            if let Some(at) = pod.and_then(|pod| pods.iter().position(|it| *it == pod)) {
                spoken[at] += 1;
            }
        }
        let most = spoken.iter().copied().max().filter(|it| *it > 0);
        if let Some(at) = most.and_then(|most| spoken.iter().position(|it| *it == most)) {
            current = Some(pods[at].clone());
        }
        current.clone()
    };
    beats.iter().map(of_beat).collect()
}

/// Static ones first, then the others, both in order of appearance; and how many are static.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest binds no Pod to a machine")]
fn pods(entries: &[Entry], node: &NodeName) -> (Vec<PodName>, usize) {
    let (mut statics, mut others) = (Vec::new(), Vec::new());
    for entry in entries {
        let is_static = match &entry.event {
            Event::ManifestRead { node: on, .. } if on == node => true,
            Event::ObjectCreated { object } | Event::ObjectModified { object } => {
                let pod = object.as_pod().filter(|it| it.spec.node_name == node.as_str());
                let Some(pod) = pod else { continue };
                pod.is_mirror()
            }
            _ => continue,
        };
        let all = if is_static { &mut statics } else { &mut others };
        if let Some(pod) = PodName::of(&entry.event).filter(|it| !all.contains(it)) {
            all.push(pod);
        }
    }
    let n_static = statics.len();
    others.retain(|it| !statics.contains(it));
    statics.append(&mut others);
    (statics, n_static)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest brings no file")]
fn files(entries: &[Entry], node: &NodeName) -> Vec<String> {
    let (mut all, mut hidden): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for entry in entries {
        let (on, path) = match &entry.event {
            Event::FileWritten { node, path, .. } => (node, path),
            Event::FileRenamed { node, to, .. } => (node, to),
            _ => continue,
        };
        let is_hidden = path.rsplit('/').next().is_some_and(|name| name.starts_with('.'));
        let list = if is_hidden { &mut hidden } else { &mut all };
        if on == node && !list.contains(path) {
            list.push(path.clone());
        }
    }
    all.append(&mut hidden);
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
    for (index, entry) in entries.iter().enumerate() {
        view.apply(&entry.event);
        if let Some(pod) = PodName::of(&entry.event) {
            let always_in_focus = focus.iter().all(|it| it.as_ref() == Some(&pod));
            let open = || rows.iter().filter(|it| it.last.is_none());
            let is_new = !always_in_focus && open().all(|it| it.pod != pod);
            if is_new && is_here(&view, node, &pod) {
                let slot = (0..).find(|slot| open().all(|it| it.slot != *slot));
                let slot = slot.unwrap_or_default();
                rows.push(Row { pod, slot, first: index, last: None });
            }
        }
        if may_end_a_row(&entry.event) {
            for row in rows.iter_mut().filter(|it| it.last.is_none()) {
                row.last = (!is_here(&view, node, &row.pod)).then_some(index);
            }
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
