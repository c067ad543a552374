//! Everything the page listens to. Listeners translate; they decide nothing.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, Event, HtmlElement, KeyboardEvent, MouseEvent, PointerEvent, ResizeObserver,
};

use crate::acts::Act;
use crate::dom;
use crate::keyboard::{self, Focus, Press};
use crate::languages::CARRIERS;
use crate::page::Page;
use crate::player::{Handle, Message};
use crate::state::{Event as Logic, Motion};

/// Begins to listen.
pub fn all(page: &Page, handle: &Handle) {
    clicks(handle);
    keys(page, handle);
    scrubbing(&page.lanes, handle);
    surroundings(page, handle);
}

/// One listener serves every button and link, also those that come later.
fn clicks(handle: &Handle) {
    let handle = handle.clone();
    dom::listen(&dom::document(), "click", move |event| {
        let Some(target) = target(&event) else { return };
        if within(&target, CARRIERS) {
            // The link leads to the moment of the click, so time stands still first.
            return handle.send(Message::Logic(Logic::Pause));
        }
        if let Some(message) = clicked(&target, event.unchecked_ref()) {
            event.prevent_default();
            handle.send(message);
        } else if !within(&target, ".more, [data-act=more]") {
            handle.send(Message::Escape);
        }
    });
}

fn clicked(target: &Element, event: &MouseEvent) -> Option<Message> {
    let find = |selector: &str, attribute: &str| {
        target.closest(selector).ok().flatten()?.get_attribute(attribute)
    };
    if let Some(act) = find("[data-act]", "data-act").and_then(|it| Act::named(&it)) {
        // theme.js listens to its own button.
        return (act != Act::Theme).then_some(Message::Act(act));
    }
    #[cfg(feature = "rail")]
    if let Some(tab) = find("[data-tab]", "data-tab") {
        return Some(Message::Tab(tab));
    }
    if let Some(entry) = find("[data-jump]", "data-jump") {
        return Some(Message::Jump(trace::EntryId(entry.parse().ok()?)));
    }
    #[cfg(feature = "rail")]
    if let Some(to) = find("[data-turn]", "data-turn") {
        return Some(Message::Turn(to));
    }
    if let Some(step) = find("[data-go]", "data-go") {
        return Some(Message::GoToStep(step.parse().ok()?));
    }
    // A click that opens another window is the browser's.
    let plain = event.button() == 0 && !event.ctrl_key() && !event.meta_key() && !event.shift_key();
    let href = find("a[href^=\"#step=\"]", "href").filter(|_| plain)?;
    let step = href.strip_prefix("#step=")?.split('&').next()?;
    Some(Message::PlayStep(step.to_owned()))
}

fn keys(page: &Page, handle: &Handle) {
    let (player, handle) = (page.player.clone(), handle.clone());
    dom::listen(&dom::document(), "keydown", move |event| {
        let event: KeyboardEvent = event.unchecked_into();
        let (key, code) = (event.key(), event.code());
        if event.default_prevented() || key.is_empty() {
            return;
        }
        if key == "Escape" {
            return handle.send(Message::Escape);
        }
        #[cfg(feature = "embed")]
        if handle.look(|it| it.keys()) == Some(false) {
            return;
        }
        let focus = focus(&player);
        let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
        #[cfg(feature = "rail")]
        if focus == Focus::Tabs && !modified && is_tab_key(&key) {
            event.prevent_default();
            return handle.send(Message::TabKey(key));
        }
        let press = Press { key: &key, code: &code, shift: event.shift_key(), modified };
        let letters = handle.look(|it| it.letters()).unwrap_or(true);
        if let Some(act) = keyboard::act(press, focus, letters) {
            event.prevent_default();
            handle.send(Message::Act(act));
        }
    });
}

#[cfg(feature = "rail")]
fn is_tab_key(key: &str) -> bool {
    matches!(key, "ArrowLeft" | "ArrowRight" | "Home" | "End")
}

/// What has the focus, in the eyes of the keyboard.
fn focus(player: &HtmlElement) -> Focus {
    let Some(element) = dom::document().active_element() else { return Focus::Elsewhere };
    let is = |selector: &str| element.matches(selector).unwrap_or(false);
    if element.tag_name() == "BODY" {
        // Nobody has the focus: the keys are the player's while it fills the view.
        return if is_in_view(player) { Focus::Player } else { Focus::Elsewhere };
    }
    if is("input, textarea, select, [contenteditable]") || within(&element, "dialog[open]") {
        return Focus::Elsewhere;
    }
    if is("[role=tab]") {
        return Focus::Tabs;
    }
    if is("[role=slider]") {
        return Focus::Slider;
    }
    if !within(&element, ".player, .rail") {
        return Focus::Elsewhere;
    }
    if is("button, a, summary") {
        return Focus::Button;
    }
    if is(".rail [tabindex]") { Focus::Scroller } else { Focus::Player }
}

/// Whether most of an element's height is in the window.
fn is_in_view(element: &HtmlElement) -> bool {
    let at = element.get_bounding_client_rect();
    let window = dom::window().inner_height().ok().and_then(|it| it.as_f64()).unwrap_or(0.0);
    let seen = at.bottom().min(window) - at.top().max(0.0);
    seen > at.height().min(window) / 2.0
}

fn scrubbing(lanes: &HtmlElement, handle: &Handle) {
    let on = |name: &str, then: fn(&PointerEvent, &HtmlElement) -> Option<Message>| {
        let (lanes, handle) = (lanes.clone(), handle.clone());
        dom::listen(&lanes.clone(), name, move |event| {
            let event: PointerEvent = event.unchecked_into();
            if let Some(message) = then(&event, &lanes) {
                handle.send(message);
            }
        });
    };
    on("pointerdown", |event, lanes| {
        if event.button() != 0 {
            return None;
        }
        // The pointer may leave the strip while it draws.
        let _ = lanes.set_pointer_capture(event.pointer_id());
        Some(Message::Grab(place(event, lanes)))
    });
    on("pointermove", |event, lanes| {
        let held = lanes.has_pointer_capture(event.pointer_id());
        held.then(|| Message::Drag(place(event, lanes)))
    });
    on("lostpointercapture", |_, _| Some(Message::Drop));
}

/// Where the pointer is, in CSS pixels from the left end of the strip.
fn place(event: &PointerEvent, lanes: &HtmlElement) -> f64 {
    f64::from(event.client_x()) - lanes.get_bounding_client_rect().left()
}

fn surroundings(page: &Page, handle: &Handle) {
    let window = dom::window();
    let tell = |message: fn() -> Option<Message>| {
        let handle = handle.clone();
        move |_: Event| {
            if let Some(message) = message() {
                handle.send(message);
            }
        }
    };
    dom::listen(&window, "hashchange", tell(|| Some(Message::AddressChanged)));
    let document = dom::document();
    dom::listen(&document, "fullscreenchange", tell(|| Some(Message::FullscreenChanged)));
    dom::listen(
        &document,
        "visibilitychange",
        tell(|| dom::document().hidden().then_some(Message::Logic(Logic::Hidden))),
    );
    if let Ok(Some(query)) = window.match_media(REDUCE) {
        dom::listen(&query, "change", tell(|| Some(Message::Logic(Logic::MotionIs(motion())))));
    }
    let observed = {
        let handle = handle.clone();
        Closure::<dyn FnMut()>::new(move || handle.send(Message::Resized))
    };
    if let Ok(observer) = ResizeObserver::new(observed.as_ref().unchecked_ref()) {
        observer.observe(&page.player);
        observed.forget();
    }
}

const REDUCE: &str = "(prefers-reduced-motion: reduce)";

/// What the person wishes about motion.
#[must_use]
pub fn motion() -> Motion {
    let query = dom::window().match_media(REDUCE).ok().flatten();
    if query.is_some_and(|it| it.matches()) { Motion::Reduced } else { Motion::Full }
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

fn within(element: &Element, selector: &str) -> bool {
    element.closest(selector).ok().flatten().is_some()
}
