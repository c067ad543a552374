//! What is on a machine: files, containers, the kubelet, and troubles to make.

use scene::Labels;
use trace::view::{FileView, NodeView, Reading};
use trace::{ContainerRecord, NodeSpec, short_id};

use super::{Document, Field, Offer, Rule, Section, Standing, Thing, text};
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
    let state = match &file.reading {
        Reading::Unread => words.get("file.unread"),
        Reading::Ignored => words.get("file.ignored"),
        Reading::Refused(_) => words.get("file.refused"),
        Reading::Read(pod) => {
            words.label("file.read", &[("hash", short_id(pod.metadata.uid.as_str()))])
        }
    };
    let key = text(&[spec.name.as_str(), path]);
    let mut thing = Thing::new(key, "file", words.get("lane.file"), name, state);
    let mut place = None;
    if let Reading::Refused(error) = &file.reading {
        place = error.line.map(|line| (line, error.column.unwrap_or(1)));
        thing.refusal = refusal(standing, &error.message, place);
    }
    let (node, reason) = (spec.name.as_str(), standing.reason(None));
    let to = text(&["rename ", node, " ", path, " ", directory(spec), "/{}"]);
    thing.offers = vec![
        Offer {
            document: Some(Document { text: file.text.to_string(), place }),
            ..Offer::plain("live.act.write", text(&["write ", node, " ", path]), reason.clone())
        },
        Offer {
            field: Some(name_field(name.to_owned(), taken)),
            ..Offer::plain("live.act.rename", to, reason.clone())
        },
        Offer::plain("live.act.remove", text(&["remove ", node, " ", path]), reason),
    ];
    thing
}

/// What the kubelet said of a file, and where in it.
fn refusal(standing: &Standing<'_>, message: &str, place: Option<(u32, u32)>) -> String {
    let Some((line, column)) = place else {
        return standing.words.label("live.state.refused_plain", &[("message", message)]);
    };
    let (line, column) = (line.to_string(), column.to_string());
    let args = [("line", line.as_str()), ("column", &column), ("message", message)];
    standing.words.label("live.state.refused", &args)
}

fn new_file(standing: &Standing<'_>, spec: &NodeSpec, taken: &[String]) -> Thing {
    let key = text(&[spec.name.as_str(), " new"]);
    let title = standing.words.get("live.act.new");
    let mut thing = Thing::new(key, "file", String::new(), &title, String::new());
    let input = text(&["write ", spec.name.as_str(), " ", directory(spec), "/{}"]);
    thing.offers = vec![Offer {
        field: Some(name_field("mine.yaml".to_owned(), taken)),
        document: Some(Document { text: NEW_MANIFEST.to_owned(), place: None }),
        ..Offer::plain("live.act.write", input, standing.reason(None))
    }];
    thing
}

fn name_field(value: String, taken: &[String]) -> Field {
    Field { word: "live.field.file", value, rule: Rule::FileName(taken.to_vec()) }
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
    let input = text(&["crash ", spec.name.as_str(), " ", &id, " 1"]);
    thing.offers = vec![Offer::plain("live.act.crash", input, standing.reason(None))];
    thing
}

fn kubelet(standing: &Standing<'_>, spec: &NodeSpec, view: &NodeView) -> Thing {
    let runs = view.kubelet_running;
    let state = if runs { "live.state.runs" } else { "kubelet.stopped" };
    let key = text(&["kubelet ", spec.name.as_str()]);
    let state = standing.words.get(state);
    let mut thing = Thing::new(key, "kubelet", String::new(), "kubelet", state);
    let offer = |act, verb: &str, reason| {
        let input = text(&[verb, " kubelet ", spec.name.as_str()]);
        Offer::plain(act, input, standing.reason(reason))
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
    let lose = text(&["fault lose-file-event ", spec.name.as_str()]);
    let slow = text(&["fault slow-pull ", spec.name.as_str(), " {} ", SLOW]);
    let image = "nginx:1.27".to_owned();
    thing.offers = vec![
        Offer::plain("live.act.lose_event", lose, standing.reason(None)),
        Offer {
            field: Some(Field { word: "live.field.image", value: image, rule: Rule::Word }),
            ..Offer::plain("live.act.slow_pull", slow, standing.reason(None))
        },
    ];
    thing
}
