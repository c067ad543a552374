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
pub mod cover;
pub mod desk;
pub mod follow;
pub mod head;
pub mod keys;
pub mod leash;
pub mod memory;
pub mod net;
pub mod on_stage;
pub mod pace;
pub mod page;
pub mod pointer;
pub mod questions;
pub mod reel;
pub mod sse;
pub mod stream;
pub mod viewer;
pub mod wire;

use crate::page::Page;
use crate::player::Handle;
use crate::words::Words;

use page::{Part, RoomPage};

/// Lets a viewer's page follow its room; false on every other page.
#[must_use]
pub fn follow(page: &Page, player: &Handle) -> bool {
    let Some(room) = RoomPage::find().filter(|it| it.part == Part::Watch) else { return false };
    let words = Page::words().and_then(|it| Words::parse(&it, crate::plural).ok());
    let Some(words) = words else { return false };
    viewer::start(room, page, words, player);
    true
}
