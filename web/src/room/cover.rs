//! What lies over the picture of a room: darkness or light, and the ring where the presenter
//! points.

use scene::Frame;
use web_sys::{Element, HtmlElement};

use super::on_stage::Cover;
use super::pointer::{Spot, place};
use crate::dom;
use crate::icons::svg_element;
use crate::words::Words;

/// How wide the ring is, in units of the canvas.
const RADIUS: u32 = 22;

/// The two.
pub struct Covers {
    player: HtmlElement,
    sheet: HtmlElement,
    canvas: Element,
    rings: [Element; 2],
    word: &'static str,
    spot: Option<Spot>,
    shown: Option<Cover>,
}

impl Covers {
    /// Lays both over `stage`, unseen. `player` tells style sheets about the cover, and `word` is
    /// the beginning of the keys of what stands on it.
    #[must_use]
    pub fn new(player: &HtmlElement, stage: &HtmlElement, word: &'static str) -> Self {
        let canvas = svg_element("svg");
        dom::set(&canvas, "class", "pointer");
        dom::set(&canvas, "aria-hidden", "true");
        dom::set(&canvas, "hidden", "");
        // A light ring and a dark one: seen on every ground.
        let rings = ["ring under", "ring"].map(|class| {
            let ring = svg_element("circle");
            dom::set(&ring, "class", class);
            dom::set(&ring, "r", &RADIUS.to_string());
            dom::append(&canvas, &ring);
            ring
        });
        let sheet = dom::element("p", "cover");
        dom::set(&sheet, "hidden", "");
        let covers =
            Self { player: player.clone(), sheet, canvas, rings, word, spot: None, shown: None };
        covers.enter(stage);
        covers
    }

    /// Lays both over the stage again, which was filled anew.
    pub fn enter(&self, stage: &HtmlElement) {
        dom::append(stage, &self.canvas);
        dom::append(stage, &self.sheet);
    }

    /// Covers the picture, or uncovers it.
    pub fn cover(&mut self, cover: Option<Cover>, words: &Words) {
        if self.shown == cover {
            return;
        }
        self.shown = cover;
        let name = cover.map(|it| match it {
            Cover::Black => "black",
            Cover::White => "white",
        });
        dom::set_or_unset(&self.player, "data-cover", name);
        dom::set_or_unset(&self.sheet, "hidden", name.is_none().then_some(""));
        let text = name.map(|it| words.get(&[self.word, it].concat())).unwrap_or_default();
        dom::set_text(&self.sheet, &text);
    }

    /// The presenter points at something, or no longer.
    pub fn point(&mut self, spot: Option<Spot>, frame: Option<&Frame>) {
        self.spot = spot;
        self.place(frame);
    }

    /// Puts the ring where it belongs in this picture.
    pub fn place(&self, frame: Option<&Frame>) {
        let at = self.spot.as_ref().zip(frame).and_then(|(spot, frame)| {
            let at = place(frame, spot)?;
            Some((at, frame))
        });
        dom::set_or_unset(&self.canvas, "hidden", at.is_none().then_some(""));
        let Some((at, frame)) = at else { return };
        // Canvases are measured in whole units, and so is the ring.
        let size = [frame.width as u32, frame.height as u32].map(|it| it.to_string());
        dom::set(&self.canvas, "viewBox", &["0 0 ", &size[0], " ", &size[1]].concat());
        for ring in &self.rings {
            dom::set(ring, "cx", &(at.x as i32).to_string());
            dom::set(ring, "cy", &(at.y as i32).to_string());
        }
    }

    /// Whether the presenter points at something.
    #[must_use]
    pub const fn is_pointing(&self) -> bool {
        self.spot.is_some()
    }
}
