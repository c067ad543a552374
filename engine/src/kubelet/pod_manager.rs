//! What the kubelet wants to run, and the mirrors it knows
//! (`pkg/kubelet/pod/pod_manager.go`).

use std::collections::BTreeMap;
use std::sync::Arc;

use trace::object::{CONFIG_SOURCE, Pod};
use trace::{PodRef, Uid};

/// Two disjoint indexes, and the translation of mirror UIDs to static UIDs.
#[derive(Clone, Debug, Default)]
pub struct PodManager {
    pods: BTreeMap<Uid, Arc<Pod>>,
    pods_by_name: BTreeMap<String, Uid>,
    mirrors: BTreeMap<Uid, Arc<Pod>>,
    mirrors_by_name: BTreeMap<String, Uid>,
    /// Written when either side is added while the other is known; deleted only with the mirror.
    translation: BTreeMap<Uid, Uid>,
}

impl PodManager {
    /// Adds a Pod or takes its new version.
    pub fn put(&mut self, pod: &Arc<Pod>) {
        let (name, uid) = (pod.full_name(), pod.metadata.uid.clone());
        if pod.is_mirror() {
            self.mirrors_by_name.insert(name.clone(), uid.clone());
            self.mirrors.insert(uid.clone(), pod.clone());
            if let Some(pod) = self.pods_by_name.get(&name) {
                self.translation.insert(uid, pod.clone());
            }
        } else {
            self.pods_by_name.insert(name.clone(), uid.clone());
            self.pods.insert(uid.clone(), pod.clone());
            if let Some(mirror) = self.mirrors_by_name.get(&name) {
                self.translation.insert(mirror.clone(), uid);
            }
        }
    }

    /// Removes a Pod. A newer Pod of the same name keeps its place.
    pub fn remove(&mut self, pod: &Pod) {
        let (name, uid) = (pod.full_name(), &pod.metadata.uid);
        let (pods, names) = if pod.is_mirror() {
            self.translation.remove(uid);
            (&mut self.mirrors, &mut self.mirrors_by_name)
        } else {
            (&mut self.pods, &mut self.pods_by_name)
        };
        pods.remove(uid);
        if names.get(&name) == Some(uid) {
            names.remove(&name);
        }
    }

    /// The Pod of this UID, mirrors aside.
    pub fn pod(&self, uid: &Uid) -> Option<&Arc<Pod>> {
        self.pods.get(uid)
    }

    /// The Pod of this full name, mirrors aside.
    pub fn pod_by_name(&self, full_name: &str) -> Option<&Arc<Pod>> {
        self.pods_by_name.get(full_name).and_then(|it| self.pods.get(it))
    }

    /// All Pods, mirrors aside.
    pub fn pods(&self) -> impl Iterator<Item = &Arc<Pod>> {
        self.pods.values()
    }

    /// All Pods that came from files.
    pub fn static_pods(&self) -> Vec<Arc<Pod>> {
        self.pods.values().filter(|it| is_static(it)).cloned().collect()
    }

    /// The mirror of this full name.
    pub fn mirror_of(&self, full_name: &str) -> Option<Arc<Pod>> {
        self.mirrors_by_name.get(full_name).and_then(|it| self.mirrors.get(it)).cloned()
    }

    /// The static Pod a mirror's UID stands for.
    pub fn static_uid(&self, mirror: &Uid) -> Option<&Uid> {
        self.translation.get(mirror)
    }

    /// Mirrors whose full name no Pod has.
    pub fn orphan_mirrors(&self) -> Vec<Arc<Pod>> {
        let orphans = self.mirrors.values();
        orphans.filter(|it| !self.pods_by_name.contains_key(&it.full_name())).cloned().collect()
    }

    /// Known mirrors by full name.
    pub fn mirrors_by_name(&self) -> impl Iterator<Item = (&String, PodRef)> {
        let known = self.mirrors_by_name.iter();
        known.filter_map(|(name, uid)| Some((name, self.mirrors.get(uid)?.pod_ref())))
    }
}

/// Whether a Pod came from anywhere but the API (`pkg/kubelet/types/pod_update.go`
/// `IsStaticPod`).
pub fn is_static(pod: &Pod) -> bool {
    pod.metadata.annotations.get(CONFIG_SOURCE).is_some_and(|it| it != "api")
}
