//! The mirror Pod: a report, as large as the container it reports on, dashed and hatched. An
//! ordinary Pod in focus has its place: an order, with a solid line.

mod lines;

use trace::object::Pod;
use trace::{Entry, Event};

use crate::geometry::{Rect, point, rect};
use crate::label::Label;
use crate::layout::Layout;
use crate::motion::in_out;
use crate::now::{Now, Pair};
use crate::number::between;
use crate::shape::{Role, Stroke, TextStyle};
use crate::sketch::Sketch;

use super::{ABSENT, outline_changed};
use lines::Lines;

/// Between two lines of the hatching.
const HATCH: f32 = 12.7;

pub(super) fn draw(now: &Now<'_>, layout: &Layout, pair: &Pair<'_>, sketch: &mut Sketch) {
    let at = layout.places.mirror;
    if layout.sizes.sublabels {
        let style = TextStyle::sans(Role::Soft, layout.sizes.small);
        let place = point(at.x + 2.0, at.y - 12.0);
        sketch.text("pods-name", place, at.width / 2.0 - 12.0, Label::text("Pods"), style);
    }
    let gone = now.effect_entry(|it| matches!(it, Event::ObjectDeleted { .. }) && now.is_focus(it));
    let came = now.effect_entry(|it| now.is_focus(it) && may_come(it));
    let came = came.filter(|(it, _)| comes(now, it)).map(|(_, progress)| progress);
    match (pair.mirror, gone) {
        (Some(mirror), _) => {
            let shown = came.map_or(1.0, in_out);
            if shown < 1.0 {
                absent(now, layout, 1.0 - shown, sketch);
            }
            card(now, layout, pair, mirror, shown, sketch);
        }
        (None, Some((entry, progress))) => {
            let left = 1.0 - in_out(progress);
            absent(now, layout, 1.0 - left, sketch);
            if let Event::ObjectDeleted { object } = &entry.event
                && let Some(mirror) = object.as_pod()
            {
                card(now, layout, pair, mirror, left, sketch);
            }
        }
        (None, None) => absent(now, layout, 1.0, sketch),
    }
    let changed = |it: &Event| {
        now.is_focus(it)
            && matches!(
                it,
                Event::ObjectCreated { .. }
                    | Event::ObjectModified { .. }
                    | Event::ObjectDeleted { .. }
            )
    };
    if now.has_changed(changed) {
        outline_changed(sketch, "mirror-changed", at.grown(5.0));
    }
}

const fn may_come(event: &Event) -> bool {
    matches!(event, Event::ObjectCreated { .. } | Event::ObjectModified { .. })
}

/// Whether an entry brought the object to this machine: a mirror is made there, an ordinary Pod is
/// bound to it later.
fn comes(now: &Now<'_>, entry: &Entry) -> bool {
    if now.is_static {
        return matches!(entry.event, Event::ObjectCreated { .. });
    }
    let before = now.timeline.view_before(entry.id);
    let was = now.focus.and_then(|it| before.pod(&it.namespace, &it.name));
    was.is_none_or(|it| it.spec.node_name != now.timeline.node().as_str())
}

/// What stands for the object: a mirror's own colour, or that of whatever the API server keeps.
const fn role(is_mirror: bool) -> Role {
    if is_mirror { Role::Mirror } else { Role::Api }
}

fn absent(now: &Now<'_>, layout: &Layout, strength: f32, sketch: &mut Sketch) {
    let at = layout.places.mirror;
    let sizes = &layout.sizes;
    sketch.thing("mirror-absent", ABSENT * strength, |sketch| {
        let line = role(now.is_static).line(1.6).dashed(4.0, 6.0);
        sketch.rect("box", at, sizes.radius, None, line);
    });
    // The words come when the card has left their place: half a word says nothing.
    let told = between(5.0 * strength - 4.0, 0.0, 1.0);
    if told <= 0.0 {
        return;
    }
    sketch.thing("mirror-absent-name", ABSENT * told, |sketch| {
        let style = TextStyle::sans(Role::Soft, sizes.body);
        let place = at.at(sizes.pad - 2.0, sizes.mirror[0]);
        let width = at.width - 2.0 * (sizes.pad - 2.0);
        let key = if now.is_static { "mirror.none" } else { "pod.none" };
        sketch.text("what", place, width, Label::key(key), style);
    });
}

/// What the wipe has uncovered: it begins at the glass.
fn uncovered(layout: &Layout, shown: f32) -> Rect {
    let at = layout.places.mirror;
    if layout.places.glass_is_upright {
        rect(at.x, at.y, at.width * shown, at.height)
    } else {
        let height = at.height * shown;
        rect(at.x, at.bottom() - height, at.width, height)
    }
}

fn card(
    now: &Now<'_>,
    layout: &Layout,
    pair: &Pair<'_>,
    mirror: &Pod,
    shown: f32,
    sketch: &mut Sketch,
) {
    if shown <= 0.0 {
        return;
    }
    let part = uncovered(layout, shown);
    let radius = layout.sizes.radius;
    sketch.thing("mirror", 1.0, |sketch| {
        if mirror.is_mirror() {
            sketch.rect("ground", part, radius, Role::MirrorWash.solid(), None);
            let hatching = hatching(part.grown(-1.5));
            sketch.path("hatch", hatching, None, Role::Mirror.line(3.0).faint(0.16));
            let line = Role::Mirror.line(2.4).dashed(9.0, 6.0);
            sketch.rect("box", part, radius, None, line);
        } else {
            sketch.rect("box", part, radius, Role::Card.solid(), Role::Api.line(2.4));
        }
        Lines::new(now, layout, pair, mirror, part).draw(sketch);
    });
}

/// Lines that rise to the right, cut off at the box. Corners stay a little bare.
fn hatching(at: Rect) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    if at.width <= 0.0 || at.height <= 0.0 {
        return strokes;
    }
    let mut along = HATCH;
    while along < at.width + at.height {
        let from = if along < at.height {
            point(at.x, at.y + along)
        } else {
            point(at.x + along - at.height, at.bottom())
        };
        let to = if along < at.width {
            point(at.x + along, at.y)
        } else {
            point(at.right(), at.y + along - at.width)
        };
        strokes.push(Stroke::Move(from));
        strokes.push(Stroke::Line(to));
        along += HATCH;
    }
    strokes
}
