//! Command lines, and what they mean.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use trace::object::{Object, ObjectKey};

use crate::manifest;

/// A command that is understood.
#[derive(Clone, Debug)]
pub enum Command {
    /// `kubectl delete pod NAME`.
    Delete { key: ObjectKey, grace: Option<i64>, force: bool, waits: bool },
    /// `kubectl patch`, `set image`, `label`, `annotate`: a patch, and the word printed after it.
    Patch { key: ObjectKey, patch: Value, done: &'static str },
    /// `kubectl cordon NODE` and `uncordon`.
    Cordon { node: String, wanted: bool },
    /// `kubectl drain NODE`.
    Drain { node: String, options: DrainOptions },
    /// `kubectl apply -f -`.
    Apply { object: Object },
    /// `kubectl get pods`.
    GetPods { namespace: Option<String>, name: Option<String> },
}

/// The flags of `kubectl drain` that matter here.
#[derive(Clone, Copy, Debug, Default)]
pub struct DrainOptions {
    pub ignore_daemonsets: bool,
    pub force: bool,
    pub delete_emptydir_data: bool,
    pub grace: Option<i64>,
}

/// A command line that is not understood: what is printed, and the exit code.
#[derive(Clone, Debug)]
pub struct Complaint {
    pub text: String,
    pub code: i32,
}

fn complain<T>(text: impl Into<String>) -> Result<T, Complaint> {
    Err(Complaint { text: text.into(), code: 1 })
}

/// Words, and flags with their values.
struct Line {
    words: Vec<String>,
    flags: BTreeMap<String, String>,
}

/// Flags that stand alone; all others take a value.
const SWITCHES: [&str; 7] = [
    "force",
    "now",
    "all-namespaces",
    "ignore-daemonsets",
    "delete-emptydir-data",
    "overwrite",
    "watch",
];

impl Line {
    fn parse(line: &str) -> Result<Self, Complaint> {
        let Some(all) = shlex::split(line) else {
            return complain("error: a quote in the command is not closed");
        };
        let mut words = Vec::new();
        let mut flags = BTreeMap::new();
        let mut rest = all.into_iter();
        while let Some(word) = rest.next() {
            let Some(flag) = word.strip_prefix('-').filter(|it| !it.is_empty()) else {
                words.push(word);
                continue;
            };
            let flag = flag.trim_start_matches('-');
            let (name, value) = match flag.split_once('=') {
                Some((name, value)) => (long_name(name), value.to_owned()),
                None if SWITCHES.contains(&long_name(flag)) => (long_name(flag), "true".into()),
                None => (long_name(flag), rest.next().unwrap_or_default()),
            };
            flags.insert(name.to_owned(), value);
        }
        Ok(Self { words, flags })
    }

    fn is_set(&self, flag: &str) -> bool {
        self.flags.get(flag).is_some_and(|it| it == "true")
    }

    fn number(&self, flag: &str) -> Result<Option<i64>, Complaint> {
        let Some(text) = self.flags.get(flag) else { return Ok(None) };
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => complain(format!(
                "error: invalid argument \"{text}\" for \"--{flag}\" flag: strconv.ParseInt: \
                 parsing \"{text}\": invalid syntax"
            )),
        }
    }

    fn namespace(&self) -> String {
        self.flags.get("namespace").cloned().unwrap_or_else(|| "default".into())
    }

    /// `pod NAME`, `pods/NAME`.
    fn pod(&self, words: &[String]) -> Result<ObjectKey, Complaint> {
        let name = match words {
            [kind, name, ..] if is_pod_kind(kind) => name.clone(),
            [one, ..] => match one.split_once('/') {
                Some((kind, name)) if is_pod_kind(kind) => name.to_owned(),
                Some((kind, _)) => return not_simulated(&format!("kubectl on {kind}")),
                None => return not_simulated(&format!("kubectl on {one}")),
            },
            [] => return complain("error: You must provide one or more resources"),
        };
        Ok(ObjectKey::pod(&self.namespace(), &name))
    }
}

fn is_pod_kind(word: &str) -> bool {
    matches!(word, "pod" | "pods" | "po")
}

fn long_name(flag: &str) -> &str {
    match flag {
        "n" => "namespace",
        "p" => "patch",
        "f" => "filename",
        "A" => "all-namespaces",
        "o" => "output",
        "l" => "selector",
        "w" => "watch",
        other => other,
    }
}

fn not_simulated<T>(what: &str) -> Result<T, Complaint> {
    complain(format!("mirrorpod: {what} is not simulated"))
}

impl Command {
    /// Understands a command line.
    ///
    /// # Errors
    /// What is printed instead, and with which exit code.
    pub fn parse(line: &str, stdin: &str) -> Result<Self, Complaint> {
        let line = Line::parse(line)?;
        let words: Vec<&str> = line.words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["kubectl", "delete", ..] => delete(&line),
            ["kubectl", "patch", ..] => patch(&line),
            ["kubectl", "set", "image", ..] => set_image(&line),
            ["kubectl", "label", ..] => set_pairs(&line, "labels", "labeled"),
            ["kubectl", "annotate", ..] => set_pairs(&line, "annotations", "annotated"),
            ["kubectl", "cordon", node] => Ok(Self::Cordon { node: (*node).into(), wanted: true }),
            ["kubectl", "uncordon", node] => {
                Ok(Self::Cordon { node: (*node).into(), wanted: false })
            }
            ["kubectl", "drain", node] => {
                let options = DrainOptions {
                    ignore_daemonsets: line.is_set("ignore-daemonsets"),
                    force: line.is_set("force"),
                    delete_emptydir_data: line.is_set("delete-emptydir-data"),
                    grace: line.number("grace-period")?.filter(|it| *it >= 0),
                };
                Ok(Self::Drain { node: (*node).into(), options })
            }
            ["kubectl", verb @ ("cordon" | "uncordon" | "drain"), ..] => {
                complain(format!("error: USAGE: {verb} NODE [flags]"))
            }
            ["kubectl", "apply", ..] => apply(&line, stdin),
            ["kubectl", "get", kind, rest @ ..] if is_pod_kind(kind) => Ok(Self::GetPods {
                namespace: (!line.is_set("all-namespaces")).then(|| line.namespace()),
                name: rest.first().map(|it| (*it).to_owned()),
            }),
            ["kubectl", verb, ..] => not_simulated(&format!("kubectl {verb}")),
            [program, ..] => not_simulated(program),
            [] => complain(""),
        }
    }
}

fn delete(line: &Line) -> Result<Command, Complaint> {
    let key = line.pod(&line.words[2..])?;
    let force = line.is_set("force");
    let asked = line.number("grace-period")?.filter(|it| *it >= 0);
    if asked == Some(0) && !force {
        // `--grace-period=0` alone asks for the smallest grace, one second.
        return Ok(Command::Delete { key, grace: Some(1), force, waits: true });
    }
    let grace = match (line.is_set("now"), force, asked) {
        (true, _, _) => Some(1),
        (false, true, None) => Some(0),
        (false, _, asked) => asked,
    };
    let waits = line.flags.get("wait").is_none_or(|it| it != "false");
    Ok(Command::Delete { key, grace, force: force && grace == Some(0), waits })
}

fn patch(line: &Line) -> Result<Command, Complaint> {
    let key = line.pod(&line.words[2..])?;
    let kind = line.flags.get("type").map_or("strategic", String::as_str);
    if kind != "strategic" {
        return not_simulated(&format!("kubectl patch --type={kind}"));
    }
    let Some(text) = line.flags.get("patch") else {
        return complain("error: must specify --patch or --patch-file containing the patch");
    };
    match serde_json::from_str(text) {
        Ok(patch) => Ok(Command::Patch { key, patch, done: "patched" }),
        Err(error) => complain(format!("error: unable to parse \"{text}\": {error}")),
    }
}

fn set_image(line: &Line) -> Result<Command, Complaint> {
    let key = line.pod(&line.words[3..])?;
    let is_pair = |it: &&String| it.contains('=');
    let containers = line.words[3..].iter().filter(is_pair).filter_map(|it| {
        let (name, image) = it.split_once('=')?;
        Some(json!({ "name": name, "image": image }))
    });
    let containers: Vec<Value> = containers.collect();
    if containers.is_empty() {
        return complain("error: at least one image update is required");
    }
    let patch = json!({ "spec": { "containers": containers } });
    Ok(Command::Patch { key, patch, done: "image updated" })
}

/// `KEY=VALUE` sets, `KEY-` removes.
fn set_pairs(line: &Line, field: &'static str, done: &'static str) -> Result<Command, Complaint> {
    let key = line.pod(&line.words[2..])?;
    let mut pairs = serde_json::Map::new();
    for word in &line.words[2..] {
        if let Some((name, value)) = word.split_once('=') {
            pairs.insert(name.into(), value.into());
        } else if let Some(name) = word.strip_suffix('-') {
            pairs.insert(name.into(), Value::Null);
        }
    }
    if pairs.is_empty() {
        return complain(format!("error: at least one {field} update is required"));
    }
    let patch = json!({ "metadata": { field: pairs } });
    Ok(Command::Patch { key, patch, done })
}

fn apply(line: &Line, stdin: &str) -> Result<Command, Complaint> {
    if line.flags.get("filename").is_none_or(|it| it != "-") {
        return not_simulated("kubectl apply of anything but -f -");
    }
    match manifest::decode_object(stdin) {
        Ok(object) => Ok(Command::Apply { object }),
        Err(error) => {
            let place = match (error.line, error.column) {
                (Some(line), Some(column)) => format!(" (line {line}, column {column})"),
                (_, _) => String::new(),
            };
            complain(format!("error: error parsing STDIN: {}{place}", error.message))
        }
    }
}
