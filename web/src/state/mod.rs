//! The whole logic of the player: what each event does to its state.
//!
//! ```text
//! Loading -> [Loaded]                  -> Paused, or Playing on a first visit
//! Loading -> [Failed]                  -> Failed
//! Failed  -> [Loaded]                  -> Paused
//! Paused  -> [Play]                    -> Playing; with reduced motion: Paused, one beat on
//! Playing -> [Frame, motion over]      -> Holding
//! Holding -> [Frame, next beat]        -> Playing
//! Playing, Holding -> [Frame, at stop] -> Paused
//! Playing, Holding -> [Frame, at end]  -> Ended
//! Playing, Holding -> [Pause, Hidden]  -> Paused
//! Playing, Holding -> [Step, Skip, …]  -> Playing or Holding, elsewhere
//! Ended   -> [Play, Restart]           -> Playing, from the beginning
//! Playing, Holding -> [Frame, at edge] -> Live, where the trace still grows
//! Live    -> [Grown]                   -> Playing; with reduced motion: Live, at the new edge
//! Live    -> [Pause, Step, …]          -> Paused, or elsewhere in the past
//! any     -> [GoLive]                  -> Live
//! any     -> [Led]                     -> Playing or Paused, where somebody else says
//! any     -> [Event]                   -> Paused, one event on
//! any     -> [Grab]                    -> Seeking -> [Drag] -> Seeking -> [Drop] -> as before
//! ```

mod marks;
mod speed;
#[cfg(test)]
mod tests;
mod transition;

pub use marks::{BeatMark, Marks};
pub use speed::Speed;
pub use transition::transition;

/// What the player is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The lesson has not arrived yet.
    Loading,
    /// It stands still.
    Paused,
    /// Something moves.
    Playing,
    /// It plays, and leaves time to read.
    Holding,
    /// Somebody holds the scrubber. `resume` when it played before.
    Seeking {
        /// Whether it plays on afterwards.
        resume: bool,
    },
    /// It stands at its end.
    Ended,
    /// It stands at the end of a trace that still grows, and goes on when it does.
    Live,
    /// The lesson did not arrive.
    Failed,
}

/// How far one press of "play" goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// To the end of the step, then it waits.
    OneStep,
    /// To the end of the lesson.
    Through,
}

/// Whether things may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// They may.
    Full,
    /// Each beat is a still picture, turned by hand.
    Reduced,
}

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Towards the end.
    Forward,
    /// Towards the beginning.
    Back,
}

/// What the player knows of itself. The moment is `at`, in milliseconds of display time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// What it is doing.
    pub phase: Phase,
    /// Where it is.
    pub at: f64,
    /// Where playing ends, when that is before the end of the lesson.
    pub stop: Option<f64>,
    /// How fast display time passes.
    pub speed: Speed,
    /// How far one press of "play" goes.
    pub pace: Pace,
    /// Whether things may move.
    pub motion: Motion,
    /// Whether it follows a trace that grows: it stands at the edge, or has not left since.
    pub follows: bool,
}

/// Something that happens to the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// The lesson is here. Begin at `at`, and play if `play`.
    Loaded {
        /// Where to begin.
        at: f64,
        /// Whether to play at once.
        play: bool,
    },
    /// The lesson cannot be had.
    Failed,
    /// Play.
    Play,
    /// Stand still.
    Pause,
    /// Play if it stands still, and the other way round.
    Toggle,
    /// The browser is about to draw, this many milliseconds after it drew last.
    Frame {
        /// Real time.
        elapsed_ms: f64,
    },
    /// The trace has grown, and the moment now lies here.
    Grown(f64),
    /// To the edge of a trace that grows.
    GoLive,
    /// Somebody else decides what is shown.
    Led {
        /// Where.
        at: f64,
        /// Whether it moves on from there.
        moves: bool,
    },
    /// Nobody can see the page any more.
    Hidden,
    /// To the next or previous step.
    Step(Way),
    /// To the next or previous beginning of a step.
    Marker(Way),
    /// To the next or previous beat.
    Beat(Way),
    /// To the next or previous event.
    Single(Way),
    /// Some milliseconds on, or back.
    Skip(f64),
    /// To a place.
    Seek(f64),
    /// To the beginning of a step, and play it.
    PlayStep(usize),
    /// From the beginning.
    Restart,
    /// The scrubber was taken.
    Grab,
    /// The scrubber was drawn to this place.
    Drag(f64),
    /// The scrubber was let go.
    Drop,
    /// The next speed, round and round.
    CycleSpeed,
    /// One speed up or down.
    ChangeSpeed(Way),
    /// Change how far one press of "play" goes.
    ChangePace,
    /// The person's wish about motion changed.
    MotionIs(Motion),
}

/// What follows from an event, outside the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// The moment is another, or the phase: draw everything anew.
    Draw,
    /// A setting is another: show it, and remember it.
    Settings,
}

impl State {
    /// Before the lesson has arrived.
    #[must_use]
    pub const fn new(pace: Pace, motion: Motion) -> Self {
        Self {
            phase: Phase::Loading,
            at: 0.0,
            stop: None,
            speed: Speed::ONE,
            pace,
            motion,
            follows: false,
        }
    }

    /// Whether display time passes by itself.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Playing | Phase::Holding)
    }

    const fn is_ready(&self) -> bool {
        !matches!(self.phase, Phase::Loading | Phase::Failed)
    }
}
