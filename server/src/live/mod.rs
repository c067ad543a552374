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

mod clock;
mod cluster;
mod course;
mod error;
mod hub;
mod id;
mod reader;
mod record;
pub mod room;
mod running;
mod situation;
mod space;
mod store;
mod work;

pub use clock::{FASTEST, LiveClock};
pub use cluster::{Cluster, Misfit, Origin, Refused};
pub use course::Stuck;
pub use error::LiveError;
pub use hub::Hub;
pub use id::{LiveId, NoSuchName, RoomCode, Token, TokenHash};
pub use reader::Reader;
pub use record::{Birth, Record};
pub use running::{Live, Signal};
pub use situation::{BadLink, Situation};
pub use space::Space;
pub use store::{Alone, Memory, PRESENCE, Redis, Store, StoreError, Talk};
