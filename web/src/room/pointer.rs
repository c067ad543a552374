//! Where the presenter points: at a thing of the picture, and where inside it. Pure.
//!
//! A phone shows the same things in other places, so a place on the canvas would mean something
//! else there; the key of a shape means the same thing in every picture.

use scene::{Frame, Item, Point, Rect, Shape, Stroke};

/// A thing, and a place inside it in thousandths of its width and height.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The key of the shape.
    pub cell: String,
    /// From its left edge.
    pub x: u32,
    /// From its top edge.
    pub y: u32,
}

/// A line is easier to hit than it is to see, by so much on either side.
const MARGIN: f32 = 8.0;

/// The longest key that is sent. What is deeper is told by what holds it.
const LONGEST: usize = 64;

impl Spot {
    /// Reads what the room says of the pointer; `None` when it points at nothing.
    #[must_use]
    pub fn parse(json: &str) -> Option<Self> {
        let tree: serde_json::Value = serde_json::from_str(json).ok()?;
        let at = tree.get("at")?;
        let part = |name: &str| u32::try_from(at.get(name)?.as_u64()?).ok();
        Some(Self { cell: at.get("cell")?.as_str()?.to_owned(), x: part("x")?, y: part("y")? })
    }

    /// As the room takes it.
    #[must_use]
    pub fn to_json(spot: Option<&Self>) -> String {
        let at = spot.map(|it| {
            let mut cell = it.cell.as_str();
            while cell.len() > LONGEST {
                cell = cell.rsplit_once('/').map_or("", |(holder, _)| holder);
            }
            serde_json::json!({"cell": cell, "x": it.x, "y": it.y})
        });
        serde_json::json!({ "at": at }).to_string()
    }
}

/// What lies at a place of the canvas: the smallest of the things there. `None` beside them all.
#[must_use]
pub fn spot(frame: &Frame, at: Point) -> Option<Spot> {
    let mut found: Option<(&Item, Rect)> = None;
    for item in frame.items.iter().filter(|it| is_a_place(&it.key)) {
        let Some(bounds) = bounds(&item.shape).filter(|it| holds(*it, at)) else { continue };
        if found.is_none_or(|(_, before)| area(bounds) <= area(before)) {
            found = Some((item, bounds));
        }
    }
    let (item, bounds) = found?;
    let x = thousandths(at.x - bounds.x, bounds.width);
    let y = thousandths(at.y - bounds.y, bounds.height);
    Some(Spot { cell: item.key.clone(), x, y })
}

/// Where a spot lies on another canvas: in the same thing, or in what holds it where that is not
/// drawn. `None` where nothing of the kind is drawn.
#[must_use]
pub fn place(frame: &Frame, spot: &Spot) -> Option<Point> {
    let bounds = outline(frame, |key| key == spot.cell).or_else(|| {
        let mut thing = Some(spot.cell.as_str()).filter(|it| !it.is_empty());
        while let Some(holder) = thing {
            let is_part =
                |key: &str| key.strip_prefix(holder).is_some_and(|it| it.starts_with('/'));
            if let Some(bounds) = outline(frame, is_part) {
                return Some(bounds);
            }
            thing = holder.rsplit_once('/').map(|(holder, _)| holder);
        }
        None
    })?;
    let along = |part: u32, whole: f32| part.min(1_000) as f32 / 1_000.0 * whole;
    Some(bounds.at(along(spot.x, bounds.width), along(spot.y, bounds.height)))
}

/// What is under way is in one place now and in another soon; only what stays is pointed at.
fn is_a_place(key: &str) -> bool {
    !key.starts_with("message/")
}

/// The bounds of the largest shape with such a key.
fn outline(frame: &Frame, is_it: impl Fn(&str) -> bool) -> Option<Rect> {
    let mut found: Option<Rect> = None;
    for item in frame.items.iter().filter(|it| is_it(&it.key)) {
        let Some(bounds) = bounds(&item.shape) else { continue };
        if found.is_none_or(|it| area(it) < area(bounds)) {
            found = Some(bounds);
        }
    }
    found
}

/// The box round a shape. The width of a text differs from language to language, so a text is no
/// place to point at.
fn bounds(shape: &Shape) -> Option<Rect> {
    match shape {
        Shape::Rect { at, .. } => Some(*at),
        Shape::Circle { middle, radius } => {
            let corner = middle.plus(-radius, -radius);
            Some(Rect { x: corner.x, y: corner.y, width: 2.0 * radius, height: 2.0 * radius })
        }
        Shape::Path(strokes) => path_bounds(strokes),
        Shape::Text { .. } => None,
    }
}

fn path_bounds(strokes: &[Stroke]) -> Option<Rect> {
    let mut points = strokes.iter().filter_map(|it| match it {
        Stroke::Move(to) | Stroke::Line(to) | Stroke::Arc { to, .. } => Some(*to),
        Stroke::Close => None,
    });
    let first = points.next()?;
    let (mut low, mut high) = (first, first);
    for point in points {
        low = Point { x: low.x.min(point.x), y: low.y.min(point.y) };
        high = Point { x: high.x.max(point.x), y: high.y.max(point.y) };
    }
    Some(Rect { x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y })
}

fn holds(bounds: Rect, at: Point) -> bool {
    let is_line = bounds.width < MARGIN || bounds.height < MARGIN;
    let bounds = if is_line { bounds.grown(MARGIN) } else { bounds };
    bounds.x <= at.x && at.x <= bounds.right() && bounds.y <= at.y && at.y <= bounds.bottom()
}

fn area(bounds: Rect) -> f32 {
    // A line has a length, and no area.
    bounds.width.max(MARGIN) * bounds.height.max(MARGIN)
}

/// From 0 to 1000. A line's own width is none, so there the middle is meant.
fn thousandths(part: f32, whole: f32) -> u32 {
    if whole <= 0.0 {
        return 500;
    }
    // What is negative becomes 0.
    ((part / whole * 1_000.0) as u32).min(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(key: &str, shape: Shape) -> Item {
        Item { key: key.to_owned(), shape, fill: None, line: None, opacity: 1.0 }
    }

    fn boxed(key: &str, x: f32, y: f32, width: f32, height: f32) -> Item {
        item(key, Shape::Rect { at: Rect { x, y, width, height }, radius: 0.0 })
    }

    fn line(key: &str, x: f32, y: f32, to_x: f32) -> Item {
        let strokes = vec![Stroke::Move(Point { x, y }), Stroke::Line(Point { x: to_x, y })];
        item(key, Shape::Path(strokes))
    }

    fn wide() -> Frame {
        let items = vec![
            boxed("ground", 0.0, 0.0, 600.0, 400.0),
            boxed("mirror/box", 400.0, 100.0, 200.0, 100.0),
            boxed("mirror/chip", 420.0, 120.0, 40.0, 20.0),
            line("way//post", 200.0, 150.0, 400.0),
            boxed("message/dot-7", 300.0, 140.0, 16.0, 16.0),
        ];
        Frame { width: 600.0, height: 400.0, items }
    }

    /// A phone's: two columns, the mirror below, and no chip in it.
    fn tall() -> Frame {
        let items = vec![
            boxed("ground", 0.0, 0.0, 300.0, 700.0),
            boxed("mirror/box", 20.0, 500.0, 260.0, 150.0),
        ];
        Frame { width: 300.0, height: 700.0, items }
    }

    #[track_caller]
    fn check(x: f32, y: f32, wanted: Option<(&str, u32, u32)>) {
        let found = spot(&wide(), Point { x, y });
        let found = found.as_ref().map(|it| (it.cell.as_str(), it.x, it.y));
        assert_eq!(found, wanted, "{x} {y}");
    }

    #[test]
    fn the_smallest_thing_at_a_place_is_meant() {
        check(500.0, 150.0, Some(("mirror/box", 500, 500)));
        check(430.0, 125.0, Some(("mirror/chip", 250, 250)));
        check(60.0, 300.0, Some(("ground", 100, 750)));
    }

    #[test]
    fn a_line_is_hit_from_near_by() {
        check(300.0, 155.0, Some(("way//post", 500, 500)));
    }

    #[test]
    fn what_is_under_way_is_no_place() {
        check(308.0, 148.0, Some(("way//post", 540, 500)));
    }

    #[test]
    fn beside_the_canvas_there_is_nothing() {
        check(700.0, 150.0, None);
    }

    #[track_caller]
    fn check_place(cell: &str, wanted: Option<(f32, f32)>) {
        let spot = Spot { cell: cell.into(), x: 500, y: 200 };
        assert_eq!(place(&tall(), &spot).map(|it| (it.x, it.y)), wanted, "{cell}");
    }

    #[test]
    fn a_spot_lies_in_the_same_thing_on_every_canvas() {
        check_place("mirror/box", Some((150.0, 530.0)));
        check_place("ground", Some((150.0, 140.0)));
    }

    #[test]
    fn where_a_thing_is_not_drawn_what_holds_it_is_meant() {
        check_place("mirror/chip", Some((150.0, 530.0)));
        check_place("mirror/row/chip", Some((150.0, 530.0)));
    }

    #[test]
    fn what_nobody_draws_is_not_pointed_at() {
        check_place("way//post", None);
        check_place("", None);
    }

    #[test]
    fn a_spot_is_sent_and_read_in_thousandths_of_its_cell() {
        let spot = Spot { cell: "mirror/box".into(), x: 412, y: 1_000 };
        let json = Spot::to_json(Some(&spot));
        assert_eq!(json, r#"{"at":{"cell":"mirror/box","x":412,"y":1000}}"#);
        assert_eq!(Spot::parse(&json), Some(spot));
        assert_eq!(Spot::parse(&Spot::to_json(None)), None);
        assert_eq!(Spot::parse(r#"{"at":{"cell":"a","x":"b","y":0}}"#), None);
        assert_eq!(Spot::parse(r#"{"at":{"cell":"a","x":-1,"y":0}}"#), None);
    }

    #[test]
    fn a_long_key_is_sent_as_what_holds_it() {
        let deep = Spot { cell: ["mirror/", &"x".repeat(70)].concat(), x: 500, y: 200 };
        let sent = Spot::parse(&Spot::to_json(Some(&deep))).expect("a spot");
        assert_eq!(sent.cell, "mirror");
        assert_eq!(place(&tall(), &sent).map(|it| (it.x, it.y)), Some((150.0, 530.0)));
    }

    #[test]
    fn a_spot_that_somebody_made_up_stays_inside() {
        let spot = Spot { cell: "ground".into(), x: u32::MAX, y: 0 };
        assert_eq!(place(&tall(), &spot), Some(Point { x: 300.0, y: 0.0 }));
    }
}
