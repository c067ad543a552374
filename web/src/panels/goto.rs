//! "Go to": a list of the steps, for those who move by keyboard.

use web_sys::{Element, HtmlDialogElement};

use crate::dom;
use crate::panels::help::{dialog, open};
use crate::words::Words;

/// The dialog.
pub struct GoTo {
    dialog: HtmlDialogElement,
}

impl GoTo {
    /// Makes the dialog inside `player`. Its buttons carry the step in `data-go`.
    #[must_use]
    pub fn new(player: &Element, words: &Words) -> Self {
        let dialog = dialog(player, "goto-title", &words.get("goto.title"), words);
        let list = dom::element("ol", "places");
        for (n, step) in words.lesson.steps.iter().enumerate() {
            let button = dom::text_element("button", "", &format!("{}. {}", n + 1, step.name));
            dom::set(&button, "type", "button");
            dom::set(&button, "data-go", &n.to_string());
            let item = dom::element("li", "");
            dom::append(&item, &button);
            dom::append(&list, &item);
        }
        dom::append(&dialog, &list);
        Self { dialog }
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
