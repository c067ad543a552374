//! A small trace made by hand, for tests that need any trace and no lesson.

use trace::{Entry, EntryId, Event, FORMAT, Header, NodeSpec, SimTime, Topology};

/// A header and `n` entries.
pub fn trace(n: u32) -> (Header, Vec<Entry>) {
    let node = NodeSpec {
        name: "pair-worker".into(),
        manifest_dir: "/etc/kubernetes/manifests".into(),
        registered: true,
        unschedulable: false,
        images: Vec::new(),
    };
    let topology =
        Topology { epoch: "2026-01-01T00:00:00Z".into(), api_server_up: false, nodes: vec![node] };
    let header = Header {
        format: FORMAT,
        kubernetes: "v1.36.2".into(),
        lesson: "sample".into(),
        branch: None,
        version: "0123456789abcdef".into(),
        seed: 1,
        topology,
        steps: Vec::new(),
        forked_after: None,
        entries: Some(n),
    };
    let entry = |id: u32| Entry {
        id: EntryId(id),
        at: SimTime(u64::from(id) * 10),
        cause: None,
        by: "".into(),
        event: Event::CommandTyped { line: format!("echo {id}") },
    };
    (header, (1..=n).map(entry).collect())
}
