//! How a strip is drawn.

use super::bars::Bar;
use super::{LaneStyle, Strip};
use crate::frame::Frame;
use crate::geometry::{point, rect};
use crate::label::{Label, Message};
use crate::number::{between, push_whole, whole};
use crate::shape::{Anchor, Line, Role, Run, TextStyle, Tint};
use crate::sketch::Sketch;
use crate::text_width::text_width;

/// A lane's place.
#[derive(Clone, Copy)]
struct Lane {
    y: f32,
    height: f32,
}

impl Strip {
    /// The strip with its playhead at a moment of display time.
    #[must_use]
    pub fn frame(&self, display_ms: u32) -> Frame {
        let mut sketch = Sketch::default();
        let now = self.x(display_ms);
        self.draw_steps(now, &mut sketch);
        match self.style {
            LaneStyle::Five => {
                self.draw_file(lane(26.0, 17.0), now, &mut sketch);
                self.draw_kubelet(lane(48.0, 12.0), now, &mut sketch);
                self.draw_container(lane(65.0, 17.0), now, &mut sketch);
                self.draw_mirror(lane(87.0, 17.0), now, &mut sketch);
                self.draw_you(lane(109.0, 13.0), now, &mut sketch);
            }
            LaneStyle::Three => {
                let top = if self.is_narrow() { 6.0 } else { 24.0 };
                self.draw_file(lane(top, 12.0), now, &mut sketch);
                self.draw_container(lane(top + 18.0, 12.0), now, &mut sketch);
                self.draw_mirror(lane(top + 36.0, 12.0), now, &mut sketch);
            }
            LaneStyle::Markers => {}
        }
        self.draw_track(now, &mut sketch);
        Frame { width: self.width, height: self.height(), items: sketch.into_items() }
    }

    fn draw_steps(&self, now: f32, sketch: &mut Sketch) {
        if self.style == LaneStyle::Markers || self.is_narrow() {
            return;
        }
        let current = self.steps.iter().rposition(|it| it.0 <= now + 0.01).unwrap_or_default();
        let bottom = self.track_y() - 12.0;
        for (n, (x, name)) in self.steps.iter().enumerate() {
            let next = self.steps.get(n + 1).map_or(self.width, |it| it.0);
            let mut key = "step-".to_owned();
            push_whole(&mut key, n as u64);
            sketch.line(&key, point(*x, 2.0), point(*x, bottom), Role::Rule.line(1.0));
            key.push_str("-name");
            let style = if n == current {
                TextStyle::sans(Role::Ink, 12.0).bold()
            } else {
                TextStyle::sans(Role::Soft, 12.0).medium()
            };
            let room = next - x - 10.0;
            let fits = text_width(name, &style) <= room;
            let short = name.split(' ').next().unwrap_or_default();
            let text = if fits { name.as_str() } else { short };
            sketch.text(&key, point(x + 6.0, 13.0), room.max(9.0), Label::text(text), style);
        }
    }

    fn name(&self, key: &'static str, role: Role, lane: Lane, sketch: &mut Sketch) {
        let size = if self.left > 90.0 { 12.0 } else { 11.0 };
        let style = TextStyle::sans(role, size).bold();
        let at = point(self.left - 10.0, lane.y + lane.height / 2.0 + size * 0.36);
        let run = Run { label: Label::key(key), style };
        sketch.runs(key, at, Anchor::End, self.left - 14.0, vec![run]);
    }

    fn draw_file(&self, lane: Lane, now: f32, sketch: &mut Sketch) {
        self.name("lane.file", Role::File, lane, sketch);
        let look = Look { fill: Role::File.solid(), line: None, text: Role::Card, future: 0.35 };
        self.draw_bars("file", &self.bars.file, lane, now, look, sketch);
    }

    fn draw_container(&self, lane: Lane, now: f32, sketch: &mut Sketch) {
        self.name("lane.container", Role::Real, lane, sketch);
        let look = Look { fill: Role::Real.solid(), line: None, text: Role::Card, future: 0.35 };
        self.draw_bars("container", &self.bars.container, lane, now, look, sketch);
    }

    fn draw_mirror(&self, lane: Lane, now: f32, sketch: &mut Sketch) {
        let name = match (self.is_static, self.left < 90.0) {
            (true, true) => "lane.mirror_short",
            (true, false) => "lane.mirror",
            (false, _) => "lane.pod",
        };
        let (role, fill, line) = if self.is_static {
            let line = Role::Mirror.line(1.6).dashed(5.0, 3.0);
            (Role::Mirror, Role::MirrorWash.solid(), line)
        } else {
            (Role::Api, Role::Card.solid(), Role::Api.line(1.6))
        };
        self.name(name, role, lane, sketch);
        let look = Look { fill, line: Some(line), text: role, future: 0.5 };
        let inner = Lane { y: lane.y + 0.8, height: lane.height - 1.6 };
        self.draw_bars("mirror", &self.bars.mirror, inner, now, look, sketch);
        for (n, bar) in self.bars.mirror.iter().enumerate().filter(|(_, it)| it.is_cut) {
            let mut key = "mirror-cut-".to_owned();
            push_whole(&mut key, n as u64);
            let strength = if bar.to <= now + 0.01 { 1.0 } else { 0.4 };
            sketch.thing("", strength, |sketch| {
                let middle = point(bar.to, lane.y + lane.height / 2.0);
                sketch.cross(&key, middle, lane.height * 0.42, 2.0);
            });
        }
    }

    fn draw_bars(
        &self,
        lane_name: &str,
        bars: &[Bar],
        lane: Lane,
        now: f32,
        look: Look,
        sketch: &mut Sketch,
    ) {
        let end = self.width - 12.0;
        for (n, bar) in bars.iter().enumerate() {
            let mut key = lane_name.to_owned();
            key.push('-');
            push_whole(&mut key, n as u64);
            let to = bar.to.min(end);
            let cut = between(now, bar.from, to);
            let radius = (lane.height * 0.28).min(5.0);
            let part = |from: f32, to: f32| rect(from, lane.y, (to - from).max(0.0), lane.height);
            if cut < to {
                sketch.thing("future", look.future, |sketch| {
                    sketch.rect(&key, part(cut, to), radius, look.fill, look.line);
                });
            }
            if cut > bar.from {
                sketch.rect(&key, part(bar.from, cut), radius, look.fill, look.line);
            }
            if lane.height > 14.0 {
                key.push_str("-id");
                let lane = Lane { y: lane.y + lane.height / 2.0 + 4.0, ..lane };
                draw_id(&key, &bar.label, (bar.from, cut, to), lane, look, sketch);
            }
        }
    }

    fn draw_kubelet(&self, lane: Lane, now: f32, sketch: &mut Sketch) {
        self.name("lane.kubelet", Role::Kubelet, lane, sketch);
        let y = lane.y + lane.height / 2.0;
        let from = point(self.left, y);
        sketch.line("kubelet-line", from, point(self.width - 12.0, y), Role::Rule.line(1.0));
        self.draw_marks("kubelet", &self.bars.kubelet, y, now, Role::Kubelet, sketch);
    }

    fn draw_you(&self, lane: Lane, now: f32, sketch: &mut Sketch) {
        self.name("lane.you", Role::Api, lane, sketch);
        let y = lane.y + lane.height / 2.0;
        let from = point(self.left, y);
        sketch.line("you-line", from, point(self.width - 12.0, y), Role::Rule.line(1.0));
        for (n, (x, verb)) in self.bars.you.iter().enumerate() {
            let mut key = "you-".to_owned();
            push_whole(&mut key, n as u64);
            let style = TextStyle::mono(Role::Api, 11.0);
            let next = self.bars.you.get(n + 1).map_or(self.width - 12.0, |it| it.0);
            let width = text_width(verb, &style) + 10.0;
            sketch.thing("", if *x <= now + 0.01 { 1.0 } else { 0.45 }, |sketch| {
                if width < next - x {
                    let at = rect(*x, lane.y - 1.0, width, lane.height + 2.0);
                    sketch.rect(&key, at, 3.0, Role::Card.solid(), Role::Api.line(1.2));
                    key.push_str("-verb");
                    let place = point(x + 5.0, y + 4.0);
                    sketch.text(&key, place, width, Label::text(verb.as_str()), style);
                } else {
                    let at = rect(*x, y - 4.0, 8.0, 8.0);
                    sketch.rect(&key, at, 2.0, Role::Api.solid(), None);
                }
            });
        }
    }

    fn draw_marks(
        &self,
        lane_name: &str,
        marks: &[f32],
        y: f32,
        now: f32,
        role: Role,
        sketch: &mut Sketch,
    ) {
        for (n, x) in marks.iter().enumerate() {
            let mut key = lane_name.to_owned();
            key.push('-');
            push_whole(&mut key, n as u64);
            sketch.thing("", if *x <= now + 0.01 { 1.0 } else { 0.35 }, |sketch| {
                sketch.circle(&key, point(*x, y), 3.2, role.solid(), None);
            });
        }
    }

    fn track_y(&self) -> f32 {
        self.height() - if self.style == LaneStyle::Five { 19.0 } else { 14.0 }
    }

    fn draw_track(&self, now: f32, sketch: &mut Sketch) {
        let y = self.track_y();
        let end = self.width - 12.0;
        let thick = if self.style == LaneStyle::Five { 4.0 } else { 5.0 };
        let line = |role: Role| role.line(thick).rounded();
        sketch.line("track", point(self.left, y), point(end, y), line(Role::Rule));
        sketch.line("track-past", point(self.left, y), point(now, y), line(Role::Ink));
        self.draw_folds(y, sketch);
        if self.style != LaneStyle::Five {
            for (n, (x, _)) in self.steps.iter().enumerate() {
                let mut key = "track-step-".to_owned();
                push_whole(&mut key, n as u64);
                sketch.circle(&key, point(*x, y), 4.0, Role::Card.solid(), Role::Soft.line(1.4));
            }
        }
        let top = match self.style {
            LaneStyle::Five | LaneStyle::Three if !self.is_narrow() => 18.0,
            LaneStyle::Five | LaneStyle::Three => 2.0,
            LaneStyle::Markers => y,
        };
        sketch.line("playhead", point(now, top), point(now, y), Role::Ink.line(2.0));
        let radius = if self.style == LaneStyle::Five { 8.0 } else { 10.0 };
        sketch.circle("thumb", point(now, y), radius, Role::Ink.solid(), None);
    }

    /// Two slashes over the track, and how long nothing happened.
    fn draw_folds(&self, y: f32, sketch: &mut Sketch) {
        let style = TextStyle::sans(Role::Soft, 11.0);
        let least_ms = match self.style {
            LaneStyle::Five => 3_000,
            LaneStyle::Three => 6_000,
            LaneStyle::Markers => u64::MAX,
        };
        let mut free_from = self.left;
        let folds = self.folds.iter().enumerate().filter(|(_, it)| it.2 >= least_ms);
        for (n, (from, to, sim_ms)) in folds {
            let middle = (from + to) / 2.0;
            let mut key = "fold-".to_owned();
            push_whole(&mut key, n as u64);
            for (side, dx) in [("a", -3.0), ("b", 3.0)] {
                let mut key = key.clone();
                key.push_str(side);
                let (foot, head) =
                    (point(middle + dx - 2.5, y + 6.0), point(middle + dx + 2.5, y - 6.0));
                sketch.line(&key, foot, head, Role::Soft.line(1.6));
            }
            if self.style == LaneStyle::Five && middle - 14.0 > free_from {
                let message = Message::new("lane.fold", [("s", whole(sim_ms / 1000))]);
                key.push_str("-s");
                let run = Run { label: message.into(), style };
                let at = point(middle, y + 16.5);
                sketch.runs(&key, at, Anchor::Middle, 60.0, vec![run]);
                free_from = middle + 16.0;
            }
        }
    }
}

/// The id in a bar, if the part of the bar it would stand in is wide enough: on the past part in
/// the colour of the ground, on the future part, which is pale, in ink.
fn draw_id(
    key: &str,
    id: &str,
    (from, cut, to): (f32, f32, f32),
    lane: Lane,
    look: Look,
    sketch: &mut Sketch,
) {
    let style = TextStyle::mono(look.text, 11.0);
    let width = text_width(id, &style) + 12.0;
    let is_past = cut - from >= width;
    let is_future = cut - from < 4.0 && to - from >= width;
    if !is_past && !is_future {
        return;
    }
    let role = if is_past || look.line.is_some() { look.text } else { Role::Ink };
    sketch.thing("", if is_past { 1.0 } else { 0.75 }, |sketch| {
        let style = TextStyle { role, ..style };
        sketch.text(key, point(from + 8.0, lane.y), width, Label::text(id), style);
    });
}

/// How the bars of a lane look.
#[derive(Clone, Copy)]
struct Look {
    fill: Tint,
    line: Option<Line>,
    text: Role,
    future: f32,
}

const fn lane(y: f32, height: f32) -> Lane {
    Lane { y, height }
}
