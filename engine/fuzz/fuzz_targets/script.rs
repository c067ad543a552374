//! No script may make the engine panic, and its trace must fold to the live view.
#![no_main]

use engine::{Cluster, Script};
use libfuzzer_sys::fuzz_target;
use trace::{NodeSpec, SimTime, Topology, View};

/// Long enough for every timer of the model to fire, short enough for many runs a second.
const LONGEST: SimTime = SimTime(150_000);

fn topology() -> Topology {
    let node = |name: &str, registered| NodeSpec {
        name: name.into(),
        manifest_dir: "/etc/kubernetes/manifests".into(),
        registered,
        unschedulable: false,
        images: vec!["registry.k8s.io/pause:3.10".into()],
    };
    Topology {
        epoch: "2026-01-15T09:00:00Z".into(),
        api_server_up: true,
        nodes: vec![node("pair-worker", false), node("pair-worker2", true)],
    }
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(script) = Script::parse(&text) else { return };
    let topology = topology();
    let mut cluster = Cluster::new(&topology, 1);
    for (at, input) in script.inputs.into_iter().take(40) {
        if at > LONGEST {
            break;
        }
        cluster.handle(at, input).ok();
    }
    cluster.advance(script.end.min(LONGEST));
    let mut folded = View::new(&topology);
    cluster.trace().entries().iter().for_each(|it| folded.apply(&it.event));
    assert_eq!(folded, cluster.view());
});
