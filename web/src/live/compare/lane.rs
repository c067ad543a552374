//! A cluster's lane: the container's bar above the mirror's, and marks for what somebody did.

use trace::SimTime;
use web_sys::{Element, HtmlElement};

use super::shape;
use super::spans::{Spans, Stretch};
use crate::dom;
use crate::icons::svg_element;
use crate::words::Words;

/// The width of the drawing, in its own units; it is stretched to the width of its place.
const WIDTH: f64 = 1000.0;

/// A lane.
pub struct Lane {
    element: HtmlElement,
    name: HtmlElement,
    drawing: Element,
    shown: Option<(Spans, [SimTime; 4])>,
}

impl Lane {
    /// A lane with nothing in it.
    pub fn new(words: &Words) -> Self {
        let element = dom::element("div", "lane");
        let name = dom::element("b", "");
        let names = dom::element("div", "lane-names");
        let container = dom::text_element("span", "container", &words.get("lane.container"));
        let mirror = dom::text_element("span", "mirror", &words.get("lane.mirror"));
        dom::fill(&names, &[&name, &container, &mirror]);
        let drawing = svg_element("svg");
        dom::set(&drawing, "viewBox", "0 0 1000 60");
        dom::set(&drawing, "preserveAspectRatio", "none");
        dom::set(&drawing, "aria-hidden", "true");
        dom::fill(&element, &[&names, &drawing]);
        Self { element, name, drawing, shown: None }
    }

    /// Its element.
    pub fn element(&self) -> &Element {
        &self.element
    }

    /// Names its cluster.
    pub fn name(&self, name: &str) {
        dom::set_text(&self.name, name);
    }

    /// Shows what was there between two times, where the present moment lies, and where the two
    /// clusters part.
    pub fn show(&mut self, spans: &Spans, from: SimTime, to: SimTime, at: SimTime, part: SimTime) {
        let next = (spans.clone(), [from, to, at, part]);
        if self.shown.as_ref() == Some(&next) {
            return;
        }
        let length = to.since(from).max(1) as f64;
        let x = |time: SimTime| time.since(from) as f64 / length * WIDTH;
        self.drawing.set_text_content(None);
        let bar = |class: &str, stretch: &Stretch, y: f64| {
            let (left, right) = (x(stretch.from), x(stretch.to).min(WIDTH));
            if right > left {
                let place = [("x", left), ("y", y), ("width", right - left), ("height", 15.0)];
                dom::append(&self.drawing, &shape("rect", class, place));
            }
        };
        for stretch in &spans.container {
            bar("bar container", stretch, 20.0);
        }
        for stretch in &spans.mirror {
            bar("bar mirror", stretch, 42.0);
        }
        let line = |class: &str, time: SimTime, top: f64, bottom: f64| {
            let place = [("x1", x(time)), ("x2", x(time)), ("y1", top), ("y2", bottom)];
            dom::append(&self.drawing, &shape("line", class, place));
        };
        for act in spans.acts.iter().filter(|it| **it >= from) {
            line("act", *act, 4.0, 16.0);
        }
        line("part", part, 0.0, 60.0);
        line("now", at, 0.0, 60.0);
        self.shown = Some(next);
    }
}
