//! The engine gives the same trace natively and as WASM, byte for byte.
//!
//! `cargo xtask test` builds the module and names it; a plain `cargo test` has none to run.

#![expect(clippy::print_stderr, reason = "it says why it compared nothing")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

const TOPOLOGY: &str = r#"{"epoch":"2026-01-15T09:00:00Z","apiServerUp":false,"nodes":[
    {"name":"node1","images":["registry.k8s.io/pause:3.9"]},
    {"name":"node2","registered":true,"unschedulable":true}]}"#;

/// Reads scripts from standard input, records each, and prints the traces with a line between.
const DRIVER: &str = r#"
import { readFileSync } from "node:fs";
const module = await import(process.argv[1]);
const wasm = process.argv[1].replace(/\.js$/, ".wasm");
module.initSync({ module: readFileSync(new URL(wasm)) });
const { topology, scripts } = JSON.parse(readFileSync(0, "utf8"));
for (const { seed, text } of scripts) {
  process.stdout.write(module.record(topology, BigInt(seed), text) + "---\n");
}
"#;

/// A script of 40 inputs that do something, drawn from a generator of their own.
fn script(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut draw = move |n: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let mut text = String::from(
        "mirrorpod script 1\n0s start kubelet node1\n0s start kubelet node2\n1s api up\n",
    );
    for _ in 0..40 {
        let (wait, name, tag) = (draw(20_000), draw(3), draw(12));
        let path = format!("/etc/kubernetes/manifests/p{name}.yaml");
        let input = match draw(9) {
            0..=2 => format!(
                "write node1 {path} <<EOF\napiVersion: v1\nkind: Pod\nmetadata: {{name: p{name}}}\n\
                 spec: {{containers: [{{name: c, image: \"registry.k8s.io/pause:3.{tag}\"}}]}}\nEOF"
            ),
            3 => format!("remove node1 {path}"),
            4 => format!("kubectl delete pod p{name}-node1"),
            5 => format!("kubectl delete pod p{name}-node1 --force"),
            6 => format!("crash node1 c {tag}"),
            7 => "kubectl drain node1".to_owned(),
            _ => format!("api {}", if tag == 0 { "down" } else { "up" }),
        };
        writeln!(text, "+{wait}ms {input}").expect("writing to a string");
    }
    text + "+90s end\n"
}

#[test]
fn native_and_wasm_traces_are_equal_bytes() {
    let (Ok(module), Ok(node)) =
        (std::env::var("MIRRORPOD_ENGINE_JS"), std::env::var("MIRRORPOD_NODE"))
    else {
        eprintln!("no module to compare with: run `cargo xtask test`");
        return;
    };
    let scripts: Vec<(u64, String)> = (1..=40).map(|seed| (seed, script(seed))).collect();
    let native: String = scripts
        .iter()
        .map(|(seed, text)| engine_wasm::lines(TOPOLOGY, *seed, text).expect("a good script"))
        .map(|lines| lines + "---\n")
        .collect();
    assert!(native.lines().count() > 4_000, "the scripts make things happen");
    let wasm = run_in_node(&node, &module, &scripts);
    for (n, (native, wasm)) in native.lines().zip(wasm.lines()).enumerate() {
        assert_eq!(native, wasm, "line {n}");
    }
    assert_eq!(native.len(), wasm.len());
}

fn run_in_node(node: &str, module: &str, scripts: &[(u64, String)]) -> String {
    let scripts: Vec<serde_json::Value> = scripts
        .iter()
        .map(|(seed, text)| serde_json::json!({ "seed": seed.to_string(), "text": text }))
        .collect();
    let input = serde_json::json!({ "topology": TOPOLOGY, "scripts": scripts }).to_string();
    let mut child = Command::new(node)
        .args(["--input-type=module", "--eval", DRIVER, "--", &format!("file://{module}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node runs");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("Node reads");
    let output = child.wait_with_output().expect("Node ends");
    assert!(output.status.success(), "Node ended with {}", output.status);
    String::from_utf8(output.stdout).expect("JSON is UTF-8")
}
