//! The ways messages take, faint until one is under way.

use trace::Event;

use crate::label::Label;
use crate::layout::{Layout, Way};
use crate::now::Now;
use crate::shape::{Anchor, Line, Role, Run, TextStyle};
use crate::sketch::Sketch;
use crate::timeline::Lane;

/// How strong a way is while nothing is on it.
const IDLE: f32 = 0.5;

pub(super) fn draw(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let places = &layout.places;
    let soft = Role::Soft;
    sketch.thing("way", 1.0, |sketch| {
        way(
            now,
            layout,
            sketch,
            &Drawn {
                key: "read",
                way: places.read,
                lane: Lane::Read,
                line: Role::File.line(2.2),
                name: Some((Label::key("way.read"), Role::File)),
                head: 13.0,
            },
        );
        way(
            now,
            layout,
            sketch,
            &Drawn {
                key: "cri",
                way: places.cri,
                lane: Lane::Cri,
                line: Role::Kubelet.line(2.2),
                name: Some((Label::text("CRI"), soft)),
                head: 13.0,
            },
        );
        way(
            now,
            layout,
            sketch,
            &Drawn {
                key: "write",
                way: places.write,
                lane: Lane::Write,
                line: Role::Kubelet.line(2.6),
                name: None,
                head: 15.0,
            },
        );
        way(
            now,
            layout,
            sketch,
            &Drawn {
                key: "watch",
                way: places.watch,
                lane: Lane::Watch,
                line: Role::Api.line(1.5).dashed(2.0, 5.0),
                name: Some((Label::text("watch"), soft)),
                head: 9.0,
            },
        );
        way(
            now,
            layout,
            sketch,
            &Drawn {
                key: "command",
                way: places.command,
                lane: Lane::Command,
                line: Role::Api.line(2.2),
                name: None,
                head: 12.0,
            },
        );
        way(
            now,
            layout,
            sketch,
            &Drawn {
                key: "store",
                way: places.store,
                lane: Lane::Place,
                line: Role::Api.line(1.8),
                name: None,
                head: 11.0,
            },
        );
    });
}

struct Drawn {
    key: &'static str,
    way: Way,
    lane: Lane,
    line: Line,
    name: Option<(Label, Role)>,
    head: f32,
}

fn way(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch, drawn: &Drawn) {
    let needs_api = matches!(drawn.lane, Lane::Write | Lane::Watch | Lane::Command | Lane::Place);
    let unlit = if needs_api { 0.35 + 0.65 * super::lit(now) } else { 1.0 };
    let strength = if is_busy(now, drawn) { 1.0 } else { IDLE };
    let Way { from, to, name, name_is_centred, name_width } = drawn.way;
    sketch.thing("", strength * unlit, |sketch| {
        sketch.arrow(drawn.key, from, to, drawn.line, drawn.head * layout.sizes.arrow);
    });
    let Some((label, role)) = &drawn.name else { return };
    if name_width <= 0.0 {
        return;
    }
    let anchor = if name_is_centred { Anchor::Middle } else { Anchor::Start };
    let run = Run { label: label.clone(), style: TextStyle::sans(*role, layout.sizes.small - 0.5) };
    sketch.thing("name", unlit.max(0.6), |sketch| {
        sketch.runs(drawn.key, name, anchor, name_width, vec![run]);
    });
}

fn is_busy(now: &Now<'_>, drawn: &Drawn) -> bool {
    if drawn.lane == Lane::Place {
        return stores(now);
    }
    now.messages().any(|(it, _)| it.lane == drawn.lane)
        || now.arrival(drawn.lane, crate::motion::ACKNOWLEDGE).is_some()
        || now.changed.iter().any(|it| now.timeline.lane(it.id) == drawn.lane)
}

/// Whether the API server is writing to its store just now.
fn stores(now: &Now<'_>) -> bool {
    now.effect(|it| {
        matches!(
            it,
            Event::ObjectCreated { .. }
                | Event::ObjectModified { .. }
                | Event::ObjectDeleted { .. }
        ) && now.is_focus(it)
    })
    .is_some()
}
