//! The `mirrorpod` program.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;
use mirrorpod::cli::{Cli, Command};
use mirrorpod::{commands, serve};

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Serve(args) => serve::run(&args),
        Command::Trace(args) => commands::trace::run(&args),
        Command::Export(args) => commands::export::run(&args),
        Command::Picture(args) => commands::picture::run(&args),
        Command::Health(args) => commands::health::run(&args),
        Command::Openapi => commands::openapi::run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // When not even this can be written, the exit code still says it.
            let _ = writeln!(std::io::stderr(), "mirrorpod: {error:#}");
            ExitCode::FAILURE
        }
    }
}
