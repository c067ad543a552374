//! A frame as SVG elements: the common ground of the two painters. Elements are flat, in paint
//! order and in absolute coordinates, so a painter needs neither groups nor definitions.

use crate::frame::Frame;
use crate::label::Labels;
use crate::number::{hundredths, push_tenths, tenths, whole};
use crate::paint::Paint;
use crate::shape::{Anchor, Face, Item, Line, Run, Shape, Stroke, TextStyle, Tint, Weight};
use crate::text_width::{fitted, text_width};

/// One SVG element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Unique in the frame, and the same thing in every frame.
    pub key: String,
    /// Its name: `rect`, `circle`, `path` or `text`.
    pub tag: &'static str,
    /// Its presentation attributes, in a fixed order.
    pub attrs: Vec<(&'static str, String)>,
    /// What it says, if it is text.
    pub text: Option<String>,
}

/// The elements of a frame, in paint order.
#[must_use]
pub fn elements(frame: &Frame, paint: Paint, labels: &dyn Labels) -> Vec<Element> {
    let mut all = Vec::with_capacity(frame.items.len() + 16);
    for item in &frame.items {
        match &item.shape {
            Shape::Text { at, anchor, runs, max_width } => {
                let line = TextLine { at: *at, anchor: *anchor, runs, max_width: *max_width };
                line.push_elements(item, paint, labels, &mut all);
            }
            Shape::Rect { .. } | Shape::Circle { .. } | Shape::Path(_) => {
                all.push(outline(item, paint));
            }
        }
    }
    all
}

/// What the elements refer to, as SVG markup: nothing. Hatching, glass and arrow heads are drawn
/// as plain shapes, so that several pictures in one page share no ids.
#[must_use]
pub const fn defs(_paint: Paint) -> &'static str {
    ""
}

fn outline(item: &Item, paint: Paint) -> Element {
    let mut attrs = Vec::with_capacity(10);
    let tag = match &item.shape {
        Shape::Rect { at, radius } => {
            attrs.push(("x", tenths(at.x)));
            attrs.push(("y", tenths(at.y)));
            attrs.push(("width", tenths(at.width.max(0.0))));
            attrs.push(("height", tenths(at.height.max(0.0))));
            if *radius > 0.0 {
                attrs.push(("rx", tenths(*radius)));
            }
            "rect"
        }
        Shape::Circle { middle, radius } => {
            attrs.push(("cx", tenths(middle.x)));
            attrs.push(("cy", tenths(middle.y)));
            attrs.push(("r", tenths(radius.max(0.0))));
            "circle"
        }
        Shape::Path(strokes) => {
            attrs.push(("d", path_data(strokes)));
            "path"
        }
        Shape::Text { .. } => unreachable!("text is set elsewhere"),
    };
    push_fill(&mut attrs, item.fill, paint);
    if let Some(line) = item.line {
        push_line(&mut attrs, line, paint);
    }
    push_opacity(&mut attrs, item.opacity);
    Element { key: item.key.clone(), tag, attrs, text: None }
}

fn push_fill(attrs: &mut Vec<(&'static str, String)>, fill: Option<Tint>, paint: Paint) {
    match fill {
        Some(tint) => {
            attrs.push(("fill", paint.colour(tint.role).to_owned()));
            if tint.opacity < 0.995 {
                attrs.push(("fill-opacity", hundredths(tint.opacity)));
            }
        }
        None => attrs.push(("fill", "none".to_owned())),
    }
}

fn push_line(attrs: &mut Vec<(&'static str, String)>, line: Line, paint: Paint) {
    attrs.push(("stroke", paint.colour(line.tint.role).to_owned()));
    attrs.push(("stroke-width", tenths(line.width)));
    if line.tint.opacity < 0.995 {
        attrs.push(("stroke-opacity", hundredths(line.tint.opacity)));
    }
    if let Some((dash, gap)) = line.dash {
        let mut value = tenths(dash);
        value.push(' ');
        push_tenths(&mut value, gap);
        attrs.push(("stroke-dasharray", value));
    }
    if line.round {
        attrs.push(("stroke-linecap", "round".to_owned()));
    }
}

fn push_opacity(attrs: &mut Vec<(&'static str, String)>, opacity: f32) {
    if opacity < 0.995 {
        attrs.push(("opacity", hundredths(opacity)));
    }
}

fn path_data(strokes: &[Stroke]) -> String {
    let mut data = String::with_capacity(strokes.len() * 10);
    for stroke in strokes {
        match stroke {
            Stroke::Move(to) => push_pair(&mut data, 'M', to.x, to.y),
            Stroke::Line(to) => push_pair(&mut data, 'L', to.x, to.y),
            Stroke::Arc { radius, large, to } => {
                push_pair(&mut data, 'A', *radius, *radius);
                data.push_str(if *large { " 0 1 1 " } else { " 0 0 1 " });
                push_tenths(&mut data, to.x);
                data.push(' ');
                push_tenths(&mut data, to.y);
            }
            Stroke::Close => data.push('z'),
        }
    }
    data
}

fn push_pair(data: &mut String, letter: char, x: f32, y: f32) {
    data.push(letter);
    push_tenths(data, x);
    data.push(' ');
    push_tenths(data, y);
}

/// A line of text in one or more styles. SVG would place the runs by the viewer's own font; here
/// each is placed by the shipped font's widths, so that no later run depends on it.
struct TextLine<'a> {
    at: crate::geometry::Point,
    anchor: Anchor,
    runs: &'a [Run],
    max_width: f32,
}

impl TextLine<'_> {
    fn push_elements(
        &self,
        item: &Item,
        paint: Paint,
        labels: &dyn Labels,
        all: &mut Vec<Element>,
    ) {
        if let [run] = self.runs {
            let text = fitted(&run.label.say(labels), &run.style, self.max_width);
            if !text.is_empty() {
                let anchor = (self.at.x, self.anchor);
                all.push(self.element(item, item.key.clone(), anchor, text, &run.style, paint));
            }
            return;
        }
        let mut texts = Vec::with_capacity(self.runs.len());
        let mut room = self.max_width;
        for run in self.runs {
            let text = fitted(&run.label.say(labels), &run.style, room.max(0.0));
            room -= text_width(&text, &run.style);
            texts.push(text);
        }
        let width = self.max_width - room;
        let mut x = match self.anchor {
            Anchor::Start => self.at.x,
            Anchor::Middle => self.at.x - width / 2.0,
            Anchor::End => self.at.x - width,
        };
        for (n, (run, text)) in self.runs.iter().zip(texts).enumerate() {
            let width = text_width(&text, &run.style);
            // SVG drops blanks at either end, so they become distance.
            let shown = text.trim_start();
            let blank = text.get(..text.len() - shown.len()).unwrap_or_default();
            let blank = text_width(blank, &run.style);
            if !shown.trim_end().is_empty() && shown != "…" {
                let mut key = item.key.clone();
                key.push('.');
                key.push_str(&whole(n as u64));
                let place = (x + blank, Anchor::Start);
                let shown = shown.trim_end().to_owned();
                all.push(self.element(item, key, place, shown, &run.style, paint));
            }
            x += width;
        }
    }

    fn element(
        &self,
        item: &Item,
        key: String,
        (x, anchor): (f32, Anchor),
        text: String,
        style: &TextStyle,
        paint: Paint,
    ) -> Element {
        let mut attrs = Vec::with_capacity(9);
        attrs.push(("x", tenths(x)));
        attrs.push(("y", tenths(self.at.y)));
        attrs.push(("font-size", tenths(style.size)));
        if style.face == Face::Mono {
            attrs.push(("font-family", "JetBrains Mono, monospace".to_owned()));
        }
        let weight = match (style.weight, style.face) {
            (Weight::Regular, Face::Sans) => None,
            (Weight::Regular, Face::Mono) => Some("500"),
            (Weight::Medium, _) => Some("560"),
            (Weight::Bold, Face::Sans) => Some("650"),
            (Weight::Bold, Face::Mono) => Some("600"),
        };
        if let Some(weight) = weight {
            attrs.push(("font-weight", weight.to_owned()));
        }
        match anchor {
            Anchor::Start => {}
            Anchor::Middle => attrs.push(("text-anchor", "middle".to_owned())),
            Anchor::End => attrs.push(("text-anchor", "end".to_owned())),
        }
        if style.struck {
            attrs.push(("text-decoration", "line-through".to_owned()));
        }
        push_fill(&mut attrs, Some(style.role.solid()), paint);
        push_opacity(&mut attrs, item.opacity);
        Element { key, tag: "text", attrs, text: Some(text) }
    }
}
