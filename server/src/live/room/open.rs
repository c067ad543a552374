//! A room that this process serves: what can be done in it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use content::Lang;
use serde_json::json;
use tokio::sync::{Mutex as AsyncMutex, Notify, watch};
use tokio::time::{Instant, timeout};

use super::error::RoomError;
use super::level::Level;
use super::message::StageMessage;
use super::presence::{Present, Stream};
use super::question::Vote;
use super::record::RoomRecord;
use super::rights::{Caller, Standing};
use super::state::Room;
use crate::cache::Cache;
use crate::live::id::{LiveId, RoomCode};
use crate::live::store::{Store, StoreError, Talk};
use crate::reply::Reply;

/// How often a writer tries again when others were faster.
const TRIES: usize = 20;
/// A pointer that comes sooner after the last one is let go: 20 a second and a little.
const POINTER_PACE: Duration = Duration::from_millis(45);
/// How long readers may take to be told, for whoever waits for that.
const TOLD: Duration = Duration::from_secs(1);
/// The most records of a room. Nobody presents for that long.
const MOST_RECORDS: u64 = 100_000;

/// A room that this process serves.
pub struct OpenRoom {
    /// The name of its log, by which it is driven.
    pub session: LiveId,
    /// Its public name, by which it is watched.
    pub code: RoomCode,
    /// Its pages, made once for as long as it is served.
    pub pages: Cache<(Lang, &'static str), Reply>,
    store: Arc<dyn Store>,
    talk: Arc<dyn Talk>,
    pub(super) room: AsyncMutex<Room>,
    pub(super) level: watch::Sender<Arc<Level>>,
    present: Mutex<Present>,
    /// Answers that came while others were being kept: they are kept together.
    waiting: Mutex<Vec<Vote>>,
    pointed: Mutex<Option<Instant>>,
    /// There is something to look after that the store does not tell.
    pub(super) stir: Notify,
}

/// What somebody wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Move what is on stage, ask, point.
    Stage,
    /// Anything else that a driver does.
    Drive,
    /// Drive from this tab.
    TakeOver,
    /// Take the control that was offered.
    Accept,
}

/// A room after somebody did something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The stage's version.
    pub version: u64,
    /// The stage's epoch.
    pub epoch: u32,
    /// What is on stage, but for the time at which it is sent.
    pub stage: String,
}

impl OpenRoom {
    pub(super) fn new(
        session: LiveId,
        room: Room,
        store: Arc<dyn Store>,
        talk: Arc<dyn Talk>,
    ) -> Self {
        Self {
            session,
            code: room.code().clone(),
            pages: Cache::default(),
            level: watch::Sender::new(Arc::new(Level::of(&room))),
            room: AsyncMutex::new(room),
            store,
            talk,
            present: Mutex::default(),
            waiting: Mutex::default(),
            pointed: Mutex::default(),
            stir: Notify::new(),
        }
    }

    /// Milliseconds since 1970 by the store's clock.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.store.now()
    }

    /// Looks at the room as it is now.
    ///
    /// # Errors
    /// When it is gone or the store is away.
    pub async fn look<T>(&self, see: impl FnOnce(&Room) -> T) -> Result<T, RoomError> {
        let mut room = self.room.lock().await;
        self.catch_up(&mut room).await?;
        Ok(see(&room))
    }

    /// Whether somebody may do something, without doing it.
    ///
    /// # Errors
    /// When they may not.
    pub async fn check(&self, caller: &Caller, wish: Wish) -> Result<(), RoomError> {
        let standing = self.look(|room| may(room, caller, wish, self.now())).await?;
        standing.map(|_| ())
    }

    /// What somebody may do, to read what only the driver reads.
    ///
    /// # Errors
    /// When they may not read it.
    pub async fn reads(&self, caller: &Caller) -> Result<Standing, RoomError> {
        let now = self.now();
        let look = |room: &Room| (room.rights().standing(caller, now), room.n_records());
        let (standing, n_records) = self.look(look).await?;
        self.told(n_records).await;
        match standing {
            None | Some(Standing::Offered) => Err(RoomError::Forbidden),
            Some(standing) => Ok(standing),
        }
    }

    /// Keeps the record that `make` makes of the room as it is; none, when there is nothing to do.
    ///
    /// # Errors
    /// When `caller` may not do what they wish, it makes no sense, or the store is away.
    pub async fn change(
        &self,
        caller: &Caller,
        wish: Wish,
        make: impl Fn(&Room, u64) -> Result<Option<RoomRecord>, RoomError>,
    ) -> Result<Done, RoomError> {
        let (done, n_records) = self.write(caller, wish, make).await?;
        self.told(n_records).await;
        Ok(done)
    }

    async fn write(
        &self,
        caller: &Caller,
        wish: Wish,
        make: impl Fn(&Room, u64) -> Result<Option<RoomRecord>, RoomError>,
    ) -> Result<(Done, u64), RoomError> {
        let mut room = self.room.lock().await;
        for _ in 0..TRIES {
            self.catch_up(&mut room).await?;
            let now = self.store.now();
            let claims = may(&room, caller, wish, now)?;
            let record = match claims.then_some(caller.tab.as_ref()) {
                Some(Some(tab)) => RoomRecord::Tab { tab: tab.clone() },
                Some(None) => return Err(RoomError::NoTab),
                None => match make(&room, now)? {
                    Some(record) => record,
                    None => return Ok((self.done(&room), room.n_records())),
                },
            };
            match self.append(&mut room, now, &record).await {
                Ok(()) if claims => {}
                Ok(()) => return Ok((self.done(&room), room.n_records())),
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(RoomError::Store(StoreError::Conflict))
    }

    /// Comes back when readers have been told of so many records, or will be soon.
    async fn told(&self, n_records: u64) {
        let mut level = self.level.subscribe();
        let told = level.wait_for(|it| it.n_records >= n_records);
        // Who is slow to be told is told yet.
        let _ = timeout(TOLD, told).await;
    }

    fn done(&self, room: &Room) -> Done {
        let present = self.level.borrow().presenter_is_there;
        let stage = StageMessage::new(room, present).to_json();
        Done { version: room.version(), epoch: room.epoch(), stage }
    }

    /// Counts somebody's answer. Many that come at once are kept as one record.
    ///
    /// # Errors
    /// When the question takes none, or the store is away.
    pub async fn answer(&self, vote: Vote) -> Result<(), RoomError> {
        lock(&self.waiting).push(vote.clone());
        let mut room = self.room.lock().await;
        let batch = std::mem::take(&mut *lock(&self.waiting));
        // Without one, somebody else has kept this answer with theirs.
        if !batch.is_empty() {
            self.keep_answers(&mut room, batch).await?;
        }
        match room.question() {
            Some(question) if question.has(&vote) => Ok(()),
            Some(question) if question.takes(&vote) => {
                Err(RoomError::Store(StoreError::Unavailable))
            }
            Some(_) | None => Err(RoomError::NotOpen),
        }
    }

    async fn keep_answers(&self, room: &mut Room, batch: Vec<Vote>) -> Result<(), RoomError> {
        for _ in 0..TRIES {
            self.catch_up(room).await?;
            let Some(question) = room.question().filter(|_| !room.has_ended()) else {
                return Ok(());
            };
            let counted = batch.iter().filter(|vote| question.takes(vote));
            let votes: Vec<_> = counted.map(|it| (it.voter.clone(), it.choice)).collect();
            if votes.is_empty() {
                return Ok(());
            }
            match self.append(room, self.store.now(), &RoomRecord::Answers { votes }).await {
                Ok(()) => return Ok(()),
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(RoomError::Store(StoreError::Conflict))
    }

    /// Takes what the store has.
    pub(super) async fn catch_up(&self, room: &mut Room) -> Result<(), StoreError> {
        match self.store.read(&self.session, room.n_records()).await {
            Ok(records) => room.take(&records),
            Err(StoreError::Rewritten) => {
                let records = self.store.read(&self.session, 0).await?;
                *room = Room::of(&records).map_err(|_| StoreError::Gone)?;
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    async fn append(
        &self,
        room: &mut Room,
        stamped: u64,
        record: &RoomRecord,
    ) -> Result<(), StoreError> {
        if room.n_records() >= MOST_RECORDS {
            return Err(StoreError::Full);
        }
        let json = record.to_json();
        self.store.append(&self.session, room.n_records(), stamped, json.clone()).await?;
        room.take(&[json]);
        self.stir.notify_one();
        Ok(())
    }

    /// Points at something, for as long as nothing else is pointed at. `at` is JSON.
    ///
    /// # Errors
    /// When the store is away.
    pub async fn point(&self, at: serde_json::Value) -> Result<(), RoomError> {
        let now = Instant::now();
        let too_soon = |it: Instant| now.saturating_duration_since(it) < POINTER_PACE;
        {
            let mut pointed = lock(&self.pointed);
            // To take the pointer away is never too soon: nothing might come after it.
            if pointed.is_some_and(too_soon) && !at["at"].is_null() {
                return Ok(());
            }
            *pointed = Some(now);
        }
        Ok(self.talk.tell(&self.session, json!({ "pointer": at }).to_string()).await?)
    }

    /// A viewer says whether they look at something else. Their stream may be another process's.
    ///
    /// # Errors
    /// When the store is away.
    pub async fn explores(&self, name: &str, exploring: bool) -> Result<(), RoomError> {
        if self.hears_explorer(name, exploring) {
            return Ok(());
        }
        let said = json!({"viewer": name, "exploring": exploring});
        Ok(self.talk.tell(&self.session, said.to_string()).await?)
    }

    pub(super) fn hears_explorer(&self, name: &str, exploring: bool) -> bool {
        let found = self.present().explores(name, exploring);
        self.stir.notify_one();
        found
    }

    /// A stream is open for as long as what this returns is kept.
    #[must_use]
    pub fn enter(self: &Arc<Self>, stream: Stream) -> Here {
        let number = self.present().open(stream);
        self.stir.notify_one();
        Here { room: self.clone(), number }
    }

    pub(super) fn present(&self) -> MutexGuard<'_, Present> {
        lock(&self.present)
    }

    /// How many streams of the desk this process serves.
    #[must_use]
    pub fn n_desks(&self) -> usize {
        self.present().n_desks()
    }

    /// How many viewers this process serves.
    #[must_use]
    pub fn n_viewers(&self) -> usize {
        self.present().n_viewers()
    }
}

/// An open stream.
pub struct Here {
    room: Arc<OpenRoom>,
    number: u64,
}

impl Here {
    /// Which stream it is, in this process.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        self.room.present().close(self.number);
        self.room.stir.notify_one();
    }
}

/// Whether somebody may do what they wish. True when their tab has to say first that it drives.
fn may(room: &Room, caller: &Caller, wish: Wish, now: u64) -> Result<bool, RoomError> {
    let standing = room.rights().standing(caller, now).ok_or(RoomError::Forbidden)?;
    let claims = match (standing, wish) {
        (Standing::Drives, Wish::Stage | Wish::Drive | Wish::TakeOver)
        | (Standing::Remote, Wish::Stage)
        | (Standing::Unclaimed | Standing::OtherTab, Wish::TakeOver)
        | (Standing::Offered, Wish::Accept) => false,
        (Standing::Unclaimed, Wish::Stage | Wish::Drive) => true,
        (Standing::OtherTab, Wish::Stage | Wish::Drive) => return Err(RoomError::OtherTab),
        (Standing::Remote, Wish::Drive | Wish::TakeOver | Wish::Accept)
        | (Standing::Offered, Wish::Stage | Wish::Drive | Wish::TakeOver)
        | (Standing::Drives | Standing::Unclaimed | Standing::OtherTab, Wish::Accept) => {
            return Err(RoomError::Forbidden);
        }
    };
    if room.has_ended() { Err(RoomError::Over) } else { Ok(claims) }
}

/// A panic elsewhere leaves what is locked here whole: every change of it is one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
