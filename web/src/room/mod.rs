//! Presenter rooms: one presenter, any number of viewers, everybody at the same moment.
//!
//! ```text
//! stage events ──OnStage──> Follow ──> Head ──Moment──> the ordinary picture
//! round trips ──> ServerClock ─────────┘
//! ```
//!
//! A message says what is on stage and since when; where that is by now is a function of the time.
//! So one message serves every viewer, also whoever comes later.

pub mod clock;
pub mod follow;
pub mod head;
pub mod keys;
pub mod net;
pub mod on_stage;
pub mod pace;
pub mod pointer;
pub mod sse;
pub mod stream;
