//! The mirror Pod: a report, as large as the container it reports on, dashed and hatched.

use trace::object::Pod;
use trace::{Event, short_id};

use crate::geometry::{Rect, point, rect};
use crate::label::Label;
use crate::layout::Layout;
use crate::motion::in_out;
use crate::now::{Now, Pair};
use crate::shape::{Anchor, Role, Run, Stroke, TextStyle};
use crate::sketch::Sketch;

use super::container::short_image;
use super::tie::{Difference, Tie};
use super::{ABSENT, outline_changed};

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
    let came = now.effect(|it| matches!(it, Event::ObjectCreated { .. }) && now.is_focus(it));
    match (pair.mirror, gone) {
        (Some(mirror), _) => {
            let shown = came.map_or(1.0, in_out);
            if shown < 1.0 {
                absent(layout, 1.0 - shown, sketch);
            }
            card(now, layout, pair, mirror, shown, sketch);
        }
        (None, Some((entry, progress))) => {
            let left = 1.0 - in_out(progress);
            absent(layout, 1.0 - left, sketch);
            if let Event::ObjectDeleted { object } = &entry.event
                && let Some(mirror) = object.as_pod()
            {
                card(now, layout, pair, mirror, left, sketch);
            }
        }
        (None, None) => absent(layout, 1.0, sketch),
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

fn absent(layout: &Layout, strength: f32, sketch: &mut Sketch) {
    let at = layout.places.mirror;
    let sizes = &layout.sizes;
    sketch.thing("mirror-absent", ABSENT * strength, |sketch| {
        sketch.rect("box", at, sizes.radius, None, Role::Mirror.line(1.6).dashed(4.0, 6.0));
        let style = TextStyle::sans(Role::Soft, sizes.body);
        let place = at.at(sizes.pad - 2.0, sizes.mirror[0]);
        let width = at.width - 2.0 * (sizes.pad - 2.0);
        sketch.text("what", place, width, Label::key("mirror.none"), style);
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
        sketch.rect("ground", part, radius, Role::MirrorWash.solid(), None);
        let hatching = hatching(part.grown(-1.5));
        sketch.path("hatch", hatching, None, Role::Mirror.line(3.0).faint(0.16));
        let line = Role::Mirror.line(2.4).dashed(9.0, 6.0);
        sketch.rect("box", part, radius, None, line);
        Lines { now, layout, pair, mirror, part }.draw(sketch);
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

struct Lines<'a> {
    now: &'a Now<'a>,
    layout: &'a Layout,
    pair: &'a Pair<'a>,
    mirror: &'a Pod,
    part: Rect,
}

impl Lines<'_> {
    fn draw(&self, sketch: &mut Sketch) {
        let sizes = &self.layout.sizes;
        let [name, uid, second_uid, phase, image, owner] = sizes.mirror;
        let bold = TextStyle::sans(Role::Mirror, sizes.strong).bold();
        let name_text = self.mirror.metadata.name.as_str();
        self.line(sketch, "name", name, vec![Run { label: Label::text(name_text), style: bold }]);
        self.uids(sketch, uid, second_uid);
        self.line(sketch, "phase", phase, self.phase());
        if image > 0.0 {
            self.line(sketch, "image", image, self.image());
        }
        if owner > 0.0 {
            let soft = TextStyle::sans(Role::Soft, sizes.small);
            self.line(sketch, "owner", owner, self.owner(soft));
        }
    }

    /// A line of the card, once the wipe has uncovered it.
    fn line(&self, sketch: &mut Sketch, key: &str, base: f32, runs: Vec<Run>) {
        if base <= 0.0 {
            return;
        }
        let at = self.layout.places.mirror;
        let pad = self.layout.sizes.pad - 2.0;
        let place = at.at(pad, base);
        // Words come in one after the other as the edge passes them, and never stick out of it.
        let passed = if self.layout.places.glass_is_upright {
            (self.part.width - at.width * 0.78) / (at.width * 0.22)
        } else {
            (self.part.bottom() - at.bottom() + self.part.height + base - at.height) / 24.0
        };
        sketch.thing("line", passed.clamp(0.0, 1.0), |sketch| {
            sketch.runs(key, place, Anchor::Start, at.width - 2.0 * pad, runs);
        });
    }

    /// The UID. For a while after a new life has begun, the old one stays beside it, struck.
    fn uids(&self, sketch: &mut Sketch, first: f32, second: f32) {
        let size = self.layout.sizes.small;
        let style = TextStyle::mono(Role::Mirror, size).bold();
        let soft = TextStyle::mono(Role::Soft, size);
        let uid = short_id(self.mirror.metadata.uid.as_str());
        let deleting = self.mirror.metadata.deletion_timestamp.is_some();
        let is_gone = self
            .now
            .view
            .pod(&self.mirror.metadata.namespace, &self.mirror.metadata.name)
            .is_none_or(|it| it.metadata.uid != self.mirror.metadata.uid);
        if is_gone || deleting {
            let fault = TextStyle { role: Role::Fault, ..style };
            let word = TextStyle::sans(Role::Fault, size).bold();
            let key = if is_gone { "mirror.deleted" } else { "mirror.deleting" };
            let uid_style = if is_gone { fault.struck() } else { style };
            let uid_runs = self.named(Run { label: Label::text(uid), style: uid_style }, soft);
            let word_run = Run { label: Label::key(key), style: word };
            self.beside(sketch, (first, second), uid_runs, vec![word_run]);
            return;
        }
        let uid_runs = self.named(Run { label: Label::text(uid), style }, soft);
        let old = self.old_uid().map(|old| {
            let struck = TextStyle { role: Role::Fault, ..soft }.struck();
            Run { label: Label::text(old), style: struck }
        });
        self.beside(sketch, (first, second), uid_runs, old.into_iter().collect());
    }

    fn named(&self, uid: Run, soft: TextStyle) -> Vec<Run> {
        if self.layout.sizes.is_terse {
            vec![uid]
        } else {
            vec![Run { label: Label::text("uid "), style: soft }, uid]
        }
    }

    /// The UID and a remark on it: on one line where there is room, else on two.
    fn beside(
        &self,
        sketch: &mut Sketch,
        (first, second): (f32, f32),
        mut runs: Vec<Run>,
        remark: Vec<Run>,
    ) {
        if remark.is_empty() || second > 0.0 {
            self.line(sketch, "uid", first, runs);
            if !remark.is_empty() {
                self.line(sketch, "uid-remark", second, remark);
            }
            return;
        }
        let gap = TextStyle::mono(Role::Soft, self.layout.sizes.small);
        runs.push(Run { label: Label::text("  "), style: gap });
        runs.extend(remark);
        self.line(sketch, "uid", first, runs);
    }

    /// The UID of the life before, while it is still remembered.
    fn old_uid(&self) -> Option<String> {
        let is_new =
            |it: &Event| matches!(it, Event::ObjectCreated { .. }) && self.now.is_focus(it);
        let (created, _) = self.now.fresh(is_new)?;
        let earlier = &self.now.timeline.entries()[..created.id.index()];
        let deleted = earlier.iter().rev().take(24).find(|it| {
            matches!(it.event, Event::ObjectDeleted { .. }) && self.now.is_focus(&it.event)
        })?;
        let uid = deleted.event.pod()?.uid;
        Some(short_id(uid.as_str()).to_owned())
    }

    fn phase(&self) -> Vec<Run> {
        let sizes = &self.layout.sizes;
        let lies = matches!(
            super::tie::tie(self.now, self.pair),
            Tie::Differs(Difference::Status | Difference::Gone)
        );
        let role = if lies { Role::Fault } else { Role::Ink };
        let status = &self.mirror.status;
        let mut text = status.phase.as_str().to_owned();
        if status.is_true("Ready") && !sizes.is_terse {
            text.push_str(" · Ready");
        }
        let bold = TextStyle::sans(role, sizes.body).bold();
        let mut runs = Vec::with_capacity(2);
        if sizes.sublabels {
            let soft = TextStyle::sans(Role::Soft, sizes.body);
            runs.push(Run { label: Label::key("mirror.says"), style: soft });
            runs.push(Run { label: Label::text(" "), style: soft });
        }
        runs.push(Run { label: Label::text(text), style: bold });
        runs
    }

    fn image(&self) -> Vec<Run> {
        let size = self.layout.sizes.small;
        let image = self.mirror.spec.containers.first().map_or("", |it| it.image.as_str());
        let lies = super::tie::tie(self.now, self.pair) == Tie::Differs(Difference::Image);
        let style = TextStyle::mono(if lies { Role::Fault } else { Role::Soft }, size);
        let style = if lies { style.bold() } else { style };
        vec![Run { label: Label::text(short_image(image)), style }]
    }

    fn owner(&self, soft: TextStyle) -> Vec<Run> {
        let owner = self.mirror.metadata.controller();
        let name = owner.map_or_else(String::new, |it| {
            let mut text = it.kind.clone();
            text.push('/');
            text.push_str(&it.name);
            text
        });
        let name = Run { label: Label::text(name), style: soft };
        if !self.layout.sizes.sublabels {
            return vec![name];
        }
        let owner = Run { label: Label::key("mirror.owner"), style: soft };
        vec![owner, Run { label: Label::text(" "), style: soft }, name]
    }
}
