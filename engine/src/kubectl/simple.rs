//! The commands that are one request and its answer.

use trace::object::{Object, ObjectKey};
use trace::{Client, EntryId};

use super::command::Command;
use super::{Console, Running, Stage, WAIT_POLL, drain, exit, fail, get, print};
use crate::api::{Ask, DeleteOptions, Patch, Reply};
use crate::desk::Desk;
use crate::timer::Timer;

impl Console {
    /// Sends a command's first request.
    pub(super) fn begin(&mut self, desk: &mut Desk, running: &mut Running) {
        let ticket = running.ticket;
        match running.command.clone() {
            Command::Delete { key, grace, .. } => {
                let options = DeleteOptions { grace_period_seconds: grace, uid: None };
                let by = "kubectl/pkg/cmd/delete/delete.go DeleteResult";
                desk.send(by, Client::You, ticket, Ask::Delete(key, options));
            }
            Command::Patch { key, patch, .. } => {
                let by = "kubectl/pkg/cmd/patch/patch.go RunPatch";
                desk.send(by, Client::You, ticket, Ask::Patch(key, Patch::Strategic(patch)));
            }
            Command::Cordon { node, .. } | Command::Drain { node, .. } => {
                desk.look(Client::You, ticket, Ask::Get(ObjectKey::node(&node)));
            }
            Command::Apply { object } => {
                let by = "kubectl/pkg/cmd/apply/apply.go applyOneObject";
                desk.send(by, Client::You, ticket, Ask::Create(object));
            }
            Command::GetPods { .. } => {
                let by = "kubectl/pkg/cmd/get/get.go Run";
                desk.send(by, Client::You, ticket, Ask::ListPods(None));
            }
        }
    }

    /// Deals with the answer to a command's first request.
    pub(super) fn first_answer(
        &mut self,
        desk: &mut Desk,
        running: Running,
        reply: &Reply,
    ) -> Option<Running> {
        let typed = running.typed;
        match running.command.clone() {
            // A drain says itself what it found.
            Command::Drain { node, options } => {
                return drain::node_found(desk, running, &node, options, reply);
            }
            _ if !reply.answer.is_success() => fail(desk, typed, &reply.answer),
            Command::Delete { key, force, waits, .. } => {
                return deleted(desk, running, &key, force, waits, reply);
            }
            Command::Patch { key, done, .. } => {
                print(desk, typed, false, format!("pod/{} {done}", key.name));
                exit(desk, typed, 0);
            }
            Command::Cordon { node, wanted } => {
                return drain::cordon(desk, running, &node, wanted, reply);
            }
            Command::Apply { object } => {
                print(desk, typed, false, format!("{} created", qualified(&object)));
                exit(desk, typed, 0);
            }
            Command::GetPods { namespace, name } => {
                get::print_pods(desk, typed, namespace.as_deref(), name.as_deref(), reply);
            }
        }
        None
    }
}

fn deleted(
    desk: &mut Desk,
    mut running: Running,
    key: &ObjectKey,
    force: bool,
    waits: bool,
    reply: &Reply,
) -> Option<Running> {
    if force {
        print(desk, running.typed, true, FORCE_WARNING.into());
    }
    print_deleted(desk, running.typed, key, force);
    let uid = reply.objects.first().map(|it| it.meta().uid.clone());
    match uid.filter(|_| waits) {
        Some(uid) => {
            running.stage = Stage::AwaitsEnd(key.clone(), uid);
            desk.after(WAIT_POLL, Timer::Console);
            Some(running)
        }
        None => {
            exit(desk, running.typed, 0);
            None
        }
    }
}

fn print_deleted(desk: &mut Desk, typed: EntryId, key: &ObjectKey, force: bool) {
    let verb = if force { "force deleted" } else { "deleted" };
    let text = format!("pod \"{}\" {verb} from {} namespace", key.name, key.namespace);
    print(desk, typed, false, text);
}

const FORCE_WARNING: &str = "Warning: Immediate deletion does not wait for confirmation that the \
    running resource has been terminated. The resource may continue to run on the cluster \
    indefinitely.";

/// `replicaset.apps/web`.
fn qualified(object: &Object) -> String {
    let kind = match object {
        Object::Pod(_) => "pod",
        Object::Node(_) => "node",
        Object::ReplicaSet(_) => "replicaset.apps",
        Object::DaemonSet(_) => "daemonset.apps",
    };
    format!("{kind}/{}", object.meta().name)
}
