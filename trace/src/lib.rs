//! The facts of a simulated cluster.
//!
//! A [`Trace`] is an append-only list of [`Entry`]s. Each entry is one [`Event`], something that
//! happened, with the simulated time at which it happened and the entry that led to it. State is
//! never sent: a [`View`] is the fold of the entries up to a moment, so it can be had for any
//! moment, forwards or backwards.
//!
//! This crate depends on nothing else of ours. It decides nothing and draws nothing; it is what
//! the engine writes, the server streams, and the page reads.

mod entry;
#[allow(missing_docs, reason = "variants are documented; their fields say what they are")]
mod event;
mod header;
mod ids;
mod line;
mod lookup;
#[allow(missing_docs, reason = "the fields are Kubernetes' own and documented there")]
pub mod object;
mod request;
mod runtime;
pub mod view;
mod wire;
mod yaml;

pub use entry::{Entry, Trace};
pub use event::{
    DrainVerdict, Event, FileOp, ManifestError, MirrorDecision, PodOp, Source, SyncReason,
};
pub use header::{Beat, Header, NodeSpec, Step, Topology};
pub use ids::{EntryId, NodeName, PodRef, RuntimeId, SimTime, Uid, short_id};
pub use line::event_line;
pub use request::{Answer, Client, Request, Resource, Verb};
pub use runtime::{ContainerRecord, ContainerState, SandboxRecord};
pub use view::View;
pub use wire::{End, FORMAT, Line, WireError};
pub use yaml::to_yaml;
