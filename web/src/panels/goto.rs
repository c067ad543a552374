//! "Go to": a list of the steps, for those who move by keyboard.

use web_sys::{Element, HtmlDialogElement};

use crate::dom;
use crate::panels::help::{dialog, open};
use crate::words::Words;

/// The dialog.
pub struct GoTo {
    dialog: HtmlDialogElement,
    n_steps: usize,
}

impl GoTo {
    /// Makes the dialog inside `player`, for steps of these names. Its buttons carry the step in
    /// `data-go`.
    #[must_use]
    pub fn new(player: &Element, names: &[String], words: &Words) -> Self {
        let dialog = dialog(player, "goto-title", &words.get("goto.title"), words);
        let list = dom::element("ol", "places");
        for (n, name) in names.iter().enumerate() {
            let button = dom::text_element("button", "", &format!("{}. {name}", n + 1));
            dom::set(&button, "type", "button");
            dom::set(&button, "data-go", &n.to_string());
            let item = dom::element("li", "");
            dom::append(&item, &button);
            dom::append(&list, &item);
        }
        dom::append(&dialog, &list);
        Self { dialog, n_steps: names.len() }
    }

    /// Whether it still lists every step: a live cluster gets more of them.
    #[must_use]
    pub const fn lists(&self, n_steps: usize) -> bool {
        self.n_steps == n_steps
    }

    /// Takes the dialog out of the page.
    pub fn remove(&self) {
        self.dialog.remove();
    }

    /// Opens the dialog.
    pub fn open(&self) {
        open(&self.dialog);
    }

    /// Closes the dialog.
    pub fn close(&self) {
        self.dialog.close();
    }
}
