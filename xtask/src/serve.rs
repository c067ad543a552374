//! `cargo xtask serve`: everything needed, then a served page.

use std::env;
use std::os::unix::process::CommandExt;
use std::thread;

use anyhow::{Context, Result};

use crate::dist;
use crate::server;

/// What `serve` and `dev` take.
#[derive(clap::Args)]
pub struct Args {
    /// Optimise the server. Without it the page is there sooner: the unoptimised program builds in
    /// a fraction of the time and is fast enough for one reader.
    #[arg(long)]
    pub release: bool,
    /// Arguments for the server, after `--`
    #[arg(last = true)]
    pub server: Vec<String>,
}

impl Args {
    /// The address that the server will listen on, as the server itself decides it.
    pub fn listen(&self) -> String {
        let mut args = self.server.iter();
        while let Some(arg) = args.next() {
            if let Some(value) = arg.strip_prefix("--listen=") {
                return value.to_owned();
            }
            if arg == "--listen"
                && let Some(value) = args.next()
            {
                return value.clone();
            }
        }
        env::var("MIRRORPOD_LISTEN").unwrap_or_else(|_| "127.0.0.1:8080".to_owned())
    }
}

/// Builds, then becomes the server, so that signals and the exit code are the server's own.
pub fn run(args: &Args) -> Result<()> {
    build(args.release)?;
    eprintln!("xtask: serving {} (Ctrl-C ends it)", server::url(&args.listen())?);
    let mut command = server::command(args.release);
    Err(command.args(&args.server).exec()).context("cannot start the server")
}

/// The page and the server side by side: each keeps about one core busy.
pub fn build(release: bool) -> Result<()> {
    eprintln!("xtask: building the page and the server");
    thread::scope(|scope| {
        let page = scope.spawn(dist::build);
        let server = server::build(release);
        page.join().expect("building the page does not panic")?;
        server
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(server: &[&str], expect: &str) {
        let server = server.iter().map(ToString::to_string).collect();
        assert_eq!(Args { release: false, server }.listen(), expect);
    }

    #[test]
    fn the_address_is_the_one_given_to_the_server() {
        check(&["--listen", "0.0.0.0:9000"], "0.0.0.0:9000");
        check(&["--verbose", "--listen=[::1]:1"], "[::1]:1");
    }
}
