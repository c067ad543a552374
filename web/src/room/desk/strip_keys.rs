//! The keys of the speaker view, always in sight, since they mean other things here than in the
//! player. Each is a button, too.

use web_sys::HtmlElement;

use super::look::Look;
use crate::dom;
use crate::words::Words;

/// Each: what it does, the key that does it, its word, and whether it is on or off.
const KEYS: [(&str, &str, &str, bool); 15] = [
    ("next-beat", "→", "live.key.next", false),
    ("prev-beat", "←", "live.key.back", false),
    ("black", "b", "live.key.black", true),
    ("white", "w", "live.key.white", true),
    ("pointer", "l", "live.key.pointer", true),
    ("lock", "m", "live.key.lock", true),
    ("play-on", "k", "live.key.play_on", true),
    ("ask", "a", "live.key.ask", false),
    ("join", "q", "live.key.join", false),
    ("overview", "o", "live.key.overview", false),
    ("go-to", "g", "live.key.goto", false),
    ("reset-timer", "t", "live.key.timer", false),
    ("hand-over", "h", "live.key.hand_over", false),
    ("audience", "s", "live.key.audience", false),
    ("layout", "v", "live.key.layout", false),
];

/// The keys.
pub struct KeyStrip {
    buttons: Vec<(&'static str, bool, HtmlElement)>,
}

impl KeyStrip {
    /// Fills a part of the page.
    #[must_use]
    pub fn new(place: &HtmlElement, words: &Words) -> Self {
        dom::set(place, "role", "group");
        dom::set(place, "aria-label", &words.get("live.key.strip"));
        place.set_text_content(None);
        let button = |(act, key, word, toggles): (&'static str, &str, &str, bool)| {
            let button = dom::act_button(act, "");
            let sign = dom::text_element("kbd", "", key);
            dom::set(&sign, "aria-hidden", "true");
            let name = dom::text_element("span", "", &words.get(word));
            dom::fill(&button, &[&sign, &name]);
            dom::append(place, &button);
            (act, toggles, button)
        };
        Self { buttons: KEYS.map(button).into() }
    }

    /// Shows what is on.
    pub fn show(&self, look: &Look<'_>) {
        use crate::room::on_stage::Cover;
        let cover = look.stage.and_then(|it| it.black);
        for (act, toggles, button) in &self.buttons {
            if !toggles {
                continue;
            }
            let on = match *act {
                "black" => cover == Some(Cover::Black),
                "white" => cover == Some(Cover::White),
                "pointer" => look.points,
                "lock" => look.stage.is_some_and(|it| it.locked),
                _ => look.plays_on,
            };
            dom::set(button, "aria-pressed", if on { "true" } else { "false" });
        }
    }
}
