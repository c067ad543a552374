//! A cluster of one's own in the player: where its entries come from, what can be done to it, and
//! what is said of it. Only pages with a live cluster load this.
//!
//! ```text
//! address ─► lesson's line, POST ─► stream ─► told (Loaded) ─► player
//!                                     │
//! panel ◄── offers ◄── view ◄─────────┘
//!   └── input, as text ─► POST
//! ```

pub mod address;
pub mod bar;
pub mod compare;
pub mod feed;
pub mod in_page;
pub mod keep;
pub mod listen;
pub mod news;
pub mod offers;
pub mod panel;
#[cfg(test)]
pub(crate) mod sample;
pub mod sandbox;
mod shape;
pub mod source;
pub mod time;
pub mod timer;
pub mod told;
