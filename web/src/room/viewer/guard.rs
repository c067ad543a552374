//! Looks at every message to a viewer's player: while the presenter leads, frames become the
//! presenter's moments, and whoever moves through time by hand leaves, or is told that nobody may.

use std::rc::Rc;

use super::Message;
use crate::acts::Act;
use crate::player::{Guard, Handle, Message as ToPlayer, Player};
use crate::room::follow::{Effect, Event, Mode};
use crate::room::leash::Leash;
use crate::room::net;
use crate::room::page::RoomPage;
use crate::state::Event as Logic;

/// A guard that tells the viewer what follows.
#[must_use]
pub fn guard(
    room: RoomPage,
    leash: Rc<Leash>,
    player: &Handle,
    tell: Rc<dyn Fn(Message)>,
) -> Guard<Player> {
    let player = player.weak();
    Box::new(move |state, message| {
        if matches!(message, ToPlayer::Act(Act::Retry)) {
            // What is shown comes from the room.
            tell(Message::Again);
            return None;
        }
        if !leash.is_led() {
            return Some(message);
        }
        if let ToPlayer::Frame(now) = message {
            return lead(&room, &leash, state, now);
        }
        if matches!(message, ToPlayer::Logic(Logic::Hidden | Logic::Pause)) {
            // A page that nobody sees draws nothing, and is where the presenter is when it is seen.
            return None;
        }
        if matches!(message, ToPlayer::Told(_) | ToPlayer::Logic(Logic::MotionIs(_))) {
            // First it is taken; then the picture goes where it belongs.
            if let Some(player) = player.upgrade() {
                player.send(ToPlayer::Frame(net::now()));
            }
            return Some(message);
        }
        if moves_by_hand(&message) {
            leave(&leash, &*tell).then_some(message)
        } else {
            Some(message)
        }
    })
}

/// Goes a way of one's own, if that is allowed; true when it is.
fn leave(leash: &Leash, tell: &dyn Fn(Message)) -> bool {
    if leash.mode() == Mode::Locked {
        tell(Message::Refused);
        return false;
    }
    let left = leash.happen(Event::Explore);
    if left != Effect::Nothing {
        tell(Message::Follows(left));
    }
    true
}

/// The presenter's moment, for the player.
fn lead(room: &RoomPage, leash: &Leash, player: &Player, now: f64) -> Option<ToPlayer> {
    let lead = leash.lead(player.lesson()?, player.motion(), now)?;
    room.tell_moment(lead.moment);
    Some(ToPlayer::Logic(Logic::Led { at: lead.at, moves: lead.moves }))
}

/// Whether somebody moves through time with this.
fn moves_by_hand(message: &ToPlayer) -> bool {
    if let ToPlayer::Act(act) = message {
        return is_of_time(*act);
    }
    matches!(
        message,
        ToPlayer::AddressChanged
            | ToPlayer::PlayStep(_)
            | ToPlayer::GoToStep(_)
            | ToPlayer::Jump(_)
            | ToPlayer::Grab(_)
    )
}

fn is_of_time(act: Act) -> bool {
    matches!(
        act,
        Act::Toggle
            | Act::Step(_)
            | Act::Event(_)
            | Act::Marker(_)
            | Act::Beat(_)
            | Act::Skip(_)
            | Act::Tenth(_)
            | Act::Home
            | Act::End
            | Act::Restart
    )
}
