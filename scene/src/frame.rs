//! The whole picture of one moment, built anew each time.

use trace::SimTime;

use crate::layout::Layout;
use crate::motion::Motion;
use crate::now::Now;
use crate::picture;
use crate::shape::Item;
use crate::sketch::Sketch;
use crate::timeline::{Moment, Timeline};

/// A picture: shapes on a canvas.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The width of the canvas.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// What is on it, in paint order. Keys are unique.
    pub items: Vec<Item>,
}

/// The picture of a moment. A moment outside the timeline is moved to its nearest end.
#[must_use]
pub fn frame(timeline: &Timeline, layout: &Layout, moment: Moment, motion: Motion) -> Frame {
    draw(&Now::new(timeline, moment, motion), layout)
}

/// The same while nothing happens: time has passed since, up to `until`, and what counts it goes
/// on. An `until` before the moment counts for nothing.
#[must_use]
pub fn frame_waiting(
    timeline: &Timeline,
    layout: &Layout,
    moment: Moment,
    motion: Motion,
    until: SimTime,
) -> Frame {
    let mut now = Now::new(timeline, moment, motion);
    now.sim = now.sim.max(until);
    draw(&now, layout)
}

fn draw(now: &Now<'_>, layout: &Layout) -> Frame {
    let mut sketch = Sketch::default();
    picture::draw(now, layout, &mut sketch);
    Frame { width: layout.width, height: layout.height, items: sketch.into_items() }
}
