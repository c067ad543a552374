//! What the real kubelet does in given situations, as scripts and the lines that must follow.

#[path = "../world/mod.rs"]
mod world;

mod edits;
mod files;
mod mirrors;
mod nodes;
mod runtime;

use engine::Script;
use trace::{Trace, event_line};

/// Runs a script on two nodes with the API server up or down, and checks what follows.
///
/// `expected` is one pattern a line, `*` for any text: each must match a later entry than the one
/// before. A line that begins with `never` must match nothing between its neighbours.
fn check(script: &str, expected: &str) -> Trace {
    check_seed(1, script, expected)
}

fn check_seed(seed: u64, script: &str, expected: &str) -> Trace {
    let script = Script::parse(&format!("mirrorpod script 1\n{script}")).expect("a good script");
    let (trace, refused) = engine::record(&world::topology(), seed, &script);
    assert!(refused.is_empty(), "{refused:?}");
    let lines: Vec<String> = trace.entries().iter().map(|it| event_line(&it.event)).collect();
    let mut from = 0;
    let mut forbidden: Vec<&str> = Vec::new();
    for wanted in expected.lines().map(str::trim).filter(|it| !it.is_empty()) {
        if let Some(pattern) = wanted.strip_prefix("never ") {
            forbidden.push(pattern);
            continue;
        }
        let found = lines[from..].iter().position(|it| matches(wanted, it));
        let found =
            found.unwrap_or_else(|| panic!("no `{wanted}` after line {from} of\n{}", show(&trace)));
        refuse(&forbidden, &lines[from..from + found], &trace);
        forbidden.clear();
        from += found + 1;
    }
    refuse(&forbidden, &lines[from..], &trace);
    trace
}

fn refuse(forbidden: &[&str], lines: &[String], trace: &Trace) {
    for pattern in forbidden {
        let found = lines.iter().find(|it| matches(pattern, it));
        assert!(found.is_none(), "`{pattern}` must not occur in\n{}", show(trace));
    }
}

fn show(trace: &Trace) -> String {
    trace.entries().iter().map(|it| format!("{it}\n")).collect()
}

/// Whether a text fits a pattern in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let mut last = "";
    let mut any = false;
    for part in parts {
        any = true;
        last = part;
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    if any { last.is_empty() || text.ends_with(last) } else { rest.is_empty() }
}

/// A script line that writes a Pod's manifest.
fn write(at: &str, file: &str, name: &str, tag: &str, more: &str) -> String {
    format!(
        "{at} write node1 /etc/kubernetes/manifests/{file} <<EOF\napiVersion: v1\nkind: Pod\n\
         metadata: {{name: {name}}}\nspec:\n  containers:\n  - name: main\n    image: \
         registry.k8s.io/pause:{tag}\n{more}\nEOF\n"
    )
}

/// How long it takes from the first entry that fits to the next one that fits, in milliseconds.
fn time_between(trace: &Trace, from: &str, to: &str) -> u64 {
    let mut entries = trace.entries().iter();
    let start = entries.find(|it| matches(from, &event_line(&it.event))).expect(from);
    let end = entries.find(|it| matches(to, &event_line(&it.event))).expect(to);
    end.at.since(start.at)
}

/// The Pod that was changed in the API last.
fn last_stored_pod(trace: &Trace) -> Option<std::sync::Arc<trace::object::Pod>> {
    let mut entries = trace.entries().iter().rev();
    entries.find_map(|it| {
        let trace::Event::ObjectModified { object } = &it.event else { return None };
        object.as_pod().cloned()
    })
}

/// Both kubelets run and the API server answers, from the first second on.
const UP: &str = "0s api up\n0s start kubelet node1\n0s start kubelet node2\n";
