//! What a person asked for, as an event of the logic or a change of the page.

use super::{Handle, Player};
use crate::acts::Act;
use crate::dom;
use crate::state::Event;

impl Player {
    pub(super) fn act(&mut self, act: Act, handle: &Handle) {
        self.panels.note.pass();
        if let Some(event) = self.event(act) {
            return self.happen(event);
        }
        match act {
            Act::Captions => self.toggle_captions(),
            Act::Transcript => to_the_text(),
            Act::Theme => {
                // theme.js serves every page; the program only works its button.
                if let Some(button) = dom::find_in_page("[data-act=theme]") {
                    button.click();
                }
            }
            Act::Fullscreen => self.toggle_fullscreen(),
            #[cfg(feature = "live")]
            Act::Branch if self.live.is_some() => self.fork(None, handle),
            Act::Branch => self.branch(),
            #[cfg(feature = "rail")]
            Act::Why => self.ask_why(),
            #[cfg(feature = "rail")]
            Act::GoTo => self.ask_where(),
            // There is nothing beside this player.
            #[cfg(not(feature = "rail"))]
            Act::Why | Act::GoTo => {}
            Act::Help => {
                self.panels.controls.close_more();
                let letters = self.settings.letters;
                self.panels.help(&self.page, letters, &self.words, handle).open();
            }
            Act::More => self.panels.controls.toggle_more(),
            Act::Retry => {
                self.panels.note.clear();
                self.fetch(handle);
            }
            Act::Reload => {
                let _ = dom::window().location().reload();
            }
            Act::Dismiss => {
                self.panels.note.clear();
                let _ = self.page.player.focus();
            }
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
            | Act::CycleSpeed
            | Act::Speed(_)
            | Act::Pace => {}
        }
    }

    /// The acts that are the logic's own.
    fn event(&self, act: Act) -> Option<Event> {
        let duration = self.lesson.as_ref().map_or(0.0, |it| it.marks.duration);
        Some(match act {
            Act::Toggle => Event::Toggle,
            Act::Step(way) => Event::Step(way),
            Act::Event(way) => Event::Single(way),
            Act::Marker(way) => Event::Marker(way),
            Act::Beat(way) => Event::Beat(way),
            Act::Skip(ms) => Event::Skip(ms),
            Act::Tenth(n) => Event::Seek(duration * f64::from(n) / 10.0),
            Act::Home => Event::Seek(0.0),
            Act::End => Event::Seek(duration),
            Act::Restart => Event::Restart,
            Act::CycleSpeed => Event::CycleSpeed,
            Act::Speed(way) => Event::ChangeSpeed(way),
            Act::Pace => Event::ChangePace,
            Act::Captions
            | Act::Transcript
            | Act::Theme
            | Act::Fullscreen
            | Act::Branch
            | Act::Why
            | Act::GoTo
            | Act::Help
            | Act::More
            | Act::Retry
            | Act::Reload
            | Act::Dismiss => return None,
        })
    }

    fn toggle_captions(&mut self) {
        self.settings.captions = !self.settings.captions;
        self.settings.save();
        self.show_settings();
    }

    /// Follows the link that leaves the lesson from here.
    fn branch(&mut self) {
        self.happen(Event::Pause);
        if let Some(link) = dom::find_in_page("a[data-carry]") {
            link.click();
        }
    }

    fn toggle_fullscreen(&self) {
        if is_fullscreen() {
            leave_fullscreen();
        } else {
            // Refused in some embedded pages: then nothing happens.
            let _ = self.page.player.request_fullscreen();
        }
    }
}

pub(super) fn leave_fullscreen() {
    dom::document().exit_fullscreen();
}

/// Whether something fills the screen.
pub(super) fn is_fullscreen() -> bool {
    dom::document().fullscreen_element().is_some()
}

/// To the text of the lesson, which is its transcript.
fn to_the_text() {
    if let Some(title) = dom::find_in_page("#reading-title") {
        dom::set(&title, "tabindex", "-1");
        title.scroll_into_view();
        let _ = title.focus();
    }
}
