//! The picture itself, one file per thing in it.

pub(crate) mod api_server;
mod container;
mod drain;
mod glass;
pub(crate) mod kubelet;
mod machines;
mod manifests;
mod messages;
mod mirror;
mod rows;
pub(crate) mod tie;
mod ways;
mod wrap;
mod you;

use trace::Event;

use crate::geometry::{Point, Rect};
use crate::label::Label;
use crate::layout::Layout;
use crate::motion::{CHANGE, out};
use crate::now::Now;
use crate::shape::{Anchor, Role, Run, TextStyle};
use crate::sketch::Sketch;
use crate::timeline::Cell;

/// How much of a thing is left of it to see while it is not there.
const ABSENT: f32 = 0.55;

/// Draws the picture of a moment.
pub(crate) fn draw(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let pair = now.pair();
    glass::draw(now, layout, sketch);
    ways::draw(now, layout, sketch);
    manifests::draw(now, layout, sketch);
    kubelet::draw(now, layout, &pair, sketch);
    container::draw(now, layout, &pair, sketch);
    let lit = lit(now);
    let strength = 0.42 + 0.58 * lit;
    sketch.thing("api", strength, |sketch| {
        let presence = now.presence(Cell::ApiServer, strength) / strength;
        api_server::draw(now, layout, presence, sketch);
        mirror::draw(now, layout, &pair, sketch);
    });
    you::draw(now, layout, sketch);
    drain::draw(now, layout, sketch);
    rows::draw(now, layout, sketch);
    glass::cordon(now, layout, sketch);
    tie::draw(now, layout, &pair, sketch);
    messages::draw(now, layout, sketch);
}

/// How far the API side is lit: 0 while nobody answers there, 1 while the API server does.
fn lit(now: &Now<'_>) -> f32 {
    if now.view.api_server_up {
        now.effect(|it| matches!(it, Event::ApiServerUp)).map_or(1.0, out)
    } else {
        now.effect(|it| matches!(it, Event::ApiServerDown)).map_or(0.0, |it| 1.0 - out(it))
    }
}

/// A static Pod's name as its manifest has it.
fn without_node<'a>(name: &'a str, now: &Now<'_>) -> &'a str {
    let node = now.timeline.node().as_str();
    let short = name.strip_suffix(node).and_then(|it| it.strip_suffix('-'));
    short.filter(|it| !it.is_empty()).unwrap_or(name)
}

/// A value that changes: the new one slides in, the old one stays beside it, struck through, for a
/// moment.
struct Value<'a> {
    key: &'a str,
    at: Point,
    max_width: f32,
    /// What kind of value it is; empty when that is clear.
    name: Label,
    now: String,
    /// What it was, and how many milliseconds ago it changed.
    was: Option<(String, u32)>,
    style: TextStyle,
}

impl Value<'_> {
    fn draw(self, sketch: &mut Sketch) {
        let soft = TextStyle { role: Role::Soft, ..self.style };
        let mut runs = Vec::with_capacity(5);
        if self.name != Label::text("") {
            runs.push(Run { label: self.name, style: soft });
            runs.push(Run { label: Label::text(" "), style: soft });
        }
        let mut dy = 0.0;
        if let Some((was, ago)) = self.was {
            dy = 7.0 * (1.0 - out(crate::motion::progress(ago, 0, CHANGE)));
            runs.push(Run { label: Label::text(self.now), style: self.style });
            if !was.is_empty() {
                let struck = TextStyle { role: Role::Fault, ..self.style }.struck();
                runs.push(Run { label: Label::text("  "), style: soft });
                runs.push(Run { label: Label::text(was), style: struck });
            }
        } else {
            runs.push(Run { label: Label::text(self.now), style: self.style });
        }
        let at = self.at.plus(0.0, dy);
        sketch.runs(self.key, at, Anchor::Start, self.max_width, runs);
    }
}

/// Points out, in a still picture, that something changed in this box.
fn outline_changed(sketch: &mut Sketch, key: &str, at: Rect) {
    sketch.rect(key, at, 6.0, None, Role::Ink.line(1.6).dashed(3.0, 2.5));
}
