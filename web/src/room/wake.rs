//! Keeps the screen awake while somebody presents, or follows. Browsers without this, or that
//! refuse it, let it fall asleep as ever.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use crate::dom;

/// The lock. The browser takes it away when the page is hidden.
#[derive(Default)]
pub struct WakeLock {
    is_asked: bool,
    held: Rc<RefCell<Option<JsValue>>>,
}

impl WakeLock {
    /// Looks how things stand: while it is `wanted` and the page is seen, the screen stays awake.
    pub fn keep(&mut self, wanted: bool) {
        if dom::document().hidden() {
            // It is gone, and is asked for again when the page is seen.
            self.is_asked = false;
        } else if wanted && !self.is_asked {
            self.is_asked = true;
            self.ask();
        } else if !wanted {
            self.is_asked = false;
            if let Some(lock) = self.held.borrow_mut().take() {
                let _ = call(&lock, "release", &JsValue::UNDEFINED);
            }
        }
    }

    /// `navigator.wakeLock.request("screen")`: not every browser has it, so it is looked for by
    /// name.
    fn ask(&self) {
        let navigator: JsValue = dom::window().navigator().into();
        let Ok(locks) = Reflect::get(&navigator, &"wakeLock".into()) else { return };
        let Some(promise) = call(&locks, "request", &"screen".into()) else { return };
        let Ok(promise) = promise.dyn_into::<Promise>() else { return };
        let held = Rc::clone(&self.held);
        let got = Closure::once(move |lock: JsValue| {
            held.replace(Some(lock));
        });
        // A refusal, on a low battery perhaps, is none of the console's business.
        let refused = Closure::once(|_: JsValue| {});
        let _ = promise.then2(&got, &refused);
        got.forget();
        refused.forget();
    }
}

/// Calls a method that may not be there.
fn call(object: &JsValue, name: &str, argument: &JsValue) -> Option<JsValue> {
    if !object.is_object() {
        return None;
    }
    let method = Reflect::get(object, &name.into()).ok()?.dyn_into::<Function>().ok()?;
    method.call1(object, argument).ok()
}
