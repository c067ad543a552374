//! The live clusters that this process works out, and those who read them.
//!
//! A cluster is worked out while somebody reads it or acts on it, and for a while after. What is
//! kept of it lies in the store; here is only what follows from that.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::time::{Instant, sleep};
use trace::{EntryId, Header};

use super::clock::LiveClock;
use super::cluster::{Cluster, Origin, Refused};
use super::id::{LiveId, Token};
use super::record::{Birth, Record};
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
}

/// A cluster that is being worked out.
pub struct Live {
    /// Its name.
    pub id: LiveId,
    header: Header,
    n_shared: u32,
    cluster: AsyncMutex<Cluster>,
    /// The own entries so far, each as a line of JSON.
    lines: Mutex<Vec<Bytes>>,
    signal: watch::Sender<Signal>,
}

/// What readers are told: there is more, and how time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal {
    /// How many own entries there are.
    pub n_lines: usize,
    /// How time runs.
    pub clock: LiveClock,
    /// Whether inputs can be taken and other processes heard.
    pub store_is_up: bool,
    /// Whether the cluster is over: what was kept of it has expired.
    pub gone: bool,
}

/// Somebody who reads a cluster. While there is one, it stays in memory.
pub struct Reader {
    live: Arc<Live>,
    signal: watch::Receiver<Signal>,
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
        Self { store, recordings, running: Mutex::default(), most_running }
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
            let record = make(&cluster, self.store.now())?.to_json();
            match self.store.append(id, cluster.n_records(), record).await {
                Ok(()) => {
                    self.catch_up(&live, &mut cluster).await.map_err(LiveError::Store)?;
                    return Ok(*live.signal.borrow());
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(LiveError::Store(error)),
            }
        }
        Err(LiveError::Store(StoreError::Conflict))
    }

    /// Takes what the store has, lets time run, and tells the readers.
    async fn catch_up(&self, live: &Live, cluster: &mut Cluster) -> Result<(), StoreError> {
        let read = self.store.read(&live.id, cluster.n_records()).await;
        for record in read.as_deref().unwrap_or_default() {
            if let Err(error) = cluster.apply(record) {
                tracing::error!(id = %live.id, %error, "a record does not fit its cluster");
            }
        }
        let slack = u64::try_from(self.store.slack().as_millis()).unwrap_or_default();
        cluster.run(self.store.now().saturating_sub(slack));
        live.publish(cluster, &read);
        read.map(|_| ())
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
            let slack = u64::try_from(hub.store.slack().as_millis()).unwrap_or_default();
            (gone, cluster.wait(hub.store.now().saturating_sub(slack)))
        };
        if live.signal.receiver_count() > 0 {
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

impl Live {
    fn new(id: LiveId, cluster: Cluster) -> Self {
        let signal = Signal { n_lines: 0, clock: cluster.clock(), store_is_up: true, gone: false };
        let live = Self {
            id,
            header: cluster.header().clone(),
            n_shared: cluster.n_shared(),
            cluster: AsyncMutex::new(cluster.clone()),
            lines: Mutex::default(),
            signal: watch::Sender::new(signal),
        };
        live.publish(&cluster, &Ok(Vec::new()));
        live
    }

    /// Writes down the entries that are new, and tells the readers if anything is.
    fn publish(&self, cluster: &Cluster, read: &Result<Vec<String>, StoreError>) {
        let mut lines = self.lines();
        let n_known = self.n_shared as usize + lines.len();
        let new = cluster.entries_after(n_known).iter();
        lines.extend(new.map(|entry| Bytes::from(entry.to_json())));
        let signal = Signal {
            n_lines: lines.len(),
            clock: cluster.clock(),
            store_is_up: *read != Err(StoreError::Unavailable),
            gone: *read == Err(StoreError::Gone),
        };
        drop(lines);
        self.signal.send_if_modified(|it| std::mem::replace(it, signal) != signal);
    }

    /// What precedes the entries.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// How many entries are the lesson's own and not in this log.
    #[must_use]
    pub const fn n_shared(&self) -> u32 {
        self.n_shared
    }

    /// Reads along.
    #[must_use]
    pub fn reader(self: &Arc<Self>) -> Reader {
        Reader { live: self.clone(), signal: self.signal.subscribe() }
    }

    /// Everything that makes this cluster, as of now.
    pub async fn situation(&self) -> Situation {
        self.cluster.lock().await.situation()
    }

    /// The situation just after an entry. `None` when there is no such entry.
    pub async fn situation_after(&self, entry: EntryId) -> Option<Situation> {
        self.cluster.lock().await.situation_after(entry)
    }

    fn lines(&self) -> MutexGuard<'_, Vec<Bytes>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader {
    /// The cluster that is read.
    #[must_use]
    pub fn live(&self) -> &Arc<Live> {
        &self.live
    }

    /// How things stand.
    pub fn now(&mut self) -> Signal {
        *self.signal.borrow_and_update()
    }

    /// Comes back when anything is another than at the last look.
    pub async fn changed(&mut self) {
        // The sender lives as long as the cluster, which this reader holds.
        let _ = self.signal.changed().await;
    }

    /// The own entries after the first `n`, each as a line of JSON; at most `most` of them.
    #[must_use]
    pub fn lines(&self, n: usize, most: usize) -> Vec<Bytes> {
        let lines = self.live.lines();
        lines.get(n..).unwrap_or_default().iter().take(most).cloned().collect()
    }
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
