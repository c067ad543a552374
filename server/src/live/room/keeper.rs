//! What goes on in a room by itself: it follows its log and its cluster, counts who is there, and
//! tells its readers.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, sleep_until};

use super::facts::Facts;
use super::frame::frame;
use super::level::Level;
use super::meeting::Meeting;
use super::message::{StageMessage, TallyMessage};
use super::open::OpenRoom;
use super::record::OwnCluster;
use super::rights::Rights;
use super::rooms::Rooms;
use super::state::Room;
use super::told::{Gone, clock_frame, stage_frame, store_frame};
use crate::live::reader::Reader;
use crate::live::store::StoreError;

/// How long a room that nobody reads stays in memory.
const IDLE: Duration = Duration::from_secs(60);
/// A room is looked after at least this often.
const LOOK: Duration = Duration::from_secs(5);
/// What was answered is told at most this often.
const TALLY_PACE: Duration = Duration::from_millis(250);
/// A cluster that cannot be read is tried again after this.
const AGAIN: Duration = Duration::from_secs(1);

/// Looks after a room.
pub struct Keeper {
    rooms: Arc<Rooms>,
    open: Arc<OpenRoom>,
    news: watch::Receiver<u64>,
    heard: broadcast::Receiver<String>,
    reader: Option<Reader>,
    level: Level,
    /// The room as it was last looked at.
    seen: Snapshot,
    meeting: Meeting,
    /// Whether the store may have something new.
    is_stale: bool,
    looked: Instant,
    used: Instant,
    told_tally: Instant,
    /// When to try again to read the cluster.
    again: Instant,
}

/// What of a room its readers are told.
struct Snapshot {
    n_records: u64,
    epoch: u32,
    on_stage: Option<OwnCluster>,
    tally: String,
    rights: Rights,
    ended: bool,
    absent: String,
    present: String,
}

impl Snapshot {
    fn of(room: &Room) -> Self {
        let tally = room.question().map(|it| TallyMessage::new(it).to_json());
        Self {
            n_records: room.n_records(),
            epoch: room.epoch(),
            on_stage: room.on_stage().cloned(),
            tally: tally.unwrap_or_default(),
            rights: room.rights().clone(),
            ended: room.has_ended(),
            absent: StageMessage::new(room, false).to_json(),
            present: StageMessage::new(room, true).to_json(),
        }
    }
}

impl Keeper {
    /// For a room that was just opened.
    pub async fn new(rooms: Arc<Rooms>, open: Arc<OpenRoom>) -> Self {
        // Before the first look, so that nothing is missed in between.
        let news = rooms.store().news(&open.session);
        let heard = rooms.talk().listen(&open.session);
        let seen = Snapshot::of(&*open.room.lock().await);
        let level = Level::clone(&open.level.borrow());
        let now = Instant::now();
        Self {
            rooms,
            open,
            news,
            heard,
            reader: None,
            level,
            seen,
            meeting: Meeting::new(),
            is_stale: true,
            looked: now,
            used: now,
            told_tally: now - TALLY_PACE,
            again: now,
        }
    }

    /// Looks after the room until nobody has read it for a while.
    pub async fn keep(mut self) {
        loop {
            self.look().await;
            self.follow().await;
            self.meeting.meet(&self.rooms, &self.open, self.seen.rights.tab()).await;
            self.tell();
            if self.open.level.receiver_count() > 0 {
                self.used = Instant::now();
            }
            let idle = self.used.elapsed() > IDLE || self.level.gone == Some(Gone::Expired);
            if idle && self.rooms.close(&self.open) {
                return;
            }
            self.wait().await;
        }
    }

    /// Takes what the store has, if it may have anything, and what was done here.
    async fn look(&mut self) {
        let open = self.open.clone();
        let mut room = open.room.lock().await;
        if std::mem::take(&mut self.is_stale) || self.looked.elapsed() >= LOOK {
            self.looked = Instant::now();
            // Anything else is tried again soon; meanwhile the room goes on as it is.
            if open.catch_up(&mut room).await == Err(StoreError::Gone) {
                self.level.gone = Some(Gone::Expired);
            }
            if open.level.receiver_count() > 0 {
                // That the store is away for a moment is said to readers.
                let _ = self.rooms.store().keep(&open.session).await;
            }
        }
        if room.n_records() != self.seen.n_records {
            self.seen = Snapshot::of(&room);
        }
    }

    /// Reads the cluster on stage.
    async fn follow(&mut self) {
        let Some(own) = &self.seen.on_stage else {
            (self.reader, self.level.facts, self.level.n_own) = (None, None, 0);
            return self.level.clock.set(None, |_| Bytes::new());
        };
        let epoch = self.seen.epoch;
        self.level.facts = self.level.facts.take().filter(|it| it.epoch == epoch);
        // One that is no longer worked out here comes back when it is opened again.
        let reads = |it: &Reader| it.live().id == own.id && !it.live().now().left;
        if !self.reader.as_ref().is_some_and(reads) {
            self.reader = None;
            if Instant::now() < self.again {
                return;
            }
            match self.rooms.hub().open(&own.id).await {
                Ok(live) => self.reader = Some(live.reader()),
                Err(error) => {
                    self.again = Instant::now() + AGAIN;
                    return tracing::warn!(code = %self.open.code, %error, "no cluster on stage");
                }
            }
        }
        let Some(reader) = &mut self.reader else { return };
        let signal = reader.now();
        let facts = match self.level.facts.take().filter(|it| it.life == signal.life) {
            Some(facts) => facts,
            None => {
                let live = reader.live();
                let header = live.header().to_json();
                Arc::new(Facts::new(epoch, signal.life, live.n_shared(), header))
            }
        };
        facts.write(&reader.lines(facts.n_own(), usize::MAX));
        self.level.n_own = facts.n_own();
        self.level.written = signal.written;
        self.level.facts = Some(facts);
        let now = self.rooms.store().now();
        let slack = self.rooms.hub().slack();
        self.level.slack = slack;
        self.level.clock.set(Some(signal.clock), |it| clock_frame(*it, now, slack));
    }

    /// Tells the readers, if anything is another than before.
    fn tell(&mut self) {
        let now = self.rooms.store().now();
        self.level.presenter_is_there = self.meeting.is_led();
        let stage = if self.meeting.is_led() { &self.seen.present } else { &self.seen.absent };
        self.level.stage.set(stage.clone(), |it| stage_frame(it, now));
        if *self.level.tally.get() != self.seen.tally && self.told_tally.elapsed() >= TALLY_PACE {
            self.told_tally = Instant::now();
            self.level.tally.set(self.seen.tally.clone(), |it| tally_frame(it));
        }
        self.level.rights.set(self.seen.rights.clone(), |_| Bytes::new());
        self.level.counts.set(self.meeting.counts().clone(), |_| Bytes::new());
        self.level.store_is_up.set(self.rooms.store().is_up(), |it| store_frame(*it));
        self.level.n_records = self.seen.n_records;
        if self.seen.ended {
            self.level.gone.get_or_insert(Gone::Ended);
        }
        if self.level.stamp() != self.open.level.borrow().stamp() {
            self.open.level.send_replace(Arc::new(self.level.clone()));
        }
    }

    /// Waits until there is something to do.
    async fn wait(&mut self) {
        let due = self.due();
        tokio::select! {
            () = sleep_until(due) => {}
            changed = self.news.changed() => match changed {
                Ok(()) => self.is_stale = true,
                // Without a sender there is no news; then the time alone decides.
                Err(_) => sleep_until(due).await,
            },
            () = changed(&mut self.reader) => {}
            heard = self.heard.recv() => match heard {
                Ok(said) => self.hear(&said),
                // What was missed is made up for by what comes next.
                Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => sleep_until(due).await,
            },
            () = self.open.stir.notified() => {}
        }
    }

    /// When to look again, whatever happens.
    fn due(&self) -> Instant {
        let mut due = Instant::now() + LOOK;
        if *self.level.tally.get() != self.seen.tally {
            due = due.min(self.told_tally + TALLY_PACE);
        }
        if self.seen.on_stage.is_some() && self.reader.is_none() {
            due = due.min(self.again);
        }
        let others = [self.meeting.due(&self.open), self.meeting.leaves()];
        others.into_iter().flatten().fold(due, Instant::min)
    }

    /// Hears what another process, or this one, was told.
    fn hear(&mut self, said: &str) {
        let Ok(mut said) = serde_json::from_str::<serde_json::Value>(said) else { return };
        if let Some(pointer) = said.get_mut("pointer").map(serde_json::Value::take) {
            self.level.pointer.set(pointer, |it| frame("pointer", None, &it.to_string()));
        }
        if let (Some(name), Some(exploring)) =
            (said["viewer"].as_str(), said["exploring"].as_bool())
        {
            self.open.hears_explorer(name, exploring);
        }
    }
}

fn tally_frame(tally: &str) -> Bytes {
    if tally.is_empty() { Bytes::new() } else { frame("tally", None, tally) }
}

/// Comes back when the cluster that is read has anything new; never without one.
async fn changed(reader: &mut Option<Reader>) {
    match reader {
        Some(reader) => reader.changed().await,
        None => std::future::pending().await,
    }
}
