//! Live clusters: sandboxes with one person, rooms with a driver and viewers.
//!
//! ```text
//! POST ──► Hub ──append──► Store (records: inputs, changes of the clock)
//!                            │ news
//!                            ▼
//!          Cluster (engine) ──entries──► readers, each from its own cursor
//! ```
//!
//! What is kept is what somebody did; what happened then is worked out, by every process that has
//! readers, and comes out the same byte for byte. No reader is ever sent an entry that is taken
//! back later, since no input is placed before a time up to which any process has let a cluster
//! run. `ARCHITECTURE.md`, "Past one machine", says why, and names the one exception.

mod error;
mod hub;
mod id;
mod reader;
pub mod room;
mod running;
mod space;
mod store;
mod work;

pub use engine_live::{
    BadLink, Birth, Cluster, FASTEST, LiveClock, Misfit, Origin, Record, Refused, Situation, Stuck,
    TokenHash,
};
pub use error::LiveError;
pub use hub::Hub;
pub use id::{LiveId, NoSuchName, RoomCode, Token};
pub use reader::Reader;
pub use running::{Live, Signal};
pub use space::Space;
pub use store::{Alone, Memory, PRESENCE, Redis, Store, StoreError, Talk};
