//! What is done with the rail beside the player, and with the picture from there.

use scene::Aim;

use super::Player;
use super::acts::{is_fullscreen, leave_fullscreen};
use crate::attributes;
use crate::panels::aims;
use crate::state::Event;

impl Player {
    /// Brings a tab forward.
    pub(super) fn choose_tab(&mut self, name: &str) {
        if let Some(rail) = &mut self.panels.rail {
            rail.tabs.choose(name);
        }
        self.show_panels();
    }

    /// A key was pressed on a tab.
    pub(super) fn press_tab(&mut self, key: &str) {
        if let Some(rail) = &mut self.panels.rail {
            rail.tabs.press(key);
        }
        self.show_panels();
    }

    /// Stands still, and brings the causes forward.
    pub(super) fn ask_why(&mut self) {
        if is_fullscreen() {
            leave_fullscreen();
        }
        self.happen(Event::Pause);
        self.panels.controls.close_more();
        self.choose_tab("why");
        if let Some(rail) = &self.panels.rail {
            rail.tabs.focus();
        }
    }

    /// Opens the list of places.
    pub(super) fn ask_where(&mut self) {
        if let Some(lesson) = &self.lesson {
            self.panels.goto(&self.page, &lesson.names, &self.words).open();
        }
    }

    /// Turns the picture, and shows the same moment from there.
    pub(super) fn turn(&mut self, to: &str) {
        if let Some(lesson) = &self.lesson {
            self.turn_to(aims::turned(lesson.timeline.aim(), to));
        }
    }

    /// Turns the picture there, if it is not yet.
    pub(super) fn turn_to(&mut self, aim: Aim) {
        let Some(lesson) = self.lesson.as_mut().filter(|it| *it.timeline.aim() != aim) else {
            return;
        };
        lesson.turn(aim);
        self.stage.forget();
        self.scrubber.forget();
        self.panels.forget();
        attributes::forget(&self.page.player);
        self.show();
        self.show_place();
    }
}
