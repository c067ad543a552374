//! How long it has taken, how long it may take, and whether that fits: in words and shapes.

use scene::Labels;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};

use super::look::{Look, Time};
use crate::dom;
use crate::icons::svg_element;
use crate::room::pace::{Pace, clock, difference};
use crate::words::Words;

/// The width of the bar, in its own units.
const WIDTH: f64 = 1_000.0;

/// The time.
pub struct TimePanel {
    elapsed: HtmlElement,
    planned: HtmlInputElement,
    of: HtmlElement,
    done: Element,
    due: Element,
    pace: HtmlElement,
    clock: HtmlElement,
}

impl TimePanel {
    /// Fills a part of the page.
    #[must_use]
    pub fn new(place: &HtmlElement, words: &Words) -> Self {
        let title = dom::text_element("h2", "label", &words.get("live.desk.time"));
        let elapsed = dom::text_element("span", "elapsed", "00:00");
        dom::set(&elapsed, "role", "timer");
        let of = dom::element("span", "of");
        let planned = dom::element("input", "planned").unchecked_into::<HtmlInputElement>();
        for (name, value) in [("type", "number"), ("min", "1"), ("max", "600"), ("step", "1")] {
            dom::set(&planned, name, value);
        }
        dom::set(&planned, "data-planned", "");
        let label = dom::element("label", "plan");
        let name = dom::text_element("span", "", &words.get("live.desk.planned"));
        dom::fill(&label, &[&name, &planned]);
        let row = dom::element("div", "clock");
        dom::fill(&row, &[&elapsed, &of]);
        let (bar, done, due) = bar();
        let pace = dom::element("b", "pace");
        let clock = dom::element("span", "wall");
        let line = dom::element("p", "pacing");
        dom::fill(&line, &[&pace, &clock]);
        dom::fill(place, &[&title, &row, &bar, &line, &label]);
        Self { elapsed, planned, of, done, due, pace, clock }
    }

    /// Shows the time.
    pub fn show(&self, look: &Look<'_>) {
        let (time, words) = (look.time, look.words);
        dom::set_text(&self.elapsed, &clock(time.elapsed_s()));
        let planned = clock(time.planned_s);
        dom::set_text(&self.of, &words.label("live.desk.of", &[("time", &planned)]));
        let is_written =
            dom::document().active_element().is_some_and(|it| it.is_same_node(Some(&self.planned)));
        if !is_written {
            self.planned.set_value(&(time.planned_s / 60).to_string());
        }
        let width = |share: f64| ((share * WIDTH) as u32).min(WIDTH as u32).to_string();
        dom::set(&self.done, "width", &width(time.share));
        let due = f64::from(time.elapsed_s()) / f64::from(time.planned_s.max(1));
        dom::set(&self.due, "x", &width(due));
        let (sign, text, name) = pacing(&time, words);
        dom::set_text(&self.pace, &[sign, " ", &text].concat());
        dom::set(&self.pace, "data-pace", name);
        let now = js_sys::Date::new_0();
        let wall = [now.get_hours(), now.get_minutes()].map(|it| format!("{it:02}")).join(":");
        dom::set_text(&self.clock, &words.label("live.desk.clock", &[("time", &wall)]));
    }
}

/// A sign, the words for it, and a name for style sheets.
pub(super) fn pacing(time: &Time, words: &Words) -> (&'static str, String, &'static str) {
    let label = |key: &str, seconds: u32| words.label(key, &[("time", &difference(seconds))]);
    match time.pace() {
        None => ("○", words.get("live.desk.not_started"), "waits"),
        Some(Pace::Ahead(seconds)) => ("▸▸", label("live.desk.ahead", seconds), "ahead"),
        Some(Pace::OnTime) => ("●", words.get("live.desk.on_time"), "on-time"),
        Some(Pace::Behind(seconds)) => ("◂◂", label("live.desk.behind", seconds), "behind"),
    }
}

/// A bar, the part of it that is done, and the mark where it should be.
fn bar() -> (Element, Element, Element) {
    let bar = svg_element("svg");
    for (name, value) in [
        ("class", "progress"),
        ("viewBox", "0 0 1000 20"),
        ("preserveAspectRatio", "none"),
        ("aria-hidden", "true"),
    ] {
        dom::set(&bar, name, value);
    }
    let part = |class: &str, y: &str, width: &str, height: &str| {
        let part = svg_element("rect");
        for (name, value) in [("class", class), ("y", y), ("width", width), ("height", height)] {
            dom::set(&part, name, value);
        }
        dom::append(&bar, &part);
        part
    };
    part("track", "5", "1000", "10");
    let done = part("done", "5", "0", "10");
    let due = part("due", "0", "6", "20");
    (bar, done, due)
}
