//! Which key means what at the desk and on the remote control. Pure.

use crate::keyboard::{Press, latin};
use crate::state::Way;

/// What a presenter can ask for, by key or button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The next or previous beat.
    Beat(Way),
    /// Darkness for everybody, or no longer.
    Black,
    /// Light for everybody, or no longer.
    White,
    /// What the audience sees, in a window of its own.
    Audience,
    /// The pointer, on or off.
    Pointer,
    /// How to join, in large.
    Join,
    /// Every step and beat at a glance.
    Overview,
    /// Ask where to go.
    GoTo,
    /// The time from zero.
    ResetTimer,
    /// Nobody leaves, or everybody may.
    Lock,
    /// Give the desk to somebody else.
    HandOver,
    /// Go on by itself after each beat, or do not.
    PlayOn,
    /// Ask the room, or close the question.
    Ask,
    /// Larger or smaller notes.
    NotesSize(Way),
    /// Take the desk from the window that has it.
    TakeOver,
    /// The next layout.
    Layout,
    /// The phone as a remote control.
    Remote,
    /// End the room.
    End,
}

/// What has the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Nothing that wants keys.
    Free,
    /// A button, which Space and Enter work.
    Button,
    /// Something that scrolls, which moves with arrows, pages and Space.
    Scroller,
    /// A text field or a dialog: every key is its own.
    Taken,
}

/// The command that a key stands for, if any. Clickers send `PageDown` and `PageUp`, and some a
/// full stop or a `b`; they work wherever the focus is, unless somebody writes.
#[must_use]
pub fn command(press: Press<'_>, focus: Focus) -> Option<Command> {
    if press.modified || focus == Focus::Taken {
        return None;
    }
    let key = latin(press);
    let is_free = focus == Focus::Free;
    Some(match key.as_str() {
        "PageDown" => Command::Beat(Way::Forward),
        "PageUp" => Command::Beat(Way::Back),
        "ArrowRight" if focus != Focus::Scroller => Command::Beat(Way::Forward),
        "ArrowLeft" if focus != Focus::Scroller => Command::Beat(Way::Back),
        " " if is_free => Command::Beat(Way::Forward),
        "n" => Command::Beat(Way::Forward),
        "p" => Command::Beat(Way::Back),
        "b" | "." => Command::Black,
        "w" => Command::White,
        "s" => Command::Audience,
        "l" => Command::Pointer,
        "q" => Command::Join,
        "o" => Command::Overview,
        "g" => Command::GoTo,
        "t" => Command::ResetTimer,
        "m" => Command::Lock,
        "h" => Command::HandOver,
        "k" => Command::PlayOn,
        "a" => Command::Ask,
        "+" => Command::NotesSize(Way::Forward),
        "-" => Command::NotesSize(Way::Back),
        "v" => Command::Layout,
        _ => return None,
    })
}

impl Command {
    /// The command of a button, by its `data-act`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "next-beat" => Self::Beat(Way::Forward),
            "prev-beat" => Self::Beat(Way::Back),
            "black" => Self::Black,
            "white" => Self::White,
            "audience" => Self::Audience,
            "pointer" => Self::Pointer,
            "join" => Self::Join,
            "overview" => Self::Overview,
            "go-to" => Self::GoTo,
            "reset-timer" => Self::ResetTimer,
            "lock" => Self::Lock,
            "hand-over" => Self::HandOver,
            "play-on" => Self::PlayOn,
            "ask" => Self::Ask,
            "notes-larger" => Self::NotesSize(Way::Forward),
            "notes-smaller" => Self::NotesSize(Way::Back),
            "take-over" => Self::TakeOver,
            "layout" => Self::Layout,
            "remote" => Self::Remote,
            "end" => Self::End,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEXT: Option<Command> = Some(Command::Beat(Way::Forward));
    const BACK: Option<Command> = Some(Command::Beat(Way::Back));

    #[track_caller]
    fn check(keys: &[&str], focus: Focus, wanted: Option<Command>) {
        for key in keys {
            let press = Press { key, code: "", shift: false, modified: false };
            assert_eq!(command(press, focus), wanted, "{key} on {focus:?}");
        }
    }

    #[test]
    fn arrows_pages_space_and_letters_turn_beats() {
        check(&["ArrowRight", "PageDown", " ", "n", "N"], Focus::Free, NEXT);
        check(&["ArrowLeft", "PageUp", "p"], Focus::Free, BACK);
    }

    #[test]
    fn a_clicker_works_wherever_the_focus_is() {
        for focus in [Focus::Free, Focus::Button, Focus::Scroller] {
            check(&["PageDown"], focus, NEXT);
            check(&["PageUp"], focus, BACK);
            check(&["b", "."], focus, Some(Command::Black));
        }
    }

    #[test]
    fn buttons_and_scrollers_keep_what_they_need() {
        check(&[" ", "Enter"], Focus::Button, None);
        check(&["ArrowRight", "ArrowLeft", " ", "ArrowDown"], Focus::Scroller, None);
        check(&["ArrowRight"], Focus::Button, NEXT);
    }

    #[test]
    fn whoever_writes_is_left_alone() {
        check(&["n", "PageDown", "ArrowRight", "b", " "], Focus::Taken, None);
    }

    #[test]
    fn modified_keys_belong_to_the_browser() {
        let press = Press { key: "w", code: "KeyW", shift: false, modified: true };
        assert_eq!(command(press, Focus::Free), None);
    }

    #[test]
    fn another_script_falls_back_to_the_place_of_the_key() {
        let press = Press { key: "и", code: "KeyB", shift: false, modified: false };
        assert_eq!(command(press, Focus::Free), Some(Command::Black));
    }

    #[test]
    fn keys_without_a_meaning_have_none() {
        check(&["x", "Enter", "Escape", "F5", "7", ","], Focus::Free, None);
    }
}
