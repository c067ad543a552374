//! What the API knows: the API server itself, Nodes and Pods.

use trace::NodeName;
use trace::object::{ObjectKey, Pod};

use super::{Field, Offer, Rule, Section, Standing, Thing, text};

/// The API.
pub fn section(standing: &Standing<'_>) -> Section {
    let mut things = vec![api_server(standing)];
    let nodes = standing.header.topology.nodes.iter();
    things.extend(nodes.map(|spec| node(standing, &spec.name)));
    things.extend(standing.view.pods().map(|it| pod(standing, it)));
    Section { title: standing.words.get("side.cluster"), things }
}

fn api_server(standing: &Standing<'_>) -> Thing {
    let is_up = standing.view.api_server_up;
    let words = standing.words;
    let state = words.get(if is_up { "live.state.up" } else { "api_server.down" });
    let name = words.get("role.api");
    let mut thing = Thing::new("api".to_owned(), "api", String::new(), &name, state);
    let (up, down) =
        if is_up { (Some("live.reason.up"), None) } else { (None, Some("live.reason.down")) };
    let offer =
        |act, input: &str, reason| Offer::plain(act, input.to_owned(), standing.reason(reason));
    thing.offers =
        vec![offer("live.act.api_down", "api down", down), offer("live.act.api_up", "api up", up)];
    thing
}

fn node(standing: &Standing<'_>, name: &NodeName) -> Thing {
    let is_known = standing.view.objects.get(&ObjectKey::node(name.as_str())).is_some();
    let is_cordoned = standing.view.is_cordoned(name);
    let state = if is_cordoned { standing.words.get("node.cordoned_short") } else { String::new() };
    let key = text(&["node ", name.as_str()]);
    let mut thing = Thing::new(key, "api", "Node".to_owned(), name.as_str(), state);
    let unknown = (!is_known).then_some("live.reason.unknown");
    let offer = |act, before: &str, after: &str, reason: Option<&str>| {
        let input = text(&["kubectl ", before, " ", name.as_str(), after]);
        Offer::plain(act, input, standing.command_reason(unknown.or(reason)))
    };
    let cordoned = is_cordoned.then_some("live.reason.cordoned");
    let open = (!is_cordoned).then_some("live.reason.open");
    thing.offers = vec![
        offer("live.act.cordon", "cordon", "", cordoned),
        offer("live.act.uncordon", "uncordon", "", open),
        offer("live.act.drain", "drain", " --ignore-daemonsets", None),
    ];
    thing
}

fn pod(standing: &Standing<'_>, pod: &Pod) -> Thing {
    let meta = &pod.metadata;
    let words = standing.words;
    let mut state = if meta.deletion_timestamp.is_some() {
        words.get("live.state.deleting")
    } else {
        pod.status.phase.as_str().to_owned()
    };
    if pod.is_mirror() {
        state.insert_str(0, &text(&[&words.get("live.state.mirror"), " · "]));
    }
    let role = if pod.is_mirror() { "mirror" } else { "container" };
    let key = text(&["pod ", meta.uid.as_str()]);
    let mut thing = Thing::new(key, role, "Pod".to_owned(), &meta.name, state);
    let space =
        if meta.namespace == "default" { String::new() } else { text(&[" -n ", &meta.namespace]) };
    let offer = |act, before: &str, after: &str, field| Offer {
        act,
        input: text(&["kubectl ", before, " pod ", &meta.name, after, &space]),
        field,
        document: None,
        reason: standing.command_reason(None),
    };
    thing.offers = vec![
        offer("live.act.delete", "delete", "", None),
        offer("live.act.force", "delete", " --grace-period=0 --force", None),
    ];
    if let Some(container) = pod.spec.containers.first() {
        let patch = text(&[
            r#" -p '{"spec":{"containers":[{"name":""#,
            &container.name,
            r#"","image":"{}"}]}}'"#,
        ]);
        let field = field("live.field.image", other_image(standing, pod));
        thing.offers.push(offer("live.act.image", "patch", &patch, Some(field)));
    }
    let field = field("live.field.label", "colour=blue".to_owned());
    thing.offers.push(offer("live.act.label", "label", " {} --overwrite", Some(field)));
    thing
}

const fn field(word: &'static str, value: String) -> Field {
    Field { word, value, rule: Rule::Word }
}

/// An image that the Pod's machine has and the Pod does not use yet; else the one it uses.
fn other_image(standing: &Standing<'_>, pod: &Pod) -> String {
    let used = pod.spec.containers.first().map_or("", |it| it.image.as_str());
    let nodes = &standing.header.topology.nodes;
    let spec = nodes.iter().find(|it| it.name.as_str() == pod.spec.node_name);
    let other = spec.and_then(|it| it.images.iter().find(|it| *it != used));
    other.map_or(used, String::as_str).to_owned()
}
