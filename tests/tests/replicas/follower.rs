//! Somebody who reads a cluster or a room from one process after another, and keeps every byte.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::process::PATIENCE;

/// A reader. Whenever his stream ends he goes to the next server, with the number he has seen last.
pub struct Follower {
    told: Arc<Mutex<Told>>,
    task: JoinHandle<()>,
}

/// What he was told so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The entries, by number, as they came. In a room the epoch comes first; elsewhere it is 0.
    pub entries: BTreeMap<(u32, u32), String>,
    /// The newest version of what is on stage, in a room.
    pub stage: u64,
    /// The kinds of notices, in order.
    pub notices: Vec<String>,
    /// How time runs, in thousandths of real time.
    pub rate: Option<u64>,
    /// What must not happen: numbers that come twice or are left out, and what is taken back.
    pub faults: Vec<String>,
    /// How often he had to look for a server.
    pub n_streams: u32,
}

impl Follower {
    /// Reads a path, from the first of these servers as long as it lasts.
    pub fn of(ports: &[u16], path: &str) -> Self {
        let told = Arc::new(Mutex::new(Told::default()));
        let (ports, path, kept) = (ports.to_vec(), path.to_owned(), told.clone());
        let task = tokio::spawn(async move {
            for port in ports.into_iter().cycle() {
                // A stream that ends, however it does, is gone on with elsewhere.
                let _ = read(port, &path, &kept).await;
                sleep(Duration::from_millis(50)).await;
            }
        });
        Self { told, task }
    }

    /// What he was told so far.
    pub fn told(&self) -> Told {
        self.told.lock().expect("nobody panics here").clone()
    }

    /// Waits until he was told what is wanted.
    pub async fn hears(&self, what: &str, is_wanted: impl Fn(&Told) -> bool) -> Told {
        let start = Instant::now();
        loop {
            let told = self.told();
            if is_wanted(&told) {
                return told;
            }
            assert!(start.elapsed() < PATIENCE, "never heard: {what}; {told:#?}");
            sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn read(port: u16, path: &str, told: &Mutex<Told>) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let last = told.lock().expect("nobody panics here").entries.keys().last().copied();
    let cursor = match last {
        None => String::new(),
        Some((0, last)) => format!("last-event-id: {last}\r\n"),
        Some((epoch, last)) => format!("last-event-id: {epoch}.{last}\r\n"),
    };
    // An answer in the older protocol comes as it is, and ends with the connection.
    let request = format!("GET {path} HTTP/1.0\r\nhost: x\r\n{cursor}\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut lines = BufReader::new(stream).lines();
    if !lines.next_line().await?.is_some_and(|status| status.contains(" 200 ")) {
        return Ok(());
    }
    told.lock().expect("nobody panics here").n_streams += 1;
    let (mut kind, mut id, mut data) = (String::new(), String::new(), String::new());
    while let Some(line) = lines.next_line().await? {
        match line.split_once(": ").or_else(|| line.split_once(':')) {
            Some(("event", value)) => value.clone_into(&mut kind),
            Some(("id", value)) => value.clone_into(&mut id),
            Some(("data", value)) => value.clone_into(&mut data),
            Some(_) => {}
            None => {
                told.lock().expect("nobody panics here").take(&kind, &id, &data);
                (kind, id, data) = (String::new(), String::new(), String::new());
            }
        }
    }
    Ok(())
}

impl Told {
    /// Takes an event.
    pub fn take(&mut self, kind: &str, id: &str, data: &str) {
        match kind {
            "entry" => self.take_entry(id, data),
            "stage" => {
                let version = field(data, "version").as_u64().expect("a stage has a version");
                // Another server may not have heard of the newest yet.
                self.stage = self.stage.max(version);
            }
            "notice" => self.notices.push(field(data, "kind").as_str().unwrap_or("").to_owned()),
            "clock" => self.rate = field(data, "rate").as_u64(),
            "again" | "gone" => self.faults.push(kind.to_owned()),
            _ => {}
        }
    }

    fn take_entry(&mut self, id: &str, data: &str) {
        let (epoch, n) = id.split_once('.').unwrap_or(("0", id));
        let number = |text: &str| text.parse::<u32>().expect("an entry has a number");
        let id = (number(epoch), number(n));
        if let Some((last, _)) = self.entries.last_key_value()
            && (id.0 < last.0 || id.0 == last.0 && id.1 != last.1 + 1)
        {
            self.faults.push(format!("{id:?} after {last:?}"));
        }
        self.entries.insert(id, data.to_owned());
    }
}

fn field(data: &str, name: &str) -> Value {
    let json: Value = serde_json::from_str(data).expect("what is told is JSON");
    json[name].clone()
}
