//! The clusters of a page with no server behind it: the engine runs in the page, and is spoken to
//! as a server would be. A script of the page (`in-page.js`) holds it, so that the engine's module
//! is fetched only where there is no server.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Function, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::dom;
use crate::room::net::Answer;
use crate::room::sse::Events;
use crate::room::stream::News;

/// What the script is called in the page.
const NAME: &str = "mirrorpodInPage";

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = mirrorpodInPage, js_name = request)]
    fn ask(method: &str, url: &str, body: Option<&str>, then: &JsValue);

    #[wasm_bindgen(js_namespace = mirrorpodInPage, js_name = listen)]
    fn hear(url: &str, tell: &JsValue) -> Function;
}

/// Whether the page has its clusters in itself.
#[must_use]
pub fn is_here() -> bool {
    Reflect::has(&dom::window(), &NAME.into()).unwrap_or(false)
}

/// Asks for something, and tells the answer.
pub fn request(method: &str, url: &str, json: Option<&str>, then: impl FnOnce(Answer) + 'static) {
    let then = Closure::once_into_js(move |status: u16, text: String| {
        then(Answer { status, text });
    });
    ask(method, url, json, &then);
}

/// A cluster that is listened to, until this is dropped.
pub struct Listening {
    stop: Function,
    _told: Closure<dyn FnMut(u16, String)>,
}

impl Listening {
    /// Listens to the events at `url`.
    pub fn begin(url: &str, tell: Rc<dyn Fn(News)>) -> Self {
        let events = RefCell::new(Events::default());
        let told = Closure::<dyn FnMut(u16, String)>::new(move |status: u16, text: String| {
            if status != 200 {
                return tell(News::Refused(status));
            }
            let mut heard = Vec::new();
            events.borrow_mut().read(&text, |it| heard.push(it));
            for event in heard {
                tell(News::Heard(event));
            }
        });
        Self { stop: hear(url, told.as_ref().unchecked_ref()), _told: told }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        // What cannot be stopped tells nobody: its listener is gone.
        let _ = self.stop.call0(&JsValue::NULL);
    }
}
