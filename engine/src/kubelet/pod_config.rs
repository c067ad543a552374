//! The merge of each source's full list into updates (`pkg/kubelet/config/config.go`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use trace::object::{CONFIG_MIRROR, CONFIG_SEEN, CONFIG_SOURCE, Pod};
use trace::view::Map;
use trace::{PodOp, Source, Uid};

/// What each source last delivered.
#[derive(Clone, Debug, Default)]
pub struct PodConfig {
    pods: BTreeMap<Source, BTreeMap<Uid, Arc<Pod>>>,
    seen: BTreeSet<Source>,
}

/// One update.
pub type Update = (PodOp, Arc<Pod>);

impl PodConfig {
    /// Whether every configured source has delivered since the kubelet started.
    pub fn all_sources_ready(&self) -> bool {
        self.seen.contains(&Source::File) && self.seen.contains(&Source::Api)
    }

    /// Merges a full list: REMOVE, then ADD, UPDATE and DELETE, then RECONCILE.
    pub fn merge(&mut self, source: Source, list: &[Arc<Pod>], seen_at: &str) -> Vec<Update> {
        self.seen.insert(source);
        let known = self.pods.entry(source).or_default();
        let listed: BTreeSet<&Uid> = list.iter().map(|it| &it.metadata.uid).collect();
        let gone: Vec<Uid> = known.keys().filter(|it| !listed.contains(it)).cloned().collect();
        self.apply(source, &gone, list, seen_at)
    }

    /// Merges what a list would bring that differs from the last one only in these Pods.
    pub fn apply(
        &mut self,
        source: Source,
        gone: &[Uid],
        listed: &[Arc<Pod>],
        seen_at: &str,
    ) -> Vec<Update> {
        let known = self.pods.entry(source).or_default();
        let mut updates: Vec<Update> = Vec::new();
        updates.extend(gone.iter().filter_map(|it| Some((PodOp::Remove, known.remove(it)?))));
        for pod in listed {
            let merged = match known.get(&pod.metadata.uid) {
                None => Some((PodOp::Add, first_seen(pod, source, seen_at))),
                Some(old) => changed(old, pod, source),
            };
            if let Some((op, pod)) = merged {
                known.insert(pod.metadata.uid.clone(), pod.clone());
                updates.push((op, pod));
            }
        }
        updates.sort_by_key(|(op, _)| order(*op));
        updates
    }
}

const fn order(op: PodOp) -> u8 {
    match op {
        PodOp::Remove => 0,
        PodOp::Add => 1,
        PodOp::Update => 2,
        PodOp::Delete => 3,
        PodOp::Reconcile => 4,
    }
}

fn first_seen(pod: &Pod, source: Source, seen_at: &str) -> Arc<Pod> {
    let mut pod = pod.clone();
    stamp(&mut pod, source);
    pod.metadata.annotations.insert(CONFIG_SEEN.into(), seen_at.into());
    Arc::new(pod)
}

/// In the kubelet's memory a mirror's source is `api`, whatever the API says.
fn stamp(pod: &mut Pod, source: Source) {
    let source = match source {
        Source::File => "file",
        Source::Api => "api",
    };
    pod.metadata.annotations.insert(CONFIG_SOURCE.into(), source.into());
}

/// What a new version of a known UID amounts to (`checkAndUpdatePod`).
fn changed(old: &Arc<Pod>, new: &Pod, source: Source) -> Option<Update> {
    let mut merged = Pod { metadata: old.metadata.clone(), ..new.clone() };
    merged.metadata.labels.clone_from(&new.metadata.labels);
    merged.metadata.annotations = merged_annotations(old, new);
    merged.metadata.deletion_timestamp.clone_from(&new.metadata.deletion_timestamp);
    merged.metadata.deletion_grace_period_seconds = new.metadata.deletion_grace_period_seconds;
    merged.metadata.generation = new.metadata.generation;
    merged.metadata.resource_version.clone_from(&new.metadata.resource_version);
    stamp(&mut merged, source);
    let same_meta = merged.metadata.labels == old.metadata.labels
        && merged.metadata.annotations == old.metadata.annotations
        && merged.metadata.deletion_timestamp == old.metadata.deletion_timestamp
        && merged.metadata.deletion_grace_period_seconds
            == old.metadata.deletion_grace_period_seconds;
    let op = if same_meta && merged.spec == old.spec {
        if merged.status == old.status {
            return None;
        }
        PodOp::Reconcile
    } else if merged.metadata.deletion_timestamp.is_some() {
        PodOp::Delete
    } else {
        PodOp::Update
    };
    Some((op, Arc::new(merged)))
}

/// The new annotations, but with the kubelet's own three as they were.
fn merged_annotations(old: &Pod, new: &Pod) -> Map<String, String> {
    let mut annotations = new.metadata.annotations.clone();
    for key in [CONFIG_SOURCE, CONFIG_MIRROR, CONFIG_SEEN] {
        match old.metadata.annotations.get(key) {
            Some(value) => annotations.insert(key.into(), value.clone()),
            None => annotations.remove(key),
        };
    }
    annotations
}
