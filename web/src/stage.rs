//! The place of the picture: chooses the composition by the size of the player, and draws only
//! what is another moment.

#[cfg(feature = "live")]
use scene::frame_waiting;
use scene::{Frame, Layout, Moment, Motion, SizeClass, frame};
#[cfg(feature = "live")]
use trace::SimTime;
use web_sys::HtmlElement;

use crate::dom;
use crate::loaded::Loaded;
use crate::painter::Painter;
use crate::state::{self, State};
use crate::words::Words;

/// The stage.
pub struct Stage {
    player: HtmlElement,
    place: HtmlElement,
    layout: Layout,
    painter: Painter,
    drawn: Option<(Moment, SizeClass, Motion)>,
}

impl Stage {
    /// A stage that still shows what the server drew.
    #[must_use]
    pub fn new(player: &HtmlElement, place: &HtmlElement) -> Self {
        let (player, place) = (player.clone(), place.clone());
        let layout = Layout::with_rows(SizeClass::Wide, 0);
        let mut stage = Self { player, place, layout, painter: Painter::new(), drawn: None };
        stage.measure();
        stage
    }

    /// Puts the live picture in the place of the server's.
    pub fn enter(&self) {
        self.painter.enter(&self.place);
    }

    /// Looks at the size of the player; true when it asks for another composition.
    pub fn measure(&mut self) -> bool {
        let size = (self.player.client_width(), self.player.client_height());
        let next = Layout::for_size(size.0 as f32, size.1 as f32);
        let changed = next.class != self.layout.class;
        self.layout = next;
        dom::set(&self.player, "data-size", class_name(self.layout.class));
        changed
    }

    /// Draws anew whatever comes next: the same moment may have another picture by now.
    pub fn forget(&mut self) {
        self.drawn = None;
    }

    /// The picture of a moment.
    #[must_use]
    pub fn picture(&self, lesson: &Loaded, moment: Moment, state: &State) -> Frame {
        frame(&lesson.timeline, &self.layout, moment, motion(state))
    }

    /// Draws a moment in which nothing happens but that time passes, up to `until`.
    #[cfg(feature = "live")]
    pub fn wait(
        &mut self,
        lesson: &Loaded,
        moment: Moment,
        until: SimTime,
        look: (&State, &Words),
    ) {
        let (state, words) = look;
        let motion = motion(state);
        let frame = frame_waiting(&lesson.timeline, &self.layout, moment, motion, until);
        self.painter.paint(&frame, words);
    }

    /// Draws a moment.
    pub fn show(&mut self, lesson: &Loaded, moment: Moment, state: &State, words: &Words) {
        let motion = motion(state);
        let next = (moment, self.layout.class, motion);
        if self.drawn == Some(next) {
            return;
        }
        self.drawn = Some(next);
        self.painter.paint(&self.picture(lesson, moment, state), words);
    }
}

/// How motion is drawn. A picture that stands still shows all of itself, wherever it stands.
const fn motion(state: &State) -> Motion {
    match state.motion {
        state::Motion::Full if state.is_running() => Motion::Running,
        state::Motion::Full => Motion::Full,
        state::Motion::Reduced => Motion::Reduced,
    }
}

const fn class_name(class: SizeClass) -> &'static str {
    match class {
        SizeClass::Wide => "wide",
        SizeClass::Medium => "medium",
        SizeClass::Small => "small",
        SizeClass::Tall => "tall",
        SizeClass::Poster => "poster",
    }
}
