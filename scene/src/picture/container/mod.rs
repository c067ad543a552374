//! The container: what really runs, with a clock that only its own end can stop. Behind it, a new
//! version of the Pod that has to wait.

mod waiting;

use trace::view::Work;
use trace::{ContainerRecord, ContainerState, Event, short_id};

use crate::geometry::{Point, Rect, point, rect};
use crate::label::{Label, Message};
use crate::layout::{Layout, SizeClass};
use crate::motion::{in_out, out};
use crate::now::{Now, Pair};
use crate::number::{sine, whole};
use crate::shape::{Anchor, Role, Run, Stroke, TextStyle};
use crate::sketch::Sketch;

use super::{ABSENT, outline_changed};

pub(super) fn draw(now: &Now<'_>, layout: &Layout, pair: &Pair<'_>, sketch: &mut Sketch) {
    let at = layout.places.container;
    waiting::draw(now, layout, sketch);
    if layout.sizes.sublabels {
        let style = TextStyle::sans(Role::Soft, layout.sizes.small);
        let place = point(at.x + 2.0, at.y - 12.0);
        let width = at.width / 2.0 - 12.0;
        sketch.text("runtime-name", place, width, Label::key("container.runtime"), style);
    }
    match pair.container {
        Some(container) => {
            let is_new = |it: &Event| {
                matches!(it, Event::ContainerCreated { container: new, .. }
                    if new.id == container.id)
            };
            let strength = now.effect(is_new).map_or(1.0, out);
            sketch.thing("container", strength, |sketch| {
                full(now, layout, pair, container, sketch);
            });
        }
        None => {
            absent(now, layout, sketch);
            ghost(now, layout, sketch);
        }
    }
}

fn absent(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let at = layout.places.container;
    let sizes = &layout.sizes;
    let has_sandbox = now.node().is_some_and(|it| {
        it.sandboxes.values().any(|it| {
            it.ready && now.focus.is_some_and(|pod| pod.is(&it.pod.namespace, &it.pod.name))
        })
    });
    let key = match (now.marks.pulling, has_sandbox) {
        (Some(_), _) => "container.pulling",
        (None, true) => "container.sandbox",
        (None, false) => "container.none",
    };
    sketch.thing("container-absent", if has_sandbox { 0.85 } else { ABSENT }, |sketch| {
        let line = Role::Real.line(1.6).dashed(4.0, 6.0);
        sketch.rect("box", at, sizes.radius, Role::RealWash.solid(), line);
        let style = TextStyle::sans(Role::Soft, sizes.body);
        let place = at.at(sizes.pad, sizes.container[0] - 3.0);
        sketch.text("what", place, at.width - 2.0 * sizes.pad, Label::key(key), style);
    });
}

/// A container whose record went leaves its box for as long as it fades.
fn ghost(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let gone = now.effect_entry(|it| {
        matches!(it, Event::ContainerRemoved { .. }) && it.node() == Some(now.timeline.node())
    });
    let Some((entry, progress)) = gone else { return };
    let Event::ContainerRemoved { container, .. } = &entry.event else { return };
    let before = now.timeline.view_before(entry.id);
    let node = before.nodes.get(now.timeline.node());
    if let Some(record) = node.and_then(|it| it.containers.get(container)) {
        let pair = Pair { container: Some(record), ..Pair::default() };
        sketch.thing("container", 1.0 - out(progress), |sketch| {
            full(now, layout, &pair, record, sketch);
        });
    }
}

fn full(
    now: &Now<'_>,
    layout: &Layout,
    pair: &Pair<'_>,
    container: &ContainerRecord,
    sketch: &mut Sketch,
) {
    let at = layout.places.container;
    let sizes = &layout.sizes;
    outline(now, layout, container, sketch);
    let (state, role) = state(pair, container);
    let (state_line, is_at_end) = sizes.state;
    let inner = at.width - 2.0 * sizes.pad;
    let run = Run { label: state, style: TextStyle::sans(role, sizes.strong).bold() };
    let title = title(now, layout, pair, container);
    let width: f32 = title.iter().map(Run::width).sum();
    let place = at.at(sizes.pad, sizes.container[0]);
    if is_at_end {
        // The name goes first: what state it is in has the rest.
        let width = width.min(inner * 0.64);
        sketch.runs("name", place, Anchor::Start, width + 0.5, title);
        let place = at.at(at.width - sizes.pad, state_line);
        sketch.runs("state", place, Anchor::End, inner - width - 8.0, vec![run]);
    } else {
        sketch.runs("name", place, Anchor::Start, inner, title);
        sketch.runs("state", at.at(sizes.pad, state_line), Anchor::Start, inner, vec![run]);
    }
    chips(now, layout, container, sketch);
    clock(now, layout, container, sketch);
    let crashes = |it: &Event| {
        let Event::ContainerCrashed { container: id, .. } = it else { return false };
        *id == container.id
    };
    if let Some(progress) = now.effect(crashes) {
        bolt(at.middle(), 1.0 - progress, sketch);
    }
    if now.has_changed(|it| is_about(it, container) || crashes(it)) {
        outline_changed(sketch, "changed", at.grown(5.0));
    }
}

/// The Pod's name as its manifest has it, then the container's own.
fn title(now: &Now<'_>, layout: &Layout, pair: &Pair<'_>, container: &ContainerRecord) -> Vec<Run> {
    let sizes = &layout.sizes;
    let runs = container.state == ContainerState::Running;
    let name = TextStyle::sans(if runs { Role::Real } else { Role::Soft }, sizes.name).bold();
    let second = TextStyle { role: Role::Soft, size: sizes.body, ..name.medium() };
    let pod = super::without_node(&container.pod.name, now);
    let mut title = vec![Run { label: Label::text(pod), style: name }];
    if pod != container.name && sizes.sublabels {
        title.push(Run { label: Label::text("  "), style: second });
        title.push(Run { label: Label::text(container.name.as_str()), style: second });
    }
    if pair.n_others > 0 {
        let mut more = "  +".to_owned();
        crate::number::push_whole(&mut more, pair.n_others as u64);
        title.push(Run { label: Label::text(more), style: second });
    }
    title
}

/// Something struck the container.
fn bolt(middle: Point, strength: f32, sketch: &mut Sketch) {
    let corners =
        [(4.0, -26.0), (-14.0, 4.0), (-2.0, 4.0), (-6.0, 26.0), (14.0, -6.0), (2.0, -6.0)];
    let mut strokes = vec![Stroke::Move(middle.plus(6.0, -26.0))];
    strokes.extend(corners.iter().map(|(dx, dy)| Stroke::Line(middle.plus(*dx, *dy))));
    strokes.push(Stroke::Close);
    sketch.thing("crash", strength, |sketch| {
        sketch.path("bolt", strokes, Role::Fault.solid(), None);
    });
}

/// The outline of a container that starts is drawn once round.
fn outline(now: &Now<'_>, layout: &Layout, container: &ContainerRecord, sketch: &mut Sketch) {
    let at = layout.places.container;
    let radius = layout.sizes.radius;
    let started = now.effect(
        |it| matches!(it, Event::ContainerStarted { container: new, .. } if new.id == container.id),
    );
    let width = if layout.class == SizeClass::Wide { 3.6 } else { 3.2 };
    match (container.state, started) {
        (ContainerState::Created, _) => {
            let line = Role::Real.line(2.0).dashed(6.0, 5.0);
            sketch.rect("box", at, radius, Role::Card.solid(), line);
        }
        (ContainerState::Running, Some(progress)) => {
            let filled = in_out(progress);
            let way_round = 2.0 * (at.width + at.height) - 1.72 * radius;
            let drawn = Role::Real.line(width).dashed(way_round * filled, way_round);
            sketch.rect("box", at, radius, Role::Card.solid(), Role::Real.line(2.0).faint(0.4));
            sketch.rect("edge", at, radius, Role::Real.tint(0.10 * (1.0 - filled)), drawn);
        }
        (ContainerState::Running, None) => {
            sketch.rect("box", at, radius, Role::Card.solid(), Role::Real.line(width));
        }
        (ContainerState::Exited, _) => {
            let line = Role::Soft.line(2.0);
            sketch.rect("box", at, radius, Role::Card.solid(), line);
        }
    }
}

/// Its state in a word: the runtime's, or that the kubelet is stopping it.
pub(super) fn state(pair: &Pair<'_>, container: &ContainerRecord) -> (Label, Role) {
    match container.state {
        ContainerState::Created => (Label::key("container.created"), Role::Soft),
        ContainerState::Running => {
            let stops = pair.running.is_some_and(|it| it.work == Work::Terminating);
            match stops {
                true => (Label::key("container.stopping"), Role::Fault),
                false => (Label::key("container.running"), Role::Real),
            }
        }
        ContainerState::Exited => {
            let code = container.exit_code.unwrap_or_default();
            let mut text = String::new();
            if code < 0 {
                text.push('-');
            }
            crate::number::push_whole(&mut text, u64::from(code.unsigned_abs()));
            let role = if code == 0 { Role::Soft } else { Role::Fault };
            (Message::new("container.exited", [("code", text)]).into(), role)
        }
    }
}

fn chips(now: &Now<'_>, layout: &Layout, container: &ContainerRecord, sketch: &mut Sketch) {
    let at = layout.places.container;
    let sizes = &layout.sizes;
    let (top, height) = sizes.chips;
    if top <= 0.0 {
        return;
    }
    let soft = TextStyle::mono(Role::Soft, sizes.body);
    let ink = TextStyle::mono(Role::Ink, sizes.body);
    let id = short_id(container.id.as_str()).to_owned();
    // Where there is little room, the narrower face leaves it to the value.
    let name_style = if sizes.sublabels { soft } else { TextStyle::sans(Role::Soft, sizes.body) };
    let value = |name: Label, value: String| {
        vec![
            Run { label: name, style: name_style },
            Run { label: Label::text(" "), style: soft },
            Run { label: Label::text(value), style: ink },
        ]
    };
    if height <= 0.0 {
        let place = at.at(sizes.pad, top + 12.0);
        let runs = value(Label::text("id"), id);
        sketch.runs("id", place, Anchor::Start, at.width - 2.0 * sizes.pad, runs);
        return;
    }
    let inner = at.width - 2.0 * sizes.pad;
    let left = rect(at.x + sizes.pad - 1.0, at.y + top, inner * 0.53 - 3.0, height);
    let right_x = at.x + sizes.pad + inner * 0.53 + 4.0;
    let right = rect(right_x, at.y + top, at.right() - sizes.pad - right_x + 1.0, height);
    let edge = Role::Real.line(1.2).faint(0.5);
    let base = height / 2.0 + sizes.body * 0.36;
    let pad = if height < 28.0 { 7.0 } else { 14.0 };
    for (key, chip, runs) in [
        ("id", left, value(Label::text("id"), id)),
        ("restarts", right, value(Label::key("container.restarts"), restarts(container))),
    ] {
        let mut name = key.to_owned();
        name.push_str("-chip");
        sketch.rect(&name, chip, height / 2.0, None, edge);
        let place = chip.at(pad, base);
        sketch.runs(key, place, Anchor::Start, chip.width - 2.0 * pad, runs);
    }
    unchanged(now, container, left, sketch);
}

fn restarts(container: &ContainerRecord) -> String {
    whole(u64::from(container.attempt))
}

/// What did not change is the point of a deletion: the id glows while the mirror goes.
fn unchanged(now: &Now<'_>, container: &ContainerRecord, chip: Rect, sketch: &mut Sketch) {
    let runs = container.state == ContainerState::Running;
    let gone = now.effect(|it| matches!(it, Event::ObjectDeleted { .. }) && now.is_focus(it));
    if let Some(progress) = gone.filter(|_| runs) {
        let glow = sine(progress * 0.5);
        sketch.rect(
            "id-glow",
            chip.grown(3.0),
            chip.height / 2.0 + 3.0,
            None,
            Role::Real.line(2.4).faint(glow),
        );
    }
}

fn clock(now: &Now<'_>, layout: &Layout, container: &ContainerRecord, sketch: &mut Sketch) {
    let at = layout.places.container;
    let sizes = &layout.sizes;
    let Some(started) = container.started_at else { return };
    let until = container.finished_at.unwrap_or(now.sim);
    let runs = container.state == ContainerState::Running;
    let role = if runs { Role::Real } else { Role::Soft };
    let style = TextStyle::mono(role, sizes.clock).bold();
    let text = uptime(until.since(started));
    let place = at.at(sizes.pad, sizes.container[1]);
    let width = crate::text_width::text_width(&text, &style);
    let inner = at.width - 2.0 * sizes.pad;
    sketch.text("clock", place, inner, Label::text(text), style);
    if !sizes.sublabels {
        return;
    }
    let key = match (runs, container.attempt) {
        (true, 0) => "container.up_unbroken",
        (true, _) => "container.up",
        (false, _) => "container.was_up",
    };
    let beside = place.plus(width + 12.0, 0.0);
    let rest = inner - width - 12.0;
    let soft = TextStyle::sans(Role::Soft, sizes.body);
    sketch.text("clock-what", beside.plus(0.0, -11.0), rest, Label::key(key), soft);
    let mono = TextStyle::mono(Role::Soft, sizes.small);
    let image = Label::text(short_image(&container.image));
    sketch.text("image", beside.plus(0.0, 7.0), rest, image, mono);
}

/// An image without its registry and path: `pause:3.10`.
pub(super) fn short_image(image: &str) -> &str {
    image.rsplit('/').next().unwrap_or(image)
}

/// `00:41.8`; hours once there are any.
pub(super) fn uptime(ms: u64) -> String {
    let (seconds, tenth) = (ms / 1000, ms / 100 % 10);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut text = String::with_capacity(10);
    if hours > 0 {
        crate::number::push_whole(&mut text, hours);
        text.push(':');
    }
    for (value, after) in [(minutes, ":"), (seconds, ".")] {
        if value < 10 {
            text.push('0');
        }
        crate::number::push_whole(&mut text, value);
        text.push_str(after);
    }
    crate::number::push_whole(&mut text, tenth);
    text
}

fn is_about(event: &Event, container: &ContainerRecord) -> bool {
    let is_this = |it: &ContainerRecord| it.id == container.id;
    matches!(event, Event::ContainerCreated { container: it, .. }
        | Event::ContainerStarted { container: it, .. }
        | Event::ContainerExited { container: it, .. } if is_this(it))
        || matches!(event, Event::ContainerStopRequested { container: it, .. }
            if *it == container.id)
}
