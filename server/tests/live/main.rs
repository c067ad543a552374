//! What holds of every live cluster, whoever reads it and wherever it is worked out.

mod forks;
mod hubs;
mod replicas;
mod shares;
mod world;
