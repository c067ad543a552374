//! A server of one's own, and what it takes.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::http::Connection;

/// A server that ends with this program.
pub struct Server {
    child: Child,
    /// Where it is, as `127.0.0.1:4711`.
    pub host: String,
    /// Where it says what it counts.
    metrics: String,
}

impl Server {
    /// Starts a server on a free port, with room for a crowd from one address.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn start(program: &Path) -> Self {
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"])
            .args(["--streams-per-address", "100000"])
            .args(["--clusters-per-minute", "1000000", "--inputs-per-minute", "1000000"])
            .args(["--most-clusters", "100000", "--live-mib", "100000"])
            .env("RUST_LOG", "mirrorpod=info,tower_http=warn")
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|it| panic!("{} cannot be started: {it}", program.display()));
        let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines();
        let mut served = Vec::new();
        while served.len() < 2 {
            let line = lines.next_line().await.expect("it is text").expect("it is served");
            let host = line.split_once("served on http://").map(|(_, it)| it.trim());
            served.extend(host.map(|it| it.trim_end_matches("/metrics").to_owned()));
        }
        // What it says from here on is thrown away, so that it is never kept waiting.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let [metrics, host] = <[String; 2]>::try_from(served).expect("there are two");
        Self { child, host, metrics }
    }

    /// What it counts under a name.
    ///
    /// # Panics
    /// When it does not say.
    pub async fn counts(&self, name: &str) -> f64 {
        let mut connection = Connection::open(&self.metrics).await;
        let text = connection.get("/metrics").await;
        let value = text.lines().find_map(|it| it.strip_prefix(name)?.trim().parse().ok());
        value.unwrap_or_else(|| panic!("{name} is not counted: {text}"))
    }

    /// Its memory, in bytes.
    pub fn memory(&self) -> usize {
        let status = self.proc("status");
        let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let kib = line.and_then(|it| it.trim().strip_suffix(" kB"));
        kib.and_then(|it| it.parse::<usize>().ok()).unwrap_or_default() * 1024
    }

    /// The processor time it has taken.
    pub fn processor(&self) -> Duration {
        let stat = self.proc("stat");
        // What follows the name: the state, and far behind it user and system time, in hundredths.
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ticks = fields.skip(11).take(2).filter_map(|it| it.parse::<u64>().ok()).sum::<u64>();
        Duration::from_millis(ticks * 10)
    }

    fn proc(&self, file: &str) -> String {
        let id = self.child.id().expect("it runs");
        std::fs::read_to_string(format!("/proc/{id}/{file}")).unwrap_or_default()
    }
}
