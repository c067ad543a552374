//! The bar of the live cluster: how it stands, and what can be done about its time.

use scene::Labels;
use web_sys::{Element, HtmlElement};

use super::in_page;
use super::time::{ClusterTime, REAL};
use crate::dom;
use crate::words::Words;

/// What one of its buttons does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarAct {
    /// Let the cluster's time pass, or stop it.
    Run,
    /// Let it pass as fast as real time, or five times that.
    Rate,
    /// To the next thing that happens.
    Skip,
    /// To the edge.
    Back,
    /// Another cluster from here.
    Fork,
    /// A link to all this.
    Copy,
    /// Two clusters side by side.
    Compare,
    /// A room that shows it.
    Present,
}

impl BarAct {
    const ALL: [(Self, &str); 8] = [
        (Self::Run, "run"),
        (Self::Rate, "rate"),
        (Self::Skip, "skip"),
        (Self::Back, "back"),
        (Self::Fork, "fork"),
        (Self::Copy, "copy"),
        (Self::Compare, "compare"),
        (Self::Present, "present"),
    ];

    /// The act of a button, by its `data-live`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, it)| *it == name).map(|(act, _)| *act)
    }
}

/// Where the shown moment lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// At the edge, or on the way there.
    Live,
    /// In the cluster's own past.
    Past,
    /// In the lesson's part.
    Lesson,
}

/// What the bar says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Looks {
    /// Where the shown moment lies.
    pub place: Where,
    /// How the cluster's time runs.
    pub time: ClusterTime,
    /// Whether there is a cluster to act on.
    pub is_ready: bool,
}

/// The bar.
pub struct Bar {
    element: HtmlElement,
    state: HtmlElement,
    buttons: Vec<(BarAct, HtmlElement)>,
    shown: Option<(Where, u32, bool)>,
}

impl Bar {
    /// Makes the bar, above the scrubber.
    #[must_use]
    pub fn new(player: &Element, words: &Words) -> Self {
        let element = dom::element("div", "live-bar");
        dom::set(&element, "role", "group");
        dom::set(&element, "aria-label", &words.get("live.bar"));
        let state = dom::element("span", "live-state");
        dom::append(&element, &state);
        let make = |(act, name): (BarAct, &str)| {
            let button = dom::element("button", "");
            dom::set(&button, "type", "button");
            dom::set(&button, "data-live", name);
            dom::append(&element, &button);
            (act, button)
        };
        let buttons = BarAct::ALL.into_iter().map(make).collect();
        let timeline = dom::find(player, ".timeline");
        let _ = player.insert_before(&element, timeline.as_deref().map(AsRef::as_ref));
        Self { element, state, buttons, shown: None }
    }

    /// Shows how it stands.
    pub fn show(&mut self, looks: Looks, words: &Words) {
        let next = (looks.place, looks.time.rate, looks.is_ready);
        if self.shown == Some(next) {
            return;
        }
        self.shown = Some(next);
        let state = match (looks.place, looks.time.runs()) {
            (Where::Live, true) => "edge",
            (Where::Live, false) => "stopped",
            (Where::Past | Where::Lesson, _) => "past",
        };
        dom::set(&self.element, "data-state", state);
        dom::set_text(&self.state, &words.get(&["live.", state].concat()));
        let is_live = looks.place == Where::Live;
        for (act, button) in &self.buttons {
            let text = match act {
                BarAct::Run if looks.time.runs() => words.get("live.pause"),
                BarAct::Run => words.get("live.run"),
                BarAct::Rate => rate(looks.time, words),
                BarAct::Skip => words.get("live.skip"),
                BarAct::Back => words.get("live.back"),
                BarAct::Fork => words.get("live.fork"),
                BarAct::Copy => words.get("live.copy"),
                BarAct::Compare => words.get("live.compare"),
                BarAct::Present => words.get("live.present"),
            };
            dom::set_text(button, &text);
            let is_shown = match act {
                BarAct::Back => !is_live,
                // A room is many people on one server.
                BarAct::Present => !in_page::is_here(),
                BarAct::Run
                | BarAct::Rate
                | BarAct::Skip
                | BarAct::Fork
                | BarAct::Copy
                | BarAct::Compare => true,
            };
            dom::set_or_unset(button, "hidden", (!is_shown).then_some(""));
            dom::set_or_unset(button, "aria-disabled", (!looks.is_ready).then_some("true"));
            if *act == BarAct::Rate {
                let n = (looks.time.next_rate() / REAL).to_string();
                dom::set(button, "aria-label", &words.label("live.rate", &[("n", &n)]));
            }
        }
    }
}

/// What a press of the rate's button will make of it.
fn rate(time: ClusterTime, words: &Words) -> String {
    let n = (time.next_rate() / REAL).to_string();
    words.label("live.rate_value", &[("n", &n)])
}
