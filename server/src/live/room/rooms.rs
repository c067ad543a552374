//! The rooms that this process serves.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::error::RoomError;
use super::keeper::Keeper;
use super::open::OpenRoom;
use super::record::{Birth, Extent, OwnCluster, RoomRecord};
use super::state::Room;
use crate::live::error::LiveError;
use crate::live::hub::Hub;
use crate::live::id::{LiveId, RoomCode, Token};
use crate::live::store::{Store, StoreError, Talk};
use crate::recordings::Recordings;

/// How often a new code is tried when one is taken.
const TRIES: usize = 10;

/// How many rooms a process serves, and how many streams of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomLimits {
    /// Rooms at once.
    pub rooms: usize,
    /// Viewers of one room.
    pub viewers: usize,
    /// Streams of one room's desk: of the driver's tabs and of remote controls.
    pub desks: usize,
}

impl RoomLimits {
    /// For a small server on its own.
    pub const DEFAULT: Self = Self { rooms: 1_000, viewers: 5_000, desks: 20 };
}

impl Default for RoomLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// All rooms of this process.
pub struct Rooms {
    hub: Arc<Hub>,
    talk: Arc<dyn Talk>,
    recordings: Arc<Recordings>,
    /// A name by which processes tell one another apart.
    process: String,
    limits: RoomLimits,
    served: Mutex<HashMap<LiveId, Arc<OpenRoom>>>,
}

/// What a new room shows first.
pub enum Opening {
    /// A lesson, or a "what if" of it.
    Lesson {
        /// The lesson's id.
        lesson: String,
        /// The branch's id.
        branch: Option<String>,
    },
    /// Somebody's live cluster.
    Cluster {
        /// Its name.
        id: LiveId,
        /// The right to act on it.
        token: Token,
    },
}

/// A room that has just been created. Its token is told this once.
pub struct Created {
    /// The room.
    pub room: Arc<OpenRoom>,
    /// The right to drive it.
    pub token: Token,
}

impl Rooms {
    /// Nothing is served yet.
    #[must_use]
    pub fn new(hub: Arc<Hub>, recordings: Arc<Recordings>, limits: RoomLimits) -> Self {
        let process = LiveId::random().as_str().to_owned();
        let talk = hub.store().clone().talk();
        Self { hub, talk, recordings, process, limits, served: Mutex::default() }
    }

    /// Creates a room.
    ///
    /// # Errors
    /// When there is no such lesson or cluster, the cluster is not theirs, or there is no place.
    pub async fn create(self: &Arc<Self>, opening: Opening) -> Result<Created, RoomError> {
        let token = Token::random();
        let mut birth = self.birth(opening, &token).await?;
        for _ in 0..TRIES {
            let session = LiveId::random();
            let first = RoomRecord::Born(Box::new(birth.clone())).to_json();
            self.store().create(&session, first.clone()).await?;
            match self.store().bind(birth.code.as_str(), &session).await {
                Ok(()) => {
                    let room = Room::of(&[first]).map_err(|_| RoomError::None)?;
                    return Ok(Created { room: self.serve(session, room).await?, token });
                }
                // The log under the name that nobody was told expires.
                Err(StoreError::Conflict) => birth.code = RoomCode::random(),
                Err(error) => return Err(error.into()),
            }
        }
        Err(RoomError::Store(StoreError::Conflict))
    }

    async fn birth(&self, opening: Opening, token: &Token) -> Result<Birth, RoomError> {
        let (lesson, branch, cluster) = match opening {
            Opening::Lesson { lesson, branch } => {
                let found = self.recordings.find(&lesson, branch.as_deref());
                if found.is_err() {
                    return Err(LiveError::Lesson(lesson).into());
                }
                (lesson, branch, None)
            }
            Opening::Cluster { id, token } => {
                let live = self.hub.open(&id).await?;
                let header = live.header();
                if !live.is_of(&token).await {
                    return Err(LiveError::NotYours.into());
                }
                let own = OwnCluster {
                    id,
                    token: (&token).into(),
                    after: header.forked_after.map_or(0, |it| it.0),
                    shared: live.n_shared(),
                };
                (header.lesson.clone(), header.branch.clone(), Some(own))
            }
        };
        let first = self.first_beat(&lesson, branch.as_deref(), cluster.as_ref());
        let (code, token) = (RoomCode::random(), token.hash());
        Ok(Birth { code, token, lesson, branch, cluster, first, wall: self.store().now() })
    }

    /// The first beat of a lesson, which clusters that left it later have in common with it.
    fn first_beat(
        &self,
        lesson: &str,
        branch: Option<&str>,
        cluster: Option<&OwnCluster>,
    ) -> Extent {
        let Ok(recorded) = self.recordings.find(lesson, branch) else { return Extent::default() };
        let first = Extent::of(&recorded.timeline, 0);
        if cluster.is_some_and(|it| it.shared < first.entry) { Extent::default() } else { first }
    }

    /// The room that is driven by this name, brought into memory when it is not there.
    ///
    /// # Errors
    /// When there is none, or no place for it.
    pub async fn open(self: &Arc<Self>, session: &LiveId) -> Result<Arc<OpenRoom>, RoomError> {
        if let Some(room) = self.served().get(session) {
            return Ok(room.clone());
        }
        let records = self.store().read(session, 0).await?;
        let room = Room::of(&records).map_err(|_| RoomError::None)?;
        self.serve(session.clone(), room).await
    }

    /// The room that is watched under this code.
    ///
    /// # Errors
    /// When there is none, or no place for it.
    pub async fn find(self: &Arc<Self>, code: &RoomCode) -> Result<Arc<OpenRoom>, RoomError> {
        // One that is served here is found even while the store is away.
        let served = self.served().values().find(|it| it.code == *code).cloned();
        if let Some(room) = served {
            return Ok(room);
        }
        let session = self.store().find(code.as_str()).await?;
        self.open(&session).await
    }

    async fn serve(
        self: &Arc<Self>,
        session: LiveId,
        room: Room,
    ) -> Result<Arc<OpenRoom>, RoomError> {
        let open = {
            let mut served = self.served();
            if let Some(open) = served.get(&session) {
                return Ok(open.clone());
            }
            if served.len() >= self.limits.rooms {
                return Err(RoomError::Full("the server has as many rooms as it can hold"));
            }
            let (store, talk) = (self.store().clone(), self.talk.clone());
            let open = Arc::new(OpenRoom::new(session.clone(), room, store, talk));
            served.insert(session, open.clone());
            open
        };
        let keeper = Keeper::new(self.clone(), open.clone()).await;
        tokio::spawn(keeper.keep());
        Ok(open)
    }

    /// Forgets a room unless somebody has just come. True when it is forgotten.
    pub(super) fn close(&self, open: &Arc<OpenRoom>) -> bool {
        let mut served = self.served();
        // Those who hold it besides are this list and its keeper.
        let unused = Arc::strong_count(open) <= 2;
        if unused {
            served.remove(&open.session);
        }
        unused
    }

    /// How many rooms are served.
    #[must_use]
    pub fn n_served(&self) -> usize {
        self.served().len()
    }

    /// How many viewers are served, in all rooms.
    #[must_use]
    pub fn n_viewers(&self) -> usize {
        self.served().values().map(|it| it.n_viewers()).sum()
    }

    /// How many viewers a room may have in this process.
    #[must_use]
    pub const fn limits(&self) -> RoomLimits {
        self.limits
    }

    pub(super) fn store(&self) -> &Arc<dyn Store> {
        self.hub.store()
    }

    pub(super) fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    pub(super) fn talk(&self) -> &dyn Talk {
        &*self.talk
    }

    pub(super) fn recordings(&self) -> &Recordings {
        &self.recordings
    }

    pub(super) fn process(&self) -> &str {
        &self.process
    }

    /// A panic elsewhere leaves the map whole: every change of it is one step.
    fn served(&self) -> MutexGuard<'_, HashMap<LiveId, Arc<OpenRoom>>> {
        self.served.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
