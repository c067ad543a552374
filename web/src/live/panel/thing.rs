//! One thing, folded: its name and how it stands; unfolded, what can be done to it.

use scene::Labels;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlTextAreaElement};

use super::offer::OfferView;
use crate::dom;
use crate::live::offers::Thing;
use crate::words::Words;

/// A thing in the page.
pub struct ThingView {
    element: HtmlElement,
    state: HtmlElement,
    refusal: HtmlElement,
    offers: Vec<OfferView>,
    shown: Thing,
}

impl ThingView {
    /// A thing that is not yet in the page.
    pub fn new(thing: &Thing, words: &Words) -> Self {
        let element = dom::element("details", "thing");
        dom::set(&element, "data-role", thing.role);
        dom::set(&element, "data-thing", &thing.key);
        let summary = dom::element("summary", "");
        if !thing.kind.is_empty() {
            dom::append(&summary, &dom::text_element("span", "kind", &thing.kind));
        }
        dom::append(&summary, &dom::text_element("span", "name", &thing.name));
        let state = dom::element("span", "state");
        dom::append(&summary, &state);
        let refusal = dom::element("p", "refusal");
        dom::fill(&element, &[&summary, &refusal]);
        let mut offers = Vec::new();
        for offer in &thing.offers {
            let name = words.get(offer.act);
            let full = words.label("live.act.on", &[("act", &name), ("name", &thing.name)]);
            let view = OfferView::new(offer, &name, &full, words);
            dom::append(&element, view.element());
            offers.push(view);
        }
        let mut view = Self { element, state, refusal, offers, shown: thing.clone() };
        view.update(thing, words);
        view
    }

    /// What tells it from all others.
    pub fn key(&self) -> &str {
        &self.shown.key
    }

    /// Its element.
    pub fn element(&self) -> &Element {
        &self.element
    }

    /// Whether this is its element.
    pub fn is(&self, element: &Element) -> bool {
        self.element.is_same_node(Some(element))
    }

    /// Takes it out of the page.
    pub fn remove(&self) {
        self.element.remove();
    }

    /// Unfolds it, and puts the focus into its text, or its first field.
    pub fn unfold(&self) {
        dom::set(&self.element, "open", "");
        let Some(field) = dom::find(&self.element, "textarea, input, button") else { return };
        if let Some(text) = field.dyn_ref::<HtmlTextAreaElement>() {
            // Where one begins to read, not where the text ends.
            let _ = text.set_selection_range(0, 0);
        }
        let _ = field.focus();
    }

    /// Shows how it stands now.
    pub fn show(&mut self, thing: &Thing, words: &Words) {
        if self.shown == *thing {
            return;
        }
        let acts = |it: &Thing| it.offers.iter().map(|it| it.act).collect::<Vec<_>>();
        if acts(thing) != acts(&self.shown) {
            // It offers other things than before: it is another one under the same key.
            let old = std::mem::replace(self, Self::new(thing, words));
            let _ = old.element.replace_with_with_node_1(&self.element);
            return;
        }
        self.update(thing, words);
        self.shown = thing.clone();
    }

    fn update(&mut self, thing: &Thing, words: &Words) {
        dom::set_text(&self.state, &thing.state);
        dom::set_text(&self.refusal, &thing.refusal);
        dom::set_or_unset(&self.refusal, "hidden", thing.refusal.is_empty().then_some(""));
        for (view, offer) in self.offers.iter_mut().zip(&thing.offers) {
            view.show(offer, words);
        }
    }
}
