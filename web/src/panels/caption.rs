//! The sentence under the picture.

use scene::Labels;
use web_sys::HtmlElement;

use crate::dom;
use crate::loaded::Loaded;
use crate::words::Words;

/// The caption and the number of its step.
pub struct Caption {
    number: HtmlElement,
    sentence: HtmlElement,
    shown: Option<usize>,
}

impl Caption {
    /// The caption has these places in the page.
    #[must_use]
    pub const fn new(number: HtmlElement, sentence: HtmlElement) -> Self {
        Self { number, sentence, shown: None }
    }

    /// Looks anew at what comes next.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Shows the sentence of a beat, if it is another.
    pub fn show(&mut self, lesson: &Loaded, beat: usize, words: &Words) {
        if self.shown == Some(beat) {
            return;
        }
        self.shown = Some(beat);
        let step = lesson.timeline.beat(beat).step;
        let (n, all) = ((step + 1).to_string(), lesson.timeline.steps().len().to_string());
        let number = words.label("place.step", &[("n", &n), ("all", &all)]);
        let number = dom::text_element("span", "", &number);
        let name = dom::text_element("span", "step-name", &lesson.names[step]);
        dom::fill(&self.number, &[&number, &name]);
        // The markup is our own content's: spans for the roles and nothing else.
        self.sentence.set_inner_html(&lesson.caption(beat).html);
    }
}
