//! One offer: a button that carries what it sends, the same in writing, and what must be filled in.

use std::cell::Cell;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlTextAreaElement};

use crate::dom;
use crate::live::offers::{Offer, Rule, with_document};
use crate::words::Words;

/// An offer in the page.
pub struct OfferView {
    element: HtmlElement,
    button: HtmlElement,
    field: Option<HtmlInputElement>,
    document: Option<HtmlTextAreaElement>,
    shown: Option<Offer>,
}

/// Where a button keeps what it sends, with `{}` for the field; and why it cannot.
const TEMPLATE: &str = "data-input";
const REASON: &str = "data-reason";
/// Where a field keeps the file names that are taken; a field without it takes one word.
const TAKEN: &str = "data-taken";
/// Where a text keeps the place of a mistake, as `line column`.
const PLACE: &str = "data-place";

impl OfferView {
    /// An offer under this name; `full` also names the thing.
    pub fn new(offer: &Offer, name: &str, full: &str, words: &Words) -> Self {
        let element = dom::element("div", "offer");
        let field = offer.field.as_ref().map(|it| {
            let input = dom::element("input", "").unchecked_into::<HtmlInputElement>();
            dom::set(&input, "autocomplete", "off");
            dom::set(&input, "autocapitalize", "off");
            dom::set(&input, "spellcheck", "false");
            append_labelled(&element, &words.get(it.word), &input);
            input
        });
        let document = offer.document.as_ref().map(|_| {
            let area = dom::element("textarea", "").unchecked_into::<HtmlTextAreaElement>();
            dom::set(&area, "rows", "12");
            dom::set(&area, "wrap", "off");
            dom::set(&area, "autocapitalize", "off");
            dom::set(&area, "spellcheck", "false");
            append_labelled(&element, &words.get("live.field.text"), &area);
            let place = dom::text_element("button", "to-place", &words.get("live.edit.place"));
            dom::set(&place, "type", "button");
            dom::set(&place, "data-to-place", "");
            dom::append(&element, &place);
            area
        });
        let button = dom::text_element("button", "do", name);
        dom::set(&button, "type", "button");
        dom::set(&button, "aria-label", full);
        let (code, reason) = (dom::element("code", ""), dom::element("p", "reason"));
        let (code_id, reason_id) = (fresh_id(), fresh_id());
        code.set_id(&code_id);
        reason.set_id(&reason_id);
        dom::set(&button, "aria-describedby", &[code_id, reason_id].join(" "));
        for part in [&button, &code, &reason] {
            dom::append(&element, part);
        }
        Self { element, button, field, document, shown: None }
    }

    /// Its element.
    pub fn element(&self) -> &Element {
        &self.element
    }

    /// Shows it as it is now. What somebody has typed stays.
    pub fn show(&mut self, offer: &Offer, words: &Words) {
        if self.shown.as_ref() == Some(offer) {
            return;
        }
        let before = self.shown.as_ref();
        if let (Some(input), Some(field)) = (&self.field, &offer.field) {
            let old = before.and_then(|it| it.field.as_ref()).map(|it| it.value.as_str());
            if old.is_none_or(|it| it == input.value()) && input.value() != field.value {
                input.set_default_value(&field.value);
                input.set_value(&field.value);
            }
            if let Rule::FileName(taken) = &field.rule {
                dom::set(input, TAKEN, &taken.join("\n"));
            }
        }
        if let (Some(area), Some(document)) = (&self.document, &offer.document) {
            let old = before.and_then(|it| it.document.as_ref()).map(|it| it.text.as_str());
            if old.is_none_or(|it| it == area.value()) && area.value() != document.text {
                area.set_value(&document.text);
            }
            let place = document.place.map(|(line, column)| [line.to_string(), column.to_string()]);
            dom::set_or_unset(area, PLACE, place.map(|it| it.join(" ")).as_deref());
            if let Some(button) = dom::find(&self.element, ".to-place") {
                dom::set_or_unset(&button, "hidden", document.place.is_none().then_some(""));
            }
        }
        dom::set(&self.button, TEMPLATE, &offer.input);
        dom::set(&self.button, REASON, &offer.reason);
        self.shown = Some(offer.clone());
        refill(&self.element, words);
    }
}

/// A name that no other element has.
fn fresh_id() -> String {
    thread_local! {
        static LAST: Cell<u32> = const { Cell::new(0) };
    }
    LAST.set(LAST.get() + 1);
    ["offer-", &LAST.get().to_string()].concat()
}

fn append_labelled(parent: &Element, name: &str, control: &Element) {
    let label = dom::element("label", "");
    dom::fill(&label, &[&dom::text_element("span", "", name), control]);
    dom::append(parent, &label);
}

/// Brings an offer in line with what is in its field: what it will do, and whether it can.
pub fn refill(offer: &Element, words: &Words) {
    let Some(button) = dom::find(offer, ".do") else { return };
    let written = |it: &str| button.get_attribute(it).unwrap_or_default();
    let (mut text, mut reason) = (written(TEMPLATE), written(REASON));
    let mut blocked = !reason.is_empty();
    if let Some(field) = dom::find(offer, "input") {
        let field = field.unchecked_into::<HtmlInputElement>();
        let value = field.value().trim().to_owned();
        if let Some(key) = rule(&field).against(&value).filter(|_| reason.is_empty()) {
            blocked = true;
            // Nobody is told off for what they have not written.
            if field.value() != field.default_value() {
                reason = words.get(key);
            }
        }
        text = text.replace("{}", &value);
    }
    if let Some(code) = dom::find(offer, "code") {
        dom::set_text(&code, &text);
    }
    if let Some(told) = dom::find(offer, ".reason") {
        dom::set_text(&told, &reason);
        dom::set_or_unset(&told, "hidden", reason.is_empty().then_some(""));
    }
    // Not `disabled`: that would take the focus away, and hide the reason from who has it.
    dom::set_or_unset(&button, "aria-disabled", blocked.then_some("true"));
}

fn rule(field: &HtmlInputElement) -> Rule {
    let taken = field.get_attribute(TAKEN);
    taken.map_or(Rule::Word, |it| Rule::FileName(it.lines().map(str::to_owned).collect()))
}

/// What an offer sends now; `None` when it cannot.
#[must_use]
pub fn statement(offer: &Element) -> Option<String> {
    let button = dom::find(offer, ".do")?;
    if button.has_attribute("aria-disabled") {
        return None;
    }
    let mut text = button.get_attribute(TEMPLATE)?;
    if let Some(field) = dom::find(offer, "input") {
        text = text.replace("{}", field.unchecked_into::<HtmlInputElement>().value().trim());
    }
    Some(match dom::find(offer, "textarea") {
        Some(area) => with_document(&text, &area.unchecked_into::<HtmlTextAreaElement>().value()),
        None => text,
    })
}

/// Brings the place of the mistake into view, and selects its line.
pub fn to_place(offer: &Element) {
    let Some(area) = dom::find(offer, "textarea") else { return };
    let place = area.get_attribute(PLACE).unwrap_or_default();
    let line: usize = place.split(' ').next().and_then(|it| it.parse().ok()).unwrap_or(1);
    let area = area.unchecked_into::<HtmlTextAreaElement>();
    let text = area.value();
    // The browser counts in units of UTF-16.
    let units = |text: &str| text.encode_utf16().count() as u32;
    let mut begins = 0;
    for before in text.split_inclusive('\n').take(line.saturating_sub(1)) {
        begins += units(before);
    }
    let this = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let _ = area.focus();
    let _ = area.set_selection_range(begins, begins + units(this));
}
