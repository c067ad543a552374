//! The pointer: pressed and held on the picture, or switched on and moved over it, by hand or by
//! keys. What it points at is told at most twenty times a second, and the last of it always.

use scene::{Frame, Point};

use super::{Desk, Message};
use crate::live::timer;
use crate::player::Handle;
use crate::room::pointer::{Spot, spot};

/// Between two messages, in milliseconds.
const PAUSE_MS: i32 = 50;

/// The pointer.
#[derive(Debug, Default)]
pub struct Pointing {
    is_on: bool,
    is_held: bool,
    /// Where it is on the canvas.
    at: Option<Point>,
    told: Option<Spot>,
    is_waiting: bool,
}

impl Pointing {
    /// Whether it is switched on.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.is_on
    }
}

impl Desk {
    /// Switches the pointer on, in the middle of the picture, or off.
    pub(super) fn switch_pointer(&mut self, handle: &Handle<Self>) {
        self.pointing.is_on = !self.pointing.is_on;
        let middle = self.picture().map(|it| Point { x: it.width / 2.0, y: it.height / 2.0 });
        self.pointing.at = middle.filter(|_| self.pointing.is_on);
        self.tell_pointer(handle);
    }

    /// The mouse or a finger is at this place of the window.
    pub(super) fn moved(&mut self, x: f64, y: f64, is_down: bool, handle: &Handle<Self>) {
        self.pointing.is_held = is_down;
        if !is_down && !self.pointing.is_on {
            return;
        }
        let Some(frame) = self.picture() else { return };
        let Some(speaker) = self.face.speaker() else { return };
        // A picture is no element of HTML, so it is looked for by hand.
        let svg = speaker.now.place().query_selector("svg").ok().flatten();
        self.pointing.at = svg.map(|svg| {
            let at = svg.get_bounding_client_rect();
            on_canvas(&frame, (x - at.left(), y - at.top()), (at.width(), at.height()))
        });
        self.tell_pointer(handle);
    }

    /// The button was let go, or the mouse left the picture.
    pub(super) fn let_go(&mut self, handle: &Handle<Self>) {
        let was_held = std::mem::take(&mut self.pointing.is_held);
        if was_held && !self.pointing.is_on {
            self.pointing.at = None;
            self.tell_pointer(handle);
        }
    }

    /// A key moves the pointer that is switched on.
    pub(super) fn nudge(&mut self, dx: f32, dy: f32, handle: &Handle<Self>) {
        let (Some(at), Some(frame)) = (self.pointing.at, self.picture()) else { return };
        let x = (at.x + dx).max(0.0).min(frame.width);
        let y = (at.y + dy).max(0.0).min(frame.height);
        self.pointing.at = Some(Point { x, y });
        self.tell_pointer(handle);
    }

    fn tell_pointer(&mut self, handle: &Handle<Self>) {
        if !self.pointing.is_waiting {
            self.send_pointer(handle);
        }
    }

    /// Tells where it is, if that is another place, and rests for a moment.
    pub(super) fn send_pointer(&mut self, handle: &Handle<Self>) {
        self.pointing.is_waiting = false;
        let frame = self.picture();
        let next = self.pointing.at.zip(frame.as_ref()).and_then(|(at, frame)| spot(frame, at));
        if next == self.pointing.told {
            return;
        }
        self.say_pointer(&Spot::to_json(next.as_ref()));
        self.pointing.told = next;
        self.pointing.is_waiting = true;
        let handle = handle.clone();
        timer::after(PAUSE_MS, move || handle.send(Message::PointerDue));
    }

    fn picture(&mut self) -> Option<Frame> {
        self.look(|face, look| face.speaker().and_then(|it| it.now.picture(look)))
    }
}

/// A place on the canvas that is drawn as large as fits into this many pixels, in their middle.
fn on_canvas(frame: &Frame, (x, y): (f64, f64), (width, height): (f64, f64)) -> Point {
    let (canvas_width, canvas_height) = (f64::from(frame.width), f64::from(frame.height));
    let scale = (width / canvas_width).min(height / canvas_height).max(1e-6);
    let left = (width - canvas_width * scale) / 2.0;
    let top = (height - canvas_height * scale) / 2.0;
    Point { x: ((x - left) / scale) as f32, y: ((y - top) / scale) as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A canvas of 400 by 200 in so many pixels.
    #[track_caller]
    fn check(at: (f64, f64), size: (f64, f64), wanted: (f32, f32)) {
        let frame = Frame { width: 400.0, height: 200.0, items: Vec::new() };
        let point = on_canvas(&frame, at, size);
        assert_eq!((point.x, point.y), wanted, "{at:?} in {size:?}");
    }

    #[test]
    fn a_picture_lies_in_the_middle_of_its_place() {
        check((200.0, 100.0), (400.0, 200.0), (200.0, 100.0));
        check((400.0, 300.0), (800.0, 600.0), (200.0, 100.0));
        check((0.0, 100.0), (800.0, 600.0), (0.0, 0.0));
        check((150.0, 50.0), (700.0, 100.0), (-200.0, 100.0));
    }
}
