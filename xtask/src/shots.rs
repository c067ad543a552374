//! `cargo xtask shots`: pictures of every kind of page, for people to look at.

use anyhow::Result;

use crate::server::Server;
use crate::tools::browser_tests::Browser;
use crate::{run, serve, workspace};

/// What `shots` takes.
#[derive(clap::Args)]
pub struct Args {
    /// Only pictures whose name contains one of these
    only: Vec<String>,
}

/// Serves on a free port and writes target/shots/*.png.
pub fn run(args: &Args) -> Result<()> {
    serve::build(false)?;
    let browser = Browser::ready()?;
    let server = Server::start_on_free_port()?;
    let mut node = browser.node(&server.url);
    node.arg("shots.mjs").args(&args.only).env("SHOTS", workspace::target().join("shots"));
    run::loud(&mut node)
}
