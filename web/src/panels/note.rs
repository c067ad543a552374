//! One short note at a time: what went wrong, and what helps. It takes no focus and covers no
//! control.

use std::cell::Cell;

use web_sys::HtmlElement;

use crate::dom;
use crate::driver::Trouble;
use crate::words::Words;

/// The place for notes.
pub struct Note {
    place: HtmlElement,
    is_passing: Cell<bool>,
}

impl Note {
    /// The note has this place in the page.
    #[must_use]
    pub const fn new(place: HtmlElement) -> Self {
        Self { place, is_passing: Cell::new(false) }
    }

    /// Says why the lesson did not arrive, with a button that fetches it again.
    pub fn trouble(&self, trouble: Trouble, words: &Words) {
        let (word, act, cure) = match trouble {
            Trouble::Connection => ("note.connection", "retry", "note.retry"),
            Trouble::Malformed => ("note.malformed", "retry", "note.retry"),
            Trouble::Gap => ("note.gap", "retry", "note.retry"),
            Trouble::Format => ("note.format", "reload", "note.reload"),
        };
        self.say(&words.get(word), act, &words.get(cure));
    }

    /// Says something that only needs to be known.
    pub fn tell(&self, text: &str, words: &Words) {
        self.say(text, "dismiss", &words.get("note.dismiss"));
        self.is_passing.set(true);
    }

    /// Takes a note away that only needed to be known: the person has moved on.
    pub fn pass(&self) {
        if self.is_passing.get() {
            self.clear();
        }
    }

    /// Takes the note away.
    pub fn clear(&self) {
        self.is_passing.set(false);
        if self.place.has_child_nodes() {
            self.place.set_text_content(None);
        }
    }

    /// Says something else in the same note, if one is there.
    #[cfg(feature = "live")]
    pub fn reword(&self, text: &str) {
        if let Some(line) = dom::find(&self.place, "p") {
            dom::set_text(&line, text);
        }
    }

    /// Says something, with an address to be copied.
    #[cfg(feature = "live")]
    pub fn link(&self, text: &str, name: &str, link: &str, words: &Words) {
        self.tell(text, words);
        let field = dom::element("input", "");
        dom::set(&field, "readonly", "");
        dom::set(&field, "aria-label", name);
        dom::set(&field, "value", link);
        dom::append(&self.place, &field);
    }

    /// Says something, and what helps.
    pub(crate) fn say(&self, text: &str, act: &str, cure: &str) {
        self.is_passing.set(false);
        let line = dom::text_element("p", "", text);
        dom::fill(&self.place, &[&line, &dom::act_button(act, cure)]);
    }
}
