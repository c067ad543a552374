//! What processes say to one another about a log and nobody keeps.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use tokio::sync::broadcast;

use super::StoreError;
use crate::live::id::LiveId;

/// How long what a process said of itself holds; it says it again at least every third of this.
pub const PRESENCE: Duration = Duration::from_secs(15);

/// How many sayings may wait for a process that is busy; then it misses the oldest.
const WAITING: usize = 256;

/// A way for processes to speak to one another. What is said may be lost, and is soon forgotten.
pub trait Talk: Send + Sync + 'static {
    /// Says how things stand in this process concerning a log, in place of what it said before, and
    /// hears what every process said within [`PRESENCE`], this one included. An empty text takes
    /// back what was said.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the others cannot be heard.
    fn presence<'a>(
        &'a self,
        id: &'a LiveId,
        process: &'a str,
        said: String,
    ) -> BoxFuture<'a, Result<Vec<String>, StoreError>>;

    /// Tells something to everybody who listens to a log, in this process and in others.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the others cannot be told.
    fn tell<'a>(&'a self, id: &'a LiveId, said: String) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Listens to a log: everything that is told from now on.
    fn listen(&self, id: &LiveId) -> broadcast::Receiver<String>;
}

/// The talk of a single process with itself.
#[derive(Default)]
pub struct Alone {
    listened: Mutex<HashMap<LiveId, broadcast::Sender<String>>>,
}

impl Alone {
    fn listened(&self) -> MutexGuard<'_, HashMap<LiveId, broadcast::Sender<String>>> {
        self.listened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Talk for Alone {
    fn presence<'a>(
        &'a self,
        _: &'a LiveId,
        _: &'a str,
        said: String,
    ) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        let said = if said.is_empty() { Vec::new() } else { vec![said] };
        ready(Ok(said)).boxed()
    }

    fn tell<'a>(&'a self, id: &'a LiveId, said: String) -> BoxFuture<'a, Result<(), StoreError>> {
        if let Some(sender) = self.listened().get(id) {
            // Nobody may be listening any more.
            let _ = sender.send(said);
        }
        ready(Ok(())).boxed()
    }

    fn listen(&self, id: &LiveId) -> broadcast::Receiver<String> {
        let mut listened = self.listened();
        listened.retain(|_, it| it.receiver_count() > 0);
        let sender = listened.entry(id.clone()).or_insert_with(|| broadcast::channel(WAITING).0);
        sender.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_listens_hears_what_is_told_of_that_log() {
        let (talk, one, other) = (Alone::default(), LiveId::random(), LiveId::random());
        talk.tell(&one, "before".into()).await.unwrap();
        let (mut first, mut second) = (talk.listen(&one), talk.listen(&one));
        talk.tell(&other, "elsewhere".into()).await.unwrap();
        talk.tell(&one, "here".into()).await.unwrap();
        assert_eq!(first.recv().await.unwrap(), "here");
        assert_eq!(second.recv().await.unwrap(), "here");
        drop((first, second));
        talk.listen(&other);
        assert_eq!(talk.listened().len(), 1, "a log that nobody listens to is forgotten");
    }

    #[tokio::test]
    async fn a_process_hears_itself() {
        let (talk, id) = (Alone::default(), LiveId::random());
        assert_eq!(talk.presence(&id, "p", "3 readers".into()).await.unwrap(), ["3 readers"]);
        assert!(talk.presence(&id, "p", String::new()).await.unwrap().is_empty());
    }
}
