//! The server of mirrorpod: pages, streams and posters, all from memory.
//!
//! [`app::router`] is the whole server as one service, [`serve::serve`] listens for it, and
//! [`serve::run`] does both as the program does.

pub mod app;
pub mod assets;
mod cache;
pub mod cli;
pub mod commands;
pub mod drain;
mod dress;
mod embedded;
pub mod export;
pub mod limits;
pub mod live;
mod locale;
mod log;
mod logging;
pub mod metrics;
pub mod moving;
mod packed;
mod pages;
mod poster;
mod problem;
pub mod recordings;
mod reply;
mod routes;
#[cfg(test)]
mod sample;
mod schema;
pub mod serve;
pub mod state;
