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
pub mod feed;
pub mod offers;
#[cfg(test)]
mod sample;
pub mod time;
pub mod told;
