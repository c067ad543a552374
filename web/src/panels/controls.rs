//! The row of buttons. The server wrote them into the page in the page's language; here they get
//! their signs, their order, and names that tell what they will do next.

use scene::Labels;
use web_sys::{Element, HtmlElement};

use crate::dom;
use crate::icons::Icon;
use crate::state::{Motion, Pace, Phase, State};
use crate::words::Words;

/// Buttons that are always in sight, in order.
const FIRST: [&str; 3] = ["prev-step", "play", "next-step"];
/// Buttons that share a menu where there is little room, in order.
const MORE: [&str; 7] =
    ["speed", "prev-event", "next-event", "pace", "restart", "fullscreen", "help"];
/// The button that leads beside the player, where there is something.
const WHY: &str = "why";

/// The row of buttons.
pub struct Controls {
    row: HtmlElement,
    more: HtmlElement,
    more_button: HtmlElement,
    shown: Option<Shown>,
}

/// What the buttons say now.
#[derive(Clone, Copy, PartialEq)]
struct Shown {
    play: Play,
    state: State,
    captions: bool,
    fullscreen: bool,
}

/// What the play button will do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Play {
    Start,
    Step(usize),
    Pause,
    Again,
    Beat,
}

impl Controls {
    /// Arranges the buttons of the page.
    #[must_use]
    pub fn new(row: HtmlElement, words: &Words) -> Self {
        let more = dom::element("div", "more");
        more.set_id("more-controls");
        let more_button = button(&row, "more");
        dom::set(&more_button, "aria-expanded", "false");
        dom::set(&more_button, "aria-controls", "more-controls");
        let clock = dom::find(&row, "[data-part=clock]");
        let first = FIRST.map(|act| button(&row, act));
        let captions = button(&row, "captions");
        for act in MORE {
            dom::append(&more, &button(&row, act));
        }
        if cfg!(feature = "rail") {
            let why = button(&row, WHY);
            dom::set_text(&why, &words.get("control.why"));
            dom::append(&more, &why);
        }
        let gap = dom::element("span", "gap");
        dom::fill(&row, &[&first[0], &first[1], &first[2]]);
        if let Some(clock) = clock {
            dom::append(&row, &clock);
        }
        for part in [&gap, &captions, &more, &more_button] {
            dom::append(&row, part);
        }
        dom::set(&row, "role", "group");
        dom::set(&row, "aria-label", &words.get("control.group"));
        let controls = Self { row, more, more_button, shown: None };
        controls.name_all(words);
        controls
    }

    /// Lets the buttons be seen and used.
    pub fn reveal(&self) {
        dom::set_or_unset(&self.row, "hidden", None);
    }

    /// Names the buttons that always do the same.
    fn name_all(&self, words: &Words) {
        let icons = [
            ("prev-step", "control.prev_step", Icon::PreviousStep),
            ("next-step", "control.next_step", Icon::NextStep),
            ("prev-event", "control.prev_event", Icon::PreviousEvent),
            ("next-event", "control.next_event", Icon::NextEvent),
            ("restart", "control.restart", Icon::Again),
            ("more", "control.more", Icon::More),
        ];
        for (act, word, icon) in icons {
            dress(&self.find(act), &words.get(word), Some(icon));
        }
        sign(&self.find("captions"), &words.get("control.captions"), "CC");
        sign(&self.find("help"), &words.get("control.help"), "?");
        let pace = self.find("pace");
        dom::set_text(&pace, &words.get("control.pace_short"));
        dom::set(&pace, "title", &words.get("control.pace"));
    }

    /// Shows what the buttons will do in this state.
    pub fn show(&mut self, state: &State, step: usize, looks: Looks, words: &Words) {
        let play = play(state, step);
        let Looks { captions, fullscreen } = looks;
        // Time passes in the state all the while; no button shows it.
        let state = State { at: 0.0, stop: None, phase: Phase::Paused, follows: false, ..*state };
        let next = Shown { play, state, captions, fullscreen };
        if self.shown == Some(next) {
            return;
        }
        self.shown = Some(next);
        let n = (step + 1).to_string();
        let (name, icon) = match play {
            Play::Start => (words.get("control.play"), Icon::Play),
            Play::Step(_) => (words.label("control.play_step", &[("n", &n)]), Icon::Play),
            Play::Pause => (words.get("control.pause"), Icon::Pause),
            Play::Again => (words.get("control.again"), Icon::Again),
            Play::Beat => (words.get("control.next_beat"), Icon::Play),
        };
        dress(&self.find("play"), &name, Some(icon));
        press(&self.find("captions"), captions);
        press(&self.find("pace"), state.pace == Pace::OneStep);
        let number = state.speed.text(&words.get("number.point"));
        let value = words.label("control.speed_value", &[("n", &number)]);
        sign(&self.find("speed"), &words.label("control.speed", &[("n", &number)]), &value);
        let (word, icon) = if fullscreen {
            ("control.fullscreen_exit", Icon::Window)
        } else {
            ("control.fullscreen", Icon::Fullscreen)
        };
        dress(&self.find("fullscreen"), &words.get(word), Some(icon));
    }

    /// Opens or closes the menu of a narrow player.
    pub fn toggle_more(&self) {
        let open = self.more.get_attribute("data-open").is_some();
        self.open_more(!open);
    }

    /// Closes the menu; true when it was open.
    pub fn close_more(&self) -> bool {
        let open = self.more.get_attribute("data-open").is_some();
        if open {
            self.open_more(false);
        }
        open
    }

    fn open_more(&self, open: bool) {
        dom::set_or_unset(&self.more, "data-open", open.then_some(""));
        dom::set(&self.more_button, "aria-expanded", if open { "true" } else { "false" });
    }

    fn find(&self, act: &str) -> HtmlElement {
        button(&self.row, act)
    }
}

/// What can be seen of the player besides its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    /// Whether captions are shown.
    pub captions: bool,
    /// Whether the player fills the screen.
    pub fullscreen: bool,
}

fn play(state: &State, step: usize) -> Play {
    match state.phase {
        Phase::Playing | Phase::Holding | Phase::Live | Phase::Seeking { resume: true } => {
            Play::Pause
        }
        Phase::Ended => Play::Again,
        Phase::Loading | Phase::Paused | Phase::Seeking { .. } | Phase::Failed => {
            match (state.motion, state.pace) {
                (Motion::Reduced, _) => Play::Beat,
                (Motion::Full, Pace::OneStep) => Play::Step(step),
                (Motion::Full, Pace::Through) => Play::Start,
            }
        }
    }
}

/// The button for an act: the server's, or a new one where it wrote none.
fn button(row: &Element, act: &str) -> HtmlElement {
    let found = dom::find(row, &format!("button[data-act={act}]"));
    found.unwrap_or_else(|| {
        let made = dom::act_button(act, "");
        dom::append(row, &made);
        made
    })
}

/// A name, and a sign in its place. Where buttons stand in a menu the name is seen as well.
fn dress(button: &Element, name: &str, icon: Option<Icon>) {
    dom::set(button, "title", name);
    // The server's label, for the time before this program, would overrule the text inside.
    dom::set_or_unset(button, "aria-label", None);
    let label = dom::text_element("span", "name", name);
    match icon {
        Some(icon) => dom::fill(button, &[&icon.element(), &label]),
        None => dom::fill(button, &[&label]),
    }
}

/// A name, and a few letters in place of a sign.
fn sign(button: &Element, name: &str, letters: &str) {
    dress(button, name, None);
    let sign = dom::text_element("b", "sign", letters);
    dom::set(&sign, "aria-hidden", "true");
    let _ = button.insert_before(&sign, button.first_child().as_ref());
}

fn press(button: &Element, pressed: bool) {
    dom::set(button, "aria-pressed", if pressed { "true" } else { "false" });
}
