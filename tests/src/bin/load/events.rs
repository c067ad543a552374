//! A stream of events that has no end.

use std::collections::VecDeque;

use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;

/// A stream of events that has no end.
pub struct Events {
    body: BoxStream<'static, reqwest::Result<bytes::Bytes>>,
    text: String,
    ready: VecDeque<Event>,
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
    pub async fn open(client: &reqwest::Client, url: &str) -> Result<Self, String> {
        let answer = client.get(url).send().await.map_err(|it| it.to_string())?;
        if !answer.status().is_success() {
            return Err(format!("{url}: {}", answer.status()));
        }
        let body = answer.bytes_stream().boxed();
        Ok(Self { body, text: String::new(), ready: VecDeque::new() })
    }

    /// The next event; `None` when the connection has ended.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            let bytes = self.body.next().await?.ok()?;
            self.text.push_str(&String::from_utf8_lossy(&bytes));
            let Some(end) = self.text.rfind("\n\n") else { continue };
            self.ready.extend(self.text[..end].split("\n\n").filter_map(parse));
            self.text.drain(..end + 2);
        }
    }
}

/// `None` for a comment.
fn parse(block: &str) -> Option<Event> {
    let field = |name: &str| block.lines().find_map(|it| it.strip_prefix(name)).map(str::trim);
    Some(Event { kind: field("event:")?.to_owned(), data: field("data:")?.to_owned() })
}
