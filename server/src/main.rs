//! The `mirrorpod` program.

use anyhow::Result;
use clap::Parser;
use mirrorpod::cli::{Cli, Command};
use mirrorpod::{commands, serve};

fn main() -> Result<()> {
    match Cli::parse().command {
        Command::Serve(args) => serve::run(&args),
        Command::Trace(args) => commands::trace::run(&args),
        Command::Health(args) => commands::health::run(&args),
        Command::Openapi(_) => commands::openapi::run(),
    }
}
