//! How things move: durations in milliseconds of motion, easings, and what becomes of motion for
//! readers who ask for less of it.

use crate::number::between;

/// How a frame treats things under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// As motion.
    #[default]
    Full,
    /// As motion that runs: while a beat moves, what takes no part in it stands back.
    Running,
    /// As still pictures: what is under way has happened, what this beat has changed is outlined,
    /// and the path of its messages is numbered. The beginning and the end of a beat make a pair:
    /// before and after.
    Reduced,
}

/// Before the first motion of a beat.
pub const LEAD: u32 = 400;
/// A message on its way. Every lane of every layout is so short that the least time counts.
pub const TRAVEL: u32 = 700;
/// Between an arrival and what it brings about.
pub const SETTLE: u32 = 100;
/// The receiver's ring.
pub const ACKNOWLEDGE: u32 = 400;
/// Something appears.
pub const APPEAR: u32 = 550;
/// Something goes.
pub const GO: u32 = 450;
/// A mirror Pod is wiped in, away from the glass.
pub const MIRROR_APPEARS: u32 = 600;
/// A mirror Pod is wiped out, back towards the glass.
pub const MIRROR_GOES: u32 = 700;
/// A created container comes to run.
pub const CONTAINER_STARTS: u32 = 900;
/// A value changes.
pub const CHANGE: u32 = 250;
/// How long an old value stays, struck through.
pub const STRUCK: u32 = 1_500;
/// One turn of the sync ring.
pub const SYNC_TURN: u32 = 900;
/// A person types a command.
pub const TYPE: u32 = 700;

/// What takes no part stands back, and comes forward again.
pub const ASIDE: u32 = 200;
/// How much of it is left to see meanwhile.
pub const LEFT: f32 = 0.55;

/// Slow at both ends.
#[must_use]
pub fn in_out(x: f32) -> f32 {
    let x = between(x, 0.0, 1.0);
    if x < 0.5 {
        4.0 * x * x * x
    } else {
        let rest = 2.0 - 2.0 * x;
        1.0 - rest * rest * rest / 2.0
    }
}

/// Fast, then slow.
#[must_use]
pub fn out(x: f32) -> f32 {
    let rest = 1.0 - between(x, 0.0, 1.0);
    1.0 - rest * rest * rest
}

/// How much of `duration` has passed at `now`, from 0 to 1.
#[must_use]
pub fn progress(now: u32, begins: u32, duration: u32) -> f32 {
    if now <= begins {
        0.0
    } else if now - begins >= duration {
        1.0
    } else {
        (now - begins) as f32 / duration as f32
    }
}
