//! Several processes over one store: a real Redis, cut off, stopped and killed.

mod contract;
mod crowd;
mod deeds;
mod follower;
mod hubs;
mod place;
mod process;
mod processes;
mod proxied;
mod redis_server;
mod room_processes;
mod rooms;
mod wire;
