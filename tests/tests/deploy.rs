//! What people deploy is read as it would be read where it runs, and held against the program.
//!
//! `cargo xtask test` also names the schemas of Kubernetes and a strict reader of compose files;
//! a plain `cargo test` has none.

#![expect(clippy::print_stderr, reason = "it says why it checked nothing")]

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::CommandFactory as _;
use serde_json::Value;

/// The objects of the manifests that run several servers.
const OBJECTS: [&str; 6] = [
    "Deployment mirrorpod",
    "Deployment mirrorpod-store",
    "NetworkPolicy mirrorpod-store",
    "PodDisruptionBudget mirrorpod",
    "Service mirrorpod",
    "Service mirrorpod-store",
];

/// Reads a compose file as strictly as the compose specification allows.
const READ_COMPOSE: &str = "
import sys, compose_spec
options = compose_spec.PyOptions()
options.apply_merge = True
options.from_yaml(sys.stdin.read()).validate()
";

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every object of a file.
fn objects(name: &str) -> Vec<Value> {
    let text = read(name);
    let parse = |text: &str| serde_yaml::from_str(text).unwrap_or_else(|it| panic!("{name}: {it}"));
    text.split("\n---\n").map(parse).collect()
}

/// Every object of the manifests that run several servers.
fn cluster() -> Vec<Value> {
    ["kubernetes/mirrorpod.yaml", "kubernetes/store.yaml"].map(objects).concat()
}

fn named(object: &Value) -> String {
    let text = |value: &Value| value.as_str().expect("an object has a kind and a name").to_owned();
    format!("{} {}", text(&object["kind"]), text(&object["metadata"]["name"]))
}

/// An object by kind and name.
fn object(name: &str) -> Value {
    cluster().into_iter().find(|it| named(it) == name).unwrap_or_else(|| panic!("no {name}"))
}

/// The compose file with the defaults of its variables.
fn compose() -> String {
    let mut text = read("compose.yaml");
    while let Some(start) = text.find("${") {
        let end = start + text[start..].find('}').expect("a variable ends");
        let (_, default) = text[start..end].split_once(":-").expect("every variable has a default");
        let default = default.to_owned();
        text.replace_range(start..=end, &default);
    }
    text
}

/// The names of all environment variables that the program takes.
fn variables() -> BTreeSet<String> {
    let cli = mirrorpod::cli::Cli::command();
    let serve = cli.find_subcommand("serve").expect("it serves");
    let env = serve.get_arguments().filter_map(|it| it.get_env()?.to_str());
    env.map(str::to_owned).collect()
}

#[test]
fn the_static_pod_manifest_is_one_a_kubelet_takes() {
    let at = "/etc/kubernetes/manifests/mirrorpod.yaml";
    let text = read("mirrorpod.yaml");
    let pod = engine::decode_manifest(&text, at, &"node1".into()).expect("a kubelet takes it");
    assert_eq!(pod.metadata.name, "mirrorpod-node1");
    assert_eq!(pod.spec.containers[0].args[0], "serve");
}

#[test]
fn the_manifests_hold_just_what_they_should() {
    let mut found: Vec<_> = cluster().iter().map(named).collect();
    found.sort_unstable();
    assert_eq!(found, OBJECTS);
}

#[test]
fn every_place_runs_the_same_image_of_this_version() {
    let wanted = format!("image: mirrorpod:{}", env!("CARGO_PKG_VERSION"));
    for name in ["mirrorpod.yaml", "kubernetes/mirrorpod.yaml", "compose.yaml"] {
        assert_eq!(read(name).matches("image: mirrorpod:").count(), 1, "{name}");
        assert!(read(name).contains(&wanted), "{name}");
    }
}

#[test]
fn every_variable_is_one_that_the_program_takes() {
    let known = variables();
    let files = ["mirrorpod.yaml", "kubernetes/mirrorpod.yaml", "compose.yaml"];
    for (name, text) in files.map(|it| (it, read(it))) {
        let plain = |it: char| !it.is_ascii_uppercase() && it != '_';
        let words = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        let words = words.flat_map(|line| line.split(plain));
        for word in words.filter(|word| word.starts_with("MIRRORPOD_")) {
            assert!(known.contains(word), "{name}: {word}");
        }
    }
}

#[test]
fn every_selector_finds_the_pods_it_is_for() {
    for (kind, path) in [
        ("Deployment", "/spec/selector/matchLabels"),
        ("Service", "/spec/selector"),
        ("NetworkPolicy", "/spec/podSelector/matchLabels"),
        ("PodDisruptionBudget", "/spec/selector/matchLabels"),
    ] {
        for it in cluster().iter().filter(|it| it["kind"] == kind) {
            let name = it["metadata"]["name"].as_str().unwrap_or_default();
            let pods = object(&format!("Deployment {name}"));
            assert_eq!(it.pointer(path), pods.pointer("/spec/template/metadata/labels"), "{name}");
        }
    }
    let from = object("NetworkPolicy mirrorpod-store");
    let from = from.pointer("/spec/ingress/0/from/0/podSelector/matchLabels").cloned();
    let servers = object("Deployment mirrorpod");
    assert_eq!(from.as_ref(), servers.pointer("/spec/template/metadata/labels"));
}

#[test]
fn servers_find_the_store_and_end_in_time() {
    let server = object("Deployment mirrorpod");
    let pod = &server["spec"]["template"]["spec"];
    let container = &pod["containers"][0];
    let value = |name: &str| {
        let all = container["env"].as_array().expect("it has variables");
        let one = all.iter().find(|it| it["name"] == name);
        one.and_then(|it| it["value"].as_str()).unwrap_or_else(|| panic!("{name}")).to_owned()
    };
    let store = object("Service mirrorpod-store");
    let port = &store["spec"]["ports"][0]["port"];
    assert_eq!(value("MIRRORPOD_STORE"), format!("redis://mirrorpod-store:{port}/0"));
    let delay: u64 = value("MIRRORPOD_DRAIN_DELAY").parse().expect("it is a number");
    let grace = pod["terminationGracePeriodSeconds"].as_u64().expect("it has a grace period");
    assert!(delay + 10 < grace, "streams have ten seconds after the delay: {delay}, {grace}");
    for (probe, path) in [("readinessProbe", "/readyz"), ("livenessProbe", "/healthz")] {
        assert_eq!(container[probe]["httpGet"]["path"], path);
    }
}

#[test]
fn nobody_runs_as_root_or_writes_where_he_should_not() {
    for it in cluster().iter().filter(|it| it["kind"] == "Deployment") {
        let (pod, name) = (&it["spec"]["template"]["spec"], named(it));
        assert_eq!(pod["securityContext"]["runAsNonRoot"], true, "{name}");
        assert_eq!(pod["securityContext"]["seccompProfile"]["type"], "RuntimeDefault", "{name}");
        assert_eq!(pod["automountServiceAccountToken"], false, "{name}");
        let container = &pod["containers"][0];
        let may = &container["securityContext"];
        assert_eq!(may["allowPrivilegeEscalation"], false, "{name}");
        assert_eq!(may["readOnlyRootFilesystem"], true, "{name}");
        assert_eq!(may["capabilities"]["drop"][0], "ALL", "{name}");
        for amount in ["/requests/cpu", "/requests/memory", "/limits/memory"] {
            assert!(container["resources"].pointer(amount).is_some(), "{name}: {amount}");
        }
    }
}

#[test]
fn the_compose_file_runs_two_servers_a_store_and_a_proxy() {
    let mut compose: Value = serde_yaml::from_str(&compose()).expect("it is YAML");
    let services = compose["services"].as_object_mut().expect("it has services");
    let names: Vec<_> = services.keys().cloned().collect();
    assert_eq!(names, ["one", "proxy", "store", "two"]);
    assert_eq!(services["proxy"]["environment"]["SERVERS"], "one:8080 two:8080");
    for service in services.values() {
        let waits = service["depends_on"].as_array().into_iter().flatten();
        for other in waits.filter_map(Value::as_str) {
            assert!(names.iter().any(|it| it == other), "{other}");
        }
    }
    let server = &compose["x-server"];
    assert_eq!(server["environment"]["MIRRORPOD_STORE"], "redis://store:6379/0");
    assert!(read("Caddyfile").contains("{$SERVERS:one:8080 two:8080}"));
}

/// Runs one of the checkers that `cargo xtask test` names. `None` when there is none.
fn checker(args: &[&str], stdin: &str) -> Option<(bool, String)> {
    let Some(packages) = env::var_os("MIRRORPOD_MANIFESTS") else {
        eprintln!("not checked: `cargo xtask test` finds the schemas and names them");
        return None;
    };
    let mut command = Command::new("python3");
    command.args(args).env("PYTHONPATH", packages).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("Python is there");
    let mut pipe = child.stdin.take().expect("it is piped");
    pipe.write_all(stdin.as_bytes()).expect("it reads");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    let said = [output.stdout, output.stderr].concat();
    Some((output.status.success(), String::from_utf8_lossy(&said).into_owned()))
}

#[test]
fn kubernetes_schemas_find_nothing_wrong() {
    let minor = engine::KUBERNETES.trim_start_matches('v').rsplit_once('.').expect("a version").0;
    let version = format!("{minor}.0");
    let check = ["-m", "kubernetes_validate", "--strict", "-k", &version];
    let files = ["mirrorpod.yaml", "kubernetes/mirrorpod.yaml", "kubernetes/store.yaml"];
    let paths = files.map(|it| path(it).display().to_string());
    let good: Vec<&str> = check.iter().copied().chain(paths.iter().map(String::as_str)).collect();
    let Some((passes, said)) = checker(&good, "") else { return };
    assert!(passes, "{said}");
    assert_eq!(said.matches(" passed ").count(), OBJECTS.len() + 1, "{said}");
    let wrong = read("kubernetes/mirrorpod.yaml").replace("readinessProbe", "readynessProbe");
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong.yaml");
    fs::write(&place, wrong).expect("the target folder can be written");
    let place = place.display().to_string();
    let bad: Vec<&str> = check.iter().copied().chain([place.as_str()]).collect();
    assert!(checker(&bad, "").is_some_and(|(passes, _)| !passes), "it would find a mistake");
}

#[test]
fn a_strict_reader_of_compose_files_finds_nothing_wrong() {
    let Some((passes, said)) = checker(&["-c", READ_COMPOSE], &compose()) else { return };
    assert!(passes, "{said}");
    let wrong = compose().replace("cap_drop", "cap_dorp");
    let found = checker(&["-c", READ_COMPOSE], &wrong);
    assert!(found.is_some_and(|(passes, _)| !passes), "it would find a mistake");
}
