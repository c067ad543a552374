//! The live clusters that this process works out, and those who read them.
//!
//! A cluster is worked out while somebody reads it or acts on it, and for a while after. What is
//! kept of it lies in the store; here is only what follows from that.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine_live::{BadLink, Birth, Cluster, LiveClock, Misfit, Origin, Record, Situation};
use trace::{EntryId, SimTime};

pub(super) use super::error::LiveError;
use super::id::{LiveId, Token};

use super::running::{Live, Signal};

use super::space::{Running, Space, total};
use super::store::{Store, StoreError};
use super::work;
use crate::recordings::{Recorded, Recordings};

/// How often a writer tries again when others were faster.
const TRIES: usize = 20;

/// All live clusters of this process.
pub struct Hub {
    store: Arc<dyn Store>,
    recordings: Arc<Recordings>,
    running: Mutex<Running>,
    space: Space,
    n_rewritten: AtomicU64,
}

impl Hub {
    /// Nothing runs yet. What runs takes at most so much.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, recordings: Arc<Recordings>, space: Space) -> Self {
        let n_rewritten = AtomicU64::default();
        Self { store, recordings, running: Mutex::default(), space, n_rewritten }
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

    /// How much memory they take together, in bytes, roughly.
    #[must_use]
    pub fn n_bytes(&self) -> usize {
        total(&self.running())
    }

    /// How many read a cluster here.
    #[must_use]
    pub fn n_readers(&self) -> usize {
        self.running().values().map(|it| it.n_readers()).sum()
    }

    /// How often a cluster went another way here than its log says, and was worked out again.
    #[must_use]
    pub fn n_rewritten(&self) -> u64 {
        self.n_rewritten.load(Ordering::Relaxed)
    }

    /// The situation of a lesson just after an entry; before its first for 0.
    ///
    /// # Errors
    /// When there is no such lesson, branch or entry.
    pub fn leave(
        &self,
        lesson: &str,
        branch: Option<&str>,
        after: u32,
    ) -> Result<Situation, LiveError> {
        let recorded = find(&self.recordings, lesson, branch)?;
        let at = match after {
            0 => SimTime::ZERO,
            n => {
                let entry = recorded.cluster.trace().get(EntryId(n));
                entry.ok_or(LiveError::Entry(n))?.at
            }
        };
        let seed = recorded.timeline.header().seed;
        Ok(Situation::fresh(lesson, branch, seed, after, at))
    }

    /// Begins a live cluster in a situation. Its time runs as everybody's.
    ///
    /// # Errors
    /// When the situation does not fit its lesson, or there is no room.
    pub async fn create(
        self: &Arc<Self>,
        situation: Situation,
    ) -> Result<(Arc<Live>, Token), LiveError> {
        self.create_at_rate(situation, 1_000).await
    }

    /// The same, with time at a rate of thousandths of real time.
    ///
    /// # Errors
    /// As [`Hub::create`].
    pub async fn create_at_rate(
        self: &Arc<Self>,
        situation: Situation,
        rate: u32,
    ) -> Result<(Arc<Live>, Token), LiveError> {
        let token = Token::random();
        let at = situation.script().map_err(LiveError::Link)?.end;
        let now = self.store.now();
        let clock = LiveClock { wall: now, at, rate };
        let birth = Birth { situation, token: token.hash(), clock };
        let first = Record::Born(Box::new(birth)).to_json();
        // Played before it is kept: what does not fit leaves nothing behind.
        let cluster = self.play(vec![first.clone()], now).await?;
        // Nor does what finds no room.
        self.space.admit(&mut self.running(), cluster.n_bytes())?;
        let id = LiveId::random();
        self.store.create(&id, first).await.map_err(LiveError::Store)?;
        Ok((self.start(id, cluster)?, token))
    }

    /// The live cluster of this name, brought back into memory when it is not there.
    ///
    /// # Errors
    /// When there is none, or no room for it.
    pub async fn open(self: &Arc<Self>, id: &LiveId) -> Result<Arc<Live>, LiveError> {
        if let Some(live) = self.find_running(id) {
            return Ok(live);
        }
        let seen = self.store.now();
        let records = self.store.read(id, 0).await.map_err(LiveError::Store)?;
        let cluster = self.play(records, seen).await?;
        self.start(id.clone(), cluster)
    }

    /// The situation of a cluster just after an entry, to go another way from there.
    ///
    /// # Errors
    /// When there is no such cluster or entry.
    pub async fn fork(self: &Arc<Self>, id: &LiveId, after: u32) -> Result<Situation, LiveError> {
        let cluster = self.open(id).await?.cluster.lock().await.clone();
        let forked = move || cluster.situation_after(EntryId(after));
        let forked = tokio::task::spawn_blocking(forked).await.ok().flatten();
        forked.ok_or(LiveError::Entry(after))
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
        if !token.opens(cluster.token()) {
            return Err(LiveError::NotYours);
        }
        self.space.grow(&mut self.running(), &live)?;
        for _ in 0..TRIES {
            self.catch_up(&live, &mut cluster).await.map_err(LiveError::Store)?;
            let stamped = self.store.now();
            let record = make(&cluster, stamped)?.to_json();
            match self.store.append(id, cluster.n_records(), stamped, record).await {
                // It is in the log: that the store went since is said to the readers.
                Ok(()) => match self.catch_up(&live, &mut cluster).await {
                    Ok(()) | Err(StoreError::Unavailable) => return Ok(live.now()),
                    Err(error) => return Err(LiveError::Store(error)),
                },
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(LiveError::Store(error)),
            }
        }
        Err(LiveError::Store(StoreError::Conflict))
    }

    /// Takes what the store has, lets time run, and tells the readers.
    pub(super) async fn catch_up(
        &self,
        live: &Live,
        cluster: &mut Cluster,
    ) -> Result<(), StoreError> {
        // Before the read: what comes into the log after it was stamped later than this less slack.
        let seen = self.store.now();
        let mut read = self.store.read(&live.id, cluster.n_records()).await;
        if !takes(live, cluster, &read) {
            read = self.rewrite(live, cluster).await;
        }
        // While it is not known whether others still reach the store, time stands still: they may
        // be placing inputs. Once nobody reaches it, there are none, and time runs on.
        if read.is_ok() || !self.store.is_up() {
            while cluster.run_some(seen.saturating_sub(self.slack())) {
                // A cluster in which much happens is worked out in turn with others.
                live.publish(cluster, self.store.is_up(), read == Err(StoreError::Gone));
                tokio::task::yield_now().await;
            }
        }
        live.publish(cluster, self.store.is_up(), read == Err(StoreError::Gone));
        read.map(|_| ())
    }

    /// Works a cluster out from its log again, since it went another way here than its log says.
    ///
    /// This happens only where a process is cut off from the store for long while another is not:
    /// it lets time run on for its readers' sake, and the other places inputs meanwhile.
    async fn rewrite(&self, live: &Live, cluster: &mut Cluster) -> Result<Vec<String>, StoreError> {
        let seen = self.store.now();
        let records = self.store.read(&live.id, 0).await?;
        self.n_rewritten.fetch_add(1, Ordering::Relaxed);
        tracing::error!(id = %live.id, "went another way than its log says; worked out again");
        match self.play(records, seen).await {
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
    #[must_use]
    pub fn slack(&self) -> u64 {
        u64::try_from(self.store.slack().as_millis()).unwrap_or_default()
    }

    /// Works out a log that had been read at the moment `seen`, aside: a long one takes a while.
    async fn play(&self, records: Vec<String>, seen: u64) -> Result<Cluster, LiveError> {
        let recordings = self.recordings.clone();
        let until = seen.saturating_sub(self.slack());
        let played = tokio::task::spawn_blocking(move || {
            let mut cluster = play(&recordings, &records)?;
            cluster.run(until);
            Ok(cluster)
        });
        // It comes to no end only when the engine panicked: a bug, of which the log tells.
        played.await.unwrap_or(Err(LiveError::Link(BadLink::Damaged)))
    }

    fn start(self: &Arc<Self>, id: LiveId, cluster: Cluster) -> Result<Arc<Live>, LiveError> {
        let mut running = self.running();
        if let Some(live) = running.get(&id) {
            return Ok(live.clone());
        }
        self.space.admit(&mut running, cluster.n_bytes())?;
        let live = Arc::new(Live::new(id.clone(), cluster));
        running.insert(id, live.clone());
        tokio::spawn(work::look_after(self.clone(), live.clone()));
        Ok(live)
    }

    fn find_running(&self, id: &LiveId) -> Option<Arc<Live>> {
        let running = self.running();
        let live = running.get(id)?;
        live.use_now();
        Some(live.clone())
    }

    /// Lets a cluster go if `may` says so; nobody can open it between the question and the deed.
    /// True when it is no longer here.
    pub(super) fn let_go(&self, live: &Arc<Live>, may: impl FnOnce() -> bool) -> bool {
        let mut running = self.running();
        // It may have made room before, and have been brought back since as another.
        let is_here = running.get(&live.id).is_some_and(|it| Arc::ptr_eq(it, live));
        let goes = is_here && may();
        if goes {
            running.remove(&live.id);
        }
        goes || !is_here
    }

    /// A panic elsewhere leaves the map whole: every change of it is one step.
    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
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
    let recorded = find(recordings, lesson, branch.as_deref())?;
    let origin = Origin { header: recorded.timeline.header(), cluster: &recorded.cluster };
    let mut cluster = Cluster::born(&origin, &birth).map_err(LiveError::Link)?;
    for record in records {
        if let Err(error) = cluster.apply(record) {
            tracing::error!(%error, "a record does not fit its cluster");
        }
    }
    Ok(cluster)
}

fn find<'a>(
    recordings: &'a Recordings,
    lesson: &str,
    branch: Option<&str>,
) -> Result<&'a Recorded, LiveError> {
    let found = recordings.find(lesson, branch);
    found.map(|it| &**it).map_err(|problem| LiveError::Lesson(problem.name))
}
