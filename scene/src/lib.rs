//! A moment of a trace as shapes: pure functions of (timeline, layout, moment).
//!
//! ```text
//! Header, entries ──> Timeline ──┐
//!            Layout (places) ────┼──> frame() ──> Frame ──> elements() ──> page or svg()
//!            Moment, Motion ─────┘
//! ```
//!
//! A [`Timeline`] turns entries into beats with motion; a [`Clock`] adds the time it takes to read
//! each caption; [`frame()`] draws any moment anew, in roles and keys. [`Paint`] is the only place
//! with colours, and words come in through [`Labels`]. Nothing is drawn that has no entry, and
//! nothing here asks what time it is.

mod clock;
mod describe;
mod element;
mod frame;
mod geometry;
mod label;
mod lanes;
mod layout;
mod motion;
mod now;
mod number;
mod paint;
mod picture;
mod shape;
mod sketch;
mod svg;
mod text_width;
mod timeline;
mod why;

pub use clock::Clock;
pub use describe::{Facts, describe, facts};
pub use element::{Element, defs, elements};
pub use frame::{Frame, frame, frame_waiting};
pub use geometry::{Point, Rect};
pub use label::{Label, Labels, Message};
pub use lanes::{LaneStyle, Strip, lanes};
pub use layout::{Layout, SizeClass};
pub use motion::Motion;
pub use paint::{Paint, TOKENS, Token};
pub use picture::tie::Tie;
pub use shape::{Anchor, Face, Item, Line, Role, Run, Shape, Stroke, TextStyle, Tint, Weight};
pub use svg::{FONTS_ALONE, SvgOptions, push_escaped, svg};
pub use text_width::{fitted, text_width};
pub use timeline::{Aim, BeatSpan, Fold, Moment, PodName, Span, StepSpan, Timeline};
pub use why::{Cause, why};
