//! The menu of a thing in the picture: the same offers as in the panel, at the place that was
//! pressed. What takes a text is done in the panel, where there is room for it.

use scene::Labels;
use web_sys::{Element, HtmlElement};

use super::offer::OfferView;
use crate::dom;
use crate::live::offers::{Section, Thing};
use crate::words::Words;

/// No menu comes closer to an edge of the window, in CSS pixels.
const MARGIN: f64 = 8.0;

/// The menu. At most one thing has it open.
pub struct Menu {
    element: HtmlElement,
    /// The thing it is of, and where it was pressed, in CSS pixels of the window.
    asked: Option<(String, [f64; 2])>,
    open: Option<Open>,
}

/// What is seen of a thing.
struct Open {
    shown: Thing,
    state: HtmlElement,
    offers: Vec<Option<OfferView>>,
}

impl Menu {
    /// A menu that is closed, in the player.
    #[must_use]
    pub fn new(player: &Element) -> Self {
        let element = dom::element("div", "menu");
        dom::set(&element, "popover", "auto");
        dom::set(&element, "role", "group");
        dom::append(player, &element);
        dom::set(player, "data-menus", "");
        Self { element, asked: None, open: None }
    }

    /// The menu of this thing, by its key, is wanted at this place of the window.
    pub fn ask(&mut self, key: String, at: [f64; 2]) {
        self.asked = Some((key, at));
        self.open = None;
    }

    /// Whether it is to be told how things stand.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        self.asked.is_some()
    }

    /// Puts it away.
    pub fn close(&mut self) {
        if self.asked.take().is_some() {
            self.open = None;
            let _ = self.element.hide_popover();
        }
    }

    /// Shows what can be done as things stand; a thing that is gone has no menu.
    pub fn show(&mut self, sections: &[Section], notice: &str, words: &Words) {
        let Some((key, at)) = &self.asked else { return };
        let mut things = sections.iter().flat_map(|it| &it.things);
        let Some(thing) = things.find(|it| it.key == *key) else { return self.close() };
        match &mut self.open {
            Some(open) if open.is_of(thing) => open.update(thing, words),
            _ => {
                let at = *at;
                self.open = Some(Open::new(&self.element, thing, notice, words));
                self.appear(at);
            }
        }
    }

    /// Opens it at a place, wholly inside the window, and takes the focus there.
    fn appear(&self, at: [f64; 2]) {
        let _ = self.element.show_popover();
        let window = dom::window();
        let size = [window.inner_width(), window.inner_height()];
        let own = [self.element.offset_width(), self.element.offset_height()];
        for (n, name) in ["left", "top"].into_iter().enumerate() {
            let size = size[n].as_ref().ok().and_then(|it| it.as_f64()).unwrap_or(0.0);
            let most = (size - f64::from(own[n]) - MARGIN).max(MARGIN);
            let place = at[n].min(most).max(MARGIN) as i32;
            let _ = self.element.style().set_property(name, &[&place.to_string(), "px"].concat());
        }
        if let Some(first) = dom::find(&self.element, "button:not([aria-disabled])") {
            let _ = first.focus();
        }
    }
}

impl Open {
    fn new(element: &HtmlElement, thing: &Thing, notice: &str, words: &Words) -> Self {
        dom::fill(element, &[]);
        dom::set(element, "data-role", thing.role);
        dom::set(element, "aria-label", &thing.name);
        let head = dom::element("p", "head");
        let (name, state) =
            (dom::text_element("span", "name", &thing.name), dom::element("span", "state"));
        dom::fill(&head, &[&name, &state]);
        dom::append(element, &head);
        if !notice.is_empty() {
            dom::append(element, &dom::text_element("p", "notice", notice));
        }
        let offers = thing.offers.iter().map(|offer| {
            let name = words.get(offer.act);
            if offer.document.is_some() {
                let edit = dom::text_element("button", "", &words.get("live.act.edit"));
                dom::set(&edit, "type", "button");
                dom::set(&edit, "data-edit", &thing.key);
                let place = dom::element("div", "offer");
                dom::append(&place, &edit);
                dom::append(element, &place);
                return None;
            }
            let full = words.label("live.act.on", &[("act", &name), ("name", &thing.name)]);
            let view = OfferView::new(offer, &name, &full, words);
            dom::append(element, view.element());
            Some(view)
        });
        let offers = offers.collect();
        let mut open = Self { shown: thing.clone(), state, offers };
        open.update(thing, words);
        open
    }

    /// Whether this is the same thing with the same offers.
    fn is_of(&self, thing: &Thing) -> bool {
        let acts = |it: &Thing| it.offers.iter().map(|it| it.act).collect::<Vec<_>>();
        self.shown.key == thing.key && acts(&self.shown) == acts(thing)
    }

    fn update(&mut self, thing: &Thing, words: &Words) {
        dom::set_text(&self.state, &thing.state);
        for (view, offer) in self.offers.iter_mut().zip(&thing.offers) {
            if let Some(view) = view {
                view.show(offer, words);
            }
        }
        self.shown = thing.clone();
    }
}
