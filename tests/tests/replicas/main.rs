//! Several processes over one store: a real Redis, cut off, stopped and killed.

mod contract;
mod hubs;
mod proxy;
mod redis_server;
