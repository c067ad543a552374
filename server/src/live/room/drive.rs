//! What the driver does to a room.

use serde_json::Value;

use super::error::RoomError;
use super::open::{Done, OpenRoom, Wish};
use super::place::{Patch, Place, Shown};
use super::record::{Asked, Extent, RoomRecord};
use super::rights::Caller;
use super::rooms::Rooms;
use super::state::Room;
use crate::live::id::Token;

/// How long an offer of control holds, in milliseconds.
const OFFERED: u64 = 10 * 60 * 1000;

/// What somebody wants of the question, along with a change of the stage.
pub type Question<'a> = Option<Option<&'a Asked>>;

impl Rooms {
    /// Changes what is on stage, and the question if one is named: another, or none.
    ///
    /// # Errors
    /// When `caller` may not, it makes no sense, or the store is away.
    pub async fn stage(
        &self,
        room: &OpenRoom,
        caller: &Caller,
        patch: &Patch,
        question: Question<'_>,
    ) -> Result<Done, RoomError> {
        if let Some(asked) = question {
            self.ask(room, caller, asked).await?;
        }
        let stand = |room: &Room, now: u64| {
            let place = room.place().patched(patch.clone(), now).map_err(RoomError::Nonsense)?;
            if place.source == Shown::Cluster && room.own_cluster().is_none() {
                return Err(RoomError::Nonsense("the room has no live cluster yet"));
            }
            let place = self.placed(room, place);
            let changes = place != *room.place();
            Ok(changes.then(|| RoomRecord::Place(Box::new(place))))
        };
        room.change(caller, Wish::Stage, stand).await
    }

    /// In the lesson it is known which entries and which step belong to a beat.
    fn placed(&self, room: &Room, mut place: Place) -> Place {
        let (lesson, branch) = room.line();
        if place.source == Shown::Lesson
            && let Ok(recorded) = self.recordings().find(lesson, branch)
        {
            let timeline = &recorded.timeline;
            let last = u32::try_from(timeline.beats().len()).unwrap_or(u32::MAX) - 1;
            place.beat = place.beat.min(last);
            let Extent { entry, step } = Extent::of(timeline, place.beat as usize);
            (place.entry, place.step) = (entry, step);
        }
        place
    }

    /// Puts a question to everybody, or takes it away. One that is put already goes on.
    ///
    /// # Errors
    /// When `caller` may not, or the store is away.
    pub async fn ask(
        &self,
        room: &OpenRoom,
        caller: &Caller,
        asked: Option<&Asked>,
    ) -> Result<Done, RoomError> {
        let ask = |room: &Room, _: u64| {
            let is_put = room.question().map(|it| &it.asked) == asked;
            let record = asked.map_or(RoomRecord::Cleared, |it| RoomRecord::Asked(it.clone()));
            Ok((!is_put).then_some(record))
        };
        room.change(caller, Wish::Stage, ask).await
    }

    /// Takes no more answers; shows the right one, if that is wished.
    ///
    /// # Errors
    /// When `caller` may not, nothing is asked, or the store is away.
    pub async fn close_question(
        &self,
        room: &OpenRoom,
        caller: &Caller,
        reveals: bool,
    ) -> Result<Done, RoomError> {
        let close = |room: &Room, _: u64| match room.question() {
            None => Err(RoomError::Nonsense("nothing is asked")),
            Some(question) if reveals => Ok((!question.revealed).then_some(RoomRecord::Revealed)),
            Some(question) => Ok(question.open.then_some(RoomRecord::Closed)),
        };
        room.change(caller, Wish::Stage, close).await
    }

    /// Points at something; see [`OpenRoom::point`].
    ///
    /// # Errors
    /// When `caller` may not, or the store is away.
    pub async fn point(
        &self,
        room: &OpenRoom,
        caller: &Caller,
        at: Value,
    ) -> Result<(), RoomError> {
        room.change(caller, Wish::Stage, |_, _| Ok(None)).await?;
        room.point(at).await
    }

    /// From here on the caller's tab drives.
    ///
    /// # Errors
    /// When `caller` is not the driver, or the store is away.
    pub async fn take_over(&self, room: &OpenRoom, caller: &Caller) -> Result<(), RoomError> {
        let drive = |room: &Room, _: u64| {
            let tab = caller.tab.as_ref().ok_or(RoomError::NoTab)?;
            let drives = room.rights().tab() == Some(tab);
            Ok((!drives).then(|| RoomRecord::Tab { tab: tab.clone() }))
        };
        room.change(caller, Wish::TakeOver, drive).await.map(|_| ())
    }

    /// Offers control to whoever is given what this returns.
    ///
    /// # Errors
    /// When `caller` may not, or the store is away.
    pub async fn hand_over(&self, room: &OpenRoom, caller: &Caller) -> Result<Token, RoomError> {
        let offer = Token::random();
        let make = |_: &Room, now: u64| {
            Ok(Some(RoomRecord::Offered { token: offer.hash(), until: now + OFFERED }))
        };
        room.change(caller, Wish::Drive, make).await?;
        Ok(offer)
    }

    /// Takes the control that was offered: from here on what this returns drives, and nothing else.
    ///
    /// # Errors
    /// When nothing was offered to `caller`, or the store is away.
    pub async fn accept(&self, room: &OpenRoom, caller: &Caller) -> Result<Token, RoomError> {
        let token = Token::random();
        let make = |_: &Room, _: u64| {
            let tab = caller.tab.clone().ok_or(RoomError::NoTab)?;
            Ok(Some(RoomRecord::Accepted { token: token.hash(), tab }))
        };
        room.change(caller, Wish::Accept, make).await?;
        Ok(token)
    }

    /// Makes a remote control; an earlier one is good for nothing then.
    ///
    /// # Errors
    /// When `caller` may not, or the store is away.
    pub async fn allow_remote(&self, room: &OpenRoom, caller: &Caller) -> Result<Token, RoomError> {
        let token = Token::random();
        let make = |_: &Room, _: u64| Ok(Some(RoomRecord::Remote { token: token.hash() }));
        room.change(caller, Wish::Drive, make).await?;
        Ok(token)
    }
}
