//! Keeps the screen awake while somebody presents. Browsers without this, or that refuse it, let it
//! fall asleep as ever.

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use crate::dom;

/// The lock. The browser takes it away when the page is hidden.
#[derive(Default)]
pub struct WakeLock {
    asked: bool,
}

impl WakeLock {
    /// Asks for it, once; again after [`Self::lost`].
    pub fn keep(&mut self) {
        if !self.asked && !dom::document().hidden() {
            self.asked = true;
            request();
        }
    }

    /// The page was hidden, so it is gone.
    pub const fn lost(&mut self) {
        self.asked = false;
    }
}

/// `navigator.wakeLock.request("screen")`: not every browser has it, so it is looked for by name.
fn request() {
    let navigator: JsValue = dom::window().navigator().into();
    let Ok(lock) = Reflect::get(&navigator, &"wakeLock".into()) else { return };
    if !lock.is_object() {
        return;
    }
    let ask = Reflect::get(&lock, &"request".into()).ok();
    let Some(ask) = ask.and_then(|it| it.dyn_into::<Function>().ok()) else { return };
    let lock: Object = lock.unchecked_into();
    let Ok(promise) = ask.call1(&lock, &"screen".into()) else { return };
    if let Ok(promise) = promise.dyn_into::<Promise>() {
        // A refusal, on a low battery perhaps, is none of the console's business.
        let refused = Closure::once(|_: JsValue| {});
        let _ = promise.catch(&refused);
        refused.forget();
    }
}
