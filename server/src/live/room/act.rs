//! What the driver does to the cluster on stage.

use scene::Moment;

use super::error::RoomError;
use super::open::{Done, OpenRoom, Wish};
use super::place::{Place, Shown};
use super::record::{OwnCluster, RoomRecord};
use super::rights::Caller;
use super::rooms::Rooms;
use super::state::Room;
use crate::live::error::LiveError;
use crate::live::id::{LiveId, Token};
use crate::live::running::{Live, Signal};
use crate::recordings::Recorded;

/// What follows from something that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acted {
    /// The room afterwards.
    pub done: Done,
    /// How the cluster on stage goes on.
    pub signal: Signal,
    /// How many of its entries are the lesson's own.
    pub n_shared: u32,
}

/// How a cluster's time is to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// At this rate, in thousandths of real time.
    Rate(u32),
    /// From the next thing that happens.
    Skip,
}

/// Where the driver acts.
enum Scene {
    /// On the live cluster on stage.
    Here(OwnCluster),
    /// On another one, that leaves a cluster or the lesson after an entry.
    Fork { from: Option<LiveId>, after: u32 },
}

impl Rooms {
    /// Does something to the cluster on stage, as a statement of a script. Where that is the
    /// lesson's, it is left at the moment on stage, and the live one takes its place; likewise
    /// where the driver says after which entry.
    ///
    /// # Errors
    /// When `caller` may not, the cluster refuses it, or the store is away.
    pub async fn act(
        &self,
        room: &OpenRoom,
        caller: &Caller,
        text: &str,
        after: Option<u32>,
    ) -> Result<Acted, RoomError> {
        // Without a change: a tab that drives says so, and one that may not is turned away.
        room.change(caller, Wish::Drive, |_, _| Ok(None)).await?;
        let scene = room.look(|it| self.scene(it, after, room.now())).await??;
        let situation = match scene {
            Scene::Here(own) => {
                let signal = self.hub().act(&own.id, &Token::from(&own.token), text).await?;
                let done = room.change(caller, Wish::Drive, |_, _| Ok(None)).await?;
                return Ok(Acted { done, signal, n_shared: own.shared });
            }
            Scene::Fork { from: Some(id), after } => self.hub().fork(&id, after).await?,
            Scene::Fork { from: None, after } => {
                let leave = |it: &Room| {
                    let (lesson, branch) = it.line();
                    self.hub().leave(lesson, branch, after)
                };
                room.look(leave).await??
            }
        };
        let (live, token) = self.hub().create(situation).await?;
        // What the cluster refuses leaves the room as it is; the cluster is forgotten.
        let signal = self.hub().act(&live.id, &token, text).await?;
        let own = own_cluster(&live, &token);
        let come = |room: &Room, _: u64| Ok(Some(comes_on_stage(room, &own)));
        let done = room.change(caller, Wish::Drive, come).await?;
        Ok(Acted { done, signal, n_shared: own.shared })
    }

    /// Lets the time of the cluster on stage go on in another way.
    ///
    /// # Errors
    /// When `caller` may not, no live cluster is on stage, or the store is away.
    pub async fn pace(
        &self,
        room: &OpenRoom,
        caller: &Caller,
        pace: Pace,
    ) -> Result<Signal, RoomError> {
        room.change(caller, Wish::Stage, |_, _| Ok(None)).await?;
        let own = room.look(|it| it.on_stage().cloned()).await?;
        let own = own.ok_or(RoomError::Nonsense("no live cluster is on stage"))?;
        self.set_pace(&own, pace).await
    }

    async fn set_pace(&self, own: &OwnCluster, pace: Pace) -> Result<Signal, RoomError> {
        let token = Token::from(&own.token);
        Ok(match pace {
            Pace::Rate(rate) => self.hub().set_rate(&own.id, &token, rate).await?,
            Pace::Skip => self.hub().leap(&own.id, &token).await?,
        })
    }

    /// Ends a room. Its cluster stands still, so that what the room showed stays as it was.
    ///
    /// # Errors
    /// When `caller` may not, or the store is away.
    pub async fn end(&self, room: &OpenRoom, caller: &Caller) -> Result<Done, RoomError> {
        room.change(caller, Wish::Drive, |_, _| Ok(None)).await?;
        if let Some(own) = room.look(|it| it.own_cluster().cloned()).await? {
            // One that is gone already need not be stopped.
            let _ = self.set_pace(&own, Pace::Rate(0)).await;
        }
        room.change(caller, Wish::Drive, |_, _| Ok(Some(RoomRecord::Ended))).await
    }

    /// Where the driver acts, as things are.
    fn scene(&self, room: &Room, after: Option<u32>, now: u64) -> Result<Scene, RoomError> {
        let own = room.on_stage();
        match (own, after) {
            (Some(own), None) => Ok(Scene::Here(own.clone())),
            (Some(own), Some(after)) => Ok(Scene::Fork { from: Some(own.id.clone()), after }),
            (None, Some(after)) => Ok(Scene::Fork { from: None, after }),
            (None, None) => {
                let (lesson, branch) = room.line();
                let found = self.recordings().find(lesson, branch);
                let recorded = found.map_err(|_| LiveError::Lesson(lesson.to_owned()))?;
                Ok(Scene::Fork { from: None, after: happened(recorded, room.place(), now) })
            }
        }
    }
}

/// The last entry that counts at the moment on stage; 0 for none.
fn happened(recorded: &Recorded, place: &Place, now: u64) -> u32 {
    let moment = Moment { beat: place.beat as usize, ms: place.motion(now) };
    recorded.timeline.entry_at(moment).map_or(0, |it| it.0)
}

fn own_cluster(live: &Live, token: &Token) -> OwnCluster {
    let after = live.header().forked_after.map_or(0, |it| it.0);
    OwnCluster { id: live.id.clone(), token: token.into(), after, shared: live.n_shared() }
}

/// The live cluster takes the place of what was on stage, at the same beat, up to where it left.
fn comes_on_stage(room: &Room, own: &OwnCluster) -> RoomRecord {
    let place = Place { source: Shown::Cluster, entry: own.after, ..room.place().clone() };
    RoomRecord::Cluster { cluster: Box::new(own.clone()), place: Box::new(place) }
}
