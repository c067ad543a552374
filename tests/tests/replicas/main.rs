//! Several processes over one store: a real Redis, cut off, stopped and killed.

mod contract;
mod deeds;
mod follower;
mod hubs;
mod process;
mod processes;
mod proxy;
mod redis_server;
