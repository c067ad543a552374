//! The ways messages take, faint until one is under way.

use trace::Event;

use crate::label::Label;
use crate::layout::{Layout, Way};
use crate::now::Now;
use crate::shape::{Line, Role, Run, TextStyle};
use crate::sketch::Sketch;
use crate::timeline::Lane;

/// How strong a way is while nothing is on it.
const IDLE: f32 = 0.5;

pub(super) fn draw(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let places = &layout.places;
    let read = Some((Label::key("way.read"), Role::File));
    let name = |text| Some((Label::text(text), Role::Soft));
    let watch = Role::Api.line(1.5).dashed(2.0, 5.0);
    sketch.thing("way", 1.0, |sketch| {
        for drawn in [
            Drawn::new("read", places.ways.read, Lane::Read, Role::File.line(2.2), 13.0, read),
            Drawn::new(
                "cri",
                places.ways.cri,
                Lane::Cri,
                Role::Kubelet.line(2.2),
                13.0,
                name("CRI"),
            ),
            Drawn::new(
                "write",
                places.ways.write,
                Lane::Write,
                Role::Kubelet.line(2.6),
                15.0,
                None,
            ),
            Drawn::new("watch", places.ways.watch, Lane::Watch, watch, 9.0, name("watch")),
            Drawn::new(
                "command",
                places.ways.command,
                Lane::Command,
                Role::Api.line(2.2),
                12.0,
                None,
            ),
            Drawn::new("store", places.ways.store, Lane::Place, Role::Api.line(1.8), 11.0, None),
        ] {
            way(now, layout, sketch, &drawn);
        }
    });
}

/// A way as it is drawn: its line, its head, and what it is called.
struct Drawn {
    key: &'static str,
    way: Way,
    lane: Lane,
    line: Line,
    head: f32,
    name: Option<(Label, Role)>,
}

impl Drawn {
    const fn new(
        key: &'static str,
        way: Way,
        lane: Lane,
        line: Line,
        head: f32,
        name: Option<(Label, Role)>,
    ) -> Self {
        Self { key, way, lane, line, head, name }
    }
}

fn way(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch, drawn: &Drawn) {
    let needs_api = matches!(drawn.lane, Lane::Write | Lane::Watch | Lane::Command | Lane::Place);
    let unlit = if needs_api { 0.35 + 0.65 * super::lit(now) } else { 1.0 };
    let strength = if is_busy(now, drawn) { 1.0 } else { IDLE };
    let Way { from, to, name, name_anchor, name_width } = drawn.way;
    sketch.thing("", strength * unlit, |sketch| {
        sketch.arrow(drawn.key, from, to, drawn.line, drawn.head * layout.sizes.arrow);
    });
    let Some((label, role)) = &drawn.name else { return };
    if name_width <= 0.0 {
        return;
    }
    let run = Run { label: label.clone(), style: TextStyle::sans(*role, layout.sizes.small - 0.5) };
    sketch.thing("name", unlit.max(0.6), |sketch| {
        sketch.runs(drawn.key, name, name_anchor, name_width, vec![run]);
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
