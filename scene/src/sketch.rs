//! The pad on which a picture is drawn: shapes in paint order, keys by the thing they belong to.

use crate::geometry::{Point, Rect, point};
use crate::label::Label;
use crate::number::{between, cosine, sine};
use crate::shape::{Anchor, Item, Line, Role, Run, Shape, Stroke, TextStyle, Tint};

/// Shapes drawn so far.
#[derive(Debug, Default)]
pub struct Sketch {
    items: Vec<Item>,
    prefix: String,
    opacity: Option<f32>,
}

impl Sketch {
    /// The shapes, in paint order.
    #[must_use]
    pub fn into_items(self) -> Vec<Item> {
        self.items
    }

    /// Draws a thing: its shapes share the beginning of their keys and its opacity.
    pub fn thing(&mut self, name: &str, opacity: f32, draw: impl FnOnce(&mut Self)) {
        let (length, outer) = (self.prefix.len(), self.opacity);
        self.prefix.push_str(name);
        self.prefix.push('/');
        self.opacity = Some(outer.unwrap_or(1.0) * opacity);
        draw(self);
        self.prefix.truncate(length);
        self.opacity = outer;
    }

    /// A box.
    pub fn rect(
        &mut self,
        key: &str,
        at: Rect,
        radius: f32,
        fill: impl Into<Option<Tint>>,
        line: impl Into<Option<Line>>,
    ) {
        self.push(key, Shape::Rect { at, radius }, fill.into(), line.into());
    }

    /// A circle.
    pub fn circle(
        &mut self,
        key: &str,
        middle: Point,
        radius: f32,
        fill: impl Into<Option<Tint>>,
        line: impl Into<Option<Line>>,
    ) {
        self.push(key, Shape::Circle { middle, radius }, fill.into(), line.into());
    }

    /// An outline.
    pub fn path(
        &mut self,
        key: &str,
        strokes: Vec<Stroke>,
        fill: impl Into<Option<Tint>>,
        line: impl Into<Option<Line>>,
    ) {
        self.push(key, Shape::Path(strokes), fill.into(), line.into());
    }

    /// A straight line.
    pub fn line(&mut self, key: &str, from: Point, to: Point, line: Line) {
        self.path(key, vec![Stroke::Move(from), Stroke::Line(to)], None, line);
    }

    /// A straight line with a filled head at its end.
    pub fn arrow(&mut self, key: &str, from: Point, to: Point, line: Line, head: f32) {
        let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
        // Arrows in this picture are level or upright, so one of the two differences is zero.
        let along = |by: f32| match (from.x - to.x).abs() > (from.y - to.y).abs() {
            true => to.plus(-dx * by, 0.0),
            false => to.plus(0.0, -dy * by),
        };
        let base = along(head);
        let aside = |by: f32| match (from.x - to.x).abs() > (from.y - to.y).abs() {
            true => base.plus(0.0, by),
            false => base.plus(by, 0.0),
        };
        self.line(key, from, along(head * 0.8), line);
        let half = head * 0.5;
        let strokes = vec![
            Stroke::Move(to),
            Stroke::Line(aside(half)),
            Stroke::Line(aside(-half)),
            Stroke::Close,
        ];
        let mut name = key.to_owned();
        name.push_str("-head");
        self.path(&name, strokes, line.tint, None);
    }

    /// Text in one style, from its left end.
    pub fn text(&mut self, key: &str, at: Point, max_width: f32, label: Label, style: TextStyle) {
        self.runs(key, at, Anchor::Start, max_width, vec![Run { label, style }]);
    }

    /// Text in several styles.
    pub fn runs(&mut self, key: &str, at: Point, anchor: Anchor, max_width: f32, runs: Vec<Run>) {
        self.push(key, Shape::Text { at, anchor, runs, max_width }, None, None);
    }

    /// Part of a circle, clockwise from `from` turns (0 is the top) over `turns` of it.
    pub fn arc(
        &mut self,
        key: &str,
        middle: Point,
        radius: f32,
        (from, turns): (f32, f32),
        line: Line,
    ) {
        let turns = between(turns, 0.0, 0.999);
        if turns <= 0.0 {
            return;
        }
        let place =
            |turn: f32| point(middle.x + radius * sine(turn), middle.y - radius * cosine(turn));
        let strokes = vec![
            Stroke::Move(place(from)),
            Stroke::Arc { radius, large: turns > 0.5, to: place(from + turns) },
        ];
        self.path(key, strokes, None, line);
    }

    /// Two crossing strokes: something is deleted or refused.
    pub fn cross(&mut self, key: &str, middle: Point, half: f32, width: f32) {
        let strokes = vec![
            Stroke::Move(middle.plus(-half, -half)),
            Stroke::Line(middle.plus(half, half)),
            Stroke::Move(middle.plus(half, -half)),
            Stroke::Line(middle.plus(-half, half)),
        ];
        self.path(key, strokes, None, Role::Fault.line(width).rounded());
    }

    fn push(&mut self, key: &str, shape: Shape, fill: Option<Tint>, line: Option<Line>) {
        let opacity = self.opacity.unwrap_or(1.0);
        // What nobody can see is not drawn.
        if opacity < 0.005 {
            return;
        }
        let mut name = String::with_capacity(self.prefix.len() + key.len());
        name.push_str(&self.prefix);
        name.push_str(key);
        self.items.push(Item { key: name, shape, fill, line, opacity });
    }
}
