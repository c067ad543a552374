//! Shows the moment: every part is told, and each changes only what is another.

use super::Player;
use super::acts::is_fullscreen;
use crate::attributes;
#[cfg(feature = "rail")]
use crate::link::turned;
use crate::panels::controls::Looks;
use crate::state::Phase;

impl Player {
    /// Shows everything that depends on the moment.
    pub(super) fn show(&mut self) {
        let Some(lesson) = &self.lesson else { return self.show_settings() };
        let (words, state) = (&self.words, &self.state);
        let moment = lesson.moment(state.at);
        self.stage.show(lesson, moment, state, words);
        self.scrubber.show(lesson, state.at, words);
        self.panels.caption.show(lesson, moment.beat, words);
        #[cfg(feature = "rail")]
        if let Some(rail) = &mut self.panels.rail {
            let step = lesson.timeline.beat(moment.beat).step;
            rail.chapters.show(step, state.phase == Phase::Ended, words);
        }
        self.panels.clock.show(lesson.timeline.sim_time(moment), words);
        attributes::show(&self.page.player, lesson, state, moment);
        if self.is_worth_saying() {
            self.panels.spoken.say(lesson, moment, words);
        }
        self.show_controls();
        #[cfg(feature = "rail")]
        self.show_panels();
        #[cfg(feature = "live")]
        self.show_live();
    }

    /// Whether the picture stands still long enough to be told in words.
    const fn is_worth_saying(&self) -> bool {
        match self.state.phase {
            Phase::Holding | Phase::Paused | Phase::Ended | Phase::Live => true,
            Phase::Loading | Phase::Playing | Phase::Seeking { .. } | Phase::Failed => false,
        }
    }

    /// Shows what was chosen.
    pub(super) fn show_settings(&mut self) {
        let captions = if self.settings.captions { "on" } else { "off" };
        crate::dom::set(&self.page.player, "data-captions", captions);
        self.show_controls();
    }

    fn show_controls(&mut self) {
        let looks = Looks { captions: self.settings.captions, fullscreen: is_fullscreen() };
        let step = self.next_step();
        self.panels.controls.show(&self.state, step, looks, &self.words);
    }

    /// The step that "play" would play, from 0.
    fn next_step(&self) -> usize {
        let Some(lesson) = &self.lesson else { return 0 };
        let at = self.state.at;
        let step = lesson.marks.step_at(at);
        let waited = at >= lesson.marks.last_of_step(step);
        if waited && step + 1 < lesson.marks.steps.len() { step + 1 } else { step }
    }

    /// Shows the panels of the rail, as far as they are seen.
    #[cfg(feature = "rail")]
    pub(super) fn show_panels(&mut self) {
        let Some(lesson) = &self.lesson else { return };
        if self.is_seeking() {
            return;
        }
        let moment = lesson.moment(self.state.at);
        if let Some(rail) = &mut self.panels.rail {
            rail.show(lesson, moment, &self.words);
        }
    }

    /// Lets the address and the language links lead to this moment.
    pub(super) fn show_place(&self) {
        #[cfg(feature = "live")]
        if let Some(fragment) = self.live_fragment() {
            return self.languages.lead_to(&fragment);
        }
        if let Some(lesson) = &self.lesson
            && !self.is_seeking()
        {
            let fragment = lesson.place(self.state.at).fragment();
            #[cfg(feature = "rail")]
            let fragment = fragment + &turned(lesson.timeline.aim());
            self.languages.lead_to(&fragment);
        }
    }
}
