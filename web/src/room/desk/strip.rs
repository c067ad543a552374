//! The steps of the trace on stage, and the beats of the one that is on. A press leads there.

use scene::Labels;
use web_sys::{Element, HtmlElement};

use super::look::Look;
use crate::dom;
use crate::words::Words;

/// The strip.
pub struct Strip {
    steps: HtmlElement,
    beats: HtmlElement,
    shown: Option<Shown>,
}

/// What it was made from.
#[derive(PartialEq, Eq)]
struct Shown {
    beat: usize,
    n_steps: usize,
    n_beats: usize,
    names: usize,
    drives: bool,
}

impl Strip {
    /// Fills a part of the page.
    #[must_use]
    pub fn new(place: &HtmlElement, words: &Words) -> Self {
        let steps = dom::element("ol", "steps");
        let beats = dom::element("ol", "beats");
        dom::set(&beats, "aria-label", &words.get("live.desk.beats"));
        dom::fill(place, &[&steps, &beats]);
        Self { steps, beats, shown: None }
    }

    /// What is shown belongs to another trace.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Shows where the stage is.
    pub fn show(&mut self, look: &Look<'_>) {
        let (Some(lesson), Some(beat)) = (look.lesson, look.beat()) else { return };
        let timeline = &lesson.timeline;
        let next = Shown {
            beat,
            n_steps: timeline.steps().len(),
            n_beats: timeline.beats().len(),
            names: lesson.names.iter().map(String::len).sum(),
            drives: look.drives(),
        };
        if self.shown.as_ref() == Some(&next) {
            return;
        }
        // Whoever steps through with the keyboard keeps the focus.
        let focused = dom::document().active_element().and_then(|it| it.get_attribute("data-beat"));
        self.shown = Some(next);
        let on = timeline.beat(beat).step;
        let steps: Vec<HtmlElement> = timeline
            .steps()
            .iter()
            .enumerate()
            .map(|(n, step)| {
                let (number, name) = ((n + 1).to_string(), lesson.names[n].as_str());
                let text = if n == on {
                    let at = (beat - step.first_beat + 1).to_string();
                    let all = step.n_beats.to_string();
                    let args =
                        [("n", number.as_str()), ("name", name), ("beat", &at), ("beats", &all)];
                    look.words.label("live.desk.step_beat", &args)
                } else {
                    look.words.label("live.desk.step", &[("n", &number), ("name", name)])
                };
                item(step.first_beat, &text, None, n == on, look.drives())
            })
            .collect();
        fill(&self.steps, &steps);
        let step = &timeline.steps()[on];
        let beats: Vec<HtmlElement> = (step.first_beat..step.first_beat + step.n_beats)
            .map(|it| {
                let n = (it - step.first_beat + 1).to_string();
                let caption = &lesson.caption(it).text;
                let name = look.words.label("live.desk.beat", &[("n", &n), ("caption", caption)]);
                item(it, "", Some(&name), it == beat, look.drives())
            })
            .collect();
        fill(&self.beats, &beats);
        if let Some(beat) = focused {
            let same = ["[data-beat=\"", &beat, "\"]"].concat();
            let found = dom::find(&self.steps, &same).or_else(|| dom::find(&self.beats, &same));
            if let Some(button) = found {
                let _ = button.focus();
            }
        }
    }
}

/// A place that can be gone to. A name for those who do not see it where it has no text.
fn item(beat: usize, text: &str, name: Option<&str>, is_on: bool, drives: bool) -> HtmlElement {
    let button = dom::text_element("button", "", text);
    dom::set(&button, "type", "button");
    dom::set(&button, "data-beat", &beat.to_string());
    if let Some(name) = name {
        dom::set(&button, "aria-label", name);
        dom::set(&button, "title", name);
    }
    dom::set_or_unset(&button, "aria-current", is_on.then_some("step"));
    dom::set_or_unset(&button, "disabled", (!drives).then_some(""));
    let item = dom::element("li", "");
    dom::append(&item, &button);
    item
}

fn fill(list: &HtmlElement, items: &[HtmlElement]) {
    let items: Vec<&Element> = items.iter().map(|it| -> &Element { it }).collect();
    dom::fill(list, &items);
}
