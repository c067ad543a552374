//! Short names for what the browser's interface says at length. Nothing here decides anything.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Document, Element, Event, EventTarget, HtmlElement, Window};

/// The window of the page.
///
/// # Panics
/// Outside a browser's page.
#[must_use]
pub fn window() -> Window {
    web_sys::window().expect("a page has a window")
}

/// The document of the page.
///
/// # Panics
/// Outside a browser's page.
#[must_use]
pub fn document() -> Document {
    window().document().expect("a window has a document")
}

/// The first element inside `root` that matches.
#[must_use]
pub fn find(root: &Element, selector: &str) -> Option<HtmlElement> {
    root.query_selector(selector).ok().flatten().and_then(|it| it.dyn_into().ok())
}

/// The first element of the whole page that matches.
#[must_use]
pub fn find_in_page(selector: &str) -> Option<HtmlElement> {
    document().document_element().and_then(|root| find(&root, selector))
}

/// Every element of the whole page that matches, in order.
#[must_use]
pub fn find_all(selector: &str) -> Vec<HtmlElement> {
    let Ok(list) = document().query_selector_all(selector) else { return Vec::new() };
    (0..list.length()).filter_map(|n| list.item(n)?.dyn_into().ok()).collect()
}

/// A new element of HTML. `tag` is one of ours and always a valid name.
///
/// # Panics
/// When `tag` is not a name.
#[must_use]
pub fn element(tag: &str, class: &str) -> HtmlElement {
    // `expect` would print the browser's error, and with it all of float formatting: 20 KB.
    let Ok(made) = document().create_element(tag) else { panic!("the tag is a name") };
    if !class.is_empty() {
        made.set_class_name(class);
    }
    made.unchecked_into()
}

/// A new element of HTML with a text in it.
#[must_use]
pub fn text_element(tag: &str, class: &str, text: &str) -> HtmlElement {
    let made = element(tag, class);
    made.set_text_content(Some(text));
    made
}

/// A new button that does what its `data-act` says.
#[must_use]
pub fn act_button(act: &str, text: &str) -> HtmlElement {
    let button = text_element("button", "", text);
    set(&button, "type", "button");
    set(&button, "data-act", act);
    button
}

/// Puts `children` in the place of everything inside.
pub fn fill(parent: &Element, children: &[&Element]) {
    parent.set_text_content(None);
    for child in children {
        append(parent, child);
    }
}

/// Adds a last child.
pub fn append(parent: &Element, child: &Element) {
    // Fails only for a child that contains its parent.
    let _ = parent.append_child(child);
}

/// Sets an attribute, if it has another value.
pub fn set(element: &Element, name: &str, value: &str) {
    if element.get_attribute(name).as_deref() != Some(value) {
        // Fails only for a name that is not one.
        let _ = element.set_attribute(name, value);
    }
}

/// Sets an attribute, or removes it.
pub fn set_or_unset(element: &Element, name: &str, value: Option<&str>) {
    match value {
        Some(value) => set(element, name, value),
        None => {
            let _ = element.remove_attribute(name);
        }
    }
}

/// Sets the text inside, if it is another.
pub fn set_text(element: &Element, text: &str) {
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
}

/// Calls `then` at every such event, for as long as the page lives.
pub fn listen(target: &EventTarget, name: &str, then: impl FnMut(Event) + 'static) {
    let then = Closure::<dyn FnMut(Event)>::new(then);
    // Fails never: the callback is one.
    let _ = target.add_event_listener_with_callback(name, then.as_ref().unchecked_ref());
    then.forget();
}

/// Puts a text into the clipboard, if the browser allows it; `then` is called once it is there.
#[cfg(feature = "live")]
pub fn copy(text: &str, then: impl FnOnce() + 'static) {
    // A page that came over plain HTTP from elsewhere has no clipboard.
    if !window().is_secure_context() {
        return;
    }
    let then = Closure::once(move |_| then());
    let _ = window().navigator().clipboard().write_text(text).then(&then);
    then.forget();
}
