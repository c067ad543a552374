//! What can be done on stage, to the cluster that everybody sees: the few things that a talk needs
//! as buttons, and everything else in a dialog.

use scene::Labels;
use trace::EntryId;
use web_sys::{Element, HtmlDialogElement, HtmlElement};

use super::look::Look;
use crate::dom;
use crate::live::offers::{Section, Standing, running_command, sections};
use crate::live::panel::{Panel, Printed};
use crate::loaded::Loaded;
use crate::panels::help::{dialog, open};
use crate::room::net;
use crate::room::pace::clock;
use crate::words::Words;

/// The acts that are at hand: what an offer does, and its short name here.
const AT_HAND: [(&str, &str, &str); 5] = [
    ("delete", "live.act.delete", "live.desk.act.delete"),
    ("force", "live.act.force", "live.desk.act.force"),
    ("crash", "live.act.crash", "live.desk.act.crash"),
    ("api-down", "live.act.api_down", "live.desk.act.api_down"),
    ("api-up", "live.act.api_up", "live.desk.act.api_up"),
];

/// What undoes what, by their places there.
const UNDO: [(usize, usize); 2] = [(3, 4), (4, 3)];

/// The acts.
pub struct ActsPanel {
    buttons: Vec<(usize, HtmlElement)>,
    live: HtmlElement,
    run: HtmlElement,
    time: HtmlElement,
    dialog: HtmlDialogElement,
    panel: Panel,
    offered: Option<(EntryId, bool)>,
}

impl ActsPanel {
    /// Fills a part of the page. The dialog is made inside `player`.
    #[must_use]
    pub fn new(place: &HtmlElement, player: &Element, words: &Words) -> Self {
        let title = dom::text_element("h2", "label", &words.get("live.desk.acts"));
        let hint = dom::text_element("p", "hint", &words.get("live.desk.acts_hint"));
        let row = dom::element("div", "row");
        let buttons = AT_HAND.iter().enumerate().map(|(n, (name, _, word))| {
            let button = dom::text_element("button", "", &words.get(word));
            dom::set(&button, "type", "button");
            dom::set(&button, "data-on-stage", name);
            dom::append(&row, &button);
            (n, button)
        });
        let buttons = buttons.collect();
        for (name, word) in [("edit", "live.desk.act.edit"), ("more", "live.desk.act.more")] {
            let button = dom::text_element("button", "", &words.get(word));
            dom::set(&button, "type", "button");
            dom::set(&button, "data-on-stage", name);
            dom::append(&row, &button);
        }
        let live = dom::element("div", "live");
        let time = dom::element("p", "time");
        dom::append(&live, &time);
        let mut run = None;
        for (name, word) in [
            ("run", "live.desk.act.run"),
            ("skip", "live.desk.act.skip"),
            ("lesson", "live.desk.act.lesson"),
        ] {
            let button = dom::text_element("button", "", &words.get(word));
            dom::set(&button, "type", "button");
            dom::set(&button, "data-on-stage", name);
            dom::append(&live, &button);
            run.get_or_insert(button);
        }
        dom::fill(place, &[&title, &hint, &row, &live]);
        let dialog = dialog(player, "acts-title", &words.get("live.desk.act.all"), words);
        let body = dom::element("div", "things-to-do");
        dom::append(&dialog, &body);
        let panel = Panel::new(&body, words);
        let run = run.unwrap_or_else(|| dom::element("button", ""));
        Self { buttons, live, run, time, dialog, panel, offered: None }
    }

    /// What is offered belongs to another trace.
    pub const fn forget(&mut self) {
        self.offered = None;
    }

    /// Shows what can be done as things stand.
    pub fn show(&mut self, look: &Look<'_>) {
        self.show_clock(look);
        let Some(lesson) = look.lesson else { return };
        let Some(entry) = standing_after(look) else { return };
        let drives = look.drives();
        if self.offered == Some((entry, drives)) {
            return;
        }
        self.offered = Some((entry, drives));
        let (sections, printed) = offers(lesson, entry, look.words);
        let inputs = AT_HAND.map(|(_, act, _)| find(&sections, act, lesson, look));
        for (n, button) in &self.buttons {
            let input = &inputs[*n];
            // Of two that undo each other, one can be done.
            let undoes = UNDO.iter().find(|it| it.0 == *n).map(|it| it.1);
            let is_undone = undoes.is_some_and(|it| input.is_none() && inputs[it].is_some());
            dom::set_or_unset(button, "hidden", is_undone.then_some(""));
            dom::set_or_unset(button, "data-input", input.as_deref());
            let can = drives && input.is_some();
            dom::set_or_unset(button, "aria-disabled", (!can).then_some("true"));
            dom::set(button, "title", input.as_deref().unwrap_or_default());
        }
        self.panel.show(&sections, &printed, "", look.words);
    }

    fn show_clock(&self, look: &Look<'_>) {
        dom::set_or_unset(&self.live, "hidden", look.cluster.is_none().then_some(""));
        let Some(time) = look.cluster else { return };
        let at = time.at(net::now()).0 / 1000;
        // A cluster runs for a day at most.
        let shown = clock(u32::try_from(at).unwrap_or(u32::MAX));
        dom::set_text(&self.time, &look.words.label("live.desk.live", &[("time", &shown)]));
        let word = if time.runs() { "live.desk.act.pause" } else { "live.desk.act.run" };
        dom::set_text(&self.run, &look.words.get(word));
    }

    /// Opens the list of everything; `file` unfolds the manifest.
    pub fn open(&self, file: bool) {
        open(&self.dialog);
        if let Some(thing) = dom::find(&self.dialog, "details[data-role=file]").filter(|_| file) {
            dom::set(&thing, "open", "");
            if let Some(area) = dom::find(&thing, "textarea") {
                let _ = area.focus();
            }
        }
    }

    /// Closes the list.
    pub fn close(&self) {
        self.dialog.close();
    }
}

/// After which entry something would be done: the newest of a live cluster, or the lesson's moment.
fn standing_after(look: &Look<'_>) -> Option<EntryId> {
    let (lesson, lead) = (look.lesson?, look.lead?);
    let newest = lesson.timeline.entries().last().map(|it| it.id);
    match look.stage?.source.cluster {
        Some(_) => newest,
        None => lesson.timeline.entry_at(lesson.moment(lead.at)),
    }
}

fn offers(lesson: &Loaded, entry: EntryId, words: &Words) -> (Vec<Section>, Vec<Printed>) {
    let view = lesson.timeline.view_after(Some(entry));
    let entries = lesson.timeline.entries().get(..entry.0 as usize).unwrap_or_default();
    let running = running_command(entries.iter().map(|it| (it.id, &it.event)));
    let header = lesson.timeline.header();
    let standing = Standing { header, view: &view, running, wait: None, words };
    (sections(&standing), Printed::of(entries))
}

/// What the offer of that name sends, for the Pod that the beat is about; `None` when it cannot.
fn find(sections: &[Section], act: &str, lesson: &Loaded, look: &Look<'_>) -> Option<String> {
    let cast = lesson.cast(look.beat()?);
    let things = || sections.iter().flat_map(|it| &it.things);
    let mine = things().filter(|it| it.name == cast.name);
    let mut offers = mine.chain(things()).flat_map(|it| &it.offers);
    let offer = offers.find(|it| it.act == act && it.reason.is_empty())?;
    Some(offer.input.clone())
}
