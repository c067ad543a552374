//! The live clusters that this process works out, and those who read them.
//!
//! A cluster is worked out while somebody reads it or acts on it, and for a while after. What is
//! kept of it lies in the store; here is only what follows from that.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::clock::LiveClock;
use super::cluster::{Cluster, Misfit, Origin, Refused};
use super::id::{LiveId, Token};
use super::record::{Birth, Record};
use super::running::{Live, Signal};
use super::situation::{BadLink, Situation};
use super::store::{Store, StoreError};
use crate::recordings::{Recorded, Recordings};

/// How long a cluster that nobody reads stays in memory.
const IDLE: Duration = Duration::from_secs(60);
/// Time is let run at most this often: many timers find nothing to do.
const PACE: Duration = Duration::from_millis(25);
/// A cluster is looked after at least this often.
const LOOK: Duration = Duration::from_secs(5);
/// How often a writer tries again when others were faster.
const TRIES: usize = 20;

/// All live clusters of this process.
pub struct Hub {
    store: Arc<dyn Store>,
    recordings: Arc<Recordings>,
    running: Mutex<HashMap<LiveId, Arc<Live>>>,
    most_running: usize,
    n_rewritten: AtomicU64,
}

/// Why a live cluster did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveError {
    /// The store did not.
    Store(StoreError),
    /// It is not theirs.
    NotYours,
    /// It does not fit.
    Refused(Refused),
    /// The situation cannot be played.
    Link(BadLink),
    /// There is no such lesson.
    Lesson(String),
    /// This process has no room for one more.
    Full,
    /// There is nothing to leap to.
    Nothing,
}

impl Hub {
    /// Nothing runs yet. At most `most_running` clusters are worked out at once.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, recordings: Arc<Recordings>, most_running: usize) -> Self {
        let n_rewritten = AtomicU64::default();
        Self { store, recordings, running: Mutex::default(), most_running, n_rewritten }
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// How many clusters are being worked out.
    #[must_use]
    pub fn n_running(&self) -> usize {
        self.running().len()
    }

    /// How often a cluster went another way here than its log says, and was worked out again.
    #[must_use]
    pub fn n_rewritten(&self) -> u64 {
        self.n_rewritten.load(Ordering::Relaxed)
    }

    /// Begins a live cluster in a situation. Its time runs as everybody's.
    ///
    /// # Errors
    /// When the situation does not fit its lesson, or there is no room.
    pub async fn create(
        self: &Arc<Self>,
        situation: Situation,
    ) -> Result<(Arc<Live>, Token), LiveError> {
        let token = Token::random();
        let at = situation.script().map_err(LiveError::Link)?.end;
        let clock = LiveClock { wall: self.store.now(), at, rate: 1_000 };
        let birth = Birth { situation, token: token.hash(), clock };
        // Played before it is kept: what does not fit leaves nothing behind.
        let cluster = self.play(vec![Record::Born(Box::new(birth.clone())).to_json()]).await?;
        let id = LiveId::random();
        let first = Record::Born(Box::new(birth)).to_json();
        self.store.create(&id, first).await.map_err(LiveError::Store)?;
        Ok((self.start(id, cluster)?, token))
    }

    /// The live cluster of this name, brought back into memory when it is not there.
    ///
    /// # Errors
    /// When there is none, or no room for it.
    pub async fn open(self: &Arc<Self>, id: &LiveId) -> Result<Arc<Live>, LiveError> {
        if let Some(live) = self.running().get(id) {
            return Ok(live.clone());
        }
        let records = self.store.read(id, 0).await.map_err(LiveError::Store)?;
        let cluster = self.play(records).await?;
        self.start(id.clone(), cluster)
    }

    /// Does something to a cluster, as a statement of a script. Returns when it happened.
    ///
    /// # Errors
    /// When it is not theirs, does not fit, or the store is away. Nothing has happened then.
    pub async fn act(
        self: &Arc<Self>,
        id: &LiveId,
        token: &Token,
        text: &str,
    ) -> Result<Signal, LiveError> {
        let record = |it: &Cluster, wall| it.input(text, wall).map_err(LiveError::Refused);
        self.write(id, token, record).await
    }

    /// Lets a cluster's time run at another rate, in thousandths of real time.
    ///
    /// # Errors
    /// As [`Hub::act`].
    pub async fn set_rate(
        self: &Arc<Self>,
        id: &LiveId,
        token: &Token,
        rate: u32,
    ) -> Result<Signal, LiveError> {
        self.write(id, token, |it: &Cluster, wall| Ok(it.at_rate(rate, wall))).await
    }

    /// Lets a cluster's time leap to the next thing that happens.
    ///
    /// # Errors
    /// As [`Hub::act`], and when nothing happens soon.
    pub async fn leap(self: &Arc<Self>, id: &LiveId, token: &Token) -> Result<Signal, LiveError> {
        self.write(id, token, |it: &Cluster, wall| it.leap(wall).ok_or(LiveError::Nothing)).await
    }

    /// Appends the record that `make` makes of the cluster as it is, and lets it take effect.
    async fn write(
        self: &Arc<Self>,
        id: &LiveId,
        token: &Token,
        make: impl Fn(&Cluster, u64) -> Result<Record, LiveError>,
    ) -> Result<Signal, LiveError> {
        let live = self.open(id).await?;
        let mut cluster = live.cluster.lock().await;
        if !cluster.token().is_of(token) {
            return Err(LiveError::NotYours);
        }
        for _ in 0..TRIES {
            self.catch_up(&live, &mut cluster).await.map_err(LiveError::Store)?;
            let stamped = self.store.now();
            let record = make(&cluster, stamped)?.to_json();
            match self.store.append(id, cluster.n_records(), stamped, record).await {
                Ok(()) => {
                    self.catch_up(&live, &mut cluster).await.map_err(LiveError::Store)?;
                    return Ok(live.now());
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(LiveError::Store(error)),
            }
        }
        Err(LiveError::Store(StoreError::Conflict))
    }

    /// Takes what the store has, lets time run, and tells the readers.
    async fn catch_up(&self, live: &Live, cluster: &mut Cluster) -> Result<(), StoreError> {
        // Before the read: what comes into the log after it was stamped later than this less slack.
        let seen = self.store.now();
        let mut read = self.store.read(&live.id, cluster.n_records()).await;
        if !takes(live, cluster, &read) {
            read = self.rewrite(live, cluster).await;
        }
        // While it is not known whether others still reach the store, time stands still: they may
        // be placing inputs. Once nobody reaches it, there are none, and time runs on.
        if read.is_ok() || !self.store.is_up() {
            cluster.run(seen.saturating_sub(self.slack()));
        }
        live.publish(cluster, self.store.is_up(), read == Err(StoreError::Gone));
        read.map(|_| ())
    }

    /// Works a cluster out from its log again, since it went another way here than its log says.
    ///
    /// This happens only where a process is cut off from the store for long while another is not:
    /// it lets time run on for its readers' sake, and the other places inputs meanwhile.
    async fn rewrite(&self, live: &Live, cluster: &mut Cluster) -> Result<Vec<String>, StoreError> {
        let records = self.store.read(&live.id, 0).await?;
        self.n_rewritten.fetch_add(1, Ordering::Relaxed);
        tracing::error!(id = %live.id, "went another way than its log says; worked out again");
        match self.play(records).await {
            Ok(again) => {
                *cluster = again;
                live.rewrite(cluster);
                Ok(Vec::new())
            }
            Err(error) => {
                tracing::error!(id = %live.id, %error, "its log cannot be worked out");
                Err(StoreError::Gone)
            }
        }
    }

    /// How far behind the shared clock clusters stay, in milliseconds.
    fn slack(&self) -> u64 {
        u64::try_from(self.store.slack().as_millis()).unwrap_or_default()
    }

    async fn play(&self, records: Vec<String>) -> Result<Cluster, LiveError> {
        let recordings = self.recordings.clone();
        let played = tokio::task::spawn_blocking(move || play(&recordings, &records)).await;
        played.unwrap_or(Err(LiveError::Link(BadLink::Damaged)))
    }

    fn start(self: &Arc<Self>, id: LiveId, cluster: Cluster) -> Result<Arc<Live>, LiveError> {
        let mut running = self.running();
        if let Some(live) = running.get(&id) {
            return Ok(live.clone());
        }
        if running.len() >= self.most_running {
            return Err(LiveError::Full);
        }
        let live = Arc::new(Live::new(id.clone(), cluster));
        running.insert(id, live.clone());
        tokio::spawn(look_after(self.clone(), live.clone()));
        Ok(live)
    }

    fn stop(&self, live: &Live) {
        self.running().remove(&live.id);
    }

    /// A panic elsewhere leaves the map whole: every change of it is one step.
    fn running(&self) -> MutexGuard<'_, HashMap<LiveId, Arc<Live>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets a cluster's time run for as long as somebody reads it, and a while after.
async fn look_after(hub: Arc<Hub>, live: Arc<Live>) {
    let mut news = hub.store.news(&live.id);
    let mut used = Instant::now();
    loop {
        let (gone, wait) = {
            let mut cluster = live.cluster.lock().await;
            news.mark_unchanged();
            let gone = hub.catch_up(&live, &mut cluster).await == Err(StoreError::Gone);
            (gone, cluster.wait(hub.store.now().saturating_sub(hub.slack())))
        };
        if live.is_read() {
            used = Instant::now();
            // Kept while it is read; that the store is away for a moment is said to readers.
            let _ = hub.store.keep(&live.id).await;
        }
        if gone || used.elapsed() > IDLE {
            return hub.stop(&live);
        }
        let wait = wait.map_or(LOOK, Duration::from_millis).clamp(PACE, LOOK);
        tokio::select! {
            () = sleep(wait) => {}
            // Without a sender there is no news; then the wait alone decides.
            changed = news.changed() => if changed.is_err() { sleep(wait).await },
        }
    }
}

/// Takes the records that were read. False when the cluster has to be worked out again.
fn takes(live: &Live, cluster: &mut Cluster, read: &Result<Vec<String>, StoreError>) -> bool {
    for record in read.as_deref().unwrap_or_default() {
        match cluster.apply(record) {
            Ok(()) => {}
            Err(Misfit::Past) => return false,
            Err(error) => {
                tracing::error!(id = %live.id, %error, "a record does not fit its cluster");
            }
        }
    }
    *read != Err(StoreError::Rewritten)
}

fn play(recordings: &Recordings, records: &[String]) -> Result<Cluster, LiveError> {
    let mut records = records.iter();
    let first = records.next().and_then(|it| serde_json::from_str(it).ok());
    let Some(Record::Born(birth)) = first else { return Err(LiveError::Link(BadLink::Damaged)) };
    let Situation { lesson, branch, .. } = &birth.situation;
    let recorded = recordings.find(lesson, branch.as_deref());
    let recorded: &Recorded = recorded.map_err(|_| LiveError::Lesson(lesson.clone()))?;
    let origin = Origin { header: recorded.timeline.header(), cluster: &recorded.cluster };
    let mut cluster = Cluster::born(&origin, &birth).map_err(LiveError::Link)?;
    for record in records {
        if let Err(error) = cluster.apply(record) {
            tracing::error!(%error, "a record does not fit its cluster");
        }
    }
    Ok(cluster)
}

impl fmt::Display for LiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::NotYours => f.write_str("this needs the token of whoever began it"),
            Self::Refused(why) => why.fmt(f),
            Self::Link(why) => why.fmt(f),
            Self::Lesson(name) => write!(f, "there is no lesson {name:?}"),
            Self::Full => f.write_str("the server has as many live clusters as it can hold"),
            Self::Nothing => f.write_str("nothing happens within five minutes"),
        }
    }
}

impl std::error::Error for LiveError {}
