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
pub mod open;
pub mod pace;
pub mod page;
pub mod pointer;
pub mod questions;
pub mod reel;
pub mod sse;
pub mod stream;
pub mod viewer;
mod wake;
pub mod wire;

use wasm_bindgen::JsValue;

use crate::dom;
use crate::page::Page;
use crate::player::Handle;
use crate::words::Words;

use desk::Right;
use memory::Memory;
use page::{Part, RoomPage};

/// Brings a page to life on which somebody presents, or is about to; false on every other page.
///
/// # Errors
/// When the page lacks what it should have.
pub fn present() -> Result<bool, JsValue> {
    let Some(room) = RoomPage::find().filter(|it| it.part != Part::Watch) else {
        return Ok(false);
    };
    let words = words().ok_or("the page has no dictionary")?;
    crate::say_when_it_breaks(&words);
    if room.part == Part::Open {
        open::start(room, words);
        return Ok(true);
    }
    let right = right(&room);
    if desk::start(room, words, right) { Ok(true) } else { Err("this is no speaker view".into()) }
}

/// Lets a viewer's page follow its room; false on every other page.
#[must_use]
pub fn follow(page: &Page, player: &Handle) -> bool {
    let Some(room) = RoomPage::find().filter(|it| it.part == Part::Watch) else { return false };
    let Some(words) = words() else { return false };
    viewer::start(room, page, words, player);
    true
}

fn words() -> Option<Words> {
    Words::parse(&Page::words()?, crate::plural).ok()
}

/// What lets this page present: from the fragment of its address, which is taken away at once, or
/// remembered by this window.
fn right(room: &RoomPage) -> Right {
    let fragment = crate::languages::fragment();
    let secret = fragment.trim_start_matches('#');
    if secret.is_empty() {
        return Memory::of(&room.session).token().map_or(Right::None, Right::Token);
    }
    let location = dom::window().location();
    if let (Ok(path), Ok(history)) = (location.pathname(), dom::window().history()) {
        // Nobody who looks over a shoulder, or at the history, is to find it.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&path));
    }
    match secret.strip_prefix("offer=") {
        Some(offer) => Right::Offer(offer.to_owned()),
        None => Right::Token(secret.to_owned()),
    }
}
