//! Values as the page around the frame gets them. They are built where they are needed: printing
//! JSON from here, numbers above all, would cost the page a tenth of its program.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

/// An object.
#[must_use]
pub fn object(parts: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in parts {
        // Fails for objects that are frozen; this one is new.
        let _ = Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}

/// A list.
#[must_use]
pub fn list(all: impl IntoIterator<Item = JsValue>) -> JsValue {
    all.into_iter().collect::<Array>().into()
}

/// A list of texts.
#[must_use]
pub fn texts(all: &[&str]) -> JsValue {
    list(all.iter().map(|it| JsValue::from_str(it)))
}

/// A text, or nothing.
#[must_use]
pub fn text(text: Option<&str>) -> JsValue {
    text.map_or(JsValue::NULL, JsValue::from_str)
}

/// What an object has under this name; nothing where it is none.
#[must_use]
pub fn part(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::NULL)
}
