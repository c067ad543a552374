//! Points and boxes on the canvas of a picture, in its own units.

/// A place. `x` grows to the right, `y` downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// From the left edge.
    pub x: f32,
    /// From the top edge.
    pub y: f32,
}

/// A box with upright sides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Its left edge.
    pub x: f32,
    /// Its top edge.
    pub y: f32,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
}

/// A place at these coordinates.
#[must_use]
pub const fn point(x: f32, y: f32) -> Point {
    Point { x, y }
}

/// A box from its left top corner and its size.
#[must_use]
pub const fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
    Rect { x, y, width, height }
}

impl Point {
    /// The place at `fraction` of the way to `end`.
    #[must_use]
    pub fn toward(self, end: Self, fraction: f32) -> Self {
        point(self.x + (end.x - self.x) * fraction, self.y + (end.y - self.y) * fraction)
    }

    /// The place this far away.
    #[must_use]
    pub fn plus(self, dx: f32, dy: f32) -> Self {
        point(self.x + dx, self.y + dy)
    }
}

impl Rect {
    /// Its right edge.
    #[must_use]
    pub fn right(self) -> f32 {
        self.x + self.width
    }

    /// Its bottom edge.
    #[must_use]
    pub fn bottom(self) -> f32 {
        self.y + self.height
    }

    /// Its middle.
    #[must_use]
    pub fn middle(self) -> Point {
        point(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// The place at this distance from its left top corner.
    #[must_use]
    pub fn at(self, dx: f32, dy: f32) -> Point {
        point(self.x + dx, self.y + dy)
    }

    /// The box larger by `by` on every side; smaller when `by` is negative.
    #[must_use]
    pub fn grown(self, by: f32) -> Self {
        rect(self.x - by, self.y - by, self.width + 2.0 * by, self.height + 2.0 * by)
    }

    /// The box elsewhere.
    #[must_use]
    pub fn moved(self, dx: f32, dy: f32) -> Self {
        rect(self.x + dx, self.y + dy, self.width, self.height)
    }

    /// Whether the two share more than an edge.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// Whether `other` lies within, edges included.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }
}
