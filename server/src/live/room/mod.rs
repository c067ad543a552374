//! Rooms: one presenter, any number of viewers, everybody at the same moment.
//!
//! ```text
//! driver ──POST──► OpenRoom ──append──► Store (records: rights, what is on stage, answers)
//!                                         │ news
//!                  Keeper ◄───────────────┘◄── the cluster on stage ◄── other processes' talk
//!                    │ Level: all that is told, written once
//!                    ▼
//!        viewers and the desk, each from what it has been told already
//! ```
//!
//! A room is a log in the same store as clusters, and [`Room`] is its fold. What is on stage is a
//! level, so of many changes in a moment a viewer gets the last; entries are a log, of which nobody
//! misses any. [`message`] is the only way out to the audience, and it knows no token.

mod act;
mod audience;
mod drive;
mod error;
mod facts;
mod frame;
mod keeper;
mod level;
mod meeting;
mod message;
mod open;
mod part;
mod place;
mod presence;
mod question;
mod record;
mod recording;
mod rights;
mod rooms;
mod state;
mod tab;
#[cfg(test)]
mod tests;
mod told;

pub use act::{Acted, Pace};
pub use audience::{Piece, stream};
pub use error::RoomError;
pub use frame::Cursor;
pub use open::{Done, OpenRoom, Wish};
pub use place::{Cover, Patch, Place, Shown};
pub use presence::{Stream, Viewer};
pub use question::Vote;
pub use record::{Asked, RoomRecord};
pub use rights::{Caller, Standing};
pub use rooms::{Created, Opening, RoomLimits, Rooms};
pub use state::Room;
pub use tab::TabId;
pub use told::stage_json;
