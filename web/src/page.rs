//! The parts of the page that the program brings to life, looked up once.

use web_sys::HtmlElement;

use crate::dom;
use crate::driver::Source;

/// The parts. A page without one of them is not a lesson page.
#[derive(Clone)]
pub struct Page {
    /// The player.
    pub player: HtmlElement,
    /// Where the picture is.
    pub stage: HtmlElement,
    /// Where the scrubber is.
    pub lanes: HtmlElement,
    /// The row of buttons.
    pub controls: HtmlElement,
    /// The cluster's own time.
    pub clock: HtmlElement,
    /// The number of the step.
    pub step_no: HtmlElement,
    /// The sentence.
    pub caption: HtmlElement,
    /// What is read aloud.
    pub live: HtmlElement,
    /// Where notes appear.
    pub note: HtmlElement,
}

impl Page {
    /// Finds the parts.
    #[must_use]
    pub fn find() -> Option<Self> {
        let player = dom::find_in_page("#player")?;
        let part = |name: &str| dom::find_in_page(&format!("[data-part={name}]"));
        Some(Self {
            stage: part("stage")?,
            lanes: part("lanes")?,
            controls: dom::find(&player, ".controls")?,
            clock: part("clock")?,
            step_no: part("step-no")?,
            caption: part("caption")?,
            live: part("live")?,
            note: part("note")?,
            player,
        })
    }

    /// Where the lesson comes from.
    #[must_use]
    pub fn source(&self) -> Option<Source> {
        let recording = self.player.get_attribute("data-recording").map(Source::Recording);
        #[cfg(feature = "rail")]
        let recording =
            recording.or_else(|| self.player.get_attribute("data-stream").map(Source::Stream));
        recording
    }

    /// The text of the dictionary.
    #[must_use]
    pub fn words() -> Option<String> {
        dom::find_in_page("#words")?.text_content()
    }

    /// Tells the state of the program to style sheets and tests.
    pub fn tell(state: &str) {
        if let Some(root) = dom::document().document_element() {
            dom::set(&root, "data-player", state);
        }
    }
}
