//! The dialogs of the speaker view: how to join, where to go, who takes over, the phone, the end.

use scene::Labels;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement, HtmlElement};

use crate::dom;
use crate::loaded::Loaded;
use crate::panels::help::{dialog, open};
use crate::room::page::RoomPage;
use crate::words::Words;

/// The dialog that is open, made when it is asked for.
#[derive(Default)]
pub struct Dialogs {
    open: Option<HtmlDialogElement>,
}

impl Dialogs {
    /// Closes what is open.
    pub fn close(&mut self) {
        if let Some(dialog) = self.open.take() {
            dialog.close();
            dialog.remove();
        }
    }

    /// How to join, in large: the address, the code and its picture.
    pub fn join(&mut self, player: &Element, room: &RoomPage, words: &Words) {
        let text = words.label("live.desk.join_at", &[("place", &room.watch_shown)]);
        let place = dom::text_element("p", "join-at", &text);
        let code = dom::text_element("p", "code", &room.code_shown);
        let picture = dom::element("div", "qr");
        if let Some(qr) = dom::find_in_page("[data-part=qr]") {
            picture.set_inner_html(&qr.inner_html());
        }
        self.show(player, "live.desk.join", "join", &[&picture, &place, &code], words);
    }

    /// Every step, with its beats or without.
    pub fn overview(&mut self, player: &Element, lesson: &Loaded, beats: bool, words: &Words) {
        let list = dom::element("ol", "places");
        let timeline = &lesson.timeline;
        for (n, step) in timeline.steps().iter().enumerate() {
            let (number, name) = ((n + 1).to_string(), lesson.names[n].as_str());
            let text = words.label("live.desk.step", &[("n", &number), ("name", name)]);
            let item = dom::element("li", "");
            dom::append(&item, &to_beat(step.first_beat, &text));
            if beats {
                let inner = dom::element("ol", "");
                for beat in step.first_beat..step.first_beat + step.n_beats {
                    let inner_item = dom::element("li", "");
                    dom::append(&inner_item, &to_beat(beat, &lesson.caption(beat).text));
                    dom::append(&inner, &inner_item);
                }
                dom::append(&item, &inner);
            }
            dom::append(&list, &item);
        }
        let title = if beats { "live.desk.overview" } else { "goto.title" };
        self.show(player, title, if beats { "overview" } else { "go-to" }, &[&list], words);
    }

    /// The link by which somebody else takes over.
    pub fn hand_over(&mut self, player: &Element, link: &str, words: &Words) {
        let lead = dom::text_element("p", "", &words.get("live.desk.handover_lead"));
        let field = link_field(link, &words.get("live.desk.handover"));
        let copy = dom::text_element("button", "", &words.get("live.desk.handover_copy"));
        dom::set(&copy, "type", "button");
        dom::set(&copy, "data-copy", link);
        dom::set(&copy, "data-copied", &words.get("live.desk.handover_copied"));
        self.show(player, "live.desk.handover", "hand-over", &[&lead, &field, &copy], words);
    }

    /// The picture by which a phone becomes a remote control. `qr` is markup of our own server's.
    pub fn remote(&mut self, player: &Element, link: &str, qr: &str, words: &Words) {
        let lead = dom::text_element("p", "", &words.get("live.desk.remote_lead"));
        let picture = dom::element("div", "qr");
        picture.set_inner_html(qr);
        let field = link_field(link, &words.get("live.desk.remote"));
        self.show(player, "live.desk.remote", "remote", &[&lead, &picture, &field], words);
    }

    /// Asks whether the room is really to end.
    pub fn end(&mut self, player: &Element, words: &Words) {
        let lead = dom::text_element("p", "", &words.get("live.desk.end_sure"));
        let button = dom::text_element("button", "grave", &words.get("live.desk.end_do"));
        dom::set(&button, "type", "button");
        dom::set(&button, "data-end", "");
        self.show(player, "live.desk.end", "end", &[&lead, &button], words);
    }

    fn show(
        &mut self,
        player: &Element,
        title: &str,
        class: &str,
        parts: &[&Element],
        words: &Words,
    ) {
        self.close();
        let made = dialog(player, "desk-dialog", &words.get(title), words);
        let _ = made.class_list().add_1(class);
        for part in parts {
            dom::append(&made, part);
        }
        open(&made);
        self.open = Some(made);
    }
}

fn to_beat(beat: usize, text: &str) -> HtmlElement {
    let button = dom::text_element("button", "", text);
    dom::set(&button, "type", "button");
    dom::set(&button, "data-beat", &beat.to_string());
    button
}

/// A link that can be selected and copied by hand.
fn link_field(link: &str, name: &str) -> HtmlElement {
    let field = dom::element("input", "link");
    dom::set(&field, "readonly", "");
    dom::set(&field, "aria-label", name);
    field.unchecked_ref::<web_sys::HtmlInputElement>().set_value(link);
    field
}
