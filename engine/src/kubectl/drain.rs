//! `kubectl cordon`, `uncordon` and `drain` (`k8s.io/kubectl/pkg/drain`).

use std::sync::Arc;

use trace::object::{Object, ObjectKey, Pod};
use trace::{Client, DrainVerdict, Event};

use super::command::DrainOptions;
use super::{Running, Stage, exit, fail, print};
use crate::api::{Ask, DeleteOptions, Patch, Reply};
use crate::desk::Desk;
use crate::timer::Timer;
use crate::times;

/// A drain under way.
#[derive(Clone, Debug)]
pub struct Drain {
    node: String,
    options: DrainOptions,
    step: Step,
    /// Pods whose eviction has not been asked for.
    to_evict: Vec<Arc<Pod>>,
    /// Pods that are on their way out.
    leaving: Vec<Arc<Pod>>,
}

#[derive(Clone, Debug)]
enum Step {
    Cordons,
    Lists,
    Evicts(Arc<Pod>),
    Waits,
}

/// The node was looked up for `cordon` or `uncordon`.
pub fn cordon(
    desk: &mut Desk,
    mut running: Running,
    node: &str,
    wanted: bool,
    reply: &Reply,
) -> Option<Running> {
    let done = if wanted { "cordoned" } else { "uncordoned" };
    let found = reply.objects.first().and_then(Object::as_node);
    let was_patched = matches!(running.stage, Stage::AwaitsEnd(..));
    if was_patched || found.is_some_and(|it| it.spec.unschedulable == wanted) {
        let already = if was_patched { "" } else { "already " };
        print(desk, running.typed, false, format!("node/{node} {already}{done}"));
        exit(desk, running.typed, 0);
        return None;
    }
    // The answer to the patch comes back here; the stage tells the two apart.
    let key = ObjectKey::node(node);
    running.stage = Stage::AwaitsEnd(key.clone(), trace::Uid::default());
    send_cordon(desk, running.ticket, key, wanted);
    Some(running)
}

fn send_cordon(desk: &mut Desk, ticket: u64, key: ObjectKey, wanted: bool) {
    let by = "kubectl/pkg/drain/cordon.go PatchOrReplace";
    desk.send(by, Client::You, ticket, Ask::Patch(key, Patch::Unschedulable(wanted)));
}

/// The node was looked up for `drain`.
pub fn node_found(
    desk: &mut Desk,
    mut running: Running,
    node: &str,
    options: DrainOptions,
    reply: &Reply,
) -> Option<Running> {
    if !reply.answer.is_success() {
        fail(desk, running.typed, &reply.answer);
        return None;
    }
    let mut drain = Drain {
        node: node.into(),
        options,
        step: Step::Cordons,
        to_evict: Vec::new(),
        leaving: Vec::new(),
    };
    let found = reply.objects.first().and_then(Object::as_node);
    if found.is_some_and(|it| it.spec.unschedulable) {
        print(desk, running.typed, false, format!("node/{node} already cordoned"));
        drain.list(desk, running.ticket);
    } else {
        send_cordon(desk, running.ticket, ObjectKey::node(node), true);
    }
    running.stage = Stage::Draining(Box::new(drain));
    Some(running)
}

/// An answer came to a drain.
pub fn on_answer(
    desk: &mut Desk,
    mut running: Running,
    mut drain: Drain,
    reply: &Reply,
) -> Option<Running> {
    if reply.answer.status == 0 {
        fail(desk, running.typed, &reply.answer);
        return None;
    }
    let goes_on = match drain.step.clone() {
        Step::Cordons => drain.cordoned(desk, &running, reply),
        Step::Lists => drain.listed(desk, &running, reply),
        Step::Evicts(pod) => drain.evicted(desk, &running, pod, reply),
        Step::Waits => drain.looked(desk, &running, reply),
    };
    running.stage = Stage::Draining(Box::new(drain));
    goes_on.then_some(running)
}

/// The wait for evicted Pods is over: are they gone?
pub fn look_again(desk: &mut Desk, running: &Running, _drain: &Drain) {
    desk.look(Client::You, running.ticket, Ask::ListPods(None));
}

impl Drain {
    fn list(&mut self, desk: &mut Desk, ticket: u64) {
        self.step = Step::Lists;
        let node = self.node.as_str().into();
        desk.look(Client::You, ticket, Ask::ListPods(Some(node)));
    }

    fn cordoned(&mut self, desk: &mut Desk, running: &Running, reply: &Reply) -> bool {
        if !reply.answer.is_success() {
            fail(desk, running.typed, &reply.answer);
            return false;
        }
        print(desk, running.typed, false, format!("node/{} cordoned", self.node));
        self.list(desk, running.ticket);
        true
    }

    /// Sorts the node's Pods. A Pod that stops the drain stops it before anything is evicted.
    fn listed(&mut self, desk: &mut Desk, running: &Running, reply: &Reply) -> bool {
        let pods: Vec<Arc<Pod>> =
            reply.objects.iter().filter_map(Object::as_pod).cloned().collect();
        let (mut refusals, mut ignored) = (Vec::new(), Vec::new());
        for pod in pods {
            let verdict = sort(&pod, self.options);
            match &verdict {
                DrainVerdict::Evict => self.to_evict.push(pod.clone()),
                DrainVerdict::SkipMirror => {}
                DrainVerdict::IgnoreDaemonSet => ignored.push(pod.clone()),
                DrainVerdict::Refuse { reason } => refusals.push((reason.clone(), pod.clone())),
            }
            let event = Event::DrainSorted { command: running.typed, pod: pod.pod_ref(), verdict };
            desk.note("kubectl/pkg/drain/filters.go filterPods", event);
        }
        if !refusals.is_empty() {
            self.refuse(desk, running, &refusals);
            return false;
        }
        if !ignored.is_empty() {
            let text = format!("Warning: ignoring DaemonSet-managed Pods: {}", names(&ignored));
            print(desk, running.typed, true, text);
        }
        self.evict_next(desk, running)
    }

    fn refuse(&self, desk: &mut Desk, running: &Running, refusals: &[(String, Arc<Pod>)]) {
        let mut reasons: Vec<String> = Vec::new();
        for (reason, _) in refusals {
            let pods: Vec<Arc<Pod>> =
                refusals.iter().filter(|(it, _)| it == reason).map(|(_, it)| it.clone()).collect();
            let text = format!("{reason}: {}", names(&pods));
            if !reasons.contains(&text) {
                reasons.push(text);
            }
        }
        let all = match reasons.as_slice() {
            [one] => one.clone(),
            many => format!("[{}]", many.join(", ")),
        };
        let node = &self.node;
        let text = format!(
            "error: unable to drain node \"{node}\" due to error: {all}, continuing command...\n\
             There are pending nodes to be drained:\n {node}\n{all}"
        );
        print(desk, running.typed, true, text);
        exit(desk, running.typed, 1);
    }

    fn evict_next(&mut self, desk: &mut Desk, running: &Running) -> bool {
        if self.to_evict.is_empty() {
            return self.wait(desk, running);
        }
        let pod = self.to_evict.remove(0);
        print(desk, running.typed, false, format!("evicting pod {}", pod.pod_ref()));
        let key = Object::Pod(pod.clone()).key();
        self.step = Step::Evicts(pod);
        let options = DeleteOptions { grace_period_seconds: self.options.grace, uid: None };
        let by = "kubectl/pkg/drain/drain.go EvictPod";
        desk.send(by, Client::You, running.ticket, Ask::Evict(key, options));
        true
    }

    fn evicted(
        &mut self,
        desk: &mut Desk,
        running: &Running,
        pod: Arc<Pod>,
        reply: &Reply,
    ) -> bool {
        if reply.answer.is_success() {
            self.leaving.push(pod);
        } else if reply.answer.status != 404 {
            fail(desk, running.typed, &reply.answer);
            return false;
        }
        self.evict_next(desk, running)
    }

    fn wait(&mut self, desk: &mut Desk, running: &Running) -> bool {
        if self.leaving.is_empty() {
            print(desk, running.typed, false, format!("node/{} drained", self.node));
            exit(desk, running.typed, 0);
            return false;
        }
        self.step = Step::Waits;
        desk.after(times::DRAIN_POLL, Timer::Console);
        true
    }

    fn looked(&mut self, desk: &mut Desk, running: &Running, reply: &Reply) -> bool {
        let is_there =
            |pod: &Arc<Pod>| reply.objects.iter().any(|it| it.meta().uid == pod.metadata.uid);
        let (still, gone): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.leaving).into_iter().partition(is_there);
        self.leaving = still;
        for pod in gone {
            print(desk, running.typed, false, format!("pod/{} evicted", pod.metadata.name));
        }
        self.wait(desk, running)
    }
}

/// The filters, in kubectl's order; the first that speaks decides.
fn sort(pod: &Pod, options: DrainOptions) -> DrainVerdict {
    let controller = pod.metadata.controller();
    let finished = pod.status.phase.is_terminal();
    if controller.is_some_and(|it| it.kind == "DaemonSet") && !finished {
        return if options.ignore_daemonsets {
            DrainVerdict::IgnoreDaemonSet
        } else {
            refuse("cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore)")
        };
    }
    if pod.is_mirror() {
        return DrainVerdict::SkipMirror;
    }
    let has_local_storage = pod.spec.volumes.iter().any(|it| it.empty_dir.is_some());
    if has_local_storage && !finished && !options.delete_emptydir_data {
        return refuse(
            "cannot delete Pods with local storage (use --delete-emptydir-data to override)",
        );
    }
    if controller.is_none() && !finished && !options.force {
        return refuse("cannot delete Pods that declare no controller (use --force to override)");
    }
    DrainVerdict::Evict
}

fn refuse(reason: &str) -> DrainVerdict {
    DrainVerdict::Refuse { reason: reason.into() }
}

fn names(pods: &[Arc<Pod>]) -> String {
    let names: Vec<String> = pods.iter().map(|it| it.pod_ref().to_string()).collect();
    names.join(", ")
}
