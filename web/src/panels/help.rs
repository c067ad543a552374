//! The list of keys, with the switch that turns the ones that write a character off.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement, HtmlElement, HtmlInputElement};

use crate::dom;
use crate::player::{Handle, Message};
use crate::words::Words;

/// Every key that does something, in pairs of keys and word. `+` joins keys that are pressed
/// together; a name in lower case of several letters is a word.
const KEYS: [(&[&str], &str); 18] = [
    (&["space", "k"], "help.play"),
    (&["→", "←"], "help.step"),
    (&["shift+→", "shift+←"], "help.skip_short"),
    (&["l", "j"], "help.skip_long"),
    (&[".", ","], "help.event"),
    (&["]", "["], "help.marker"),
    (&["0", "9"], "help.tenth"),
    (&["home", "end"], "help.ends"),
    (&[">", "<"], "help.speed"),
    (&["c"], "help.captions"),
    (&["t"], "help.transcript"),
    (&["d"], "help.theme"),
    (&["f"], "help.fullscreen"),
    (&["r"], "help.restart"),
    (&["b"], "help.try"),
    (&["w"], "help.why"),
    (&["g"], "help.goto"),
    (&["?"], "help.help"),
];

/// Keys of what stands around the player, where something does.
const AROUND: [&str; 5] = ["help.transcript", "help.theme", "help.try", "help.why", "help.goto"];

/// The dialog, made when it is first asked for.
pub struct Help {
    dialog: HtmlDialogElement,
}

impl Help {
    /// Makes the dialog inside `player`, so that it is seen when the player fills the screen.
    #[must_use]
    pub fn new(player: &Element, letters_on: bool, words: &Words, handle: &Handle) -> Self {
        let dialog = dialog(player, "help-title", &words.get("help.title"), words);
        let list = dom::element("dl", "");
        let is_there = |word: &str| cfg!(feature = "rail") || !AROUND.contains(&word);
        for (keys, word) in KEYS.iter().filter(|(_, word)| is_there(word)) {
            dom::append(&list, &row(keys, &words.get(word), words));
        }
        #[cfg(feature = "live")]
        if dom::find_in_page("#room").is_some() {
            dom::append(&list, &row(&["s", "↵"], &words.get("live.room.catch_up_key"), words));
        }
        let letters = dom::element("input", "").unchecked_into::<HtmlInputElement>();
        dom::set(&letters, "type", "checkbox");
        dom::set(&letters, "aria-describedby", "letters-hint");
        letters.set_checked(letters_on);
        {
            let (letters, handle) = (letters.clone(), handle.clone());
            dom::listen(&letters.clone(), "change", move |_| {
                handle.send(Message::Letters(letters.checked()));
            });
        }
        let label = dom::element("label", "");
        let name = dom::text_element("span", "", &words.get("help.letters"));
        dom::fill(&label, &[&letters, &name]);
        let hint = dom::text_element("p", "hint", &words.get("help.letters_hint"));
        hint.set_id("letters-hint");
        for part in [&list, &label, &hint] {
            dom::append(&dialog, part);
        }
        Self { dialog }
    }

    /// Opens the dialog.
    pub fn open(&self) {
        open(&self.dialog);
    }
}

/// An empty dialog with a title and a button that closes it.
pub(crate) fn dialog(player: &Element, id: &str, title: &str, words: &Words) -> HtmlDialogElement {
    let dialog = dom::element("dialog", "dialog");
    dom::set(&dialog, "aria-labelledby", id);
    let heading = dom::text_element("h2", "", title);
    heading.set_id(id);
    let close = dom::text_element("button", "", &words.get("help.close"));
    // A form of this method closes its dialog without a line of ours.
    dom::set(&close, "type", "submit");
    let form = dom::element("form", "");
    dom::set(&form, "method", "dialog");
    dom::append(&form, &close);
    let top = dom::element("header", "");
    dom::fill(&top, &[&heading, &form]);
    dom::append(&dialog, &top);
    dom::append(player, &dialog);
    dialog.unchecked_into()
}

/// Opens a dialog above everything else.
pub(crate) fn open(dialog: &HtmlDialogElement) {
    if !dialog.open() {
        let _ = dialog.show_modal();
    }
}

fn row(keys: &[&str], meaning: &str, words: &Words) -> HtmlElement {
    let names = dom::element("dt", "");
    for (n, together) in keys.iter().enumerate() {
        if n > 0 {
            // From 0 to 9 is a range, all others are choices.
            let between = if keys[0] == "0" { "–" } else { " " };
            dom::append(&names, &dom::text_element("span", "", between));
        }
        for (n, key) in together.split('+').enumerate() {
            if n > 0 {
                dom::append(&names, &dom::text_element("span", "", "+"));
            }
            dom::append(&names, &dom::text_element("kbd", "", &key_name(key, words)));
        }
    }
    let row = dom::element("div", "");
    dom::fill(&row, &[&names, &dom::text_element("dd", "", meaning)]);
    row
}

fn key_name(key: &str, words: &Words) -> String {
    match key {
        "space" | "shift" | "home" | "end" => words.get(&format!("key.{key}")),
        _ => key.to_owned(),
    }
}
