//! What a reader must know before the first entry.

use serde::{Deserialize, Serialize};

use crate::{EntryId, NodeName};

/// One machine of the simulated cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NodeSpec {
    /// Its name.
    pub name: NodeName,
    /// The kubelet's `staticPodPath`.
    #[serde(default = "default_manifest_dir")]
    pub manifest_dir: String,
    /// Whether the API server already holds a Node object of this name.
    #[serde(default)]
    pub registered: bool,
    /// Whether that Node object is cordoned.
    #[serde(default)]
    pub unschedulable: bool,
    /// Images the node has; others must be pulled.
    #[serde(default)]
    pub images: Vec<String>,
}

fn default_manifest_dir() -> String {
    "/etc/kubernetes/manifests".into()
}

/// The cluster before anything happens: its kubelets are stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Topology {
    /// The wall clock at simulated time zero, RFC 3339 in UTC.
    pub epoch: String,
    /// Whether the API server answers at first.
    #[serde(default)]
    pub api_server_up: bool,
    /// The machines. The first is the one a picture is about.
    pub nodes: Vec<NodeSpec>,
}

/// The stretch of a trace that one caption sentence speaks of. It begins after the beat before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beat {
    /// Its last entry.
    pub ends: EntryId,
}

/// One step of a lesson, placed on a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Its id, as `scan`.
    pub id: String,
    /// Its first entry.
    pub begins: EntryId,
    /// Its beats, in order.
    pub beats: Vec<Beat>,
}

/// The first line of a stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Header {
    /// The version of this wire form: [`crate::FORMAT`].
    pub format: u32,
    /// The Kubernetes version whose behaviour is modelled, as `v1.36.2`.
    pub kubernetes: String,
    /// The lesson's id.
    pub lesson: String,
    /// The branch, when this is a "what if" of the lesson.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The content version: a digest of everything the trace depends on.
    pub version: String,
    /// The seed of all jitter.
    pub seed: u64,
    /// The cluster before the first entry.
    pub topology: Topology,
    /// The lesson's steps, placed on the entries. Empty where there is no lesson.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// The last entry that is the lesson's, when somebody has gone another way from there. The
    /// steps then are those of the lesson that begin by then, with the beats that end by then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_after: Option<EntryId>,
    /// How many entries follow in all, when that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<u32>,
}

impl Header {
    /// The header of a cluster that goes its own way after an entry of this trace: of the steps,
    /// it keeps what has begun by then.
    #[must_use]
    pub fn forked(&self, after: EntryId) -> Self {
        let begun = self.steps.iter().filter(|step| step.begins <= after);
        let cut = |step: &Step| {
            let n_ended = step.beats.iter().filter(|beat| beat.ends < after).count();
            // The beat that is under way, or that has just ended, ends here.
            let last = step.beats.get(n_ended).map(|_| Beat { ends: after });
            let beats = step.beats.iter().take(n_ended).copied().chain(last).collect();
            Step { id: step.id.clone(), begins: step.begins, beats }
        };
        Self {
            steps: begun.map(cut).collect(),
            forked_after: Some(after),
            entries: None,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let step = |id: &str, begins, ends: [u32; 2]| Step {
            id: id.into(),
            begins: EntryId(begins),
            beats: ends.map(|it| Beat { ends: EntryId(it) }).into(),
        };
        Header {
            format: crate::FORMAT,
            kubernetes: "v1.36.2".into(),
            lesson: "sample".into(),
            branch: None,
            version: "0".into(),
            seed: 1,
            topology: Topology {
                epoch: "2030-01-01T00:00:00Z".into(),
                api_server_up: false,
                nodes: vec![],
            },
            steps: vec![step("scan", 4, [10, 16]), step("start", 17, [20, 30])],
            forked_after: None,
            entries: Some(40),
        }
    }

    /// Of the fork, each step's id and the last entries of its beats.
    #[track_caller]
    fn check(after: u32, wanted: &[(&str, &[u32])]) {
        let forked = header().forked(EntryId(after));
        let ends = |it: &Step| it.beats.iter().map(|beat| beat.ends.0).collect::<Vec<_>>();
        let got: Vec<_> = forked.steps.iter().map(|it| (it.id.as_str(), ends(it))).collect();
        let wanted: Vec<_> = wanted.iter().map(|(id, ends)| (*id, ends.to_vec())).collect();
        assert_eq!(got, wanted, "after {after}");
    }

    #[test]
    fn a_fork_keeps_the_steps_and_beats_that_have_begun() {
        check(2, &[]);
        check(7, &[("scan", &[7])]);
        check(10, &[("scan", &[10])]);
        check(11, &[("scan", &[10, 11])]);
        check(16, &[("scan", &[10, 16])]);
        check(25, &[("scan", &[10, 16]), ("start", &[20, 25])]);
        check(35, &[("scan", &[10, 16]), ("start", &[20, 30])]);
    }
}
