//! What everybody sees now, and the picture that comes next.

use scene::{Layout, Moment, Motion as Drawn, SizeClass, frame};
use web_sys::HtmlElement;

use super::look::Look;
use crate::dom;
use crate::painter::Painter;
use crate::panels::caption::Caption;
use crate::panels::spoken::Spoken;
use crate::room::cover::Covers;
use crate::room::pointer::Spot;
use crate::stage::Stage;
use crate::state::{Motion, Pace, Phase, State};
use crate::words::Words;

/// What everybody sees.
pub struct Now {
    place: HtmlElement,
    stage: Stage,
    caption: Caption,
    spoken: Spoken,
    covers: Covers,
    has_entered: bool,
}

impl Now {
    /// The parts of the page, which the server left empty.
    #[must_use]
    pub fn find(words: &Words) -> Option<Self> {
        let part = |name: &str| dom::find_in_page(&["[data-part=", name, "]"].concat());
        let place = part("stage")?;
        Some(Self {
            stage: Stage::new(&place, &place),
            caption: Caption::new(part("step-no")?, part("caption")?),
            spoken: Spoken::new(&place, &part("live")?, words),
            covers: Covers::new(&place, &place, "live.desk.covered."),
            has_entered: false,
            place,
        })
    }

    /// Shows what everybody sees.
    pub fn show(&mut self, look: &Look<'_>) {
        let (Some(lesson), Some(lead)) = (look.lesson, look.lead) else { return };
        if !self.has_entered {
            self.has_entered = true;
            self.stage.enter();
            self.covers.enter(&self.place);
        }
        let state = state(look.motion, lead.at, lead.moves);
        let moment = lesson.moment(lead.at);
        self.stage.show(lesson, moment, &state, look.words);
        self.caption.show(lesson, moment.beat, look.words);
        if !lead.moves {
            self.spoken.say(lesson, moment, look.words);
        }
        self.covers.cover(look.stage.and_then(|it| it.black), look.words);
        let entry = lesson.timeline.entry_at(moment).map_or(0, |it| it.0);
        dom::set(&self.place, "data-entry", &entry.to_string());
    }

    /// What is drawn belongs to another trace.
    pub fn forget(&mut self) {
        self.stage.forget();
        self.caption.forget();
        self.spoken.forget();
    }

    /// The place of the picture may have another size.
    pub fn measure(&mut self, look: &Look<'_>) {
        self.stage.measure();
        self.show(look);
        let picture = self.picture(look);
        self.covers.place(picture.as_ref());
    }

    /// The presenter points at something, or no longer.
    pub fn point(&mut self, spot: Option<Spot>, look: &Look<'_>) {
        let picture = self.picture(look);
        self.covers.point(spot, picture.as_ref());
    }

    /// The picture as it is drawn.
    #[must_use]
    pub fn picture(&self, look: &Look<'_>) -> Option<scene::Frame> {
        let (lesson, lead) = (look.lesson?, look.lead?);
        let state = state(look.motion, lead.at, lead.moves);
        Some(self.stage.picture(lesson, lesson.moment(lead.at), &state))
    }

    /// Where the picture is in the window.
    #[must_use]
    pub const fn place(&self) -> &HtmlElement {
        &self.place
    }
}

/// A player's state that shows this moment.
fn state(motion: Motion, at: f64, moves: bool) -> State {
    let phase = if moves { Phase::Playing } else { Phase::Paused };
    State { at, phase, ..State::new(Pace::Through, motion) }
}

/// The picture of the next beat, as it will end, and its sentence.
pub struct Next {
    picture: HtmlElement,
    sentence: HtmlElement,
    painter: Painter,
    layout: Layout,
    shown: Option<(usize, trace::EntryId)>,
    is_in: bool,
}

impl Next {
    /// Fills a part of the page.
    #[must_use]
    pub fn new(place: &HtmlElement, words: &Words) -> Self {
        let title = dom::text_element("h2", "label", &words.get("live.desk.next"));
        let picture = dom::element("div", "still");
        let sentence = dom::element("p", "sentence");
        dom::fill(place, &[&title, &picture, &sentence]);
        let layout = Layout::with_rows(SizeClass::Small, 0);
        let painter = Painter::new();
        Self { picture, sentence, painter, layout, shown: None, is_in: false }
    }

    /// What is drawn belongs to another trace.
    pub const fn forget(&mut self) {
        self.shown = None;
    }

    /// Shows what comes after the beat on stage.
    pub fn show(&mut self, look: &Look<'_>) {
        let (Some(lesson), Some(beat)) = (look.lesson, look.beat()) else { return };
        let next = beat + 1;
        let span = lesson.timeline.beat(next);
        let is_last = next >= lesson.timeline.beats().len();
        let key = (next, span.last);
        if self.shown == Some(key) {
            return;
        }
        self.shown = Some(key);
        dom::set_or_unset(&self.picture, "hidden", is_last.then_some(""));
        if is_last {
            return dom::set_text(&self.sentence, &look.words.get("live.desk.next_none"));
        }
        if !self.is_in {
            self.is_in = true;
            self.painter.enter(&self.picture);
        }
        let moment = Moment { beat: next, ms: span.motion_ms };
        let picture = frame(&lesson.timeline, &self.layout, moment, Drawn::Full);
        self.painter.paint(&picture, look.words);
        self.sentence.set_inner_html(&lesson.caption(next).html);
    }
}
