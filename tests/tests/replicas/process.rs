//! A real `mirrorpod` process, and what is asked of it over a real connection.

use std::env;
use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::redis_server::{End, RedisServer, end, free_port};

/// How long anything may take.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A server of its own process, killed when dropped.
pub struct Process {
    port: u16,
    store: String,
    child: Option<Child>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: String,
}

impl Process {
    /// Starts a server on a store, and waits until everything can be done to it.
    pub async fn start(store: &RedisServer) -> Self {
        let mut process = Self { port: free_port(), store: store.url(), child: None };
        process.start_again().await;
        process
    }

    /// Starts it on its old port.
    pub async fn start_again(&mut self) {
        let log = File::options().create(true).append(true).open(self.log());
        let log = log.expect("the target folder can be written");
        let mut command = Command::new(program());
        command
            .args(["serve", "--listen", &format!("127.0.0.1:{}", self.port), "--drain-limit", "5"])
            .env("MIRRORPOD_STORE", &self.store)
            .env("RUST_LOG", "warn,mirrorpod::live=info")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        self.child = Some(command.spawn().expect("mirrorpod starts"));
        let start = Instant::now();
        while !self.is_ready().await {
            assert!(start.elapsed() < PATIENCE, "it does not get ready; {}", self.log().display());
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Ends it.
    pub fn stop(&mut self, how: End) {
        if let Some(mut child) = self.child.take() {
            end(&mut child, how);
        }
    }

    /// Its port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    async fn is_ready(&self) -> bool {
        let answer = ask(self.port, "GET", "/readyz", "", "").await;
        answer.is_some_and(|it| it.status == 200 && it.body == "ready\n")
    }

    fn log(&self) -> PathBuf {
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("mirrorpod-{}.log", self.port))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop(End::Kill);
        if !std::thread::panicking() {
            // Of use only where something failed.
            let _ = std::fs::remove_file(self.log());
        }
    }
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }
}

/// Sends JSON to a port with a token, or without one.
pub async fn post(port: u16, path: &str, token: &str, json: &Value) -> Answer {
    let answer = ask(port, "POST", path, token, &json.to_string()).await;
    answer.unwrap_or_else(|| panic!("{path}: port {port} gives no answer"))
}

/// What a port answers to a request; `None` when it gives no answer.
pub async fn ask(port: u16, method: &str, path: &str, token: &str, body: &str) -> Option<Answer> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    let authorization = match token {
        "" => String::new(),
        token => format!("authorization: Bearer {token}\r\n"),
    };
    let head = format!(
        "{method} {path} HTTP/1.0\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n{authorization}\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await.ok()?;
    let mut answer = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut answer)).await.ok()?.ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(Answer { status, body: body.to_owned() })
}

/// The program: named by the build, or built now.
pub fn program() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        if let Some(named) = env::var_os("MIRRORPOD_PROGRAM") {
            return named.into();
        }
        let built = Command::new(env!("CARGO")).args(["build", "-p", "mirrorpod"]).status();
        assert!(built.is_ok_and(|it| it.success()), "the server can be built");
        // The tests lie in <target>/<profile>/deps.
        let tests = env::current_exe().expect("this test has a place");
        tests.parent().and_then(|it| it.parent()).expect("it is built").join("mirrorpod")
    })
}
