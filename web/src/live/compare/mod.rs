//! Two clusters side by side, at the same moment of cluster time: their pictures, what they say,
//! and what was there when, over one axis.

mod lane;
mod spans;

use scene::{Labels, Layout, Motion, frame_waiting};
use trace::SimTime;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};

use crate::dom;
use crate::loaded::Loaded;
use crate::painter::Painter;
use crate::panels::clock;
use crate::words::Words;
use lane::Lane;
use spans::{Spans, moment_at, parting};

/// How much of the time before the two part is seen, in milliseconds.
const BEFORE_MS: u64 = 5_000;

/// Where the two clusters are shown.
pub struct Compare {
    element: HtmlElement,
    lead: HtmlElement,
    others: HtmlElement,
    content: HtmlElement,
    sides: [Side; 2],
    slider: HtmlInputElement,
    time: HtmlElement,
    /// Whether the newest moment is looked at, and stays so when time goes on.
    at_end: bool,
}

/// One of the two.
struct Side {
    figure: HtmlElement,
    title: HtmlElement,
    picture: HtmlElement,
    painter: Painter,
    said: HtmlElement,
    lane: Lane,
}

/// A cluster to be shown, with its number for people.
pub struct Shown<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// Its trace.
    pub loaded: &'a Loaded,
    /// How far its time has come.
    pub now: SimTime,
}

impl Compare {
    /// Makes the comparison, unseen, before the text of the page.
    #[must_use]
    pub fn new(words: &Words) -> Self {
        let element = dom::element("section", "compare");
        element.set_id("compare");
        dom::set(&element, "aria-labelledby", "compare-title");
        dom::set(&element, "hidden", "");
        let title = dom::text_element("h2", "", &words.get("live.compare.title"));
        title.set_id("compare-title");
        dom::set(&title, "tabindex", "-1");
        let close = dom::text_element("button", "", &words.get("live.compare.close"));
        dom::set(&close, "type", "button");
        dom::set(&close, "data-live", "compare");
        let header = dom::element("header", "");
        dom::fill(&header, &[&title, &close]);
        let lead = dom::element("p", "lead");
        let others = dom::element("div", "others");
        let content = dom::element("div", "content");
        let sides = [Side::new(words), Side::new(words)];
        let pictures = dom::element("div", "sides");
        dom::fill(&pictures, &[&sides[0].figure, &sides[1].figure]);
        let slider = dom::element("input", "").unchecked_into::<HtmlInputElement>();
        dom::set(&slider, "type", "range");
        dom::set(&slider, "step", "100");
        dom::set(&slider, "data-compare-time", "");
        dom::set(&slider, "aria-label", &words.get("live.compare.time"));
        let time = dom::element("output", "");
        let axis = dom::element("div", "axis");
        dom::fill(&axis, &[&time, &slider]);
        let lanes = [sides[0].lane.element(), sides[1].lane.element()];
        dom::fill(&content, &[&pictures, &axis, lanes[0], lanes[1]]);
        dom::fill(&element, &[&header, &lead, &others, &content]);
        if let Some(reading) = dom::find_in_page("#reading") {
            let _ = reading.insert_adjacent_element("beforebegin", &element);
        }
        Self { element, lead, others, content, sides, slider, time, at_end: true }
    }

    /// Brings it into view.
    pub fn open(&mut self) {
        dom::set_or_unset(&self.element, "hidden", None);
        self.at_end = true;
        self.element.scroll_into_view();
        if let Some(title) = dom::find(&self.element, "h2") {
            let _ = title.focus();
        }
    }

    /// Whether it is seen.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.element.has_attribute("hidden")
    }

    /// Puts it away.
    pub fn close(&self) {
        dom::set(&self.element, "hidden", "");
    }

    /// The slider was moved.
    pub fn slid(&mut self) {
        self.at_end = self.slider.value() == self.slider.max();
    }

    /// Says that there is nothing to compare with yet.
    pub fn show_none(&self, words: &Words) {
        dom::set_text(&self.lead, &words.get("live.compare.none"));
        dom::set(&self.content, "hidden", "");
        dom::fill(&self.others, &[]);
    }

    /// Shows two clusters; `others` are all that may stand on the right, by number.
    pub fn show(&mut self, pair: [Shown<'_>; 2], others: &[usize], words: &Words) {
        let point = words.get("number.point");
        let say = |at: SimTime| clock::text(at.0 / 100, &point);
        let [one, other] = &pair;
        let (a, b) = (one.loaded.timeline.entries(), other.loaded.timeline.entries());
        let end = one.now.max(other.now);
        let part = parting(a, b).unwrap_or(end);
        dom::set_text(&self.lead, &words.label("live.compare.lead", &[("time", &say(part))]));
        dom::set_or_unset(&self.content, "hidden", None);
        self.offer_others(others, other.number, words);
        let from = SimTime(part.0.saturating_sub(BEFORE_MS));
        dom::set(&self.slider, "min", &(from.0 / 100 * 100).to_string());
        // The slider ends where a whole step does.
        dom::set(&self.slider, "max", &end.0.next_multiple_of(100).to_string());
        if self.at_end {
            self.slider.set_value(&self.slider.max());
        }
        let at = SimTime(self.slider.value().parse().unwrap_or(end.0));
        let told = words.label("live.compare.at", &[("time", &say(at))]);
        dom::set_text(&self.time, &told);
        dom::set(&self.slider, "aria-valuetext", &told);
        for (n, (side, shown)) in self.sides.iter_mut().zip(&pair).enumerate() {
            side.show(shown, n == 0, at, words);
            side.lane.show(&Spans::of(shown.loaded, end), from, end, at, part);
        }
    }

    /// A button for each cluster that may stand on the right, where there is a choice.
    fn offer_others(&self, others: &[usize], chosen: usize, words: &Words) {
        let numbers: Vec<String> = others.iter().map(ToString::to_string).collect();
        let key = [numbers.join(" "), chosen.to_string()].join("/");
        if self.others.get_attribute("data-shown").as_deref() == Some(&key) {
            return;
        }
        dom::set(&self.others, "data-shown", &key);
        dom::set_or_unset(&self.others, "hidden", (others.len() < 2).then_some(""));
        dom::set(&self.others, "role", "group");
        dom::set(&self.others, "aria-label", &words.get("live.compare.with"));
        dom::fill(&self.others, &[]);
        for (number, text) in others.iter().zip(&numbers) {
            let name = words.label("live.compare.one", &[("n", text)]);
            let button = dom::text_element("button", "", &name);
            dom::set(&button, "type", "button");
            dom::set(&button, "data-compare-with", text);
            dom::set(&button, "aria-pressed", if *number == chosen { "true" } else { "false" });
            dom::append(&self.others, &button);
        }
    }
}

impl Side {
    fn new(words: &Words) -> Self {
        let figure = dom::element("figure", "side");
        let title = dom::element("h3", "");
        let picture = dom::element("div", "compact");
        let said = dom::element("figcaption", "");
        let open = dom::text_element("button", "", &words.get("live.compare.open"));
        dom::set(&open, "type", "button");
        dom::set(&open, "data-go-on", "");
        dom::fill(&figure, &[&title, &picture, &said, &open]);
        let painter = Painter::new();
        painter.enter(&picture);
        Self { figure, title, picture, painter, said, lane: Lane::new(words) }
    }

    fn show(&mut self, shown: &Shown<'_>, on_stage: bool, at: SimTime, words: &Words) {
        let number = shown.number.to_string();
        let word = if on_stage { "live.compare.shown" } else { "live.compare.one" };
        dom::set_text(&self.title, &words.label(word, &[("n", &number)]));
        let name = words.label("live.compare.one", &[("n", &number)]);
        self.lane.name(&name);
        if let Some(open) = dom::find(&self.figure, "[data-go-on]") {
            dom::set(&open, "data-go-on", &number);
            dom::set_or_unset(&open, "hidden", on_stage.then_some(""));
        }
        let timeline = &shown.loaded.timeline;
        let moment = moment_at(timeline, at);
        let width = self.picture.client_width() as f32;
        let layout = Layout::for_size(width, width * 0.6);
        let frame = frame_waiting(timeline, &layout, moment, Motion::Full, at);
        self.painter.paint(&frame, words);
        // The markup is our own, as in the caption of the player.
        let caption = &shown.loaded.caption(moment.beat).html;
        if self.said.get_attribute("data-said").as_deref() != Some(caption) {
            dom::set(&self.said, "data-said", caption);
            self.said.set_inner_html(caption);
        }
    }
}

/// The element of an SVG, with its place and size.
fn shape(tag: &str, class: &str, place: [(&str, f64); 4]) -> Element {
    let made = crate::icons::svg_element(tag);
    dom::set(&made, "class", class);
    for (name, value) in place {
        // Whole units of a thousand: no decimals are needed.
        dom::set(&made, name, &(value as i64).to_string());
    }
    made
}
