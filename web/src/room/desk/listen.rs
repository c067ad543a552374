//! What a presenter's page listens to. Listeners translate; they decide nothing.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, HtmlInputElement, KeyboardEvent, PointerEvent, ResizeObserver};

use super::questions::Step;
use super::{Desk, Message};
use crate::dom;
use crate::keyboard::Press;
use crate::live::panel::{refill, statement, to_place};
use crate::player::Handle;
use crate::room::keys::{Command, Focus, command};

/// How far a key moves the pointer, in units of the canvas.
const NUDGE: f32 = 20.0;

/// Begins to listen.
pub(super) fn all(desk: &Handle<Desk>) {
    clicks(desk);
    fields(desk);
    keys(desk);
    pointer(desk);
    surroundings(desk);
}

fn clicks(desk: &Handle<Desk>) {
    let desk = desk.clone();
    dom::listen(&dom::document(), "click", move |event| {
        let Some(target) = target(&event) else { return };
        if let Some(link) = attribute(&target, "data-copy") {
            return dom::copy(&link, move || {
                dom::set_text(&target, &attribute(&target, "data-copied").unwrap_or_default());
            });
        }
        if let Some(message) = clicked(&target) {
            desk.send(message);
        }
    });
}

fn clicked(target: &Element) -> Option<Message> {
    if closest(target, "[aria-disabled=true]").is_some() {
        return None;
    }
    if let Some(offer) = closest(target, ".offer") {
        if closest(target, "[data-to-place]").is_some() {
            to_place(&offer);
        }
        let text = closest(target, ".do").and_then(|_| statement(&offer))?;
        return Some(Message::Input(text));
    }
    if let Some(act) = attribute(target, "data-act") {
        return match act.as_str() {
            "dismiss" => Some(Message::Dismiss),
            _ => Command::named(&act).map(Message::Command),
        };
    }
    if let Some(input) = attribute(target, "data-input") {
        return Some(Message::Input(input));
    }
    if let Some(name) = attribute(target, "data-on-stage") {
        return Some(Message::OnStage(name));
    }
    if let Some(n) = attribute(target, "data-ask") {
        return Some(Message::Question(Step::Ask(n.parse().ok()?)));
    }
    if let Some(step) = attribute(target, "data-question") {
        return Step::named(&step).map(Message::Question);
    }
    if closest(target, "[data-end]").is_some() {
        return Some(Message::End);
    }
    let beat = closest(target, "button[data-beat]")?.get_attribute("data-beat")?;
    Some(Message::ToBeat(beat.parse().ok()?))
}

fn fields(desk: &Handle<Desk>) {
    let desk = desk.clone();
    dom::listen(&dom::document(), "input", move |event| {
        let Some(target) = target(&event) else { return };
        if let Some(offer) = closest(&target, ".offer") {
            desk.look(|it| refill(&offer, &it.words));
        } else if target.has_attribute("data-planned") {
            let value = target.unchecked_into::<HtmlInputElement>().value();
            if let Some(minutes) = value.parse().ok().filter(|it| *it > 0) {
                desk.send(Message::Planned(minutes));
            }
        }
    });
}

fn keys(desk: &Handle<Desk>) {
    let desk = desk.clone();
    dom::listen(&dom::document(), "keydown", move |event| {
        let event: KeyboardEvent = event.unchecked_into();
        let (key, code) = (event.key(), event.code());
        if event.default_prevented() || key.is_empty() {
            return;
        }
        let focus = focus();
        let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
        if event.shift_key()
            && !modified
            && focus != Focus::Taken
            && let Some((dx, dy)) = nudge(&key)
        {
            event.prevent_default();
            return desk.send(Message::Nudge(dx, dy));
        }
        let press = Press { key: &key, code: &code, shift: event.shift_key(), modified };
        if let Some(command) = command(press, focus) {
            event.prevent_default();
            desk.send(Message::Command(command));
        }
    });
}

fn nudge(key: &str) -> Option<(f32, f32)> {
    Some(match key {
        "ArrowRight" => (NUDGE, 0.0),
        "ArrowLeft" => (-NUDGE, 0.0),
        "ArrowDown" => (0.0, NUDGE),
        "ArrowUp" => (0.0, -NUDGE),
        _ => return None,
    })
}

/// What has the focus, in the eyes of the keyboard.
fn focus() -> Focus {
    let Some(element) = dom::document().active_element() else { return Focus::Free };
    let is = |selector: &str| element.closest(selector).ok().flatten().is_some();
    if is("dialog:not([open])") {
        // It was just closed; the browser takes the focus away in its next frame.
        Focus::Free
    } else if is("input, textarea, select, dialog, [contenteditable]") {
        Focus::Taken
    } else if is("button, a, summary") {
        Focus::Button
    } else if is("[tabindex]:not(#player)") {
        Focus::Scroller
    } else {
        Focus::Free
    }
}

fn pointer(desk: &Handle<Desk>) {
    let Some(stage) = dom::find_in_page("[data-part=stage]") else { return };
    let on = |name: &str, then: fn(&PointerEvent) -> Option<Message>| {
        let desk = desk.clone();
        dom::listen(&stage, name, move |event| {
            if let Some(message) = then(event.unchecked_ref()) {
                desk.send(message);
            }
        });
    };
    on("pointerdown", |event| (event.button() == 0).then(|| moved(event, true)));
    on("pointermove", |event| Some(moved(event, event.buttons() & 1 == 1)));
    on("pointerup", |_| Some(Message::Let));
    on("pointerleave", |_| Some(Message::Let));
    on("pointercancel", |_| Some(Message::Let));
}

fn moved(event: &PointerEvent, is_down: bool) -> Message {
    Message::Moved(f64::from(event.client_x()), f64::from(event.client_y()), is_down)
}

fn surroundings(desk: &Handle<Desk>) {
    let window = dom::window();
    let on = |name: &str, message: fn() -> Message| {
        let desk = desk.clone();
        dom::listen(&window, name, move |_| desk.send(message()));
    };
    on("online", || Message::Online);
    on("offline", || Message::Offline);
    on("pagehide", || Message::Leave);
    if let Ok(Some(query)) = window.match_media("(prefers-reduced-motion: reduce)") {
        let desk = desk.clone();
        dom::listen(&query, "change", move |_| {
            desk.send(Message::MotionIs(crate::listen::motion()));
        });
    }
    let Some(stage) = dom::find_in_page("[data-part=stage]") else { return };
    let observed = {
        let desk = desk.clone();
        Closure::<dyn FnMut()>::new(move || desk.send(Message::Resized))
    };
    if let Ok(observer) = ResizeObserver::new(observed.as_ref().unchecked_ref()) {
        observer.observe(&stage);
        observed.forget();
    }
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

fn closest(element: &Element, selector: &str) -> Option<Element> {
    element.closest(selector).ok().flatten()
}

/// The value of an attribute, of the element or of the nearest one round it.
fn attribute(element: &Element, name: &str) -> Option<String> {
    closest(element, &["[", name, "]"].concat())?.get_attribute(name)
}
