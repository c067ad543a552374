//! A real redis-server of a test's own, on a port of its own.

use std::env;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a server may take to start or to stop.
const PATIENCE: Duration = Duration::from_secs(20);

/// What happens to the data of a server that ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    Kept,
    Lost,
}

/// How a server or a process is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It may say goodbye.
    Term,
    /// It may not.
    Kill,
}

/// A server, killed when dropped.
pub struct RedisServer {
    port: u16,
    folder: PathBuf,
    data: Data,
    child: Option<Child>,
}

/// Whether tests with a real server are left out; only somebody who says so leaves them out.
pub fn is_left_out() -> bool {
    env::var_os("MIRRORPOD_NO_REDIS").is_some()
}

/// Plays a scenario as often as `MIRRORPOD_REPEAT` says, or once, and says how long each took.
#[expect(clippy::print_stdout, reason = "whoever repeats a scenario looks at the figures")]
pub async fn check(what: &str, scenario: impl AsyncFn()) {
    if is_left_out() {
        return;
    }
    let times = env::var("MIRRORPOD_REPEAT").ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    for n in 1..=times {
        let start = Instant::now();
        scenario().await;
        println!("{what}: {n} of {times}: {:.1} s", start.elapsed().as_secs_f32());
    }
}

impl RedisServer {
    /// A server that keeps its data over a restart, or does not.
    pub fn start(data: Data) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("redis-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("the target folder can be written");
        let mut server = Self { port: free_port(), folder, data, child: None };
        server.start_again();
        server
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0", self.port)
    }

    /// Its port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Starts it on its old port, with what is left of its data.
    pub fn start_again(&mut self) {
        let append_only = if self.data == Data::Kept { "yes" } else { "no" };
        let log = File::create(self.folder.join("log")).expect("the folder can be written");
        let mut command = Command::new(program());
        command
            .args(["--port", &self.port.to_string(), "--bind", "127.0.0.1", "--save", ""])
            .args(["--appendonly", append_only, "--dir"])
            .arg(&self.folder)
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(Stdio::null());
        self.child = Some(command.spawn().expect("redis-server starts"));
        let start = Instant::now();
        while self.ask("PING").is_none_or(|answer| answer != "+PONG") {
            assert!(start.elapsed() < PATIENCE, "redis-server does not answer");
            sleep(Duration::from_millis(10));
        }
    }

    /// Ends it.
    pub fn stop(&mut self, how: End) {
        if let Some(mut child) = self.child.take() {
            end(&mut child, how);
        }
    }

    /// The first line of the answer to a command; `None` when it does not answer.
    pub fn ask(&self, command: &str) -> Option<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
        stream.write_all(format!("{command}\r\n").as_bytes()).ok()?;
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).ok()?;
        Some(line.trim_end().to_owned())
    }

    /// The number that a command answers.
    pub fn number(&self, command: &str) -> i64 {
        let answer = self.ask(command).expect("it answers");
        answer.trim_start_matches(':').parse().unwrap_or_else(|_| panic!("{command}: {answer}"))
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.stop(End::Kill);
        // What is left is in the target folder.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Ends a process of ours and waits until it has ended.
pub fn end(child: &mut Child, how: End) {
    match how {
        End::Kill => child.kill().expect("it is ours"),
        End::Term => {
            let pid = child.id().to_string();
            let sent = Command::new("kill").args(["-TERM", &pid]).status();
            assert!(sent.is_ok_and(|it| it.success()), "it is ours");
        }
    }
    let start = Instant::now();
    while child.try_wait().expect("it is ours").is_none() {
        assert!(start.elapsed() < PATIENCE, "it does not end");
        sleep(Duration::from_millis(5));
    }
}

/// A port that nobody listens on.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there are ports");
    listener.local_addr().expect("it has an address").port()
}

fn program() -> PathBuf {
    if let Some(named) = env::var_os("MIRRORPOD_REDIS") {
        return named.into();
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let names = ["redis-server", "valkey-server"];
    let all = env::split_paths(&folders).flat_map(|it| names.map(|name| it.join(name)));
    all.into_iter().find(|it| it.is_file()).expect(
        "tests of several processes need redis-server or valkey-server: install it, name its \
         program in MIRRORPOD_REDIS, or leave these tests out with MIRRORPOD_NO_REDIS=1",
    )
}
