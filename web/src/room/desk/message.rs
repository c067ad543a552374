//! Everything that can happen to a presenter's page.

use super::questions::Step;
use crate::driver::{Lesson, Trouble as DriverTrouble};
use crate::room::clock::Trip;
use crate::room::keys::Command;
use crate::room::net::Answer;
use crate::room::reel::Line;
use crate::room::stream::News;
use crate::state::Motion;

/// What reaches a presenter's page.
#[derive(Debug)]
pub enum Message {
    /// The page is ready, and has this right to present.
    Begin(Right),
    /// The room says something.
    News(News),
    /// The connection is to be made again.
    Retry,
    /// The network is back.
    Online,
    /// The network is gone.
    Offline,
    /// Some time has passed.
    Tick,
    /// The browser is about to draw.
    Frame(f64),
    /// A measurement of the server's clock goes on.
    Measured(Trip),
    /// What did not arrive is to be sent again.
    SendAgain,
    /// A line of a lesson is here, or not.
    Line(Line, Box<Result<Lesson, DriverTrouble>>),
    /// What has arrived of a trace is to be shown.
    Grow,
    /// The presenter wants something.
    Command(Command),
    /// To a beat, from its beginning.
    ToBeat(usize),
    /// Something about a question.
    Question(Step),
    /// Something is done on stage, by the name of its button.
    OnStage(String),
    /// Something is done to the cluster, in its own words.
    Input(String),
    /// So many minutes are planned.
    Planned(u32),
    /// What was sent has been answered.
    Sent(Answer),
    /// A change that is not of the stage has been answered.
    Answered(Answer),
    /// What was wanted of a question has been answered.
    Asked(Answer),
    /// The notes, or why there are none.
    Notes(Answer),
    /// The desk was taken, or not.
    Taken(Answer),
    /// The offer of a desk was accepted, or not.
    Accepted(Answer),
    /// An offer was made, or not.
    Offered(Answer),
    /// A remote control was made, or not.
    RemoteMade(Answer),
    /// The pointer moved to this place in the window, with its button down or not.
    Moved(f64, f64, bool),
    /// The pointer was let go, or left the picture.
    Let,
    /// The pointer is moved by keys, by so many units of the canvas.
    Nudge(f32, f32),
    /// What is pointed at may be sent again.
    PointerDue,
    /// Everybody's room ends.
    End,
    /// Put the note away.
    Dismiss,
    /// The person's wish about motion changed.
    MotionIs(Motion),
    /// The picture has another size.
    Resized,
    /// The page goes away.
    Leave,
}

/// What lets a page present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Right {
    /// A token.
    Token(String),
    /// An offer of somebody who presents.
    Offer(String),
    /// Nothing.
    None,
}
