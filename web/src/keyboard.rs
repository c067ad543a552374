//! Which key means what. Pure: it is told what was pressed and where, and names an act.

use crate::acts::Act;
use crate::state::Way;

/// A key as the browser tells it.
#[derive(Clone, Copy, Debug)]
pub struct Press<'a> {
    /// `KeyboardEvent.key`.
    pub key: &'a str,
    /// `KeyboardEvent.code`.
    pub code: &'a str,
    /// Whether Shift is down.
    pub shift: bool,
    /// Whether Ctrl, Alt or Meta is down.
    pub modified: bool,
}

/// What has the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// The player, or nothing while the player fills the view.
    Player,
    /// Something that Space or Enter works, such as a button or a link.
    Button,
    /// A row of tabs: it moves with arrows, Home and End, and Space or Enter works it.
    Tabs,
    /// The scrubber.
    Slider,
    /// Something that scrolls with arrows, Space, Home and End.
    Scroller,
    /// Something else: the page is being read, or text is being entered.
    Elsewhere,
}

/// Milliseconds of display time that Shift with an arrow skips.
const SHORT_SKIP_MS: f64 = 5_000.0;
/// Milliseconds of display time that `j` and `l` skip.
const LONG_SKIP_MS: f64 = 10_000.0;

/// The act that a key stands for, if any. `letters` is the switch for keys that write a character.
#[must_use]
pub fn act(press: Press<'_>, focus: Focus, letters: bool) -> Option<Act> {
    if press.modified || focus == Focus::Elsewhere {
        return None;
    }
    let key = latin(press);
    if key.chars().count() == 1 && key != " " {
        return if letters { character(&key) } else { None };
    }
    named(&key, press.shift, focus)
}

/// Keys that write a character other than a space.
fn character(key: &str) -> Option<Act> {
    Some(match key {
        "k" => Act::Toggle,
        "j" => Act::Skip(-LONG_SKIP_MS),
        "l" => Act::Skip(LONG_SKIP_MS),
        "." => Act::Event(Way::Forward),
        "," => Act::Event(Way::Back),
        "]" => Act::Marker(Way::Forward),
        "[" => Act::Marker(Way::Back),
        ">" => Act::Speed(Way::Forward),
        "<" => Act::Speed(Way::Back),
        "c" => Act::Captions,
        "t" => Act::Transcript,
        "d" => Act::Theme,
        "f" => Act::Fullscreen,
        "r" => Act::Restart,
        "b" => Act::Branch,
        "w" => Act::Why,
        "g" => Act::GoTo,
        "?" => Act::Help,
        _ => {
            let tenth = key.parse::<u8>().ok()?;
            Act::Tenth(tenth)
        }
    })
}

/// Space, arrows, and their like.
fn named(key: &str, shift: bool, focus: Focus) -> Option<Act> {
    let scrolls = matches!(focus, Focus::Scroller | Focus::Tabs);
    match key {
        " " if matches!(focus, Focus::Player | Focus::Slider) => Some(Act::Toggle),
        "Home" if !scrolls => Some(Act::Home),
        "End" if !scrolls => Some(Act::End),
        "PageDown" if focus == Focus::Slider => Some(Act::Step(Way::Forward)),
        "PageUp" if focus == Focus::Slider => Some(Act::Step(Way::Back)),
        "ArrowUp" if focus == Focus::Slider => Some(Act::Beat(Way::Forward)),
        "ArrowDown" if focus == Focus::Slider => Some(Act::Beat(Way::Back)),
        "ArrowRight" | "ArrowLeft" if !scrolls => {
            let way = if key == "ArrowRight" { Way::Forward } else { Way::Back };
            Some(match (shift, focus, way) {
                (true, _, Way::Forward) => Act::Skip(SHORT_SKIP_MS),
                (true, _, Way::Back) => Act::Skip(-SHORT_SKIP_MS),
                (false, Focus::Slider, _) => Act::Beat(way),
                (false, _, _) => Act::Step(way),
            })
        }
        _ => None,
    }
}

/// The key as a Latin keyboard would name it: where another script is set, the place on the
/// keyboard decides.
pub(crate) fn latin(press: Press<'_>) -> String {
    let mut chars = press.key.chars();
    match (chars.next(), chars.next()) {
        (Some(only), None) if only.is_ascii() => only.to_ascii_lowercase().to_string(),
        (Some(_), None) => {
            from_code(press.code, press.shift).unwrap_or(press.key).to_ascii_lowercase()
        }
        _ => press.key.to_owned(),
    }
}

fn from_code(code: &str, shift: bool) -> Option<&str> {
    Some(match (code, shift) {
        ("Period", true) => ">",
        ("Period", false) => ".",
        ("Comma", true) => "<",
        ("Comma", false) => ",",
        ("Slash", true) => "?",
        ("BracketRight", false) => "]",
        ("BracketLeft", false) => "[",
        _ => code.strip_prefix("Key").or_else(|| code.strip_prefix("Digit"))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(keys: &str, focus: Focus, wanted: Option<Act>) {
        let (shift, key) = keys.strip_prefix("shift ").map_or((false, keys), |key| (true, key));
        let press = Press { key, code: "", shift, modified: false };
        assert_eq!(act(press, focus, true), wanted, "{keys} on {focus:?}");
    }

    #[test]
    fn arrows_move_by_steps_and_with_shift_by_seconds() {
        check("ArrowRight", Focus::Player, Some(Act::Step(Way::Forward)));
        check("ArrowLeft", Focus::Button, Some(Act::Step(Way::Back)));
        check("shift ArrowRight", Focus::Player, Some(Act::Skip(5_000.0)));
        check("shift ArrowLeft", Focus::Slider, Some(Act::Skip(-5_000.0)));
    }

    #[test]
    fn space_belongs_to_the_button_that_has_the_focus() {
        check(" ", Focus::Player, Some(Act::Toggle));
        check(" ", Focus::Slider, Some(Act::Toggle));
        check(" ", Focus::Button, None);
        check(" ", Focus::Scroller, None);
        check("Enter", Focus::Player, None);
    }

    #[test]
    fn the_scrubber_moves_by_beats_and_pages_by_steps() {
        check("ArrowRight", Focus::Slider, Some(Act::Beat(Way::Forward)));
        check("ArrowDown", Focus::Slider, Some(Act::Beat(Way::Back)));
        check("PageDown", Focus::Slider, Some(Act::Step(Way::Forward)));
        check("PageDown", Focus::Player, None);
    }

    #[test]
    fn tabs_and_scrollers_keep_their_keys() {
        check("ArrowRight", Focus::Tabs, None);
        check("End", Focus::Scroller, None);
        check("k", Focus::Tabs, Some(Act::Toggle));
    }

    #[test]
    fn digits_jump_to_tenths() {
        check("7", Focus::Player, Some(Act::Tenth(7)));
        check("²", Focus::Player, None);
    }

    #[test]
    fn a_reader_and_a_writer_are_left_alone() {
        check("k", Focus::Elsewhere, None);
        check("ArrowRight", Focus::Elsewhere, None);
    }

    #[test]
    fn modified_keys_belong_to_the_browser() {
        let press = Press { key: "r", code: "KeyR", shift: false, modified: true };
        assert_eq!(act(press, Focus::Player, true), None);
    }

    #[test]
    fn one_switch_turns_every_character_off_and_leaves_the_rest() {
        for key in ["k", "K", ".", "<", "?", "3"] {
            let press = Press { key, code: "", shift: false, modified: false };
            assert!(act(press, Focus::Player, true).is_some(), "{key}");
            assert_eq!(act(press, Focus::Player, false), None, "{key}");
        }
        let arrow = Press { key: "ArrowRight", code: "", shift: false, modified: false };
        assert!(act(arrow, Focus::Player, false).is_some());
    }

    #[test]
    fn another_script_falls_back_to_the_place_of_the_key() {
        let press = |key, code, shift| Press { key, code, shift, modified: false };
        let at = |it| act(it, Focus::Player, true);
        assert_eq!(at(press("л", "KeyK", false)), Some(Act::Toggle));
        assert_eq!(at(press("ю", "Period", false)), Some(Act::Event(Way::Forward)));
        assert_eq!(at(press("٣", "Digit3", false)), Some(Act::Tenth(3)));
        // French AZERTY writes `?` itself: the key decides, not the place.
        assert_eq!(at(press("?", "KeyM", true)), Some(Act::Help));
    }
}
