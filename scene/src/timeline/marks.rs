//! What was last said, by whom: the facts a picture shows that are no state of the cluster.

use super::beats::BeatSpan;
use super::cast::{Cast, PodName};
use super::moves::is_own;
use trace::{Client, Entry, EntryId, Event, NodeName, PodOp, Source};

/// The latest entries of some kinds, up to and including one entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// `CommandTyped`.
    pub command: Option<EntryId>,
    /// `CommandPrinted`, if it belongs to that command.
    pub printed: Option<EntryId>,
    /// `CommandExited`, if it belongs to that command.
    pub exited: Option<EntryId>,
    /// `RequestAnswered`, to a person or to the machine's kubelet.
    pub answered: Option<EntryId>,
    /// What the machine's kubelet last made up its mind about, for the Pod in focus.
    pub decision: Option<EntryId>,
    /// `ImagePullBegan`, for the Pod in focus, while the pull lasts.
    pub pulling: Option<EntryId>,
    /// `DrainSorted`.
    pub sorted: Option<EntryId>,
}

/// The marks after each entry.
pub(super) fn marks(
    entries: &[Entry],
    beats: &[BeatSpan],
    cast: &Cast,
    node: &NodeName,
) -> Vec<Marks> {
    let mut now = Marks::default();
    let mut beat = 0;
    let after = entries.iter().map(|entry| {
        while beat + 1 < beats.len() && beats[beat].last < entry.id {
            beat += 1;
        }
        let is_echo = matches!(entry.event, Event::PodUpdated { source: Source::Api, .. })
            && is_own(entries, entry, node);
        if !is_echo {
            now.take(entry, node, cast.focus(beat));
        }
        now
    });
    after.collect()
}

impl Marks {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest leaves no mark")]
    fn take(&mut self, entry: &Entry, node: &NodeName, focus: Option<&PodName>) {
        let id = Some(entry.id);
        match &entry.event {
            Event::CommandTyped { .. } => {
                self.command = id;
                self.printed = None;
                self.exited = None;
            }
            Event::CommandPrinted { command, .. } if Some(*command) == self.command => {
                self.printed = id;
            }
            Event::CommandExited { command, .. } if Some(*command) == self.command => {
                self.exited = id;
            }
            Event::RequestAnswered { client, .. } if speaks(client, node) => self.answered = id,
            Event::DrainSorted { .. } => self.sorted = id,
            Event::ImagePullBegan { .. } if PodName::of(&entry.event).as_ref() == focus => {
                self.pulling = id;
            }
            Event::ImagePulled { .. } | Event::ImagePullFailed { .. } => self.pulling = None,
            event if event.node() == Some(node) && is_decision(event) => {
                let pod = PodName::of(event);
                if pod.is_none() || pod.as_ref() == focus {
                    self.decision = id;
                }
            }
            _ => {}
        }
    }
}

/// Whether a client has a place in the picture.
pub(super) fn speaks(client: &Client, node: &NodeName) -> bool {
    match client {
        Client::You => true,
        Client::Kubelet(name) => name == node,
        Client::Scheduler
        | Client::ReplicaSetController
        | Client::DaemonSetController
        | Client::NodeController => false,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest decides nothing")]
fn is_decision(event: &Event) -> bool {
    match event {
        Event::MirrorDecided { .. }
        | Event::OrphanMirrorFound { .. }
        | Event::PodRejected { .. }
        | Event::PodWaiting { .. }
        | Event::PodSyncBegan { .. }
        | Event::PodTerminating { .. }
        | Event::PodFinished { .. }
        | Event::ContainerBackOff { .. }
        | Event::ManifestRefused { .. }
        | Event::FileEventSeen { .. }
        | Event::KubeletStarted { .. } => true,
        Event::PodUpdated { op, mirror, .. } => *mirror && *op == PodOp::Delete,
        _ => false,
    }
}
