//! The picture in words: one sentence a beat is read aloud, and the whole state stands where a
//! screen reader can walk through it.

use scene::{Message, Moment, describe};
use web_sys::HtmlElement;

use crate::dom;
use crate::loaded::Loaded;
use crate::words::Words;

/// The picture in words.
pub struct Spoken {
    live: HtmlElement,
    machine: HtmlElement,
    cluster: HtmlElement,
    event: HtmlElement,
    shown: Option<(usize, Option<trace::EntryId>)>,
}

impl Spoken {
    /// Makes the places that the server did not write: headings and a paragraph under each, after
    /// the stage.
    #[must_use]
    pub fn new(stage: &HtmlElement, live: &HtmlElement, words: &Words) -> Self {
        let place = dom::element("div", "visually-hidden");
        let part = |word: &str| {
            dom::append(&place, &dom::text_element("h2", "", &words.get(word)));
            let text = dom::element("p", "");
            dom::append(&place, &text);
            text
        };
        let machine = part("spoken.machine");
        let cluster = part("spoken.cluster");
        let event = part("spoken.event");
        let _ = stage.insert_adjacent_element("afterend", &place);
        Self { live: live.clone(), machine, cluster, event, shown: None }
    }

    /// Looks anew at what comes next.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Tells a moment, if it was not told last.
    pub fn say(&mut self, lesson: &Loaded, moment: Moment, words: &Words) {
        let next = (moment.beat, lesson.timeline.entry_at(moment));
        if self.shown == Some(next) {
            return;
        }
        self.shown = Some(next);
        let told = describe(&lesson.timeline, moment);
        let text = |about: About| {
            let part = told.iter().filter(|it| About::of(it) == about);
            part.map(|it| it.say(words)).collect::<Vec<_>>().join(" ")
        };
        let (machine, event) = (text(About::Machine), text(About::Event));
        dom::set_text(&self.machine, &machine);
        dom::set_text(&self.cluster, &text(About::Cluster));
        dom::set_text(&self.event, &event);
        dom::set_text(&self.live, &format!("{event} {machine}"));
    }
}

/// What a sentence is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Machine,
    Cluster,
    Event,
}

/// How the keys of sentences about the machine begin, after `describe.`.
const MACHINE: [&str; 3] = ["container", "no_container", "cordoned"];

impl About {
    fn of(message: &Message) -> Self {
        match message.key.strip_prefix("describe.") {
            None => Self::Event,
            Some(it) if MACHINE.iter().any(|start| it.starts_with(start)) => Self::Machine,
            Some(_) => Self::Cluster,
        }
    }
}
