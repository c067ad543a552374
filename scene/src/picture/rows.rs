//! The other Pods of the machine: container and object of each face each other in a row.

use trace::object::Pod;
use trace::{ContainerRecord, ContainerState, Event};

use crate::geometry::{Rect, point};
use crate::label::{Label, Message};
use crate::layout::Layout;
use crate::motion::out;
use crate::now::Now;
use crate::number::whole;
use crate::shape::{Anchor, Role, Run, TextStyle};
use crate::sketch::Sketch;
use crate::text_width::text_width;
use crate::timeline::{Cell, PodName, Row};

use super::{ABSENT, drain, machines, outline_changed};

pub(super) fn draw(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let places = &layout.places;
    let n_places = places.rows.len();
    if n_places == 0 {
        return;
    }
    let shown = |it: &&Row| now.focus != Some(&it.pod);
    let index = now.entry.map_or(0, |it| it.index() + 1);
    let here = |it: &&Row| it.first < index && it.last.is_none_or(|last| index <= last);
    let rows: Vec<&Row> = now.timeline.rows().iter().filter(shown).filter(here).collect();
    sketch.thing("rows", now.presence(Cell::Others, 1.0), |sketch| {
        titles(now, layout, rows.is_empty(), sketch);
        let mut n_hidden = 0_u64;
        for row in &rows {
            match places.rows.get(row.slot) {
                Some(at) => draw_row(now, &now.view, layout, *at, row, 1.0, sketch),
                None => n_hidden += 1,
            }
        }
        leaving(now, layout, sketch);
        if n_hidden > 0 {
            let message = Message::new("rows.more", [("n", whole(n_hidden))]);
            let style = TextStyle::sans(Role::Soft, layout.sizes.small);
            let at = places.rows_title.plus(0.0, layout.sizes.small + 6.0);
            sketch.text("more", at, 200.0, message.into(), style);
        }
    });
}

/// Rows that went leave their chips for as long as they fade.
fn leaving(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    for recent in &now.recent {
        let index = recent.entry.id.index();
        let gone = now.timeline.rows().iter().find(|it| it.last == Some(index));
        let left = now.effect_entry(|it| std::ptr::eq(it, &recent.entry.event));
        if let (Some(row), Some((entry, progress))) = (gone, left)
            && let Some(at) = layout.places.rows.get(row.slot)
        {
            let before = now.timeline.view_before(entry.id);
            draw_row(now, &before, layout, *at, row, 1.0 - out(progress), sketch);
        }
    }
}

fn titles(now: &Now<'_>, layout: &Layout, is_empty: bool, sketch: &mut Sketch) {
    let places = &layout.places;
    if places.rows_are_merged && !is_empty {
        return;
    }
    let style = TextStyle::sans(Role::Soft, layout.sizes.small);
    let key = if is_empty { "rows.none" } else { "rows.title" };
    let width = if places.rows_are_merged {
        places.machine.width - 24.0
    } else {
        places.container.x - places.rows_title.x - 14.0
    };
    sketch.thing("title", if is_empty { ABSENT + 0.2 } else { 1.0 }, |sketch| {
        sketch.text("here", places.rows_title, width, Label::key(key), style);
    });
    machines::others(now, layout, sketch);
}

fn draw_row(
    now: &Now<'_>,
    view: &trace::View,
    layout: &Layout,
    (left, right): (Rect, Rect),
    row: &Row,
    strength: f32,
    sketch: &mut Sketch,
) {
    let node = view.nodes.get(now.timeline.node());
    let mine = |it: &&ContainerRecord| row.pod.is(&it.pod.namespace, &it.pod.name);
    let container = node.and_then(|it| {
        it.containers
            .values()
            .filter(mine)
            .max_by_key(|it| (it.state == ContainerState::Running, it.created_at))
    });
    let stored = view.pod(&row.pod.namespace, &row.pod.name);
    let came = now.effect(|it| {
        matches!(it, Event::ObjectCreated { .. } | Event::ObjectModified { .. })
            && PodName::of(it).as_ref() == Some(&row.pod)
    });
    let is_young = now.timeline.rows().iter().any(|it| {
        std::ptr::eq(it, row) && now.recent.iter().any(|it| it.entry.id.index() == row.first)
    });
    let strength = strength * came.filter(|_| is_young).map_or(1.0, out);
    let mut key = row.pod.namespace.clone();
    key.push('/');
    key.push_str(&row.pod.name);
    sketch.thing(&key, strength, |sketch| {
        if layout.places.rows_are_merged {
            merged_chip(now, layout, left, row, (container, stored), sketch);
            return;
        }
        if let Some(container) = container {
            container_chip(now, layout, left, container, sketch);
        } else {
            sketch.rect("left", left, 7.0, None, Role::Real.line(1.2).dashed(3.0, 5.0).faint(0.5));
        }
        if let Some(pod) = stored {
            pod_chip(now, layout, right, pod, sketch);
        }
        if container.is_some() && stored.is_some() {
            let y = left.middle().y;
            let (from, to) = (point(left.right() + 2.0, y), point(right.x - 2.0, y));
            sketch.line("tie", from, to, Role::Api.line(1.2).dashed(2.0, 5.0).faint(0.7));
        }
        // What a drain made of it is pointed out in the drain's own cell.
        let about = |it: &Event| {
            !matches!(it, Event::DrainSorted { .. }) && PodName::of(it).as_ref() == Some(&row.pod)
        };
        if now.has_changed(about) {
            outline_changed(sketch, "changed", right.grown(2.5));
        }
    });
}

/// Container and object in one chip, where there is no room for two: the bar at its left end is
/// there while the container runs.
fn merged_chip(
    now: &Now<'_>,
    layout: &Layout,
    at: Rect,
    row: &Row,
    (container, stored): (Option<&ContainerRecord>, Option<&std::sync::Arc<Pod>>),
    sketch: &mut Sketch,
) {
    let sizes = &layout.sizes;
    let base = at.height / 2.0 + sizes.small * 0.36;
    let line = if stored.is_some_and(|it| it.is_mirror()) {
        Role::Mirror.line(1.4).dashed(6.0, 4.0)
    } else {
        Role::Api.line(1.4)
    };
    sketch.rect("chip", at, 7.0, Role::Card.solid(), line);
    if container.is_some_and(|it| it.state == ContainerState::Running) {
        let bar = crate::geometry::rect(at.x + 5.0, at.y + 5.0, 4.0, at.height - 10.0);
        sketch.rect("runs", bar, 2.0, Role::Real.solid(), None);
    }
    let name = TextStyle::sans(Role::Api, sizes.small).bold();
    let label = Label::text(super::without_node(&row.pod.name, now));
    sketch.text("name", at.at(15.0, base), at.width * 0.52, label, name);
    let word = match (stored, container) {
        (Some(pod), _) => Some(state_word(now, layout, pod)),
        (None, Some(container)) => {
            Some(super::container::state(&crate::now::Pair::default(), container))
        }
        (None, None) => None,
    };
    if let Some((label, role)) = word {
        let run = Run { label, style: TextStyle::sans(role, sizes.small).bold() };
        let place = at.at(at.width - 9.0, base);
        sketch.runs("state", place, Anchor::End, at.width * 0.36, vec![run]);
    }
}

fn container_chip(
    now: &Now<'_>,
    layout: &Layout,
    at: Rect,
    container: &ContainerRecord,
    sketch: &mut Sketch,
) {
    let sizes = &layout.sizes;
    let runs = container.state == ContainerState::Running;
    let role = if runs { Role::Real } else { Role::Soft };
    let base = at.height / 2.0 + sizes.small * 0.36;
    sketch.rect("left", at, 7.0, Role::Card.solid(), role.line(if runs { 2.2 } else { 1.4 }));
    let (state, state_role) = super::container::state(&crate::now::Pair::default(), container);
    let bold = TextStyle::sans(role, sizes.small).bold();
    let half = at.width * 0.5 - 12.0;
    let name = Label::text(super::without_node(&container.pod.name, now));
    sketch.text("left-name", at.at(10.0, base), half, name, bold);
    let style = TextStyle::sans(state_role, sizes.small);
    let run = Run { label: state, style };
    sketch.runs("left-state", at.at(at.width - 10.0, base), Anchor::End, half, vec![run]);
}

/// A mirror is dashed; what the API server itself was told to run is solid.
fn pod_chip(now: &Now<'_>, layout: &Layout, at: Rect, pod: &Pod, sketch: &mut Sketch) {
    let sizes = &layout.sizes;
    let base = at.height / 2.0 + sizes.small * 0.36;
    let (role, line) = if pod.is_mirror() {
        (Role::Mirror, Role::Mirror.line(1.6).dashed(6.0, 4.0))
    } else {
        (Role::Api, Role::Api.line(1.8))
    };
    sketch.rect("right", at, 7.0, Role::Card.solid(), line);
    let (word, word_role) = state_word(now, layout, pod);
    let style = TextStyle::sans(word_role, sizes.small - 0.5).bold();
    let name = TextStyle::sans(role, sizes.small - 0.5).bold();
    // A phase is the same in every language, so its width is known.
    let rest = match &word {
        Label::Text(text) => text_width(text, &style),
        Label::Key(_) => at.width * 0.4,
    };
    let run = Run { label: word, style };
    let width = at.width - rest - 24.0;
    sketch.text(
        "right-name",
        at.at(10.0, base),
        width,
        Label::text(pod.metadata.name.as_str()),
        name,
    );
    sketch.runs("right-state", at.at(at.width - 10.0, base), Anchor::End, rest + 0.5, vec![run]);
}

/// Its phase, or that it is terminating; where there is no drain cell, the drain's stamp.
fn state_word(now: &Now<'_>, layout: &Layout, pod: &Pod) -> (Label, Role) {
    if layout.places.drain.is_none() {
        let sorted = drain::sorted(now);
        if let Some((_, verdict)) = sorted.iter().find(|it| it.0.name == pod.metadata.name) {
            let (key, role) = drain::stamp(verdict, true);
            return (Label::key(key), role);
        }
    }
    if pod.metadata.deletion_timestamp.is_some() {
        return (Label::text("Terminating"), Role::Fault);
    }
    (Label::text(pod.status.phase.as_str()), Role::Soft)
}
