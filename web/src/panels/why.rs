//! "Why did this happen?": the newest event and the chain of what led to it, back to the first
//! cause, each with the upstream function that does it.

use scene::{Cause, Labels, Message, Moment, why};
use trace::EntryId;
use web_sys::HtmlElement;

use crate::dom;
use crate::loaded::Loaded;
use crate::words::Words;

/// The panel.
pub struct Why {
    place: HtmlElement,
    shown: Option<Option<EntryId>>,
}

impl Why {
    /// The panel has this place in the page.
    #[must_use]
    pub const fn new(place: HtmlElement) -> Self {
        Self { place, shown: None }
    }

    /// Looks anew at what comes next.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Shows the causes of what happened last.
    pub fn show(&mut self, lesson: &Loaded, moment: Moment, words: &Words) {
        let entry = lesson.timeline.entry_at(moment);
        if self.shown == Some(entry) {
            return;
        }
        self.shown = Some(entry);
        let Some(entry) = entry else {
            let none = dom::text_element("p", "lead", &words.get("why.none"));
            return dom::fill(&self.place, &[&none]);
        };
        let lead = dom::text_element("p", "lead", &words.get("why.lead"));
        let list = dom::element("ol", "why");
        for cause in why(&lesson.timeline, entry) {
            dom::append(&list, &item(lesson, &cause, words));
        }
        dom::fill(&self.place, &[&lead, &list]);
    }
}

/// One cause: what happened, when, and who did it. A click leads to its moment.
fn item(lesson: &Loaded, cause: &Cause, words: &Words) -> HtmlElement {
    let entry = lesson.timeline.entry(cause.entry);
    let time = entry.map_or_else(Default::default, |it| it.at);
    let point = words.get("number.point");
    let seconds = format!("{}{point}{}", time.0 / 1000, time.0 % 1000 / 100);
    let message = Message { key: cause.key, args: cause.args.clone() };
    let button = dom::text_element("button", "", &message.say(words));
    dom::set(&button, "type", "button");
    dom::set(&button, "data-jump", &cause.entry.0.to_string());
    let when = words.label("why.time", &[("time", &seconds)]);
    let when = dom::text_element("span", "when", &when);
    let item = dom::element("li", "");
    dom::fill(&item, &[&button, &when]);
    if !cause.upstream.is_empty() {
        dom::append(&item, &dom::text_element("code", "by", &cause.upstream));
    } else if entry.is_some_and(|it| it.cause.is_none()) {
        // An answer has no function of its own either, but it has a cause.
        dom::append(&item, &dom::text_element("span", "by", &words.get("why.outside")));
    }
    item
}
