//! The speaker's notes: fetched with the token, in the presenter's language.

use scene::Labels;
use web_sys::HtmlElement;

use super::look::{Audience, Look};
use crate::dom;
use crate::room::memory;
use crate::state::Way;
use crate::words::Words;

/// The sizes, from small to large, as names for style sheets: 1 to this.
const LARGEST: u32 = 6;
/// The size that is chosen at first.
const USUAL: u32 = 3;

/// The notes.
pub struct NotesPanel {
    title: HtmlElement,
    text: HtmlElement,
    size: u32,
    shown: Option<String>,
    said: Option<Audience>,
}

impl NotesPanel {
    /// Fills a part of the page.
    #[must_use]
    pub fn new(place: &HtmlElement, words: &Words) -> Self {
        let title = dom::text_element("h2", "label", &words.get("live.desk.notes"));
        // What stands on them is in the style sheet: a sign, not a name.
        let button = |act: &str, name: &str| {
            let button = dom::act_button(act, "");
            dom::set(&button, "aria-label", &words.get(name));
            dom::set(&button, "title", &words.get(name));
            button
        };
        let smaller = button("notes-smaller", "live.desk.smaller");
        let larger = button("notes-larger", "live.desk.larger");
        let sizes = dom::element("span", "sizes");
        dom::fill(&sizes, &[&smaller, &larger]);
        let top = dom::element("header", "");
        dom::fill(&top, &[&title, &sizes]);
        let text = dom::element("div", "text");
        // What scrolls must be reachable by keyboard, and what is reachable must have a name.
        dom::set(&text, "tabindex", "0");
        dom::set(&text, "role", "group");
        dom::set(&text, "aria-label", &words.get("live.desk.notes"));
        dom::fill(place, &[&top, &text]);
        let size = memory::notes_size().filter(|it| (1..=LARGEST).contains(it)).unwrap_or(USUAL);
        let panel = Self { title, text, size, shown: None, said: None };
        panel.show_size();
        panel
    }

    /// Makes them larger or smaller.
    pub fn resize(&mut self, way: Way) {
        self.size = match way {
            Way::Forward => (self.size + 1).min(LARGEST),
            Way::Back => (self.size - 1).max(1),
        };
        memory::set_notes_size(self.size);
        self.show_size();
    }

    fn show_size(&self) {
        dom::set(&self.text, "data-size", &self.size.to_string());
    }

    /// Shows the notes of the step on stage.
    pub fn show(&mut self, look: &Look<'_>) {
        let words = look.words;
        if self.said.as_ref() != Some(look.audience) {
            self.said = Some(look.audience.clone());
            let lang = language(&words.lang);
            let mut title = words.label("live.desk.notes_for", &[("lang", &lang)]);
            if !look.audience.languages.is_empty() {
                title.push_str(" (");
                title.push_str(&audience(look.audience, words));
                title.push(')');
            }
            dom::set_text(&self.title, &title);
        }
        let html = match (look.step_notes(), look.notes) {
            (Some(notes), _) if !notes.notes.is_empty() => notes.notes.clone(),
            (_, None) => String::new(),
            (_, Some(_)) => {
                let none = dom::text_element("p", "none", &words.get("live.desk.notes_none"));
                none.outer_html()
            }
        };
        if self.shown.as_ref() != Some(&html) {
            self.text.set_inner_html(&html);
            self.text.set_scroll_top(0);
            self.shown = Some(html);
        }
    }
}

/// `audience: français 31, English 14`
fn audience(audience: &Audience, words: &Words) -> String {
    let each = audience.languages.iter().map(|(code, n)| {
        let mut text = language(code);
        text.push(' ');
        text.push_str(&n.to_string());
        text
    });
    let list: Vec<String> = each.collect();
    words.label("live.desk.notes_audience", &[("list", &list.join(", "))])
}

/// The name of a language in itself, as the page's own links have it.
fn language(code: &str) -> String {
    let link = ["a[hreflang=\"", code, "\"]"].concat();
    let name = dom::find_in_page(&link).and_then(|it| it.text_content());
    name.map_or_else(|| code.to_owned(), |it| it.trim().to_owned())
}
