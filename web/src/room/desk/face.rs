//! What a presenter has before them: the whole speaker view, or a phone with two large buttons.

use web_sys::HtmlElement;

use super::acts::ActsPanel;
use super::dialogs::Dialogs;
use super::look::Look;
use super::notes::NotesPanel;
use super::picture::{Next, Now};
use super::questions::QuestionsPanel;
use super::remote::RemoteFace;
use super::strip::Strip;
use super::strip_keys::KeyStrip;
use super::time::TimePanel;
use super::top::{LAYOUTS, Top};
use crate::dom;
use crate::room::memory;
use crate::room::page::RoomPage;
use crate::room::pointer::Spot;
use crate::state::Way;
use crate::words::Words;

/// Either of the two.
pub enum Face {
    /// The speaker view.
    Speaker(Box<Speaker>),
    /// The remote control.
    Remote(Box<RemoteFace>),
}

/// The speaker view.
pub struct Speaker {
    player: HtmlElement,
    layout: usize,
    top: Top,
    /// What everybody sees.
    pub now: Now,
    next: Next,
    time: TimePanel,
    /// The notes.
    pub notes: NotesPanel,
    /// What can be done on stage.
    pub acts: ActsPanel,
    questions: QuestionsPanel,
    strip: Strip,
    keys: KeyStrip,
    /// The dialogs.
    pub dialogs: Dialogs,
}

impl Speaker {
    /// Fills the page; `None` when it is another one.
    #[must_use]
    pub fn find(room: &RoomPage, words: &Words) -> Option<Self> {
        let part = |name: &str| dom::find_in_page(&["[data-part=", name, "]"].concat());
        let player = dom::find_in_page("#player")?;
        fill_join(&part("join")?, room, words);
        label(&part("now")?, &words.get("live.desk.now"));
        let layout = memory::layout();
        let layout = LAYOUTS.iter().position(|it| Some(*it) == layout.as_deref()).unwrap_or(0);
        let speaker = Self {
            layout,
            top: Top::new(&part("top")?, words),
            now: Now::find(words)?,
            next: Next::new(&part("next")?, words),
            time: TimePanel::new(&part("time")?, words),
            notes: NotesPanel::new(&part("notes")?, words),
            acts: ActsPanel::new(&part("acts")?, &player, words),
            questions: QuestionsPanel::new(&part("questions")?, words),
            strip: Strip::new(&part("strip")?, words),
            keys: KeyStrip::new(&part("keys")?, words),
            dialogs: Dialogs::default(),
            player,
        };
        speaker.arrange();
        Some(speaker)
    }

    /// The element of the whole view.
    #[must_use]
    pub const fn player(&self) -> &HtmlElement {
        &self.player
    }

    /// The next arrangement, remembered for this browser.
    pub fn next_layout(&mut self) {
        self.layout = (self.layout + 1) % LAYOUTS.len();
        memory::set_layout(LAYOUTS[self.layout]);
        self.arrange();
    }

    fn arrange(&self) {
        dom::set(&self.player, "data-layout", LAYOUTS[self.layout]);
    }

    fn show(&mut self, look: &Look<'_>) {
        self.top.show(look, LAYOUTS[self.layout]);
        self.now.show(look);
        self.next.show(look);
        self.time.show(look);
        self.notes.show(look);
        self.acts.show(look);
        self.questions.show(look);
        self.strip.show(look);
        self.keys.show(look);
    }
}

impl Face {
    /// Shows everything.
    pub fn show(&mut self, look: &Look<'_>) {
        match self {
            Self::Speaker(it) => it.show(look),
            Self::Remote(it) => it.show(look),
        }
    }

    /// Shows what moves by itself.
    pub fn draw(&mut self, look: &Look<'_>) {
        match self {
            Self::Speaker(it) => it.now.show(look),
            Self::Remote(_) => {}
        }
    }

    /// What is shown belongs to another trace.
    pub fn forget(&mut self) {
        if let Self::Speaker(it) = self {
            it.now.forget();
            it.next.forget();
            it.strip.forget();
            it.acts.forget();
        }
    }

    /// The picture may have another size.
    pub fn measure(&mut self, look: &Look<'_>) {
        if let Self::Speaker(it) = self {
            it.now.measure(look);
        }
    }

    /// The presenter points at something, or no longer.
    pub fn point(&mut self, spot: Option<Spot>, look: &Look<'_>) {
        if let Self::Speaker(it) = self {
            it.now.point(spot, look);
        }
    }

    /// Larger or smaller notes.
    pub fn resize_notes(&mut self, way: Way) {
        match self {
            Self::Speaker(it) => it.notes.resize(way),
            Self::Remote(it) => it.notes.resize(way),
        }
    }

    /// The speaker view, if it is one.
    pub fn speaker(&mut self) -> Option<&mut Speaker> {
        match self {
            Self::Speaker(it) => Some(it),
            Self::Remote(_) => None,
        }
    }
}

/// A heading before what the server wrote into a part.
fn label(place: &HtmlElement, text: &str) {
    let title = dom::text_element("h2", "label", text);
    let _ = place.insert_before(&title, place.first_child().as_ref());
}

/// Where and how to join, beside the picture of the address.
fn fill_join(place: &HtmlElement, room: &RoomPage, words: &Words) {
    label(place, &words.get("live.desk.join"));
    let text = dom::element("div", "address");
    let at = dom::text_element("p", "join-at", &room.watch_shown);
    let code = dom::text_element("p", "code", &room.code_shown);
    dom::fill(&text, &[&at, &code]);
    dom::append(place, &text);
}
