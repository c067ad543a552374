//! Prints the trace of a script file: `cargo run -p engine --example run_script -- FILE [SEED]`.
#![allow(clippy::print_stdout, reason = "it is a program for developers")]

use std::process::ExitCode;

use trace::{NodeSpec, Topology};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(text) = args.next().and_then(|it| std::fs::read_to_string(it).ok()) else {
        println!("usage: run_script FILE [SEED]");
        return ExitCode::FAILURE;
    };
    let seed = args.next().and_then(|it| it.parse().ok()).unwrap_or(1);
    let script = match engine::Script::parse(&text) {
        Ok(script) => script,
        Err(errors) => {
            errors.iter().for_each(|it| println!("{it}"));
            return ExitCode::FAILURE;
        }
    };
    let (trace, refused) = engine::record(&topology(), seed, &script);
    trace.entries().iter().for_each(|it| println!("{it}"));
    refused.iter().for_each(|(n, error)| println!("input {n} refused: {error}"));
    ExitCode::SUCCESS
}

fn topology() -> Topology {
    let node = |name: &str, registered| NodeSpec {
        name: name.into(),
        manifest_dir: "/etc/kubernetes/manifests".into(),
        registered,
        unschedulable: registered,
        images: ["3.9", "3.10", "3.10.1"].map(|it| format!("registry.k8s.io/pause:{it}")).into(),
    };
    Topology {
        epoch: "2026-01-15T09:00:00Z".into(),
        api_server_up: false,
        nodes: vec![node("pair-worker", false), node("pair-worker2", true)],
    }
}
