//! What a person can ask of the player, by button, key or link.

use crate::state::Way;

/// One act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// Play or pause.
    Toggle,
    /// To the next or previous step.
    Step(Way),
    /// To the next or previous event.
    Event(Way),
    /// To the next or previous beginning of a step.
    Marker(Way),
    /// To the next or previous beat.
    Beat(Way),
    /// Some milliseconds of display time on, or back.
    Skip(f64),
    /// To so many tenths of the lesson.
    Tenth(u8),
    /// To the beginning.
    Home,
    /// To the end.
    End,
    /// From the beginning.
    Restart,
    /// The next speed.
    CycleSpeed,
    /// One speed up or down.
    Speed(Way),
    /// Wait after each step, or do not.
    Pace,
    /// Captions on or off.
    Captions,
    /// Show the transcript.
    Transcript,
    /// The next theme.
    Theme,
    /// Fill the screen, or stop doing so.
    Fullscreen,
    /// Show why this happened.
    Why,
    /// Ask where to go.
    GoTo,
    /// Leave the lesson from here, to try it out.
    Branch,
    /// Show the keys.
    Help,
    /// Show or hide the buttons that share a menu.
    More,
    /// Fetch the lesson again.
    Retry,
    /// Load the page again.
    Reload,
    /// Put the note away.
    Dismiss,
}

impl Act {
    /// The act of a button, by its `data-act`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "play" => Self::Toggle,
            "prev-step" => Self::Step(Way::Back),
            "next-step" => Self::Step(Way::Forward),
            "prev-event" => Self::Event(Way::Back),
            "next-event" => Self::Event(Way::Forward),
            "restart" => Self::Restart,
            "speed" => Self::CycleSpeed,
            "pace" => Self::Pace,
            "captions" => Self::Captions,
            "transcript" => Self::Transcript,
            "theme" => Self::Theme,
            "fullscreen" => Self::Fullscreen,
            "why" => Self::Why,
            "go-to" => Self::GoTo,
            "help" => Self::Help,
            "more" => Self::More,
            "retry" => Self::Retry,
            "reload" => Self::Reload,
            "dismiss" => Self::Dismiss,
            _ => return None,
        })
    }
}
