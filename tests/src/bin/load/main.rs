//! A crowd for a server, bounded and on this machine: what it costs, and how late things arrive.
//!
//! ```text
//! cargo build --release -p mirrorpod
//! cargo run --release -p tests --features load --bin load -- sandboxes
//! ```

#![allow(clippy::print_stdout, reason = "it is there to print")]

mod events;
mod figures;
mod sandboxes;
mod server;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

#[derive(Parser)]
#[command(name = "load", about = "A crowd for a server on this machine")]
struct Cli {
    #[command(subcommand)]
    crowd: Crowd,
}

#[derive(Subcommand)]
enum Crowd {
    /// Sandboxes, each with a learner who does something every few seconds
    Sandboxes(Size),
}

/// How large, and for how long.
#[derive(Args, Clone)]
struct Size {
    /// How many
    #[arg(long, default_value_t = 500)]
    count: usize,
    /// Seconds
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Milliseconds between what one of them does and the next
    #[arg(long, default_value_t = 2_000)]
    every: u64,
    /// The server's program
    #[arg(long, default_value = "target/release/mirrorpod")]
    server: PathBuf,
}

impl Size {
    const fn run(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}

#[tokio::main]
async fn main() {
    match Cli::parse().crowd {
        Crowd::Sandboxes(size) => sandboxes::run(&size).await,
    }
}
