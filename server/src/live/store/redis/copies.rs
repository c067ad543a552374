//! What this process knows of the logs that it uses: enough to go on without the store, and to
//! write back what the store lost.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{broadcast, watch};

use crate::live::id::LiveId;

/// How long a copy that nobody waits for is kept.
const UNUSED: Duration = Duration::from_secs(60);
/// How many sayings may wait for a listener that is busy; then it misses the oldest.
const WAITING: usize = 256;

/// The copies, by the log's name.
#[derive(Default)]
pub struct Copies(Mutex<HashMap<LiveId, Copy>>);

struct Copy {
    records: Vec<String>,
    /// The short names that are bound to the log, as far as this process was told.
    names: Vec<String>,
    /// The store has another log by this name: the copy is of no use.
    is_wrong: bool,
    news: watch::Sender<u64>,
    talk: broadcast::Sender<String>,
    used: Instant,
}

impl Copies {
    /// Takes what the store has from a place on. False when the copy is another than that.
    pub fn extend(&self, id: &LiveId, from: u64, records: &[String]) -> bool {
        self.with(id, |copy| {
            if copy.is_wrong && from == 0 {
                (copy.is_wrong, copy.records) = (false, Vec::new());
            }
            let n_known = copy.records.len();
            let from = usize::try_from(from).unwrap_or(usize::MAX);
            if !copy.is_wrong && from <= n_known {
                copy.records.extend(records.iter().skip(n_known - from).cloned());
            }
            !copy.is_wrong
        })
    }

    /// The copied records from a place on; `None` when there is no copy, or a wrong one.
    pub fn tail(&self, id: &LiveId, from: u64) -> Option<Vec<String>> {
        let copies = self.copies();
        let copy = copies.get(id).filter(|it| !it.is_wrong && !it.records.is_empty())?;
        Some(copy.records.get(usize::try_from(from).ok()?..)?.to_vec())
    }

    /// Whether the record at a place is this one.
    pub fn holds(&self, id: &LiveId, at: u64, record: &str) -> bool {
        self.tail(id, at).is_some_and(|tail| tail.first().is_some_and(|it| it == record))
    }

    /// Notes that the store has another log by this name.
    pub fn distrust(&self, id: &LiveId) {
        self.with(id, |copy| copy.is_wrong = true);
    }

    /// Notes a short name of a log.
    pub fn name(&self, id: &LiveId, name: &str) {
        self.with(id, |copy| {
            if !copy.names.iter().any(|it| it == name) {
                copy.names.push(name.to_owned());
            }
        });
    }

    /// The level that rises when a log may have grown.
    pub fn news(&self, id: &LiveId) -> watch::Receiver<u64> {
        self.with(id, |copy| copy.news.subscribe())
    }

    /// Raises the level of a log, if it is used here.
    pub fn raise(&self, id: &LiveId) {
        if let Some(copy) = self.copies().get(id) {
            copy.news.send_modify(|level| *level += 1);
        }
    }

    /// Raises every level.
    pub fn raise_all(&self) {
        for copy in self.copies().values() {
            copy.news.send_modify(|level| *level += 1);
        }
    }

    /// Listens to what is told of a log.
    pub fn listen(&self, id: &LiveId) -> broadcast::Receiver<String> {
        self.with(id, |copy| copy.talk.subscribe())
    }

    /// Passes on what is told of a log, if it is used here.
    pub fn hear(&self, id: &LiveId, said: &str) {
        if let Some(copy) = self.copies().get(id) {
            // Nobody may be listening.
            let _ = copy.talk.send(said.to_owned());
        }
    }

    /// Every log that this process could write back: its records and its short names.
    pub fn all(&self) -> Vec<(LiveId, Vec<String>, Vec<String>)> {
        let copies = self.copies();
        let known = copies.iter().filter(|(_, copy)| !copy.is_wrong && !copy.records.is_empty());
        known.map(|(id, copy)| (id.clone(), copy.records.clone(), copy.names.clone())).collect()
    }

    /// Forgets what nobody here has used for a while.
    pub fn sweep(&self) {
        self.copies().retain(|_, copy| {
            copy.news.receiver_count() > 0
                || copy.talk.receiver_count() > 0
                || copy.used.elapsed() < UNUSED
        });
    }

    fn with<T>(&self, id: &LiveId, look: impl FnOnce(&mut Copy) -> T) -> T {
        let mut copies = self.copies();
        let copy = copies.entry(id.clone()).or_insert_with(Copy::new);
        copy.used = Instant::now();
        look(copy)
    }

    /// A panic elsewhere leaves the copies whole: every change of them is one step.
    fn copies(&self) -> MutexGuard<'_, HashMap<LiveId, Copy>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Copy {
    fn new() -> Self {
        Self {
            records: Vec::new(),
            names: Vec::new(),
            is_wrong: false,
            news: watch::Sender::new(0),
            talk: broadcast::channel(WAITING).0,
            used: Instant::now(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn a_copy_grows_by_what_it_lacks_and_by_nothing_else() {
        let (copies, id) = (Copies::default(), LiveId::random());
        assert!(copies.extend(&id, 0, &texts(&["a", "b"])));
        assert!(copies.extend(&id, 1, &texts(&["b", "c"])));
        assert!(copies.extend(&id, 3, &texts(&["d"])));
        copies.extend(&id, 9, &texts(&["after a gap"]));
        assert_eq!(copies.tail(&id, 0), Some(texts(&["a", "b", "c", "d"])));
        assert_eq!(copies.tail(&id, 3), Some(texts(&["d"])));
        assert_eq!(copies.tail(&id, 4), Some(Vec::new()));
        assert_eq!(copies.tail(&id, 5), None);
        assert!(copies.holds(&id, 2, "c") && !copies.holds(&id, 3, "c"));
    }

    #[test]
    fn a_copy_of_another_log_is_of_no_use_until_it_is_read_anew() {
        let (copies, id) = (Copies::default(), LiveId::random());
        copies.extend(&id, 0, &texts(&["a", "b"]));
        copies.distrust(&id);
        assert!(!copies.extend(&id, 2, &texts(&["c"])));
        assert_eq!(copies.tail(&id, 0), None);
        assert!(copies.all().is_empty());
        assert!(copies.extend(&id, 0, &texts(&["a", "x"])));
        assert_eq!(copies.tail(&id, 0), Some(texts(&["a", "x"])));
    }

    #[test]
    fn what_nobody_waits_for_is_forgotten() {
        let (copies, id, waited) = (Copies::default(), LiveId::random(), LiveId::random());
        copies.extend(&id, 0, &texts(&["a"]));
        let news = copies.news(&waited);
        let long_ago = Instant::now().checked_sub(2 * UNUSED).unwrap();
        for copy in copies.copies().values_mut() {
            copy.used = long_ago;
        }
        copies.sweep();
        assert_eq!(copies.tail(&id, 0), None);
        copies.raise(&waited);
        assert!(news.has_changed().unwrap());
    }
}
