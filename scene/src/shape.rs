//! The closed set of things a picture is made of. Shapes say what a line or an area stands for;
//! only the painter knows colours, and only the page knows words.

use crate::geometry::{Point, Rect};
use crate::label::Label;

/// What something stands for. Each role has a colour of its own in every palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Text and marks of the page itself.
    Ink,
    /// Text that may be read second.
    Soft,
    /// Hairlines and empty tracks.
    Rule,
    /// The surface things are drawn on.
    Card,
    /// The manifest directory.
    File,
    /// Its ground.
    FileWash,
    /// The kubelet.
    Kubelet,
    /// Its ground.
    KubeletWash,
    /// What really runs: containers.
    Real,
    /// The machine's ground.
    RealWash,
    /// Mirror Pods.
    Mirror,
    /// Their ground.
    MirrorWash,
    /// The API server and what it stores.
    Api,
    /// Its ground.
    ApiWash,
    /// Deletion and trouble.
    Fault,
    /// The pane between the machine and the API.
    Glass,
    /// The ground of a terminal, dark in every palette.
    Code,
    /// Text on it.
    CodeInk,
    /// Text on it that may be read second.
    CodeSoft,
    /// Good news on it.
    CodeReal,
    /// Bad news on it.
    CodeFault,
}

/// A role at some strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tint {
    /// Whose colour.
    pub role: Role,
    /// From 0, invisible, to 1.
    pub opacity: f32,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Whose colour, how strong.
    pub tint: Tint,
    /// Its width.
    pub width: f32,
    /// Length of dashes and of the gaps between them.
    pub dash: Option<(f32, f32)>,
    /// Whether its ends are round.
    pub round: bool,
}

/// The two families of type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Inter.
    Sans,
    /// JetBrains Mono: for what a machine would print.
    Mono,
}

/// How heavy type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// 400, and 500 for the fixed-width face.
    Regular,
    /// 560.
    Medium,
    /// 650, and 600 for the fixed-width face.
    Bold,
}

/// How text is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// Whose colour.
    pub role: Role,
    /// The height of an em.
    pub size: f32,
    /// Which family.
    pub face: Face,
    /// How heavy.
    pub weight: Weight,
    /// Whether it is struck through: no longer true.
    pub struck: bool,
}

/// Which point of a text its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A stretch of text in one style.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// What it says.
    pub label: Label,
    /// How it is set.
    pub style: TextStyle,
}

/// One stroke of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stroke {
    /// Lift the pen and go there.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A clockwise arc of a circle of this radius; `large` when it is more than half of it.
    Arc {
        /// The circle's radius.
        radius: f32,
        /// Whether the longer way round is meant.
        large: bool,
        /// Where it ends.
        to: Point,
    },
    /// Back to where the pen was put down.
    Close,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A box.
    Rect {
        /// Where.
        at: Rect,
        /// The radius of its corners.
        radius: f32,
    },
    /// A circle.
    Circle {
        /// Its middle.
        middle: Point,
        /// Its radius.
        radius: f32,
    },
    /// Any outline.
    Path(Vec<Stroke>),
    /// Text on one line. What does not fit ends in an ellipsis.
    Text {
        /// A point of its base line.
        at: Point,
        /// Which point.
        anchor: Anchor,
        /// What it says, in order.
        runs: Vec<Run>,
        /// How wide it may be.
        max_width: f32,
    },
}

/// A shape in its place in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Unique in the frame, and the same thing in every frame.
    pub key: String,
    /// What is drawn.
    pub shape: Shape,
    /// How it is filled. Text takes its colour from its runs.
    pub fill: Option<Tint>,
    /// How its outline is drawn.
    pub line: Option<Line>,
    /// From 0, invisible, to 1.
    pub opacity: f32,
}

impl Run {
    /// How wide it is, if that is the same in every language; 0 where it is not.
    pub(crate) fn width(&self) -> f32 {
        match &self.label {
            Label::Text(text) => crate::text_width::text_width(text, &self.style),
            Label::Key(_) => 0.0,
        }
    }
}

impl Role {
    /// The role at full strength.
    #[must_use]
    pub const fn solid(self) -> Tint {
        Tint { role: self, opacity: 1.0 }
    }

    /// The role at this strength.
    #[must_use]
    pub const fn tint(self, opacity: f32) -> Tint {
        Tint { role: self, opacity }
    }

    /// A solid line in this role's colour.
    #[must_use]
    pub const fn line(self, width: f32) -> Line {
        Line { tint: self.solid(), width, dash: None, round: false }
    }
}

impl Line {
    /// The line with dashes.
    #[must_use]
    pub const fn dashed(self, dash: f32, gap: f32) -> Self {
        Self { dash: Some((dash, gap)), ..self }
    }

    /// The line with round ends.
    #[must_use]
    pub const fn rounded(self) -> Self {
        Self { round: true, ..self }
    }

    /// The line at this strength.
    #[must_use]
    pub const fn faint(self, opacity: f32) -> Self {
        Self { tint: Tint { role: self.tint.role, opacity }, ..self }
    }
}

impl TextStyle {
    /// Inter, regular.
    #[must_use]
    pub const fn sans(role: Role, size: f32) -> Self {
        Self { role, size, face: Face::Sans, weight: Weight::Regular, struck: false }
    }

    /// JetBrains Mono.
    #[must_use]
    pub const fn mono(role: Role, size: f32) -> Self {
        Self { role, size, face: Face::Mono, weight: Weight::Regular, struck: false }
    }

    /// The style at weight 560.
    #[must_use]
    pub const fn medium(self) -> Self {
        Self { weight: Weight::Medium, ..self }
    }

    /// The style at weight 650.
    #[must_use]
    pub const fn bold(self) -> Self {
        Self { weight: Weight::Bold, ..self }
    }

    /// The style, struck through.
    #[must_use]
    pub const fn struck(self) -> Self {
        Self { struck: true, ..self }
    }
}
