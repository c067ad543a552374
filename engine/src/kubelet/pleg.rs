//! The pod lifecycle event generator: the kubelet's look at the runtime
//! (`pkg/kubelet/pleg/generic.go`).

use std::collections::BTreeMap;

use trace::{SimTime, Uid};

use super::Kubelet;
use crate::desk::Desk;
use crate::machine::Machine;
use crate::timer::KubeletTimer;
use crate::times;

/// When the runtime was looked at.
#[derive(Clone, Debug, Default)]
pub struct Pleg {
    all: Option<SimTime>,
    one: BTreeMap<Uid, SimTime>,
}

impl Pleg {
    /// When this Pod's containers were last looked at.
    pub fn looked_at(&self, uid: &Uid) -> Option<SimTime> {
        self.all.max(self.one.get(uid).copied())
    }
}

impl Kubelet {
    /// Looks at all Pods; those that changed are synced, and workers that waited for the look go
    /// on. A look that finds nothing new leaves no entry.
    pub(super) fn relist(&mut self, desk: &mut Desk, machine: &mut Machine) {
        self.clock.every(desk, times::RELIST, KubeletTimer::Relist);
        self.pleg.all = Some(desk.now);
        self.pleg.one.clear();
        for (uid, cause) in machine.runtime.take_changes() {
            desk.cause = Some(cause);
            if self.manager.pod(&uid).is_some() {
                self.sync_known(desk, machine, &uid);
            }
        }
        desk.cause = None;
        let blocked = self.workers.iter().filter(|(_, it)| it.blocked);
        let blocked: Vec<Uid> = blocked.map(|(uid, _)| uid.clone()).collect();
        for uid in blocked {
            self.unblock(desk, &uid);
        }
    }

    /// Looks at one Pod, after its worker has changed it.
    pub(super) fn inspect(&mut self, desk: &mut Desk, machine: &mut Machine, uid: &Uid) {
        self.pleg.one.insert(uid.clone(), desk.now);
        if let Some(cause) = machine.runtime.take_change(uid) {
            desk.cause = Some(cause);
            if self.manager.pod(uid).is_some() {
                self.sync_known(desk, machine, uid);
            }
        }
        self.unblock(desk, uid);
    }

    fn unblock(&mut self, desk: &mut Desk, uid: &Uid) {
        let Some(worker) = self.workers.get_mut(uid).filter(|it| it.blocked) else { return };
        worker.blocked = false;
        // The request it waits with has its own cause.
        desk.cause = worker.pending.as_ref().and_then(|(_, cause)| *cause);
        self.clock.after(desk, 0, KubeletTimer::Work(uid.clone()));
    }
}
