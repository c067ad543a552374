//! Logs in Redis or Valkey, for several processes.
//!
//! A log is a list; an append is a script that compares its length and its stamp first. What the
//! server says of its own accord only raises levels: whoever waits then looks for himself. Each
//! process keeps a copy of the logs it uses, goes on from it when the server is away, and writes it
//! back when the server has lost it.

mod clock;
mod copies;
mod keeper;
mod link;
mod talk;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use redis::{Client, IntoConnectionInfo as _, ProtocolVersion, RedisError, RedisResult};
use tokio::sync::{Notify, watch};

use self::clock::SharedClock;
use self::copies::Copies;
use self::link::Link;
use super::{Store, StoreError, Talk};
use crate::live::id::LiveId;

/// How far behind the shared clock processes stay: a stamp may be 150 ms old, and what two
/// processes take for now differs by less than the rest.
const SLACK: Duration = Duration::from_millis(250);

/// The store of several processes.
pub struct Redis(Arc<Inner>);

struct Inner {
    client: Client,
    /// The connection, while there is one.
    link: Mutex<Option<Link>>,
    copies: Copies,
    clock: SharedClock,
    /// Whether the server is there, as far as this process knows.
    is_up: AtomicBool,
    /// Whether this process lost the server and has let time run without it since.
    was_alone: AtomicBool,
    /// Somebody found that the connection is of no use.
    broken: Notify,
}

impl Redis {
    /// A store at an address, as `redis://host:6379/0`, which need not be there yet. To be called
    /// within a runtime: a task keeps the connection from then on.
    ///
    /// # Errors
    /// When it is no such address.
    pub fn open(url: &str) -> Result<Self, RedisError> {
        let info = url.into_connection_info()?;
        // The newer protocol lets one connection carry both answers and news.
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
        let inner = Arc::new(Inner {
            client: Client::open(info.set_redis_settings(settings))?,
            link: Mutex::default(),
            copies: Copies::default(),
            clock: SharedClock::default(),
            is_up: AtomicBool::new(false),
            was_alone: AtomicBool::new(false),
            broken: Notify::new(),
        });
        tokio::spawn(keeper::keep(inner.clone()));
        Ok(Self(inner))
    }
}

impl Inner {
    /// From now on the server can be asked.
    fn link(&self, link: Link) {
        *self.slot() = Some(link);
        self.copies.raise_all();
    }

    /// The connection broke; whether the server is lost remains to be seen.
    fn unlink(&self) {
        *self.slot() = None;
        self.copies.raise_all();
    }

    /// Nobody reaches the server.
    fn lose(&self, why: &str) {
        // A process that never reached it has nothing that could go on.
        self.was_alone.store(self.clock.seen().is_some(), Ordering::SeqCst);
        if self.is_up.swap(false, Ordering::SeqCst) || self.clock.seen().is_none() {
            tracing::warn!(why, "the store cannot be reached");
        }
        self.copies.raise_all();
    }

    /// Everybody is back and may write.
    fn welcome(&self) {
        self.was_alone.store(false, Ordering::SeqCst);
        if !self.is_up.swap(true, Ordering::SeqCst) {
            tracing::info!("the store is there");
            self.copies.raise_all();
        }
    }

    fn slot(&self) -> MutexGuard<'_, Option<Link>> {
        self.link.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn linked(&self) -> Result<Link, StoreError> {
        self.slot().clone().ok_or(StoreError::Unavailable)
    }

    /// The same for those who write: they wait until everybody is back.
    fn writable(&self) -> Result<Link, StoreError> {
        if self.is_up() { self.linked() } else { Err(StoreError::Unavailable) }
    }

    fn is_up(&self) -> bool {
        self.is_up.load(Ordering::SeqCst)
    }

    /// What an answer means; a connection that gave none is given up.
    fn answer<T>(&self, answer: RedisResult<T>) -> Result<T, StoreError> {
        answer.map_err(|error| {
            if error.code() == Some("OOM") {
                return StoreError::Full;
            }
            if link::is_broken(&error) {
                self.broken.notify_one();
            } else {
                tracing::error!(%error, "the store did not understand");
            }
            StoreError::Unavailable
        })
    }

    fn done(&self, answer: RedisResult<String>) -> Result<(), StoreError> {
        match self.answer(answer)?.as_str() {
            "done" => Ok(()),
            "conflict" => Err(StoreError::Conflict),
            "gone" => Err(StoreError::Gone),
            _ => Err(StoreError::Unavailable),
        }
    }

    async fn create(&self, id: &LiveId, first: String) -> Result<(), StoreError> {
        let answer = self.writable()?.create(id, first.clone()).await;
        self.done(answer)?;
        self.copies.extend(id, 0, &[first]);
        Ok(())
    }

    async fn append(
        &self,
        id: &LiveId,
        expected: u64,
        stamped: u64,
        record: String,
    ) -> Result<(), StoreError> {
        let answer = self.writable()?.append(id, expected, stamped, record.clone()).await;
        match self.done(answer) {
            Ok(()) => {
                self.copies.extend(id, expected, &[record]);
                Ok(())
            }
            // The answer was lost, but the news of it had come.
            Err(StoreError::Unavailable) if self.copies.holds(id, expected, &record) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn read(&self, id: &LiveId, from: u64) -> Result<Vec<String>, StoreError> {
        let read = match self.linked() {
            Ok(link) => self.answer(link.read(id, from).await),
            Err(error) => Err(error),
        };
        match read {
            Ok((0, _)) => Err(StoreError::Gone),
            Ok((_, records)) if self.copies.extend(id, from, &records) => Ok(records),
            Ok(_) => Err(StoreError::Rewritten),
            // Alone, what this process has is all that can be read.
            Err(error) if !self.is_up() => self.copies.tail(id, from).ok_or(error),
            Err(error) => Err(error),
        }
    }

    async fn keep(&self, id: &LiveId) -> Result<(), StoreError> {
        let answer = self.writable()?.keep(id).await;
        self.done(answer)
    }

    async fn bind(&self, name: &str, id: &LiveId) -> Result<(), StoreError> {
        let answer = self.writable()?.bind(name, id).await;
        self.done(answer)?;
        self.copies.name(id, name);
        Ok(())
    }

    async fn find(&self, name: &str) -> Result<LiveId, StoreError> {
        let found = self.answer(self.linked()?.find(name).await)?;
        let id: LiveId = found.and_then(|it| it.parse().ok()).ok_or(StoreError::Gone)?;
        self.copies.name(&id, name);
        Ok(id)
    }
}

impl Store for Redis {
    fn create<'a>(
        &'a self,
        id: &'a LiveId,
        first: String,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.0.create(id, first).boxed()
    }

    fn append<'a>(
        &'a self,
        id: &'a LiveId,
        expected: u64,
        stamped: u64,
        record: String,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.0.append(id, expected, stamped, record).boxed()
    }

    fn read<'a>(
        &'a self,
        id: &'a LiveId,
        from: u64,
    ) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        self.0.read(id, from).boxed()
    }

    fn keep<'a>(&'a self, id: &'a LiveId) -> BoxFuture<'a, Result<(), StoreError>> {
        self.0.keep(id).boxed()
    }

    fn news(&self, id: &LiveId) -> watch::Receiver<u64> {
        self.0.copies.news(id)
    }

    fn bind<'a>(&'a self, name: &'a str, id: &'a LiveId) -> BoxFuture<'a, Result<(), StoreError>> {
        self.0.bind(name, id).boxed()
    }

    fn find<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<LiveId, StoreError>> {
        self.0.find(name).boxed()
    }

    fn now(&self) -> u64 {
        self.0.clock.now()
    }

    fn slack(&self) -> Duration {
        SLACK
    }

    fn is_up(&self) -> bool {
        self.0.is_up()
    }

    fn talk(self: Arc<Self>) -> Arc<dyn Talk> {
        self
    }
}
