//! What a viewer's page listens to, beside what the player listens to.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, KeyboardEvent, ResizeObserver};

use super::{Message, Viewer, ask};
use crate::dom;
use crate::keyboard::{Press, latin};
use crate::page::Page;
use crate::player::Handle;

/// Begins to listen.
pub(super) fn all(page: &Page, player: &Handle, viewer: &Handle<Viewer>) {
    clicks(viewer);
    keys(player, viewer);
    surroundings(page, viewer);
}

fn clicks(viewer: &Handle<Viewer>) {
    let (clicked, closed) = (viewer.clone(), viewer.clone());
    dom::listen(&dom::document(), "click", move |event| {
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let Some(target) = target else { return };
        let is = |selector: &str| target.closest(selector).ok().flatten().is_some();
        if is("[data-act=explore]") {
            clicked.send(Message::Explore);
        } else if is("[data-act=catch-up]") {
            clicked.send(Message::CatchUp);
        } else if is("[data-act=try-it]") {
            clicked.send(Message::Try);
        } else if let Some(choice) = ask::choice(&target) {
            clicked.send(Message::Choose(choice));
        }
    });
    // A dialog's own event does not bubble, but it can be caught on its way down.
    let then = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        if target.is_some_and(|it| it.matches("dialog.ask").unwrap_or(false)) {
            closed.send(Message::PutAway);
        }
    });
    let document = dom::document();
    let _ = document.add_event_listener_with_callback_and_bool(
        "close",
        then.as_ref().unchecked_ref(),
        true,
    );
    then.forget();
}

/// One key catches up: `s`, and Enter where no button wants it.
fn keys(player: &Handle, viewer: &Handle<Viewer>) {
    let (player, viewer) = (player.clone(), viewer.clone());
    dom::listen(&dom::document(), "keydown", move |event| {
        let event: KeyboardEvent = event.unchecked_into();
        let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
        if event.default_prevented() || modified {
            return;
        }
        let (key, code) = (event.key(), event.code());
        let press = Press { key: &key, code: &code, shift: event.shift_key(), modified };
        let focus = dom::document().active_element();
        let is = |selector: &str| {
            focus.as_ref().is_some_and(|it| it.closest(selector).ok().flatten().is_some())
        };
        let writes = is("input, textarea, select, dialog[open]");
        let letters = player.look(|it| it.letters()).unwrap_or(true);
        let rests = focus.as_ref().is_none_or(|it| it.matches("body, #player").unwrap_or(false));
        let catches_up = match latin(press).as_str() {
            "s" => letters && !writes,
            "Enter" => rests,
            _ => false,
        };
        if catches_up {
            viewer.send(Message::CatchUp);
        }
    });
}

fn surroundings(page: &Page, viewer: &Handle<Viewer>) {
    let window = dom::window();
    let on = |name: &str, message: fn() -> Message| {
        let viewer = viewer.clone();
        dom::listen(&window, name, move |_| viewer.send(message()));
    };
    on("online", || Message::Online);
    on("offline", || Message::Offline);
    let observed = {
        let viewer = viewer.clone();
        Closure::<dyn FnMut()>::new(move || viewer.send(Message::Resized))
    };
    if let Ok(observer) = ResizeObserver::new(observed.as_ref().unchecked_ref()) {
        observer.observe(&page.stage);
        observed.forget();
    }
}
