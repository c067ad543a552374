//! Waiting, for a while or again and again.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::dom::window;

/// Calls `then` once, after so many milliseconds.
pub fn after(ms: i32, then: impl FnOnce() + 'static) {
    let then = Closure::once_into_js(then);
    let _ =
        window().set_timeout_with_callback_and_timeout_and_arguments_0(then.unchecked_ref(), ms);
}

/// Calls something again and again, until it is dropped.
pub struct Ticker {
    id: i32,
    _then: Closure<dyn FnMut()>,
}

impl Ticker {
    /// Calls `then` every so many milliseconds.
    #[must_use]
    pub fn every(ms: i32, then: impl FnMut() + 'static) -> Self {
        let then = Closure::<dyn FnMut()>::new(then);
        let id = window().set_interval_with_callback_and_timeout_and_arguments_0(
            then.as_ref().unchecked_ref(),
            ms,
        );
        Self { id: id.unwrap_or_default(), _then: then }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        window().clear_interval_with_handle(self.id);
    }
}
