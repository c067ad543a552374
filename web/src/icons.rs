//! Signs on buttons, as outlines in a square of 18.

use web_sys::Element;

use crate::dom;

/// A sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// A triangle.
    Play,
    /// Two bars.
    Pause,
    /// A bar and a triangle that points back.
    PreviousStep,
    /// A triangle and a bar.
    NextStep,
    /// A small arrow back, after a dot.
    PreviousEvent,
    /// A small arrow on, before a dot.
    NextEvent,
    /// An arrow round.
    Again,
    /// Four corners.
    Fullscreen,
    /// Four corners turned in.
    Window,
    /// Three dots.
    More,
}

/// How an outline is drawn: with its area, as a line, or as a heavy line.
const SOLID: &str = "icon";
const LINE: &str = "icon line";
const HEAVY: &str = "icon line heavy";

impl Icon {
    const fn outline(self) -> (&'static str, &'static str) {
        match self {
            Self::Play => (SOLID, "M5.5 3.5 14.5 9l-9 5.5z"),
            Self::Pause => (HEAVY, "M6.2 4v10M11.8 4v10"),
            Self::PreviousStep => (SOLID, "M4 3.5v11M14 3.5 6.5 9l7.5 5.5z"),
            Self::NextStep => (SOLID, "M14 3.5v11M4 3.5 11.5 9 4 14.5z"),
            Self::PreviousEvent => (LINE, "M12.5 4.5 8 9l4.5 4.5M4.8 8.6v.8"),
            Self::NextEvent => (LINE, "M5.5 4.5 10 9l-4.5 4.5M13.2 8.6v.8"),
            Self::Again => (LINE, "M3.8 9.6a5.3 5.3 0 1 0 1.5-4.3L3.6 7M3.4 3.4V7H7"),
            Self::Fullscreen => (LINE, "M3 7V3h4M11 3h4v4M15 11v4h-4M7 15H3v-4"),
            Self::Window => (LINE, "M7 3v4H3M11 3v4h4M15 11h-4v4M3 11h4v4"),
            Self::More => (HEAVY, "M3.8 9h.01M9 9h.01M14.2 9h.01"),
        }
    }

    /// The sign as an element. It says nothing to a screen reader: its button has a name.
    #[must_use]
    pub fn element(self) -> Element {
        let (class, outline) = self.outline();
        let icon = svg_element("svg");
        dom::set(&icon, "viewBox", "0 0 18 18");
        dom::set(&icon, "class", class);
        dom::set(&icon, "aria-hidden", "true");
        let path = svg_element("path");
        dom::set(&path, "d", outline);
        dom::append(&icon, &path);
        icon
    }
}

/// A new element of SVG.
///
/// # Panics
/// When `tag` is not a name.
#[must_use]
pub fn svg_element(tag: &str) -> Element {
    const SVG: &str = "http://www.w3.org/2000/svg";
    let Ok(made) = dom::document().create_element_ns(Some(SVG), tag) else {
        panic!("the tag is a name")
    };
    made
}
