//! What is on a machine: files, containers, the kubelet, and troubles to make.

use scene::Labels;
use trace::view::{FileView, NodeView, Reading};
use trace::{ContainerRecord, NodeSpec, short_id};

use super::{Field, FileForm, Offer, Section, Standing, Thing, text};
use crate::live::told::file_name;

/// What a new file holds at first.
const NEW_MANIFEST: &str = "apiVersion: v1
kind: Pod
metadata:
  name: mine
spec:
  containers:
  - name: main
    image: registry.k8s.io/pause:3.10
";

/// How long a slow pull takes longer.
const SLOW: &str = "20s";

/// A machine.
pub fn section(standing: &Standing<'_>, spec: &NodeSpec) -> Section {
    let nothing = NodeView::default();
    let view = standing.view.nodes.get(&spec.name).unwrap_or(&nothing);
    let mut things = Vec::new();
    let taken: Vec<String> = view.files.keys().map(|it| file_name(it).to_owned()).collect();
    for (path, file) in &view.files {
        things.push(known_file(standing, spec, path, file, &taken));
    }
    things.push(new_file(standing, spec, &taken));
    things.extend(view.running().map(|it| container(standing, spec, it)));
    things.push(kubelet(standing, spec, view));
    things.push(trouble(standing, spec));
    Section { title: spec.name.to_string(), things }
}

fn known_file(
    standing: &Standing<'_>,
    spec: &NodeSpec,
    path: &str,
    file: &FileView,
    taken: &[String],
) -> Thing {
    let words = standing.words;
    let name = file_name(path);
    let (state, refusal, place) = match &file.reading {
        Reading::Unread => (words.get("file.unread"), String::new(), None),
        Reading::Ignored => (words.get("file.ignored"), String::new(), None),
        Reading::Read(pod) => {
            let hash = short_id(pod.metadata.uid.as_str());
            (words.label("file.read", &[("hash", hash)]), String::new(), None)
        }
        Reading::Refused(error) => {
            let place = error.line.map(|line| (line, error.column.unwrap_or(1)));
            let told = match place {
                Some((line, column)) => words.label(
                    "live.state.refused",
                    &[
                        ("line", &line.to_string()),
                        ("column", &column.to_string()),
                        ("message", &error.message),
                    ],
                ),
                None => words.label("live.state.refused_plain", &[("message", &error.message)]),
            };
            (words.get("file.refused"), told, place)
        }
    };
    let key = text(&[spec.name.as_str(), path]);
    let mut thing = Thing::new(key, "file", words.get("lane.file"), name, state);
    thing.file = Some(FileForm {
        node: spec.name.to_string(),
        dir: directory(spec).to_owned(),
        name: name.to_owned(),
        text: file.text.to_string(),
        refusal,
        place,
        taken: taken.to_vec(),
        reason: standing.reason(None),
    });
    thing.offers = vec![Offer {
        act: "live.act.remove",
        input: text(&["remove ", spec.name.as_str(), " ", path]),
        field: None,
        reason: standing.reason(None),
    }];
    thing
}

fn new_file(standing: &Standing<'_>, spec: &NodeSpec, taken: &[String]) -> Thing {
    let words = standing.words;
    let key = text(&[spec.name.as_str(), " new"]);
    let title = words.get("live.act.new");
    let mut thing = Thing::new(key, "file", String::new(), &title, String::new());
    thing.file = Some(FileForm {
        node: spec.name.to_string(),
        dir: directory(spec).to_owned(),
        name: String::new(),
        text: NEW_MANIFEST.to_owned(),
        refusal: String::new(),
        place: None,
        taken: taken.to_vec(),
        reason: standing.reason(None),
    });
    thing
}

fn directory(spec: &NodeSpec) -> &str {
    spec.manifest_dir.trim_end_matches('/')
}

fn container(standing: &Standing<'_>, spec: &NodeSpec, record: &ContainerRecord) -> Thing {
    let id = short_id(record.id.as_str());
    let kind = standing.words.get("lane.container");
    let state = text(&[id, " · ", &record.pod.name]);
    let key = text(&["container ", record.id.as_str()]);
    let mut thing = Thing::new(key, "container", kind, &record.name, state);
    // A name alone may be that of several containers; so much of the id is that of one.
    let id: String = record.id.as_str().chars().take(13).collect();
    thing.offers = vec![Offer {
        act: "live.act.crash",
        input: text(&["crash ", spec.name.as_str(), " ", &id, " 1"]),
        field: None,
        reason: standing.reason(None),
    }];
    thing
}

fn kubelet(standing: &Standing<'_>, spec: &NodeSpec, view: &NodeView) -> Thing {
    let runs = view.kubelet_running;
    let state = if runs { "live.state.runs" } else { "kubelet.stopped" };
    let key = text(&["kubelet ", spec.name.as_str()]);
    let state = standing.words.get(state);
    let mut thing = Thing::new(key, "kubelet", String::new(), "kubelet", state);
    let offer = |act, verb: &str, reason| Offer {
        act,
        input: text(&[verb, " kubelet ", spec.name.as_str()]),
        field: None,
        reason: standing.reason(reason),
    };
    let (start, stop) =
        if runs { (Some("live.reason.runs"), None) } else { (None, Some("live.reason.stopped")) };
    thing.offers = vec![
        offer("live.act.kubelet_stop", "stop", stop),
        offer("live.act.kubelet_start", "start", start),
    ];
    thing
}

fn trouble(standing: &Standing<'_>, spec: &NodeSpec) -> Thing {
    let key = text(&["trouble ", spec.name.as_str()]);
    let title = standing.words.get("live.trouble");
    let mut thing = Thing::new(key, "fault", String::new(), &title, String::new());
    thing.offers = vec![
        Offer {
            act: "live.act.lose_event",
            input: text(&["fault lose-file-event ", spec.name.as_str()]),
            field: None,
            reason: standing.reason(None),
        },
        Offer {
            act: "live.act.slow_pull",
            input: text(&["fault slow-pull ", spec.name.as_str(), " {} ", SLOW]),
            field: Some(Field { word: "live.field.image", value: "nginx:1.27".to_owned() }),
            reason: standing.reason(None),
        },
    ];
    thing
}
