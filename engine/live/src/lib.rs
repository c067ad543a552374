//! Live clusters: a cluster that somebody acts on, worked out from a log of what was done to it and
//! how fast its time ran. Whoever has the same log gets the same entries, byte for byte.
//!
//! Nothing in here waits, asks a clock or keeps anything: a server's processes and a page without a
//! server do that, each in its own way, and what they say of a cluster is the same.

mod clock;
mod cluster;
mod course;
mod record;
mod shapes;
mod situation;
mod token;

pub use clock::{FASTEST, LiveClock};
pub use cluster::{Cluster, Misfit, Origin, Refused};
pub use course::Stuck;
pub use record::{Birth, Record};
pub use shapes::{Acted, Begin, Begun, Change, Changed, Fork, Input, Link};
pub use situation::{BadLink, Situation};
pub use token::TokenHash;
