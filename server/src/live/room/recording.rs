//! What a room showed, to be played again.

use trace::Entry;

use super::error::RoomError;
use super::open::OpenRoom;
use super::rooms::Rooms;
use super::state::Room;
use crate::live::error::LiveError;
use crate::live::id::LiveId;
use crate::log::Log;

impl Rooms {
    /// What a room showed: the live cluster that was on stage last, or else the lesson. With an
    /// epoch, what was on stage then.
    ///
    /// # Errors
    /// When there was no such epoch, or the cluster is gone.
    pub async fn recording(&self, room: &OpenRoom, epoch: Option<u32>) -> Result<Log, RoomError> {
        let (lesson, branch, cluster) = room.look(|it| shown(it, epoch)).await??;
        let found = self.recordings().find(&lesson, branch.as_deref());
        let recorded = found.map_err(|_| LiveError::Lesson(lesson))?.clone();
        let mut header = recorded.timeline.header().clone();
        let mut entries = recorded.timeline.entries().to_vec();
        if let Some(id) = cluster {
            let live = self.hub().open(&id).await?;
            header = live.header().clone();
            entries.truncate(live.n_shared() as usize);
            let own = live.reader().lines(0, usize::MAX);
            let own = own.iter().map(|line| serde_json::from_slice::<Entry>(line));
            let own: Result<Vec<Entry>, _> = own.collect();
            entries.extend(own.map_err(|_| RoomError::None)?);
            header.entries = u32::try_from(entries.len()).ok();
        }
        Ok(Log::new(&header, &entries))
    }
}

/// A lesson, a branch of it, and the live cluster that left it.
type Shown = (String, Option<String>, Option<LiveId>);

fn shown(room: &Room, epoch: Option<u32>) -> Result<Shown, RoomError> {
    let (lesson, branch) = room.line();
    let own = match epoch {
        None => room.own_cluster(),
        Some(epoch) => room.in_epoch(epoch).ok_or(RoomError::None)?,
    };
    Ok((lesson.to_owned(), branch.map(str::to_owned), own.map(|it| it.id.clone())))
}
