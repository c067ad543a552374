//! The ReplicaSet controller (`pkg/controller/replicaset/replica_set.go` `manageReplicas`).

use std::sync::Arc;

use trace::object::{Object, ReplicaSet};
use trace::{Client, Uid};

use super::{Controllers, live_pods_of, pod_from};
use crate::api::{ApiServer, Ask, DeleteOptions, Patch};
use crate::desk::Desk;

const BY: &str = "pkg/controller/replicaset/replica_set.go manageReplicas";
/// How many Pods are asked for, or given up, at once (`BurstReplicas`).
const BURST: usize = 500;

impl Controllers {
    pub(super) fn replica_sets(&mut self, desk: &mut Desk, api: &ApiServer) {
        let sets = api.objects().values().filter_map(|it| match it {
            Object::ReplicaSet(set) => Some(set.clone()),
            Object::Pod(_) | Object::Node(_) | Object::DaemonSet(_) => None,
        });
        let sets: Vec<Arc<ReplicaSet>> = sets.collect();
        for set in sets {
            self.replica_set(desk, api, &set);
        }
    }

    fn replica_set(&mut self, desk: &mut Desk, api: &ApiServer, set: &Arc<ReplicaSet>) {
        let uid = set.metadata.uid.clone();
        if self.n_awaited(&uid) > 0 {
            return;
        }
        let live: Vec<_> = live_pods_of(api, &uid).collect();
        let wanted = usize::try_from(set.spec.replicas).unwrap_or(usize::MAX);
        for _ in (live.len()..wanted).take(BURST) {
            let owner = Object::ReplicaSet(set.clone());
            let pod = pod_from(&owner, "ReplicaSet", &set.spec.template);
            let ask = Ask::Create(Object::Pod(pod.into()));
            self.ask(desk, BY, Client::ReplicaSetController, uid.clone(), ask);
        }
        for pod in live.iter().skip(wanted).take(BURST) {
            let key = Object::Pod(Arc::new((*pod).clone())).key();
            let ask = Ask::Delete(key, DeleteOptions::default());
            self.ask(desk, BY, Client::ReplicaSetController, uid.clone(), ask);
        }
        let ready = live.iter().filter(|it| it.status.is_true("Ready")).count();
        self.replica_set_status(desk, set, &uid, live.len(), ready);
    }

    fn replica_set_status(
        &mut self,
        desk: &mut Desk,
        set: &Arc<ReplicaSet>,
        uid: &Uid,
        replicas: usize,
        ready: usize,
    ) {
        let count = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        let (replicas, ready) = (count(replicas), count(ready));
        if (set.status.replicas, set.status.ready_replicas) == (replicas, ready) {
            return;
        }
        let by = "pkg/controller/replicaset/replica_set_utils.go updateReplicaSetStatus";
        let key = Object::ReplicaSet(set.clone()).key();
        let ask = Ask::Patch(key, Patch::ReplicaSetStatus(replicas, ready));
        self.ask(desk, by, Client::ReplicaSetController, uid.clone(), ask);
    }
}
