//! The page around the frame: how it is heard and told. It is known by being the frame's parent,
//! not by its origin: a frame in a sandbox has none itself.

use js_sys::JSON;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Window};

use super::call::{Call, Dialect};
use super::js;
use crate::dom;
use crate::player::{Handle, Message};

/// Whoever frames the page; `None` where it stands alone.
fn parent() -> Option<Window> {
    let own = dom::window();
    own.parent().ok().flatten().filter(|it| !js_sys::Object::is(it, &own))
}

/// Brings what the host says to the player.
pub fn listen(handle: &Handle) {
    let Some(host) = parent() else { return };
    let handle = handle.clone();
    dom::listen(&dom::window(), "message", move |event| {
        let event: MessageEvent = event.unchecked_into();
        if !event.source().is_some_and(|it| js_sys::Object::is(&it, &host)) {
            return;
        }
        let data = event.data();
        // Who speaks player.js writes its messages down.
        let message = data.as_string().map_or(Ok(data), |text| JSON::parse(&text));
        let Ok(message) = message else { return };
        // What cannot be JSON is not for us.
        let text = JSON::stringify(&message).ok().and_then(|it| it.as_string());
        if let Some(text) = text {
            handle.send(Message::Asked { message, text, origin: event.origin() });
        }
    });
}

/// Tells an event in our own words.
pub fn tell(event: &str, data: JsValue) {
    post_own(&[("event", event.into()), ("data", data)]);
}

/// Tells an event in the words of player.js.
pub fn tell_player_js(event: &str, value: JsValue, listener: Option<&str>) {
    let undefined = || JsValue::UNDEFINED;
    let message = js::object(&[
        ("context", "player.js".into()),
        ("version", "0.0.11".into()),
        ("event", event.into()),
        ("value", value),
        // What is undefined is not written down.
        ("listener", listener.map_or_else(undefined, JsValue::from_str)),
    ]);
    if let Ok(text) = JSON::stringify(&message) {
        post(&text);
    }
}

/// Answers what was asked in this message.
pub fn answer(call: &Call, message: &JsValue, answer: Result<JsValue, String>) {
    let id = || js::part(message, "id");
    match (call.dialect, answer) {
        (Dialect::Own, Ok(result)) => post_own(&[("id", id()), ("result", result)]),
        (Dialect::Own, Err(error)) => post_own(&[("id", id()), ("error", error.into())]),
        // Only its questions have answers.
        (Dialect::PlayerJs, Ok(value)) if call.name.starts_with("get") => {
            tell_player_js(&call.name, value, call.listener.as_deref());
        }
        (Dialect::PlayerJs, Err(error)) => {
            let value = js::object(&[("code", 2.into()), ("msg", error.into())]);
            tell_player_js("error", value, None);
        }
        (Dialect::PlayerJs, Ok(_)) => {}
    }
}

fn post_own(parts: &[(&str, JsValue)]) {
    let envelope = [("context", "mirrorpod".into()), ("version", 1.into())];
    post(&js::object(&[&envelope, parts].concat()));
}

/// Nothing of this is anybody's secret, so it may go to whoever frames the page.
fn post(message: &JsValue) {
    if let Some(host) = parent() {
        let _ = host.post_message(message, "*");
    }
}
