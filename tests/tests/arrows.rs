//! The crates depend on each other in one direction only. A new arrow edits the table below, and
//! ARCHITECTURE.md with it.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// What each package of the workspace may be built from, apart from what others made.
const ARROWS: [(&str, &[&str]); 10] = [
    ("trace", &[]),
    ("engine", &["trace"]),
    ("scene", &["trace"]),
    ("content", &["engine", "trace"]),
    ("engine-live", &["engine", "trace"]),
    ("mirrorpod", &["content", "engine", "engine-live", "scene", "trace"]),
    ("web", &["scene", "trace"]),
    ("engine-wasm", &["engine", "engine-live", "trace"]),
    // A compile error elsewhere must not stop the tool that rebuilds.
    ("xtask", &[]),
    ("tests", &["content", "engine", "engine-wasm", "mirrorpod", "scene", "trace", "web", "xtask"]),
];

#[test]
fn arrows_point_one_way() {
    let allowed: BTreeMap<_, _> = ARROWS.into_iter().collect();
    let found = packages();
    let mut wrong = Vec::new();
    for package in &found {
        let name = package["name"].as_str().expect("a package has a name");
        let Some(targets) = allowed.get(name) else {
            wrong.push(format!("{name} is not in the table of arrows"));
            continue;
        };
        let ours = dependencies(package).filter(|target| !targets.contains(&target.as_str()));
        wrong.extend(ours.map(|target| format!("{name} → {target}")));
    }
    assert!(wrong.is_empty(), "forbidden: {}", wrong.join(", "));
    assert_eq!(found.len(), ARROWS.len(), "the table names a package that is not there");
}

/// Packages of the workspace that `package` is built from; what only its tests use may be anything.
fn dependencies(package: &Value) -> impl Iterator<Item = String> + '_ {
    let list = package["dependencies"].as_array().expect("a package lists its dependencies");
    list.iter()
        .filter(|dependency| !dependency["path"].is_null() && dependency["kind"] != "dev")
        .filter_map(|dependency| dependency["name"].as_str().map(str::to_owned))
}

fn packages() -> Vec<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let metadata = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&metadata.stderr);
    assert!(metadata.status.success(), "cargo metadata: {text}");
    let metadata: Value = serde_json::from_slice(&metadata.stdout).expect("metadata is JSON");
    metadata["packages"].as_array().expect("metadata lists packages").clone()
}
