//! A stream of events that has no end.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A stream of events that has no end. A plain connection, so that a machine bears many.
pub struct Events {
    stream: TcpStream,
    bytes: Vec<u8>,
    n_read: usize,
}

/// One event.
pub struct Event {
    pub kind: String,
    pub data: String,
}

impl Events {
    /// Opens a stream.
    ///
    /// # Errors
    /// When it is not given.
    pub async fn open(host: &str, path: &str) -> Result<Self, String> {
        let failed = |it: std::io::Error| format!("{path}: {it}");
        let mut stream = TcpStream::connect(host).await.map_err(failed)?;
        let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.map_err(failed)?;
        let mut events = Self { stream, bytes: Vec::new(), n_read: 0 };
        loop {
            if events.stream.read_buf(&mut events.bytes).await.map_err(failed)? == 0 {
                return Err(format!("{path}: no answer"));
            }
            let Some(head) = find(&events.bytes, b"\r\n\r\n") else { continue };
            let says = String::from_utf8_lossy(&events.bytes[..head]).into_owned();
            if !says.starts_with("HTTP/1.1 200 ") {
                return Err(format!("{path}: {says}"));
            }
            events.n_read = head + 4;
            return Ok(events);
        }
    }

    /// The next event; `None` when the connection has ended.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            while let Some(length) = find(&self.bytes[self.n_read..], b"\n\n") {
                let block = self.n_read..self.n_read + length;
                self.n_read = block.end + 2;
                if let Some(event) = parse(&self.bytes[block]) {
                    return Some(event);
                }
            }
            self.bytes.drain(..self.n_read);
            self.n_read = 0;
            if self.stream.read_buf(&mut self.bytes).await.ok()? == 0 {
                return None;
            }
        }
    }

    /// The data of the next event of a kind.
    ///
    /// # Panics
    /// When the connection ends before it comes.
    pub async fn until(&mut self, kind: &str) -> String {
        loop {
            let event = self.next().await.expect("the stream has no end");
            if event.kind == kind {
                return event.data;
            }
        }
    }
}

/// `None` for a comment. What a chunk of the answer begins and ends with is no field, and stands on
/// lines of its own: a server sends whole events.
fn parse(block: &[u8]) -> Option<Event> {
    let block = str::from_utf8(block).ok()?;
    let field = |name: &str| block.lines().find_map(|it| it.strip_prefix(name)).map(str::trim);
    Some(Event { kind: field("event:")?.to_owned(), data: field("data:")?.to_owned() })
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|it| it == wanted)
}
