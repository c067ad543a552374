//! `cargo xtask dev`: serve, watch, rebuild, restart, and have open pages load themselves again.
//!
//! Sources are polled by modification time, which works on every file system. After each build
//! that succeeds the server is started anew with another value of `MIRRORPOD_DEV`. A server that
//! finds this variable gives its pages a script that asks for the value once a second and loads
//! the page again when it has changed. A build that fails leaves the last good server running.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Result;

use crate::serve::{self, Args};
use crate::server::{self, Server};
use crate::workspace;

/// Between two looks at the sources.
const PAUSE: Duration = Duration::from_millis(400);

const WATCHED: [&str; 9] = [
    "Cargo.toml",
    "trace",
    "engine",
    "scene",
    "content",
    "server",
    "web/dev",
    "web/src",
    "web/static",
];

/// Serves until interrupted.
pub fn run(args: &Args) -> Result<()> {
    let mut seen = newest();
    serve::build(args.release)?;
    let mut server = Some(start(args)?);
    loop {
        wait_for_change(&mut seen, server.as_mut());
        eprintln!("xtask: sources changed");
        if let Err(error) = serve::build(args.release) {
            eprintln!("xtask: {error:#}\nxtask: the last good version stays up");
            continue;
        }
        // The port must be free before the next server takes it.
        server = None;
        match start(args) {
            Ok(started) => server = Some(started),
            Err(error) => eprintln!("xtask: {error:#}; waiting for the next change"),
        }
    }
}

fn start(args: &Args) -> Result<Server> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut command = server::command(args.release);
    command.args(&args.server).env("MIRRORPOD_DEV", now.as_millis().to_string());
    let server = Server::start(&mut command, &args.listen())?;
    eprintln!("xtask: mirrorpod is served on {}; watching the sources", server.url);
    Ok(server)
}

fn wait_for_change(seen: &mut SystemTime, mut server: Option<&mut Server>) {
    loop {
        thread::sleep(PAUSE);
        let now = newest();
        if now > *seen {
            *seen = now;
            return;
        }
        if server.as_mut().is_some_and(|server| !server.runs()) {
            eprintln!("xtask: the server ended; it starts again after the next change");
            server = None;
        }
    }
}

fn newest() -> SystemTime {
    let paths = WATCHED.iter().map(|path| workspace::root().join(path));
    paths.map(|path| newest_in(&path)).max().unwrap_or(UNIX_EPOCH)
}

/// Folders count too: their time changes when a file in them is removed or renamed.
fn newest_in(path: &Path) -> SystemTime {
    let own = fs::metadata(path).and_then(|meta| meta.modified()).unwrap_or(UNIX_EPOCH);
    let Ok(entries) = fs::read_dir(path) else { return own };
    entries.flatten().map(|entry| newest_in(&entry.path())).fold(own, SystemTime::max)
}
