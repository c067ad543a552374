//! Messages under way, the rings of those they reach, and in still pictures the numbered path.

use trace::{Client, Event};

use crate::geometry::Rect;
use crate::label::Label;
use crate::layout::{Layout, Way};
use crate::motion::{ACKNOWLEDGE, in_out, out, progress};
use crate::now::{Now, Recent};
use crate::number::push_whole;
use crate::shape::{Anchor, Role, Run, TextStyle};
use crate::sketch::Sketch;
use crate::timeline::{Lane, sender};

pub(super) fn draw(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    sketch.thing("message", 1.0, |sketch| {
        for (message, fraction) in now.messages() {
            if let Some(way) = way(layout, message.lane) {
                under_way(layout, message, way, in_out(fraction), sketch);
            }
        }
        for lane in [Lane::Read, Lane::Cri, Lane::Write, Lane::Watch, Lane::Command] {
            arrived(now, layout, lane, sketch);
        }
        stopped(now, layout, sketch);
        path(now, layout, sketch);
    });
}

fn way(layout: &Layout, lane: Lane) -> Option<Way> {
    let places = &layout.places;
    match lane {
        Lane::Read => Some(places.ways.read),
        Lane::Cri => Some(places.ways.cri),
        Lane::Write => Some(places.ways.write),
        Lane::Watch => Some(places.ways.watch),
        Lane::Command => Some(places.ways.command),
        Lane::Place => None,
    }
}

fn under_way(layout: &Layout, message: &Recent<'_>, way: Way, fraction: f32, sketch: &mut Sketch) {
    let scale = layout.sizes.arrow;
    let at = way.from.toward(way.to, fraction);
    let (role, is_write) = match message.lane {
        Lane::Read => (Role::File, matches!(message.entry.event, Event::ManifestRead { .. })),
        Lane::Cri | Lane::Write => (Role::Kubelet, true),
        Lane::Watch => (Role::Api, false),
        Lane::Command | Lane::Place => (Role::Api, true),
    };
    let mut key = "dot-".to_owned();
    push_whole(&mut key, u64::from(message.entry.id.0));
    // What is written is full, what is only heard of is hollow.
    if is_write {
        sketch.circle(&key, at, 8.0 * scale, role.solid(), Role::Card.line(1.5));
    } else {
        sketch.circle(&key, at, 6.5 * scale, Role::Card.solid(), role.line(2.2));
    }
    if message.lane == Lane::Write && way.name_width > 0.0 {
        name(layout, message, way, sketch);
    }
}

fn name(layout: &Layout, message: &Recent<'_>, way: Way, sketch: &mut Sketch) {
    let Some((_, request)) = message.request() else { return };
    let style = TextStyle::sans(Role::Kubelet, layout.sizes.small).bold();
    let run = Run { label: Label::text(request.verb.to_string()), style };
    sketch.runs("name", way.name, way.name_anchor, way.name_width, vec![run]);
}

/// The receiver lights up when the message is there, never before. One that nobody took ends in a
/// cross.
fn arrived(now: &Now<'_>, layout: &Layout, lane: Lane, sketch: &mut Sketch) {
    let Some((message, ago)) = now.arrival(lane, ACKNOWLEDGE) else { return };
    let spread = out(progress(ago, 0, ACKNOWLEDGE));
    let places = &layout.places;
    let (at, role): (Rect, Role) = match lane {
        Lane::Read | Lane::Watch => (places.kubelet, Role::Kubelet),
        Lane::Cri => (places.container, Role::Real),
        Lane::Write | Lane::Command => (places.api_server, Role::Api),
        Lane::Place => return,
    };
    let asks_in_vain = !now.view.api_server_up && matches!(lane, Lane::Write | Lane::Command);
    if asks_in_vain {
        let end = way(layout, lane).map_or(at.middle(), |it| it.from.toward(it.to, 0.5));
        sketch.cross("refused", end, 7.0 * layout.sizes.arrow, 2.6);
        return;
    }
    let mut key = "ring-".to_owned();
    push_whole(&mut key, u64::from(message.entry.id.0));
    let line = role.line(2.5).faint(0.8 * (1.0 - spread));
    sketch.rect(&key, at.grown(2.0 + 7.0 * spread), layout.sizes.radius + 4.0, None, line);
}

/// What a person changes in the object stops at the glass: nothing on the machine hears of it.
fn stopped(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    const SHOWN: u32 = 1_100;
    let is_change = |it: &Event| {
        matches!(it, Event::ObjectModified { object }
            if now.is_static && now.is_focus(it) && object.meta().deletion_timestamp.is_none())
    };
    let Some((entry, ago)) = now.since(SHOWN, is_change) else { return };
    let by_you = matches!(sender(now.timeline.entries(), entry), Some(Client::You));
    if !by_you {
        return;
    }
    let places = &layout.places;
    let (middle, reach) = (places.tie, places.tie_reach);
    let near = layout.sizes.tie * 0.9 + 5.0;
    let (from, to, across) = if places.glass_is_upright {
        (middle.plus(reach, 0.0), middle.plus(near, 0.0), (0.0, 1.0))
    } else {
        (middle.plus(0.0, -reach), middle.plus(0.0, -near), (1.0, 0.0))
    };
    let come = in_out(progress(ago, 0, 450));
    let gone = out(progress(ago, SHOWN - 350, 350));
    sketch.thing("stopped", 1.0 - gone, |sketch| {
        let at = from.toward(to, come);
        sketch.circle("dot", at, 5.0 * layout.sizes.arrow, Role::Mirror.solid(), None);
        let half = 9.0 * layout.sizes.arrow * progress(ago, 400, 150);
        let (dx, dy) = (across.0 * half, across.1 * half);
        if half > 0.0 {
            let line = Role::Fault.line(3.0).rounded();
            sketch.line("bar", to.plus(-dx, -dy), to.plus(dx, dy), line);
        }
    });
}

/// In a still picture the messages of the beat are numbered in their order.
fn path(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let mut number = 0_u64;
    let mut n_on_way = [0_u8; 6];
    for entry in &now.changed {
        let lane = now.timeline.lane(entry.id);
        let Some(way) = way(layout, lane) else { continue };
        let shown = !matches!(entry.event, Event::RequestSent { client: Client::Scheduler, .. });
        if !shown {
            continue;
        }
        number += 1;
        let nth = &mut n_on_way[lane as usize];
        // Numbers must not cover each other, so a short way has room for few.
        let length = (way.to.x - way.from.x).abs() + (way.to.y - way.from.y).abs();
        let radius = 8.5 * layout.sizes.arrow.max(0.8);
        let n_fit = (length / (radius * 2.3)) as u8;
        if *nth >= n_fit.max(1) {
            continue;
        }
        let along = (f32::from(*nth) + 0.5) * radius * 2.3 / length;
        let spot = way.from.toward(way.to, along.min(0.5 + f32::from(*nth)));
        *nth += 1;
        let mut key = "path-".to_owned();
        push_whole(&mut key, number);
        sketch.circle(&key, spot, radius, Role::Ink.solid(), Role::Card.line(1.2));
        let mut text = String::new();
        push_whole(&mut text, number);
        let style = TextStyle::sans(Role::Card, radius * 1.3).bold();
        key.push_str("-number");
        let run = Run { label: Label::text(text), style };
        let base = spot.plus(0.0, radius * 0.46);
        sketch.runs(&key, base, Anchor::Middle, radius * 2.0, vec![run]);
    }
}
