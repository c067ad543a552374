//! Which thing a shape of the picture stands for. Pure.

use scene::{Facts, Timeline};
use trace::View;
use trace::object::Pod;

/// The key of the thing, as in the panel; `None` for what nothing can be done to. A shape's key is
/// what the scene calls it, as `api/mirror/box`.
#[must_use]
pub fn thing(shape: &str, timeline: &Timeline, view: &View, facts: &Facts) -> Option<String> {
    let node = timeline.node().as_str();
    let of = |kind: &str, name: &str| (!name.is_empty()).then(|| [kind, name].concat());
    let (cell, part) = shape.split_once('/')?;
    match cell {
        "manifests" => {
            let file = part.rsplit_once('/').map(|(path, _)| path);
            Some([node, file.unwrap_or(" new")].concat())
        }
        "kubelet" => of("kubelet ", node),
        "container" => of("container ", &facts.container_id),
        "api" if part.starts_with("mirror/") => of("pod ", &facts.mirror_uid),
        "api" => Some("api".to_owned()),
        "cordon" => of("node ", node),
        "drain" => match part.split_once('/') {
            Some((name, _)) => view.pods().find(|it| it.metadata.name == name).map(pod),
            None => of("node ", node),
        },
        "rows" => row(part, view),
        _ => None,
    }
}

/// A row below: another node, or a Pod with a container on the left and an object on the right.
fn row(part: &str, view: &View) -> Option<String> {
    if let Some(other) = part.strip_prefix("other-") {
        return Some(["node ", other.split_once('/')?.0].concat());
    }
    let mut parts = part.splitn(3, '/');
    let (namespace, name, side) = (parts.next()?, parts.next()?, parts.next()?);
    if side.starts_with("left") {
        let mut running = view.nodes.values().flat_map(|it| it.running());
        let found = running.find(|it| it.pod.namespace == namespace && it.pod.name == name);
        return found.map(|it| ["container ", it.id.as_str()].concat());
    }
    view.pod(namespace, name).map(pod)
}

fn pod(pod: &std::sync::Arc<Pod>) -> String {
    ["pod ", pod.metadata.uid.as_str()].concat()
}

#[cfg(test)]
mod tests {
    use super::thing;
    use crate::live::sample;
    use scene::{Moment, Timeline, facts};

    /// At the end of the lesson's third step, where the container runs and the mirror is there.
    #[track_caller]
    fn check(shape: &str, wanted: Option<&str>) {
        let (header, entries) = sample::recording();
        let timeline = Timeline::new(&header, entries);
        let moment = Moment { beat: timeline.steps()[3].first_beat, ms: 0 };
        let facts = facts(&timeline, moment);
        let view = timeline.view_at(moment);
        let found = thing(shape, &timeline, &view, &facts);
        let wanted = wanted.map(|it| {
            it.replace("CONTAINER", &facts.container_id).replace("MIRROR", &facts.mirror_uid)
        });
        assert_eq!(found, wanted, "{shape}");
    }

    #[test]
    fn a_shape_of_the_machine_stands_for_what_is_there() {
        let file = "/etc/kubernetes/manifests/hello-static.yaml";
        let sheet = ["manifests/", file, "/sheet"].concat();
        check(&sheet, Some(&["pair-worker", file].concat()));
        check("manifests/box", Some("pair-worker new"));
        check("kubelet/want.2", Some("kubelet pair-worker"));
        check("container/clock", Some("container CONTAINER"));
    }

    #[test]
    fn a_shape_of_the_cluster_stands_for_what_the_api_has() {
        check("api/server/title", Some("api"));
        check("api/mirror/line/uid.1", Some("pod MIRROR"));
        check("drain/title", Some("node pair-worker"));
        check("drain/hello-static-pair-worker/chip", Some("pod MIRROR"));
        check("rows/default/hello-static-pair-worker/left", Some("container CONTAINER"));
        check("rows/default/hello-static-pair-worker/right", Some("pod MIRROR"));
        check("rows/other-pair-worker2/name", Some("node pair-worker2"));
    }

    #[test]
    fn nothing_can_be_done_to_an_arrow_or_to_what_is_not_there() {
        check("way//read", None);
        check("glass-3", None);
        check("you/box", None);
        check("rows/default/nobody/right", None);
    }
}
