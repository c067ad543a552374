//! Where things are. A layout knows places and sizes of type, never times: nothing moves between
//! two moments because something else came or went.

mod medium;
mod small;
mod tall;
mod wide;

use crate::geometry::{Point, Rect};
use crate::shape::Anchor;

/// The composition, chosen by the size of the player itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeClass {
    /// Two rows of four cells, everything shown.
    Wide,
    /// The same, with fewer words.
    Medium,
    /// The same, only names and what counts most.
    Small,
    /// Four rows of two cells, for a phone held upright.
    Tall,
    /// Too small for a picture in motion: a title and a way to open it.
    Poster,
}

/// Places and sizes of type, in units of the canvas.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Which composition this is.
    pub class: SizeClass,
    /// The width of the canvas.
    pub width: f32,
    /// Its height.
    pub height: f32,
    pub(crate) places: Places,
    pub(crate) sizes: Sizes,
}

/// A way for messages, from one box to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Way {
    pub from: Point,
    pub to: Point,
    /// Where its name stands, which point of the name that is, and how wide it may be.
    pub name: Point,
    pub name_anchor: Anchor,
    pub name_width: f32,
}

impl Way {
    const fn named(from: Point, to: Point, name: Point, anchor: Anchor, width: f32) -> Self {
        Self { from, to, name, name_anchor: anchor, name_width: width }
    }

    /// Where there is no room for a name.
    const fn nameless(from: Point, to: Point) -> Self {
        Self::named(from, to, from, Anchor::Start, 0.0)
    }
}

/// All ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ways {
    /// From the manifest directory to the kubelet.
    pub read: Way,
    /// From the kubelet to the container.
    pub cri: Way,
    /// From the kubelet to the API server, and back.
    pub write: Way,
    pub watch: Way,
    /// From a person to the API server.
    pub command: Way,
    /// From the API server to what it stores.
    pub store: Way,
}

/// The places of everything.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Places {
    /// The ground of what is real, and of what is believed.
    pub machine: Rect,
    pub cluster: Rect,
    /// Where the two are named.
    pub machine_title: Point,
    pub cluster_title: Point,
    /// The pane between them, upright or level.
    pub glass: Rect,
    pub glass_is_upright: bool,
    /// The barrier of a cordoned node, and the right end of its name with the name's width.
    pub cordon: (Point, Point),
    pub cordon_name: (Point, f32),
    pub manifests: Rect,
    pub kubelet: Rect,
    pub container: Rect,
    /// The right end of the name of a version that waits, and how wide it may be.
    pub waiting_name: (Point, f32),
    pub api_server: Rect,
    pub mirror: Rect,
    pub you: Rect,
    /// Absent where a drain is only stamped on the Pods themselves.
    pub drain: Option<Rect>,
    pub ways: Ways,
    /// The middle of the tie, and how far its line reaches to either side.
    pub tie: Point,
    pub tie_reach: f32,
    /// The sync ring's middle and radius.
    pub ring: (Point, f32),
    /// Other Pods: the container's chip and the Pod object's chip of each.
    pub rows: Vec<(Rect, Rect)>,
    /// Whether the two share one chip.
    pub rows_are_merged: bool,
    /// Where the rows are named, and where other machines are.
    pub rows_title: Point,
    pub others_title: Option<Point>,
}

/// Sizes of type, and base lines from the top of each box.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sizes {
    pub title: f32,
    pub name: f32,
    pub strong: f32,
    pub body: f32,
    pub small: f32,
    pub clock: f32,
    pub tie: f32,
    /// From a box's edge to its text.
    pub pad: f32,
    /// How large arrow heads and messages are, against the wide layout's.
    pub arrow: f32,
    pub radius: f32,
    /// Title, then three lines, for kubelet and API server.
    pub kubelet: [f32; 4],
    pub api_server: [f32; 4],
    /// Title and clock; the chips lie between.
    pub container: [f32; 2],
    /// Where the state word stands: its base line, and whether it is at the right end.
    pub state: (f32, bool),
    /// Top and height of the chips.
    pub chips: (f32, f32),
    /// Name, UID, a second UID, phase, image, owner; 0 for lines there is no room for.
    pub mirror: [f32; 6],
    /// Title, two lines of command, answer; a title of 0 is left out.
    pub you: [f32; 4],
    /// Title, then the first chip's top, a chip's height, and from one chip to the next.
    pub drain: [f32; 4],
    /// The directory's name, then a sheet's top, its height, and from one sheet to the next.
    pub manifests: [f32; 4],
    /// Whether sheets stand beside each other instead of below.
    pub sheets_are_level: bool,
    /// Whether second thoughts are shown: what a thing is called, that it has no say, and so on.
    pub sublabels: bool,
    /// Whether every word counts.
    pub is_terse: bool,
    /// No type is smaller for want of room.
    pub least: f32,
    /// Whether the names of the two sides are shown.
    pub side_titles: bool,
}

/// How many other Pods have a place unless more are asked for.
const ROWS: usize = 2;
/// More than this are counted.
const MOST_ROWS: usize = 12;

impl Layout {
    /// The layout for a player of this size, in CSS pixels.
    #[must_use]
    pub fn for_size(width_px: f32, height_px: f32) -> Self {
        let class = SizeClass::of(width_px, height_px);
        Self::with_rows(class, ROWS)
    }

    /// The layout of a class, with places for so many other Pods; twelve at most.
    #[must_use]
    pub fn with_rows(class: SizeClass, n_rows: usize) -> Self {
        let n_rows = n_rows.min(MOST_ROWS);
        match class {
            SizeClass::Wide => wide::layout(n_rows),
            SizeClass::Medium => medium::layout(n_rows),
            SizeClass::Small | SizeClass::Poster => Self { class, ..small::layout() },
            SizeClass::Tall => tall::layout(n_rows),
        }
    }
}

impl Layout {
    /// The boxes that are always there, by name.
    #[must_use]
    pub fn boxes(&self) -> Vec<(&'static str, Rect)> {
        let places = &self.places;
        let mut boxes = vec![
            ("manifests", places.manifests),
            ("kubelet", places.kubelet),
            ("container", places.container),
            ("api server", places.api_server),
            ("mirror", places.mirror),
            ("you", places.you),
        ];
        boxes.extend(places.drain.map(|it| ("drain", it)));
        for (left, right) in &places.rows {
            boxes.push(("row", *left));
            if !places.rows_are_merged {
                boxes.push(("row", *right));
            }
        }
        boxes
    }
}

impl SizeClass {
    /// The composition for a player of this size, in CSS pixels.
    #[must_use]
    pub fn of(width_px: f32, height_px: f32) -> Self {
        if width_px < 320.0 || height_px < 200.0 {
            Self::Poster
        } else if width_px < 480.0 {
            Self::Tall
        } else if width_px < 640.0 {
            // An upright player has room for two columns of tall boxes, but not for four.
            if height_px > width_px * 1.2 { Self::Tall } else { Self::Small }
        } else if width_px < 960.0 || height_px < 600.0 {
            Self::Medium
        } else {
            Self::Wide
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, SizeClass};
    use crate::geometry::rect;

    const CLASSES: [SizeClass; 4] =
        [SizeClass::Wide, SizeClass::Medium, SizeClass::Small, SizeClass::Tall];

    fn check(look: impl Fn(&str, &Layout)) {
        for class in CLASSES {
            for n_rows in [0, 1, 2, 3, 12, 99] {
                look(&format!("{class:?} with {n_rows} rows"), &Layout::with_rows(class, n_rows));
            }
        }
    }

    #[test]
    fn no_two_boxes_overlap() {
        check(|name, layout| {
            let boxes = layout.boxes();
            for (n, (one, at)) in boxes.iter().enumerate() {
                for (other, there) in &boxes[n + 1..] {
                    assert!(!at.grown(1.9).overlaps(*there), "{one} and {other} in {name}");
                }
            }
        });
    }

    #[test]
    fn every_box_lies_on_the_canvas_and_on_its_side() {
        check(|name, layout| {
            let canvas = rect(0.0, 0.0, layout.width, layout.height);
            let places = &layout.places;
            for (one, at) in layout.boxes() {
                assert!(canvas.contains(at), "{one} in {name}");
            }
            for at in [places.manifests, places.kubelet, places.container] {
                assert!(places.machine.contains(at), "{at:?} in {name}");
            }
            for at in [places.api_server, places.mirror, places.you] {
                assert!(places.cluster.contains(at), "{at:?} in {name}");
            }
        });
    }

    #[test]
    fn container_and_mirror_face_each_other() {
        check(|name, layout| {
            let (one, other) = (layout.places.container, layout.places.mirror);
            if layout.places.glass_is_upright {
                assert_eq!((one.y, one.height), (other.y, other.height), "{name}");
            } else {
                assert_eq!((one.x, one.width), (other.x, other.width), "{name}");
            }
        });
    }

    #[test]
    fn the_player_size_chooses_the_composition() {
        for (size, class) in [
            ((1200.0, 700.0), SizeClass::Wide),
            ((960.0, 600.0), SizeClass::Wide),
            ((1200.0, 500.0), SizeClass::Medium),
            ((700.0, 500.0), SizeClass::Medium),
            ((480.0, 270.0), SizeClass::Small),
            ((500.0, 900.0), SizeClass::Tall),
            ((390.0, 844.0), SizeClass::Tall),
            ((300.0, 300.0), SizeClass::Poster),
            ((800.0, 150.0), SizeClass::Poster),
        ] {
            assert_eq!(SizeClass::of(size.0, size.1), class, "{size:?}");
        }
    }
}
