//! Says what a viewer does, and offers the other thing; and says what is wrong with the room.

use web_sys::{Element, HtmlElement};

use crate::dom;
use crate::room::follow::{Banner, End, Mode};
use crate::words::Words;

/// The line over the picture.
pub struct Chip {
    place: HtmlElement,
    shown: Option<(Mode, Option<Banner>, String)>,
}

impl Chip {
    /// The line has this place.
    #[must_use]
    pub const fn new(place: HtmlElement) -> Self {
        Self { place, shown: None }
    }

    /// Says what is so. `recording` is where the room can be seen again, once it is over.
    pub fn show(&mut self, mode: Mode, banner: Option<Banner>, recording: &str, words: &Words) {
        let next = (mode, banner, recording.to_owned());
        if self.shown.as_ref() == Some(&next) {
            return;
        }
        self.shown = Some(next);
        dom::set(&self.place, "data-mode", mode_name(mode));
        let mut parts: Vec<HtmlElement> = Vec::new();
        if let Some(banner) = banner {
            let text = words.get(banner_word(banner));
            let part = dom::text_element("span", "banner", &text);
            dom::set(&part, "data-banner", banner_name(banner));
            parts.push(part);
        }
        if matches!(banner, Some(Banner::Over(_))) {
            if !recording.is_empty() {
                let link = dom::text_element("a", "", &words.get("live.room.recording"));
                dom::set(&link, "href", recording);
                parts.push(link);
            }
        } else {
            parts.push(dom::text_element("span", "mode", &words.get(mode_word(mode))));
            parts.extend(offer(mode, words));
            if mode == Mode::Exploring {
                parts.push(dom::act_button("try-it", &words.get("live.room.try")));
            }
        }
        let parts: Vec<&Element> = parts.iter().map(|it| -> &Element { it }).collect();
        dom::fill(&self.place, &parts);
    }
}

/// What a viewer can do about it, if anything.
fn offer(mode: Mode, words: &Words) -> Option<HtmlElement> {
    match mode {
        Mode::Waiting | Mode::Locked => None,
        Mode::Following => Some(dom::act_button("explore", &words.get("live.room.explore"))),
        Mode::Exploring => {
            let button = dom::act_button("catch-up", &words.get("live.room.catch_up"));
            let key = dom::text_element("kbd", "", "s");
            dom::set(&key, "aria-hidden", "true");
            dom::set(&button, "aria-keyshortcuts", "s Enter");
            dom::append(&button, &key);
            Some(button)
        }
    }
}

/// A mode, for style sheets and tests.
#[must_use]
pub const fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Waiting => "waiting",
        Mode::Following => "following",
        Mode::Locked => "locked",
        Mode::Exploring => "exploring",
    }
}

const fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Waiting => "live.room.waiting",
        Mode::Following => "live.room.following",
        Mode::Locked => "live.room.locked",
        Mode::Exploring => "live.room.exploring",
    }
}

const fn banner_name(banner: Banner) -> &'static str {
    match banner {
        Banner::Over(_) => "over",
        Banner::Broken => "broken",
        Banner::StoreLost => "store-lost",
        Banner::PresenterLost => "presenter-lost",
    }
}

const fn banner_word(banner: Banner) -> &'static str {
    match banner {
        Banner::Over(End::Ended) => "live.room.ended",
        Banner::Over(End::Expired) => "live.room.expired",
        Banner::Broken => "live.room.broken",
        Banner::StoreLost => "live.room.store_lost",
        Banner::PresenterLost => "live.room.presenter_lost",
    }
}
