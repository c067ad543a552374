//! The `mirrorpod` program: built, started, waited for, and stopped when no longer needed.

use std::fs::File;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

use crate::{run, workspace};

/// How long a started server may take before it answers.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server, stopped when dropped.
pub struct Server {
    child: Child,
    /// Where it answers, without a slash at the end.
    pub url: String,
}

/// `cargo build` of the server; its messages go to the terminal.
pub fn build(release: bool) -> Result<()> {
    // The server may embed web/dist, so the folder must exist even before its first build.
    std::fs::create_dir_all(workspace::dist())?;
    let mut command = workspace::cargo();
    command.args(["build", "--package", "mirrorpod"]);
    if release {
        command.arg("--release");
    }
    run::loud(&mut command)
}

/// The program that [`build`] builds.
pub fn program(release: bool) -> PathBuf {
    let profile = if release { "release" } else { "debug" };
    workspace::target().join(profile).join("mirrorpod")
}

/// `mirrorpod serve` on the files in web/dist, not yet started.
pub fn command(release: bool) -> Command {
    let mut command = Command::new(program(release));
    command.current_dir(workspace::root()).arg("serve").arg("--assets").arg(workspace::dist());
    command
}

/// The page of a server that listens on `listen`.
pub fn url(listen: &str) -> Result<String> {
    Ok(format!("http://{}", reachable(listen)?))
}

impl Server {
    /// Starts a built server on a free port, with its output in `target/xtask/server.log`.
    pub fn start_on_free_port() -> Result<Self> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let listen = format!("127.0.0.1:{port}");
        let log = run::log_path("server")?;
        let out = File::create(&log)?;
        let mut command = command(false);
        command.args(["--listen", &listen]).env("RUST_LOG", "info").stdin(Stdio::null());
        command.stdout(out.try_clone()?).stderr(out);
        Self::start(&mut command, &listen)
            .map_err(|error| anyhow!("{error}; {} ends with:\n{}", log.display(), run::tail(&log)))
    }

    /// Starts `command`, which listens on `listen`, and waits until it answers.
    pub fn start(command: &mut Command, listen: &str) -> Result<Self> {
        let (address, url) = (reachable(listen)?, url(listen)?);
        let child = command.spawn().context("cannot start the server")?;
        let mut server = Self { child, url };
        let start = Instant::now();
        while !answers(address) {
            if let Some(status) = server.child.try_wait()? {
                bail!("the server ended before it answered ({status})");
            }
            if start.elapsed() > PATIENCE {
                bail!("the server did not answer within {} s", PATIENCE.as_secs());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(server)
    }

    /// Whether the server still runs.
    pub fn runs(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to stop.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where a server that listens on `listen` can be reached from here.
fn reachable(listen: &str) -> Result<SocketAddr> {
    let listen = listen.replace("localhost", "127.0.0.1");
    let mut address: SocketAddr =
        listen.parse().with_context(|| format!("not an address and port: {listen}"))?;
    if address.ip().is_unspecified() {
        address.set_ip([127, 0, 0, 1].into());
    }
    Ok(address)
}

fn answers(address: SocketAddr) -> bool {
    let second = Duration::from_secs(1);
    let Ok(mut stream) = TcpStream::connect_timeout(&address, second) else { return false };
    let mut head = [0; 7];
    let request = format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.set_read_timeout(Some(5 * second)).is_ok()
        && stream.write_all(request.as_bytes()).is_ok()
        && stream.read_exact(&mut head).is_ok()
        && head == *b"HTTP/1."
}
