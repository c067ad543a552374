//! A deterministic simulation of Kubernetes nodes and their API server.
//!
//! What is modelled, what is simplified and what is left out is written in `MODEL.md`. The
//! machinery is the kubelet's, under the kubelet's names:
//!
//! ```text
//! files ──(event | scan)──► file source ─┐
//!                                        ├─► merge ─► sync loop ─► Pod workers ─► runtime
//! API ───(list | watch)───► API source ──┘                             ├─► mirror
//!                                                                      └─► status manager ─► API
//! ```
//!
//! Inputs and a time go in, facts come out ([`Cluster`]). There is no clock here, no thread, no
//! file, no floating point, and no order that depends on a hash.

mod api;
mod cluster;
mod controllers;
mod desk;
mod dice;
mod hash;
mod host;
mod input;
mod kubectl;
mod kubelet;
mod machine;
mod manifest;
mod runtime;
mod script;
mod timer;
mod times;

pub use cluster::Cluster;
pub use input::{Fault, Input, InputError};
pub use manifest::MAX_BYTES as MAX_MANIFEST_BYTES;
pub use script::{Script, ScriptError};

use trace::{ManifestError, NodeName, Topology, Trace, object::Pod};

/// The Kubernetes version whose behaviour is modelled.
pub const KUBERNETES: &str = "v1.36.2";

/// Runs a script on a new cluster.
///
/// Inputs that do not fit the cluster, such as a file removed twice, are left out; the second
/// value names them by their position in the script.
#[must_use]
pub fn record(
    topology: &Topology,
    seed: u64,
    script: &Script,
) -> (Trace, Vec<(usize, InputError)>) {
    let mut cluster = Cluster::new(topology, seed);
    let mut refused = Vec::new();
    for (n, (at, input)) in script.inputs.iter().enumerate() {
        if let Err(error) = cluster.handle(*at, input.clone()) {
            refused.push((n, error));
        }
    }
    cluster.advance(script.end);
    (cluster.into_trace(), refused)
}

/// Reads a manifest as the kubelet of a node does.
///
/// # Errors
/// The kubelet's sentence, with the place in the text where there is one.
pub fn decode_manifest(text: &str, path: &str, node: &NodeName) -> Result<Pod, ManifestError> {
    manifest::decode(text, path, node)
}
