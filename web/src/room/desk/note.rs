//! What stands in a presenter's way, and what helps; the gravest first.

use scene::Labels;
use web_sys::{Element, HtmlElement};

use super::look::{Look, Trouble};
use crate::dom;
use crate::room::follow::Banner;
use crate::words::Words;

/// The place for it.
pub struct DeskNote {
    place: HtmlElement,
    is_remote: bool,
    shown: Option<(String, Cure)>,
}

/// What helps.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cure {
    /// Nothing but time.
    Wait,
    /// Take the desk.
    TakeOver,
    /// Put the note away.
    Dismiss,
    /// Go and see what others see.
    Go(String),
    /// See it again.
    Replay(String),
}

impl DeskNote {
    /// The note has this place.
    #[must_use]
    pub const fn new(place: HtmlElement, is_remote: bool) -> Self {
        Self { place, is_remote, shown: None }
    }

    /// Says what is to be said. `watch` is where viewers are.
    pub fn show(&mut self, look: &Look<'_>, watch: &str) {
        let next = told(look, watch, self.is_remote);
        if self.shown == next {
            return;
        }
        match &next {
            None => self.place.set_text_content(None),
            Some((text, cure)) => {
                let line = dom::text_element("p", "", text);
                let button = cure.element(look.words);
                let mut parts: Vec<&Element> = vec![&line];
                parts.extend(button.iter().map(|it| -> &Element { it }));
                dom::fill(&self.place, &parts);
            }
        }
        self.shown = next;
    }
}

impl Cure {
    fn element(&self, words: &Words) -> Option<HtmlElement> {
        match self {
            Self::Wait => None,
            Self::TakeOver => Some(dom::act_button("take-over", &words.get("live.desk.take_over"))),
            Self::Dismiss => Some(dom::act_button("dismiss", &words.get("note.dismiss"))),
            Self::Go(link) => {
                let made = dom::text_element("a", "", &words.get("live.desk.watch"));
                dom::set(&made, "href", link);
                Some(made)
            }
            Self::Replay(link) => {
                let made = dom::text_element("a", "", &words.get("live.room.recording"));
                dom::set(&made, "href", link);
                (!link.is_empty()).then_some(made)
            }
        }
    }
}

fn told(look: &Look<'_>, watch: &str, is_remote: bool) -> Option<(String, Cure)> {
    let words = look.words;
    let go = || Cure::Go(watch.to_owned());
    let say = |key: &str, cure| Some((words.get(key), cure));
    match look.trouble {
        Some(Trouble::NoToken | Trouble::Refused) if is_remote => {
            return say("live.remote.dead", go());
        }
        Some(Trouble::NoToken) => return say("live.desk.no_token", go()),
        Some(Trouble::BadOffer) => return say("live.desk.offer_bad", go()),
        Some(Trouble::Refused) => return say("live.desk.refused", go()),
        Some(Trouble::NotDone(_)) | None => {}
    }
    if look.hold.handed {
        return say("live.desk.handed", go());
    }
    match look.banner {
        Some(Banner::Over(_)) => {
            return say("live.desk.over", Cure::Replay(look.recording.to_owned()));
        }
        Some(Banner::Broken) => return say("live.desk.unreached", Cure::Wait),
        Some(Banner::StoreLost) => return say("live.desk.store_lost", Cure::Wait),
        Some(Banner::PresenterLost) | None => {}
    }
    if look.is_held && !look.drives() {
        return say("live.desk.elsewhere", Cure::TakeOver);
    }
    let Some(Trouble::NotDone(sentence)) = look.trouble else { return None };
    let text = words.label("live.desk.not_done", &[("sentence", sentence)]);
    Some((text, Cure::Dismiss))
}
