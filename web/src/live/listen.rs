//! What a page with a live cluster listens to besides the player's own. Listeners translate; they
//! decide nothing.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, MouseEvent};

use super::bar::BarAct;
use super::news::{News, teller};
use super::panel::{refill, statement, to_place};
use crate::dom;
use crate::player::Handle;

/// Begins to listen.
pub fn all(handle: &Handle) {
    let tell = teller(handle);
    dom::listen(&dom::document(), "click", move |event| {
        let Some(target) = target(&event) else { return };
        if let Some(button) = closest(&target, "[data-live]") {
            let act = button.get_attribute("data-live").and_then(|it| BarAct::named(&it));
            if let Some(act) = act.filter(|_| !button.has_attribute("aria-disabled")) {
                tell(News::Press(act));
            }
        } else if let Some(n) = number(&target, "data-compare-with") {
            tell(News::CompareWith(n));
        } else if let Some(n) = number(&target, "data-go-on") {
            tell(News::GoOnWith(n));
        } else if let Some(thing) = text(&target, "data-edit") {
            tell(News::Edit(thing));
        } else if let Some(offer) = closest(&target, ".offer") {
            if closest(&target, "[data-to-place]").is_some() {
                to_place(&offer);
            } else if closest(&target, ".do").is_some()
                && let Some(text) = statement(&offer)
            {
                tell(News::Input(text));
            }
        } else if closest(&target, ".menu").is_none() {
            let event: &MouseEvent = event.unchecked_ref();
            let at = [f64::from(event.client_x()), f64::from(event.client_y())];
            let on_stage = closest(&target, "[data-part=stage]").is_some();
            let shape = text(&target, "data-key").filter(|_| on_stage);
            tell(News::Shape(shape.map(|it| (it, at))));
        }
    });
    let (tell, handle) = (teller(handle), handle.clone());
    dom::listen(&dom::document(), "input", move |event| {
        if target(&event).is_some_and(|it| closest(&it, "[data-compare-time]").is_some()) {
            tell(News::Slid);
        } else if let Some(offer) = target(&event).and_then(|it| closest(&it, ".offer")) {
            handle.look(|player| refill(&offer, player.words()));
        }
    });
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// The number that a button carries.
fn number(element: &Element, name: &str) -> Option<usize> {
    text(element, name)?.parse().ok()
}

/// What an element, or the one around it, carries under this name.
fn text(element: &Element, name: &str) -> Option<String> {
    closest(element, &["[", name, "]"].concat())?.get_attribute(name)
}

fn closest(element: &Element, selector: &str) -> Option<Element> {
    element.closest(selector).ok().flatten()
}
