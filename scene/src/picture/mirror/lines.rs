//! What a mirror Pod says of itself, line by line.

use std::sync::Arc;

use trace::object::Pod;
use trace::{Event, short_id};

use crate::geometry::Rect;
use crate::label::Label;
use crate::layout::Layout;
use crate::now::{Now, Pair};
use crate::number::between;
use crate::picture::container::short_image;
use crate::picture::tie::{Difference, Tie, tie};
use crate::shape::{Anchor, Role, Run, TextStyle};
use crate::sketch::Sketch;

/// The lines of a card.
pub(super) struct Lines<'a> {
    now: &'a Now<'a>,
    layout: &'a Layout,
    mirror: &'a Pod,
    /// What it was before its latest change, while that is fresh.
    before: Option<Arc<Pod>>,
    /// As much of the card as the wipe has uncovered.
    part: Rect,
    tie: Tie,
}

impl<'a> Lines<'a> {
    pub(super) fn new(
        now: &'a Now<'a>,
        layout: &'a Layout,
        pair: &Pair<'_>,
        mirror: &'a Pod,
        part: Rect,
    ) -> Self {
        let is_change = |it: &Event| matches!(it, Event::ObjectModified { .. }) && now.is_focus(it);
        let before = now.fresh(is_change).and_then(|(entry, _)| {
            let before = now.timeline.view_before(entry.id);
            before.pod(&mirror.metadata.namespace, &mirror.metadata.name).cloned()
        });
        let before =
            before.filter(|it| it.metadata.uid == mirror.metadata.uid && !layout.sizes.is_terse);
        Self { now, layout, mirror, before, part, tie: tie(now, pair) }
    }

    pub(super) fn draw(&self, sketch: &mut Sketch) {
        let sizes = &self.layout.sizes;
        let [name, uid, second_uid, phase, image, owner] = sizes.mirror;
        let bold = TextStyle::sans(self.role(), sizes.strong).bold();
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

    const fn role(&self) -> Role {
        super::role(self.now.is_static)
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
        sketch.thing("line", between(passed, 0.0, 1.0), |sketch| {
            sketch.runs(key, place, Anchor::Start, at.width - 1.5 * pad, runs);
        });
    }

    /// The UID. For a while after a new life has begun, the old one stays beside it, struck.
    fn uids(&self, sketch: &mut Sketch, first: f32, second: f32) {
        let size = self.layout.sizes.small;
        let style = TextStyle::mono(self.role(), size).bold();
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
        runs.push(Run { label: Label::text(" "), style: gap });
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
        let lies = matches!(self.tie, Tie::Differs(Difference::Status | Difference::Gone));
        let role = if lies { Role::Fault } else { Role::Ink };
        let says = |pod: &Pod| {
            let mut text = pod.status.phase.as_str().to_owned();
            if pod.status.is_true("Ready") && !sizes.is_terse {
                text.push_str(" · Ready");
            }
            text
        };
        let text = says(self.mirror);
        let was = self.before.as_ref().map(|it| says(it)).filter(|it| *it != text);
        let bold = TextStyle::sans(role, sizes.body).bold();
        let mut runs = Vec::with_capacity(2);
        if sizes.sublabels {
            let soft = TextStyle::sans(Role::Soft, sizes.body);
            runs.push(Run { label: Label::key("mirror.says"), style: soft });
            runs.push(Run { label: Label::text(" "), style: soft });
        }
        runs.push(Run { label: Label::text(text), style: bold });
        push_struck(&mut runs, was, TextStyle::sans(Role::Fault, sizes.body));
        runs
    }

    fn image(&self) -> Vec<Run> {
        let size = self.layout.sizes.small;
        let of = |pod: &Pod| {
            let first = pod.spec.containers.first();
            first.map_or_else(String::new, |it| short_image(&it.image).to_owned())
        };
        let image = of(self.mirror);
        let was = self.before.as_ref().map(|it| of(it)).filter(|it| *it != image);
        let lies = self.tie == Tie::Differs(Difference::Image);
        let style = TextStyle::mono(if lies { Role::Fault } else { Role::Soft }, size);
        let style = if lies { style.bold() } else { style };
        let mut runs = vec![Run { label: Label::text(image), style }];
        push_struck(&mut runs, was, TextStyle::mono(Role::Fault, size));
        runs
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

/// What it said before, struck, after what it says now.
fn push_struck(runs: &mut Vec<Run>, was: Option<String>, style: TextStyle) {
    if let Some(was) = was.filter(|it| !it.is_empty()) {
        runs.push(Run { label: Label::text("  "), style });
        runs.push(Run { label: Label::text(was), style: style.struck() });
    }
}
