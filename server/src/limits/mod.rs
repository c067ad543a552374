//! How much one may ask for, so that nobody slows another: rates, streams, and who is asking.

mod address;
mod gates;
mod origin;
mod proxies;

use std::num::NonZeroU32;

use clap::Args;

use crate::live::Space;
use crate::live::room::RoomLimits;

pub use address::Address;
pub use gates::{Gates, Pass};
pub use origin::Origin;
pub use proxies::{HeaderName, Proxies, Proxy};

/// How much one may ask for.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Live clusters and rooms that may be begun from one address in a minute
    ///
    /// As many may be begun at once: a class often shares one address. More are answered 429 with
    /// the time to wait.
    #[arg(
        long,
        env = "MIRRORPOD_CLUSTERS_PER_MINUTE",
        value_name = "N",
        default_value_t = Self::DEFAULT.clusters_per_minute
    )]
    pub clusters_per_minute: NonZeroU32,

    /// Inputs and changes of the clock that one live cluster takes in a minute
    ///
    /// A room's stage is moved and pointed at ten times as often, and as often its viewers behind
    /// one address may answer.
    #[arg(
        long,
        env = "MIRRORPOD_INPUTS_PER_MINUTE",
        value_name = "N",
        default_value_t = Self::DEFAULT.inputs_per_minute
    )]
    pub inputs_per_minute: NonZeroU32,

    /// Streams of live clusters and rooms that may be open from one address
    ///
    /// Streams of lessons do not count: they end by themselves.
    #[arg(
        long,
        env = "MIRRORPOD_STREAMS_PER_ADDRESS",
        value_name = "N",
        default_value_t = Self::DEFAULT.streams_per_address
    )]
    pub streams_per_address: u32,

    /// Live clusters that are worked out at once
    ///
    /// One that nobody reads any more makes room for a new one; when all are read, new ones are
    /// answered 503. Each takes about a quarter of a MiB at rest.
    #[arg(
        long,
        env = "MIRRORPOD_MOST_CLUSTERS",
        value_name = "N",
        default_value_t = Self::DEFAULT.most_clusters
    )]
    pub most_clusters: usize,

    /// Memory that live clusters take while they are worked out, in MiB, roughly
    ///
    /// When it is full, those leave it first that nobody reads; they come back from the store when
    /// somebody comes. When all are read, new ones are answered 503, and so is what is done to one
    /// that takes more than its share.
    #[arg(
        long,
        env = "MIRRORPOD_LIVE_MIB",
        value_name = "MIB",
        default_value_t = Self::DEFAULT.live_mib
    )]
    pub live_mib: usize,

    /// Viewers of one room that this server serves
    ///
    /// More are answered 503, and may ask another server of the same store.
    #[arg(
        long,
        env = "MIRRORPOD_VIEWERS_PER_ROOM",
        value_name = "N",
        default_value_t = Self::DEFAULT.viewers_per_room
    )]
    pub viewers_per_room: usize,

    /// Memory for what is done to live clusters and rooms, in MiB, with --store memory
    ///
    /// When it is full, what nobody has used for longest goes first.
    #[arg(
        long,
        env = "MIRRORPOD_STORE_MIB",
        value_name = "MIB",
        default_value_t = Self::DEFAULT.store_mib
    )]
    pub store_mib: usize,

    /// Proxies that are believed when they say who is asking: addresses or networks, with commas
    ///
    /// As 10.0.0.0/8,fd00::/8. Without it, whoever opened the connection is who is asking, and
    /// behind a proxy everybody shares one limit.
    #[arg(long, env = "MIRRORPOD_TRUSTED_PROXIES", value_name = "LIST", value_delimiter = ',')]
    pub trusted_proxies: Vec<Proxy>,

    /// The header in which they say it
    ///
    /// A list of addresses to which each proxy appends the one it was asked from, or a single
    /// address. Of a list, the last address counts that is not a trusted proxy's: what stands
    /// before it anybody can have written.
    #[arg(
        long,
        env = "MIRRORPOD_FORWARDED_HEADER",
        value_name = "NAME",
        default_value = "x-forwarded-for"
    )]
    pub forwarded_header: HeaderName,
}

impl Limits {
    /// For a small server on its own.
    pub const DEFAULT: Self = Self {
        clusters_per_minute: NonZeroU32::new(60).unwrap(),
        inputs_per_minute: NonZeroU32::new(240).unwrap(),
        streams_per_address: 500,
        most_clusters: 1_000,
        live_mib: 256,
        viewers_per_room: 5_000,
        store_mib: 64,
        trusted_proxies: Vec::new(),
        forwarded_header: HeaderName::from_static("x-forwarded-for"),
    };

    /// What live clusters may take in all.
    #[must_use]
    pub const fn space(&self) -> Space {
        Space { clusters: self.most_clusters, bytes: self.live_mib << 20 }
    }

    /// How many rooms there may be, and how many in each.
    #[must_use]
    pub const fn rooms(&self) -> RoomLimits {
        RoomLimits { viewers: self.viewers_per_room, ..RoomLimits::DEFAULT }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
