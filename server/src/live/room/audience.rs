//! A room as a stream of events, for one reader.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use futures_util::{Stream, stream};
use tokio::sync::watch;
use tokio::time::timeout;

use super::frame::{Cursor, joined};
use super::level::{Hold, Level, Seen};
use super::open::{Here, OpenRoom};
use super::presence;
use super::rights::Caller;
use super::told::pulse;

/// A reader is sent something at least this often.
const PULSE: Duration = Duration::from_secs(15);
/// How long a page waits before it comes back after a broken connection, in milliseconds: each a
/// little longer or shorter, so that not all come back at once.
const RETRY: (u64, u64) = (1_000, 2_000);

/// What a reader is sent at once.
pub struct Piece {
    /// Events, as they stand in the stream.
    pub events: Bytes,
    /// How many of them are entries of the cluster on stage.
    pub n_entries: usize,
    /// How late the last of these are, where the reader waited for them.
    pub lag: Option<Duration>,
}

/// One reader of a room.
struct Reading {
    room: Arc<OpenRoom>,
    level: watch::Receiver<Arc<Level>>,
    seen: Seen,
    /// Who reads, when they sit at the desk.
    caller: Option<Caller>,
    begun: bool,
    /// Whether every entry had been told when the reader began to wait.
    waits: bool,
    over: bool,
    here: Here,
}

/// Everything that `kind` of reader is told, from after `cursor` on.
pub fn stream(
    room: &Arc<OpenRoom>,
    kind: presence::Stream,
    caller: Option<Caller>,
    cursor: Option<Cursor>,
) -> impl Stream<Item = Piece> + Send + use<> {
    let reading = Reading {
        room: room.clone(),
        level: room.level.subscribe(),
        seen: Seen::after(cursor),
        caller,
        begun: false,
        waits: false,
        over: false,
        here: room.enter(kind),
    };
    stream::unfold(reading, |mut reading| async {
        let piece = reading.next().await?;
        Some((piece, reading))
    })
}

impl Reading {
    async fn next(&mut self) -> Option<Piece> {
        while !self.over {
            let mut news = Vec::new();
            if !std::mem::replace(&mut self.begun, true) {
                news.push(self.greeting());
            }
            let level = self.level.borrow_and_update().clone();
            let n_told = self.seen.n_told();
            self.tell(&level, &mut news);
            if !news.is_empty() {
                let n_entries = self.seen.n_told() - n_told;
                let waited = std::mem::replace(&mut self.waits, self.seen.has_all_of(&level));
                let lag = (waited && n_entries > 0).then(|| level.written.elapsed());
                return Some(Piece { events: joined(news), n_entries, lag });
            }
            match timeout(PULSE, self.level.changed()).await {
                Ok(Ok(())) => {}
                // The room lives as long as this reader holds it.
                Ok(Err(_)) => return None,
                Err(_) => {
                    let events = pulse(self.room.now());
                    return Some(Piece { events, n_entries: 0, lag: None });
                }
            }
        }
        None
    }

    fn tell(&mut self, level: &Level, news: &mut Vec<Bytes>) {
        let now = self.room.now();
        if let Some(caller) = &self.caller {
            let hold = Hold::from(level.rights.get().standing(caller, now));
            news.extend(level.desk_news(&mut self.seen, hold));
            if hold == Hold::Handed {
                self.over = true;
                return;
            }
        }
        news.extend(level.news(&mut self.seen, now));
        if let Some(gone) = level.gone
            && self.seen.has_all_of(level)
        {
            news.push(gone.frame(&self.room.code));
            self.over = true;
        }
    }

    fn greeting(&self) -> Bytes {
        let (least, spread) = RETRY;
        let n = self.here.number().wrapping_mul(0x9E37_79B9);
        Bytes::from(format!("retry: {}\n\n", least + n % spread))
    }
}
