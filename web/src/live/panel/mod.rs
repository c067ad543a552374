//! The tab "Try": every thing of the cluster with what can be done to it, and what commands
//! printed. It grows and shrinks with the cluster, and leaves alone what somebody is filling in.

mod menu;
mod offer;
mod terminal;
mod thing;

use web_sys::HtmlElement;

pub use menu::Menu;
pub use offer::{refill, statement, to_place};
pub use terminal::Printed;

use super::offers::Section;
use crate::dom;
use crate::words::Words;
use terminal::Terminal;
use thing::ThingView;

/// The panel.
pub struct Panel {
    place: HtmlElement,
    past: HtmlElement,
    terminal: Terminal,
    sections: Vec<SectionView>,
    said: String,
}

struct SectionView {
    part: HtmlElement,
    body: HtmlElement,
    title: String,
    things: Vec<ThingView>,
}

impl Panel {
    /// The panel has this place in the page.
    #[must_use]
    pub fn new(place: &HtmlElement, words: &Words) -> Self {
        let past = dom::text_element("p", "past", &words.get("live.starting"));
        let terminal = Terminal::new(words);
        dom::fill(place, &[&past, terminal.element()]);
        let place = place.clone();
        Self { place, past, terminal, sections: Vec::new(), said: String::new() }
    }

    /// Shows what can be done, what was printed, and what must be known before doing anything.
    pub fn show(&mut self, next: &[Section], printed: &[Printed], notice: &str, words: &Words) {
        if self.said != notice || self.sections.is_empty() {
            notice.clone_into(&mut self.said);
            dom::set_text(&self.past, notice);
            dom::set_or_unset(&self.past, "hidden", notice.is_empty().then_some(""));
        }
        self.terminal.show(printed, words);
        if !self.sections.iter().map(|it| &it.title).eq(next.iter().map(|it| &it.title)) {
            self.begin_sections(next);
        }
        for (view, section) in self.sections.iter_mut().zip(next) {
            view.show(section, words);
        }
    }

    /// Unfolds a thing, by its key, and puts the focus into what is filled in there.
    pub fn unfold(&self, key: &str) {
        for section in &self.sections {
            if let Some(thing) = section.things.iter().find(|it| it.key() == key) {
                dom::set(&section.part, "open", "");
                thing.unfold();
            }
        }
    }

    /// A folding part for each section. The first machine and the API are open at first.
    fn begin_sections(&mut self, next: &[Section]) {
        for old in self.sections.drain(..) {
            old.part.remove();
        }
        for (n, section) in next.iter().enumerate() {
            let part = dom::element("details", "place");
            dom::set_or_unset(&part, "open", (n == 0 || n + 1 == next.len()).then_some(""));
            let summary = dom::element("summary", "");
            dom::append(&summary, &dom::text_element("h3", "", &section.title));
            let body = dom::element("div", "things");
            dom::fill(&part, &[&summary, &body]);
            dom::append(&self.place, &part);
            let (title, things) = (section.title.clone(), Vec::new());
            self.sections.push(SectionView { part, body, title, things });
        }
    }
}

impl SectionView {
    fn show(&mut self, section: &Section, words: &Words) {
        let mut old = std::mem::take(&mut self.things);
        for thing in &section.things {
            let known = old.iter().position(|it| it.key() == thing.key);
            let mut view = match known {
                Some(n) => old.remove(n),
                None => ThingView::new(thing, words),
            };
            view.show(thing, words);
            self.things.push(view);
        }
        for gone in old {
            gone.remove();
        }
        // Moving an element would take the focus from what is inside, so only what is out of its
        // place is moved.
        let mut next = self.body.first_element_child();
        for view in &self.things {
            if next.as_ref().is_some_and(|it| view.is(it)) {
                next = next.and_then(|it| it.next_element_sibling());
            } else {
                let _ = self.body.insert_before(view.element(), next.as_deref());
            }
        }
    }
}
