//! The drain: the Pods it looked at, as chips with the stamp it gave them.

use trace::{DrainVerdict, Event, PodRef};

use crate::geometry::{Rect, rect};
use crate::label::{Label, Message};
use crate::layout::Layout;
use crate::motion::{in_out, out};
use crate::now::Now;
use crate::number::{push_whole, whole};
use crate::shape::{Anchor, Role, Run, TextStyle};
use crate::sketch::Sketch;
use crate::timeline::Cell;

use super::{ABSENT, outline_changed};

pub(super) fn draw(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let Some(at) = layout.places.drain else { return };
    let sizes = &layout.sizes;
    let sorted = sorted(now);
    let is_open = !sorted.is_empty() || is_draining(now);
    let pad = (sizes.pad - 4.0).max(7.0);
    let width = at.width - 2.0 * pad;
    let strength = now.presence(Cell::Drain, if is_open { 1.0 } else { ABSENT });
    sketch.thing("drain", strength, |sketch| {
        sketch.rect("box", at, sizes.radius, None, Role::Api.line(1.6));
        let title = TextStyle::sans(Role::Api, sizes.title.min(15.0)).bold();
        let place = at.at(pad, sizes.drain[0]);
        sketch.text("title", place, width, Label::key("drain.title"), title);
        if !is_open {
            closed(now, layout, at, pad, sketch);
        }
        let [_, top, height, step] = sizes.drain;
        for (n, (pod, verdict)) in sorted.iter().enumerate() {
            let y = at.y + top + n as f32 * step;
            let inset = if at.width < 130.0 { 5.0 } else { 9.0 };
            let chip = rect(at.x + inset, y, at.width - 2.0 * inset, height);
            if chip.bottom() > at.bottom() {
                more(layout, at, pad, sorted.len() - n, sketch);
                break;
            }
            draw_chip(now, layout, chip, pod, verdict, sketch);
        }
    });
}

/// How many more Pods were looked at than have a place.
fn more(layout: &Layout, at: Rect, pad: f32, n_more: usize, sketch: &mut Sketch) {
    let mut text = "+".to_owned();
    push_whole(&mut text, n_more as u64);
    let style = TextStyle::sans(Role::Soft, layout.sizes.small).bold();
    let run = Run { label: Label::text(text), style };
    let place = at.at(at.width - pad, layout.sizes.drain[0]);
    sketch.runs("more", place, Anchor::End, 40.0, vec![run]);
}

fn closed(now: &Now<'_>, layout: &Layout, at: Rect, pad: f32, sketch: &mut Sketch) {
    let sizes = &layout.sizes;
    if sizes.drain[2] < 20.0 {
        return;
    }
    let drains = now.timeline.entries().iter().find(|it| is_drain_command(&it.event));
    let step = drains.and_then(|it| {
        let beats = now.timeline.beats();
        let beat = beats.iter().find(|beat| beat.first <= it.id && it.id <= beat.last)?;
        (!now.timeline.steps()[beat.step].id.is_empty()).then_some(beat.step + 1)
    });
    let label: Label = match step {
        Some(step) => {
            let key = if sizes.sublabels { "drain.opens" } else { "drain.opens_short" };
            Message::new(key, [("n", whole(step as u64))]).into()
        }
        None => Label::key("drain.none"),
    };
    let style = TextStyle::sans(Role::Soft, sizes.small);
    let place = at.at(pad, sizes.drain[0] + sizes.small + 12.0);
    sketch.text("closed", place, at.width - 2.0 * pad, label, style);
}

fn is_drain_command(event: &Event) -> bool {
    matches!(event, Event::CommandTyped { line } if line.starts_with("kubectl drain"))
}

fn is_draining(now: &Now<'_>) -> bool {
    now.entry(now.marks.command).is_some_and(|it| is_drain_command(&it.event))
}

/// What the last drain made of each Pod it looked at.
pub(super) fn sorted<'a>(now: &Now<'a>) -> Vec<(&'a PodRef, &'a DrainVerdict)> {
    let Some(last) = now.entry(now.marks.sorted) else { return Vec::new() };
    let Event::DrainSorted { command: of, .. } = &last.event else { return Vec::new() };
    let entries = &now.timeline.entries()[of.index().min(last.id.index())..=last.id.index()];
    let verdicts = entries.iter().filter_map(|it| {
        let Event::DrainSorted { command, pod, verdict } = &it.event else { return None };
        (command == of).then_some((pod, verdict))
    });
    verdicts.collect()
}

fn draw_chip(
    now: &Now<'_>,
    layout: &Layout,
    chip: Rect,
    pod: &PodRef,
    verdict: &DrainVerdict,
    sketch: &mut Sketch,
) {
    let sizes = &layout.sizes;
    let is_this =
        |it: &Event| matches!(it, Event::DrainSorted { pod: it, .. } if it.name == pod.name);
    let came = now.effect(is_this);
    let (key, role) = stamp(verdict, chip.width < 130.0);
    let size = sizes.small - 1.0;
    let has_name = chip.height > 24.0;
    sketch.thing(&pod.name, came.map_or(1.0, |it| out(it * 2.0)), |sketch| {
        let line = if *verdict == DrainVerdict::SkipMirror {
            Role::Mirror.line(1.4).dashed(5.0, 3.0)
        } else {
            Role::Api.line(1.2)
        };
        sketch.rect("chip", chip, 6.0, Role::Card.solid(), line);
        let inner = chip.width - 14.0;
        if has_name {
            let name = TextStyle::sans(Role::Ink, size);
            let place = chip.at(7.0, chip.height * 0.4);
            sketch.text("name", place, inner, Label::text(pod.name.as_str()), name);
        }
        // The stamp comes down on the chip once it is there.
        let stamped = came.map_or(1.0, |it| in_out((it - 0.4) / 0.6));
        let base = if has_name { chip.height * 0.82 } else { chip.height * 0.5 + size * 0.36 };
        let place = chip.at(7.0, base - 4.0 * (1.0 - stamped));
        let style = TextStyle::sans(role, size).bold();
        sketch.thing("stamp", stamped, |sketch| {
            sketch.text("word", place, inner, Label::key(key), style);
        });
        if now.has_changed(is_this) {
            outline_changed(sketch, "changed", chip.grown(2.5));
        }
    });
}

/// The word a drain stamps on a Pod.
pub(super) fn stamp(verdict: &DrainVerdict, is_short: bool) -> (&'static str, Role) {
    match (verdict, is_short) {
        (DrainVerdict::Evict, _) => ("drain.evict", Role::Fault),
        (DrainVerdict::SkipMirror, false) => ("drain.skip_mirror", Role::Mirror),
        (DrainVerdict::SkipMirror, true) => ("drain.skip_mirror_short", Role::Mirror),
        (DrainVerdict::IgnoreDaemonSet, false) => ("drain.ignore_daemon_set", Role::Soft),
        (DrainVerdict::IgnoreDaemonSet, true) => ("drain.ignore_daemon_set_short", Role::Soft),
        (DrainVerdict::Refuse { .. }, _) => ("drain.refuse", Role::Fault),
    }
}
