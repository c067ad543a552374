//! A connection over which one asks, and asks again.

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

/// A connection over which one asks, and asks again.
pub struct Connection {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Connection {
    /// Connects.
    ///
    /// # Panics
    /// When nobody listens there.
    pub async fn open(host: &str) -> Self {
        let stream = TcpStream::connect(host).await.expect("the server takes connections");
        Self { stream: BufReader::new(stream), host: host.to_owned() }
    }

    /// Sends JSON with a token, or without one. Returns what is answered, as JSON.
    ///
    /// # Panics
    /// When it is refused.
    pub async fn post(&mut self, path: &str, token: &str, json: &Value) -> Value {
        let (body, host) = (json.to_string(), &self.host);
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = self.ask(&request).await;
        let (status, body) = answer.unwrap_or_else(|it| panic!("{path}: {it}"));
        assert!((200..300).contains(&status), "{path} {json}: {status} {body}");
        serde_json::from_str(&body).unwrap_or_default()
    }

    /// Asks for a text.
    ///
    /// # Panics
    /// When it is refused.
    pub async fn get(&mut self, path: &str) -> String {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.host);
        let (status, body) = self.ask(&request).await.unwrap_or_else(|it| panic!("{path}: {it}"));
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    async fn ask(&mut self, request: &str) -> std::io::Result<(u16, String)> {
        self.stream.write_all(request.as_bytes()).await?;
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).await?;
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(code) = line.strip_prefix("http/1.1 ") {
                status = code.get(..3).and_then(|it| it.parse().ok()).unwrap_or_default();
            }
            if let Some(bytes) = line.strip_prefix("content-length:") {
                length = bytes.trim().parse().unwrap_or_default();
            }
            if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }
}
