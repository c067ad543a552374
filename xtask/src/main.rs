//! The build, in Rust: `cargo xtask serve`, `cargo xtask test` and their smaller relatives.
//!
//! Everything a bare machine lacks is found or installed here; what cannot be had is said in one
//! sentence. This crate depends on nothing of ours, so that a compile error elsewhere never stops
//! the tool that rebuilds.

// A build tool speaks to a terminal.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod digest;
mod run;
mod workspace;

mod dist;
mod tools;
mod wasm;

mod dev;
mod recipes;
mod serve;
mod server;
mod shots;
mod sizes;
mod test;
mod vendor;

use clap::{Parser, Subcommand};

/// Build, serve and test mirrorpod.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build everything and serve it on http://127.0.0.1:8080
    Serve(serve::Args),
    /// Run every check and every test, the browser's included
    Test(test::Args),
    /// Serve, watch the sources, rebuild and restart; open pages load themselves again
    Dev(serve::Args),
    /// Build the page's files into web/dist
    Dist,
    /// Build the optimised program with the page inside it: target/release/mirrorpod
    Build,
    /// Find or install what serving and testing need, and say what was found
    Tools,
    /// Take pictures of every kind of page into target/shots
    Shots(shots::Args),
    /// Build the sites of tests/recipes with their own tools, and see whether the player runs there
    Recipes(recipes::Args),
    /// Print the sizes of what the browser loads, and their budgets
    Sizes,
    /// Write web/vendor anew from its upstream packages
    Vendor,
}

fn main() {
    let done = match Cli::parse().command {
        Command::Serve(args) => serve::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Dev(args) => dev::run(&args),
        Command::Dist => dist::build().map(drop),
        Command::Build => dist::build().and_then(|_| server::build(true)),
        Command::Tools => tools::run(),
        Command::Shots(args) => shots::run(&args),
        Command::Recipes(args) => recipes::run(&args),
        Command::Sizes => sizes::run(),
        Command::Vendor => vendor::run(),
    };
    if let Err(error) = done {
        eprintln!("xtask: {error:#}");
        std::process::exit(1);
    }
}
