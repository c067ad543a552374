//! The machines that are not drawn: their names, whether they take Pods, and how many they have.

use trace::NodeSpec;

use crate::geometry::Point;
use crate::label::{Label, Message};
use crate::layout::Layout;
use crate::now::Now;
use crate::number::whole;
use crate::shape::{Role, TextStyle};
use crate::sketch::Sketch;

use super::ABSENT;

/// As many have a place; more are counted.
const PLACES: usize = 2;

/// Where there is room for it, a strip with the other machines.
pub(super) fn others(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let Some(at) = layout.places.others_title else { return };
    let nodes = &now.timeline.header().topology.nodes;
    let others = || nodes.iter().filter(|it| it.name != *now.timeline.node());
    let n_others = others().count();
    let n_shown = if n_others > PLACES { PLACES - 1 } else { n_others };
    let step = 2.0 * layout.sizes.small + 8.0;
    let below = |n: usize| at.plus(0.0, n as f32 * step);
    for (n, node) in others().take(n_shown).enumerate() {
        other(now, layout, below(n), node, sketch);
    }
    if n_shown < n_others {
        let message = Message::new("rows.more", [("n", whole((n_others - n_shown) as u64))]);
        let style = TextStyle::sans(Role::Soft, layout.sizes.small);
        let width = layout.places.cluster.right() - at.x - 8.0;
        sketch.text("others-more", below(n_shown), width, message.into(), style);
    }
}

fn other(now: &Now<'_>, layout: &Layout, at: Point, node: &NodeSpec, sketch: &mut Sketch) {
    let size = layout.sizes.small;
    let pods = now.view.pods().filter(|it| it.spec.node_name == node.name.as_str());
    let n_pods = whole(pods.count() as u64);
    let state = if now.view.is_cordoned(&node.name) { "nodes.cordoned" } else { "nodes.open" };
    let width = layout.places.cluster.right() - at.x - 8.0;
    let mut key = "other-".to_owned();
    key.push_str(node.name.as_str());
    sketch.thing(&key, super::lit(now).max(ABSENT), |sketch| {
        let name = TextStyle::sans(Role::Ink, size).bold();
        sketch.text("name", at, width, Label::text(node.name.as_str()), name);
        let message = Message::new(state, [("n", n_pods)]);
        let place = at.plus(0.0, size + 4.0);
        sketch.text("pods", place, width, message.into(), TextStyle::sans(Role::Soft, size));
    });
}
