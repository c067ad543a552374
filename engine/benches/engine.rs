//! How long the engine takes.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use std::fmt::Write;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use engine::Script;
use trace::view::Checkpoints;
use trace::{EntryId, NodeSpec, Topology};

const MANIFESTS: &str = "/etc/kubernetes/manifests";

fn topology() -> Topology {
    let node = NodeSpec {
        name: "node1".into(),
        manifest_dir: MANIFESTS.into(),
        registered: false,
        unschedulable: false,
        images: vec!["registry.k8s.io/pause:3.10".into()],
    };
    Topology { epoch: "2026-01-15T09:00:00Z".into(), api_server_up: true, nodes: vec![node] }
}

/// N static Pods appear, run for a minute, and go.
fn many_pods(n: usize) -> Script {
    let mut text = String::from("mirrorpod script 1\n0s start kubelet node1\n");
    for pod in 0..n {
        write!(
            text,
            "2s write node1 {MANIFESTS}/p{pod}.yaml <<EOF\napiVersion: v1\nkind: Pod\n\
             metadata: {{name: p{pod}}}\nspec: {{containers: [{{name: main, image: \
             \"registry.k8s.io/pause:3.10\"}}]}}\nEOF\n"
        )
        .expect("writing to a string");
    }
    for pod in 0..n {
        writeln!(text, "63s remove node1 {MANIFESTS}/p{pod}.yaml").expect("writing to a string");
    }
    text.push_str("70s end\n");
    Script::parse(&text).expect("a good script")
}

fn pods_on_a_node(c: &mut Criterion) {
    let mut group = c.benchmark_group("static Pods on a node");
    group.sample_size(10);
    for n in [10, 100, 1_000] {
        let script = many_pods(n);
        group.throughput(criterion::Throughput::Elements(n as u64));
        group.bench_with_input(BenchmarkId::from_parameter(n), &script, |b, script| {
            b.iter(|| engine::record(&topology(), 1, black_box(script)));
        });
    }
    group.finish();
}

fn view_at(c: &mut Criterion) {
    let (trace, _) = engine::record(&topology(), 1, &many_pods(100));
    let mut checkpoints = Checkpoints::new(&topology());
    trace.entries().iter().for_each(|it| checkpoints.push(it));
    let middle = EntryId(u32::try_from(trace.len() / 2 + 15).expect("a short trace"));
    c.bench_function("View::at, 100 Pods", |b| {
        b.iter(|| checkpoints.at(trace.entries(), black_box(Some(middle))));
    });
}

criterion_group!(benches, pods_on_a_node, view_at);
criterion_main!(benches);
