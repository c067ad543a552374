//! Paints frames into a live SVG: makes what is new, changes what differs, removes what is gone.

mod patch;

use scene::{Element, Frame, Labels, Paint, elements};
use wasm_bindgen::JsCast;
use web_sys::{Element as Node, HtmlElement};

use crate::dom;
use crate::icons::svg_element;
use patch::{Shown, Surface};

/// A picture in the page.
pub struct Painter {
    svg: Node,
    shown: Shown<Node>,
    size: (f32, f32),
}

impl Painter {
    /// A picture that is not yet in the page. Those who do not see it find its content in words
    /// elsewhere, so it is hidden from screen readers.
    #[must_use]
    pub fn new() -> Self {
        let svg = svg_element("svg");
        dom::set(&svg, "aria-hidden", "true");
        dom::set(&svg, "focusable", "false");
        Self { svg, shown: Shown::default(), size: (0.0, 0.0) }
    }

    /// Puts the picture in the place of everything in `parent`.
    pub fn enter(&self, parent: &HtmlElement) {
        dom::fill(parent, &[&self.svg]);
    }

    /// Paints a frame in the colours of the page.
    pub fn paint(&mut self, frame: &Frame, labels: &dyn Labels) {
        let size = (frame.width, frame.height);
        if self.size != size {
            self.size = size;
            // Canvases are measured in whole units, and printing fractions costs kilobytes.
            let (width, height) = (size.0 as u32, size.1 as u32);
            dom::set(&self.svg, "viewBox", &format!("0 0 {width} {height}"));
        }
        let next: Vec<Element> = elements(frame, Paint::Page, labels);
        self.shown.patch(&Canvas { svg: &self.svg }, next);
    }
}

impl Default for Painter {
    fn default() -> Self {
        Self::new()
    }
}

/// The children of an SVG element.
struct Canvas<'a> {
    svg: &'a Node,
}

impl Surface for Canvas<'_> {
    type Node = Node;

    fn create(&self, tag: &'static str, key: &str) -> Node {
        let node = svg_element(tag);
        // Who looks from outside can tell which thing it is.
        self.set(&node, "data-key", key);
        node
    }

    fn set(&self, node: &Node, name: &'static str, value: &str) {
        let _ = node.set_attribute(name, value);
    }

    fn unset(&self, node: &Node, name: &'static str) {
        let _ = node.remove_attribute(name);
    }

    fn text(&self, node: &Node, text: &str) {
        node.set_text_content(Some(text));
    }

    fn place(&self, node: &Node, before: Option<&Node>) {
        let _ = self.svg.insert_before(node, before.map(AsRef::as_ref));
    }

    fn remove(&self, node: &Node) {
        node.unchecked_ref::<Node>().remove();
    }
}
