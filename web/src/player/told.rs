//! A trace that is not the one the page was made for: a live cluster's, which grows, or the one
//! that a presenter has put on stage.

use super::Player;
use crate::link::Place;
use crate::loaded::Loaded;
use crate::page::Page;
use crate::state::{Event, Motion};

impl Player {
    /// Puts a trace in the place of the one that is there, and keeps the moment: the same beat, and
    /// as much of its motion.
    pub(super) fn told(&mut self, lesson: Loaded) {
        let before = self.lesson.as_ref().map(|it| it.moment(self.state.at));
        let event = match before {
            Some(moment) => Event::Grown(lesson.at(moment)),
            None => Event::Loaded { at: 0.0, play: false },
        };
        self.lesson = Some(lesson);
        self.forget();
        if before.is_none() {
            self.enter();
        }
        self.happen(event);
        // Whatever the logic thinks of it, the picture is another.
        self.show();
        Page::tell("ready");
    }

    /// The trace, once it is here.
    #[must_use]
    pub const fn lesson(&self) -> Option<&Loaded> {
        self.lesson.as_ref()
    }

    /// What the person wishes about motion.
    #[must_use]
    pub const fn motion(&self) -> Motion {
        self.state.motion
    }

    /// The place that is shown, and the last entry that counts there; 0 before the first.
    #[must_use]
    pub fn place(&self) -> Option<(Place, u32)> {
        let lesson = self.lesson.as_ref()?;
        let entry = lesson.timeline.entry_at(lesson.moment(self.state.at));
        Some((lesson.place(self.state.at), entry.map_or(0, |it| it.0)))
    }

    /// The picture of the moment, as it is drawn.
    #[must_use]
    pub fn picture(&self) -> Option<scene::Frame> {
        let lesson = self.lesson.as_ref()?;
        Some(self.stage.picture(lesson, lesson.moment(self.state.at), &self.state))
    }
}
