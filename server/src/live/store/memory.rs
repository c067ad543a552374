//! Logs in this process, for one server without any other service.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use tokio::sync::watch;

use super::{LIFE, Store, StoreError};
use crate::live::id::LiveId;

/// What was used within this time never makes room for others. Whoever reads a log has it kept
/// more often.
const IDLE: Duration = Duration::from_secs(5 * 60);

/// How often room is looked for at most.
const SEARCH: Duration = Duration::from_secs(1);

/// The store of a single process.
pub struct Memory {
    shelf: Mutex<Shelf>,
    most_bytes: usize,
}

#[derive(Default)]
struct Shelf {
    logs: BTreeMap<LiveId, Log>,
    names: BTreeMap<String, LiveId>,
    n_bytes: usize,
    /// When room was last looked for.
    searched: Option<Instant>,
}

struct Log {
    records: Vec<String>,
    n_bytes: usize,
    news: watch::Sender<u64>,
    used: Instant,
}

impl Shelf {
    /// Drops what has not been used for a while, until no more than `most` bytes are left.
    fn make_room(&mut self, most: usize, now: Instant) {
        // With all of them in use a search finds nothing; it is not made for each who asks.
        if self.searched.is_some_and(|it| now.saturating_duration_since(it) < SEARCH) {
            return;
        }
        self.searched = Some(now);
        let mut idle: Vec<(Instant, LiveId)> =
            self.logs.iter().map(|(id, log)| (log.used, id.clone())).collect();
        idle.sort_unstable();
        for (used, id) in idle {
            if self.n_bytes <= most || now.saturating_duration_since(used) < IDLE {
                break;
            }
            if let Some(log) = self.logs.remove(&id) {
                self.n_bytes -= log.n_bytes;
            }
        }
        let Self { logs, names, .. } = self;
        names.retain(|_, id| logs.contains_key(id));
    }
}

impl Memory {
    /// An empty store that holds at most so many bytes of records.
    #[must_use]
    pub fn new(most_bytes: usize) -> Self {
        Self { shelf: Mutex::default(), most_bytes }
    }

    /// Drops what nobody has used for its whole life.
    pub fn sweep(&self, now: Instant) {
        let mut shelf = self.shelf();
        let old = |log: &Log| now.saturating_duration_since(log.used) > LIFE;
        shelf.logs.retain(|_, log| !old(log));
        let Shelf { logs, names, n_bytes, .. } = &mut *shelf;
        names.retain(|_, id| logs.contains_key(id));
        *n_bytes = logs.values().map(|log| log.n_bytes).sum();
    }

    /// A panic elsewhere leaves the shelf whole: every change of it is one step.
    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, id: &LiveId, first: String) -> Result<(), StoreError> {
        let mut shelf = self.shelf();
        if shelf.logs.contains_key(id) {
            return Err(StoreError::Conflict);
        }
        let n_bytes = first.len();
        self.grow(&mut shelf, n_bytes)?;
        let news = watch::Sender::new(1);
        let log = Log { records: vec![first], n_bytes, news, used: Instant::now() };
        shelf.logs.insert(id.clone(), log);
        Ok(())
    }

    fn push(&self, id: &LiveId, expected: u64, record: String) -> Result<(), StoreError> {
        let mut shelf = self.shelf();
        let length = shelf.logs.get(id).ok_or(StoreError::Gone)?.records.len() as u64;
        if length != expected {
            return Err(StoreError::Conflict);
        }
        self.grow(&mut shelf, record.len())?;
        let log = shelf.logs.get_mut(id).ok_or(StoreError::Gone)?;
        log.n_bytes += record.len();
        log.records.push(record);
        log.used = Instant::now();
        log.news.send_replace(length + 1);
        Ok(())
    }

    /// Takes room for a record. Where there is none, what nobody has used for longest goes first.
    fn grow(&self, shelf: &mut Shelf, n_bytes: usize) -> Result<(), StoreError> {
        if shelf.n_bytes + n_bytes > self.most_bytes {
            shelf.make_room(self.most_bytes.saturating_sub(n_bytes), Instant::now());
        }
        if shelf.n_bytes + n_bytes > self.most_bytes {
            return Err(StoreError::Full);
        }
        shelf.n_bytes += n_bytes;
        Ok(())
    }

    fn tail(&self, id: &LiveId, from: u64) -> Result<Vec<String>, StoreError> {
        let shelf = self.shelf();
        let log = shelf.logs.get(id).ok_or(StoreError::Gone)?;
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        Ok(log.records.get(from..).unwrap_or_default().to_vec())
    }

    fn touch(&self, id: &LiveId) -> Result<(), StoreError> {
        let mut shelf = self.shelf();
        shelf.logs.get_mut(id).ok_or(StoreError::Gone)?.used = Instant::now();
        Ok(())
    }

    fn name(&self, name: &str, id: &LiveId) -> Result<(), StoreError> {
        let mut shelf = self.shelf();
        if shelf.names.contains_key(name) {
            return Err(StoreError::Conflict);
        }
        shelf.names.insert(name.to_owned(), id.clone());
        Ok(())
    }
}

impl Store for Memory {
    fn create<'a>(
        &'a self,
        id: &'a LiveId,
        first: String,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        ready(self.put(id, first)).boxed()
    }

    fn append<'a>(
        &'a self,
        id: &'a LiveId,
        expected: u64,
        // Within one process nobody is ever late.
        _stamped: u64,
        record: String,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        ready(self.push(id, expected, record)).boxed()
    }

    fn read<'a>(
        &'a self,
        id: &'a LiveId,
        from: u64,
    ) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        ready(self.tail(id, from)).boxed()
    }

    fn keep<'a>(&'a self, id: &'a LiveId) -> BoxFuture<'a, Result<(), StoreError>> {
        ready(self.touch(id)).boxed()
    }

    fn news(&self, id: &LiveId) -> watch::Receiver<u64> {
        let shelf = self.shelf();
        // Of a log that is gone there is no news: the receiver's sender is gone as well.
        shelf.logs.get(id).map_or_else(|| watch::channel(0).1, |log| log.news.subscribe())
    }

    fn bind<'a>(&'a self, name: &'a str, id: &'a LiveId) -> BoxFuture<'a, Result<(), StoreError>> {
        ready(self.name(name, id)).boxed()
    }

    fn find<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<LiveId, StoreError>> {
        ready(self.shelf().names.get(name).cloned().ok_or(StoreError::Gone)).boxed()
    }

    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    fn slack(&self) -> Duration {
        Duration::ZERO
    }

    fn is_up(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_append_must_have_seen_everything_before() {
        let store = Memory::new(100);
        let id = LiveId::random();
        assert_eq!(store.read(&id, 0).await, Err(StoreError::Gone));
        store.create(&id, "a".into()).await.unwrap();
        assert_eq!(store.create(&id, "b".into()).await, Err(StoreError::Conflict));
        assert_eq!(store.append(&id, 0, 0, "b".into()).await, Err(StoreError::Conflict));
        store.append(&id, 1, 0, "b".into()).await.unwrap();
        assert_eq!(store.read(&id, 0).await.unwrap(), ["a", "b"]);
        assert_eq!(store.read(&id, 1).await.unwrap(), ["b"]);
        assert!(store.read(&id, 9).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn news_comes_with_each_append() {
        let store = Memory::new(100);
        let id = LiveId::random();
        store.create(&id, "a".into()).await.unwrap();
        let mut news = store.news(&id);
        assert!(!news.has_changed().unwrap());
        store.append(&id, 1, 0, "b".into()).await.unwrap();
        news.changed().await.unwrap();
        assert_eq!(*news.borrow(), 2);
    }

    #[tokio::test]
    async fn a_full_store_refuses_and_loses_nothing() {
        let store = Memory::new(3);
        let id = LiveId::random();
        store.create(&id, "ab".into()).await.unwrap();
        assert_eq!(store.append(&id, 1, 0, "cd".into()).await, Err(StoreError::Full));
        assert_eq!(store.read(&id, 0).await.unwrap(), ["ab"]);
        store.append(&id, 1, 0, "c".into()).await.unwrap();
    }

    #[tokio::test]
    async fn what_was_not_used_for_longest_makes_room_and_what_is_used_does_not() {
        let store = Memory::new(3);
        let [old, newer, newest] = [(); 3].map(|()| LiveId::random());
        for id in [&old, &newer, &newest] {
            store.create(id, "x".into()).await.unwrap();
        }
        let (second, soon) = (Duration::from_secs(1), Instant::now() + IDLE);
        store.shelf().logs.get_mut(&old).unwrap().used -= 2 * second;
        store.shelf().logs.get_mut(&newer).unwrap().used -= second;
        store.shelf().make_room(1, soon - 2 * second);
        assert_eq!(store.shelf().n_bytes, 2, "one has not been used for so long");
        store.shelf().make_room(0, soon - second / 2);
        assert_eq!(store.shelf().n_bytes, 1);
        assert_eq!(store.read(&newest, 0).await.unwrap(), ["x"]);
        assert_eq!(store.read(&old, 0).await, Err(StoreError::Gone));
    }

    #[tokio::test]
    async fn what_nobody_uses_goes_and_its_name_with_it() {
        let store = Memory::new(100);
        let id = LiveId::random();
        store.create(&id, "a".into()).await.unwrap();
        store.bind("7KD3QF", &id).await.unwrap();
        assert_eq!(store.bind("7KD3QF", &id).await, Err(StoreError::Conflict));
        store.sweep(Instant::now());
        assert_eq!(store.find("7KD3QF").await, Ok(id.clone()));
        store.sweep(Instant::now() + LIFE + Duration::from_secs(1));
        assert_eq!(store.find("7KD3QF").await, Err(StoreError::Gone));
        assert_eq!(store.read(&id, 0).await, Err(StoreError::Gone));
        // Its room in the store is free again.
        store.create(&id, "x".repeat(100)).await.unwrap();
    }
}
