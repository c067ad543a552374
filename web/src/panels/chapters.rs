//! The list of steps: which is on, which are over. Its links play from there.

use web_sys::HtmlElement;

use crate::dom;
use crate::words::Words;

/// The list of steps.
pub struct Chapters {
    rows: Vec<Row>,
    shown: Option<(usize, bool)>,
}

struct Row {
    item: HtmlElement,
    id: String,
    state: HtmlElement,
}

impl Chapters {
    /// Takes over the list that the server wrote.
    #[must_use]
    pub fn new(list: &HtmlElement) -> Self {
        let mut rows = Vec::new();
        let mut next = list.first_element_child();
        while let Some(item) = next {
            next = item.next_element_sibling();
            let Some(id) = item.get_attribute("data-step") else { continue };
            let state = dom::element("span", "visually-hidden");
            let link = dom::find(&item, "a");
            dom::append(link.as_deref().unwrap_or(&item), &state);
            if let Ok(item) = wasm_bindgen::JsCast::dyn_into(item) {
                rows.push(Row { item, id, state });
            }
        }
        Self { rows, shown: None }
    }

    /// The number of the step with this id.
    #[must_use]
    pub fn position(&self, id: &str) -> Option<usize> {
        self.rows.iter().position(|it| it.id == id)
    }

    /// Shows that `step` is on, or that everything is over.
    pub fn show(&mut self, step: usize, ended: bool, words: &Words) {
        if self.shown == Some((step, ended)) {
            return;
        }
        self.shown = Some((step, ended));
        for (n, row) in self.rows.iter().enumerate() {
            let (state, word) = if n < step || ended {
                (Some("done"), Some("chapter.done"))
            } else if n == step {
                (Some("current"), Some("chapter.current"))
            } else {
                (None, None)
            };
            dom::set_or_unset(&row.item, "data-state", state);
            let current = (n == step).then_some("step");
            dom::set_or_unset(&row.item, "aria-current", current);
            let said = word.map(|it| format!(" ({})", words.get(it))).unwrap_or_default();
            dom::set_text(&row.state, &said);
        }
    }
}
