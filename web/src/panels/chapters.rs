//! The list of steps: which is on, which are over. Its links play from there.

use web_sys::HtmlElement;

use crate::dom;
use crate::words::Words;

/// The list of steps.
pub struct Chapters {
    rows: Vec<Row>,
    shown: Option<(usize, bool)>,
    /// The rows that the server wrote, once others have joined them.
    #[cfg(feature = "live")]
    lesson: Option<Vec<Row>>,
}

#[derive(Clone)]
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
        Self {
            rows,
            shown: None,
            #[cfg(feature = "live")]
            lesson: None,
        }
    }

    /// The number of the step with this id.
    #[must_use]
    pub fn position(&self, id: &str) -> Option<usize> {
        self.rows.iter().position(|it| it.id == id)
    }

    /// Lists these steps: the lesson's as far as they go, then one's own.
    #[cfg(feature = "live")]
    pub fn list(&mut self, steps: &[scene::StepSpan], names: &[String]) {
        let lesson = self.lesson.get_or_insert_with(|| self.rows.clone());
        let old = std::mem::take(&mut self.rows);
        let mut made: Vec<Row> = old.into_iter().filter(|it| it.id.is_empty()).collect();
        for row in lesson.iter() {
            let is_there = steps.iter().any(|it| !it.own && it.id == row.id);
            dom::set_or_unset(&row.item, "hidden", (!is_there).then_some(""));
        }
        let parent = lesson.first().and_then(|it| it.item.parent_element());
        for (n, (step, name)) in steps.iter().zip(names).enumerate() {
            if let Some(row) = lesson.iter().find(|it| !step.own && it.id == step.id) {
                self.rows.push(row.clone());
            } else if step.own || !name.is_empty() {
                // What has a place in the list already stays there, and keeps the focus.
                let row = if made.is_empty() { Row::own() } else { made.remove(0) };
                if let Some(button) = dom::find(&row.item, "button") {
                    dom::set(&button, "data-go", &n.to_string());
                    dom::set_text(&button, name);
                }
                if let Some(parent) = parent.as_ref().filter(|_| !row.item.is_connected()) {
                    dom::append(parent, &row.item);
                }
                self.rows.push(row);
            }
        }
        for row in made {
            row.item.remove();
        }
        self.shown = None;
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

#[cfg(feature = "live")]
impl Row {
    /// A row for a step of one's own; a press leads to its beginning.
    fn own() -> Self {
        let item = dom::element("li", "own-step");
        let button = dom::element("button", "");
        dom::set(&button, "type", "button");
        let state = dom::element("span", "visually-hidden");
        dom::fill(&item, &[&button, &state]);
        Self { item, id: String::new(), state }
    }
}
