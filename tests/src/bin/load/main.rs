//! A crowd for a server, bounded and on this machine: what it costs, and how late things arrive.
//!
//! ```text
//! cargo build --release -p mirrorpod && cargo build --release -p tests --bin load
//! target/release/load sandboxes
//! target/release/load room
//! ```

#![allow(clippy::print_stdout, reason = "it is there to print")]

mod deeds;
mod events;
mod figures;
mod http;
mod room;
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
    /// Sandboxes, each with a learner who does something every few seconds; 500 of them
    Sandboxes {
        #[command(flatten)]
        size: Size,
        /// Seconds to wait before anything is done, while each only reads
        #[arg(long, default_value_t = 10)]
        calm: u64,
        /// Seconds to wait in the end, until the server has let the sandboxes leave its memory
        #[arg(long, default_value_t = 70)]
        rest: u64,
    },
    /// Viewers of one room, whose presenter goes on and acts in turn every few seconds; 2,000
    Room {
        #[command(flatten)]
        size: Size,
    },
}

/// How large, and for how long.
#[derive(Args, Clone)]
struct Size {
    /// How many
    #[arg(long)]
    count: Option<usize>,
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
    /// How many, and `usual` where nobody says.
    ///
    /// # Panics
    /// When this machine gives no process that many connections.
    fn count(&self, usual: usize) -> usize {
        let count = self.count.unwrap_or(usual);
        let files = most_files();
        // Each has up to two connections, and a process has some files besides.
        assert!(2 * count + 64 < files, "{files} open files are too few; see `ulimit -n`");
        count
    }

    const fn run(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    const fn every(&self) -> Duration {
        Duration::from_millis(self.every)
    }
}

/// How many files this process may have open, as far as it is told.
fn most_files() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|it| it.strip_prefix("Max open files"));
    line.and_then(|it| it.split_whitespace().next()?.parse().ok()).unwrap_or(usize::MAX)
}

#[tokio::main]
async fn main() {
    match Cli::parse().crowd {
        Crowd::Sandboxes { size, calm, rest } => {
            let [calm, rest] = [calm, rest].map(Duration::from_secs);
            sandboxes::run(&size, calm, rest).await;
        }
        Crowd::Room { size } => room::run(&size).await,
    }
}
