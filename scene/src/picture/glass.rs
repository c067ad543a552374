//! The two grounds, what they are called, and the pane between them.

use trace::Event;

use crate::geometry::{Rect, point, rect};
use crate::label::Label;
use crate::layout::Layout;
use crate::motion::out;
use crate::now::Now;
use crate::shape::{Anchor, Role, Run, TextStyle};
use crate::sketch::Sketch;
use crate::text_width::text_width;

/// The pane is drawn as so many bands, one upon the other, each narrower than the one below.
const BANDS: u8 = 16;

pub(super) fn draw(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let places = &layout.places;
    let lit = super::lit(now);
    let (machine, cluster) = (places.machine, places.cluster);
    sketch.rect("ground-machine", machine, 16.0, Role::RealWash.tint(0.55), None);
    sketch.rect("ground-cluster", cluster, 16.0, Role::ApiWash.tint(0.35 + 0.45 * lit), None);
    if layout.sizes.side_titles {
        titles(now, layout, sketch);
    }
    pane(layout, sketch);
}

fn titles(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let places = &layout.places;
    let size = layout.sizes.body + 2.0;
    let bold = TextStyle::sans(Role::Ink, size).bold();
    let soft = TextStyle::sans(Role::Soft, layout.sizes.body);
    let name = now.timeline.node().to_string();
    let gap = 12.0;
    let at = places.machine_title;
    let width = text_width(&name, &bold);
    sketch.text("title-machine", at, places.machine.width / 2.0, Label::text(name), bold);
    let rest = places.machine.width * 0.62 - width;
    sketch.text(
        "title-machine-what",
        at.plus(width + gap, 0.0),
        rest,
        Label::key("side.machine"),
        soft,
    );
    let at = places.cluster_title;
    sketch.text("title-cluster", at, 80.0, Label::text("API"), bold);
    let width = text_width("API", &bold);
    let rest = places.cluster.right() - at.x - width - gap;
    sketch.text(
        "title-cluster-what",
        at.plus(width + gap, 0.0),
        rest,
        Label::key("side.cluster"),
        soft,
    );
}

/// A cordoned node has a barrier along its edge.
pub(super) fn cordon(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    if !now.view.is_cordoned(now.timeline.node()) {
        return;
    }
    let is_node = |it: &Event| {
        matches!(it, Event::ObjectModified { object }
            if object.as_node().is_some_and(|it| it.metadata.name == now.timeline.node().as_str()))
    };
    let shown = now.effect(is_node).map_or(1.0, out);
    let (from, to) = layout.places.cordon;
    let line = Role::Fault.line(5.0).dashed(14.0, 7.0);
    sketch.thing("cordon", 1.0, |sketch| {
        sketch.line("bar", from, from.toward(to, shown), line);
        let (at, max_width) = layout.places.cordon_name;
        if max_width > 0.0 {
            let style = TextStyle::sans(Role::Fault, layout.sizes.small).bold();
            let is_short = max_width < 140.0;
            let key = if is_short { "node.cordoned_short" } else { "node.cordoned" };
            let run = Run { label: Label::key(key), style };
            sketch.runs("name", at, Anchor::End, max_width, vec![run]);
        }
        if now.has_changed(is_node) {
            let edge = rect(from.x, from.y - 5.0, to.x - from.x, 10.0);
            super::outline_changed(sketch, "changed", edge);
        }
    });
}

fn pane(layout: &Layout, sketch: &mut Sketch) {
    let places = &layout.places;
    let glass = places.glass;
    let upright = places.glass_is_upright;
    for band in 0..BANDS {
        let inset = f32::from(band) / f32::from(BANDS) / 2.0;
        let at: Rect = if upright {
            let dx = glass.width * inset;
            rect(glass.x + dx, glass.y, glass.width - 2.0 * dx, glass.height)
        } else {
            let dy = glass.height * inset;
            rect(glass.x, glass.y + dy, glass.width, glass.height - 2.0 * dy)
        };
        let mut key = "glass-".to_owned();
        crate::number::push_whole(&mut key, u64::from(band));
        sketch.rect(&key, at, 0.0, Role::Glass.tint(0.033), None);
    }
    let middle = glass.middle();
    let (from, to) = if upright {
        (point(middle.x, glass.y), point(middle.x, glass.bottom()))
    } else {
        (point(glass.x, middle.y), point(glass.right(), middle.y))
    };
    sketch.line("glass-pane", from, to, Role::Glass.line(2.5));
}
