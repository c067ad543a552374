//! What somebody does to a cluster of their own, and what the server answers.

use scene::Labels;
use serde_json::{Value, json};

use super::{Handle, Player};
use crate::dom;
use crate::live::bar::BarAct;
use crate::live::news::{News, teller};
use crate::live::time::{ClusterTime, REAL};
use crate::room::net::Answer;
use crate::room::open;
use crate::state::Event;

impl Player {
    /// Somebody does something: to this cluster, or in its past to another one that begins there.
    pub(super) fn input(&mut self, text: String, handle: &Handle) {
        let is_live = self.is_live();
        let Some(live) = &mut self.live else { return };
        live.menu.close();
        if live.is_sending {
            return;
        }
        if !is_live {
            return self.fork(Some(text), handle);
        }
        live.is_sending = true;
        live.post("inputs", &json!({ "text": text }).to_string(), &teller(handle), News::Sent);
        self.happen(Event::GoLive);
        self.show_live();
    }

    /// A shape of the picture was pressed: it has a menu, if anything can be done to it.
    pub(super) fn point(&mut self, shape: Option<(String, [f64; 2])>) {
        let (Some(live), Some(lesson)) = (&mut self.live, &self.lesson) else { return };
        live.point(shape, lesson, lesson.moment(self.state.at));
        self.show_live();
    }

    /// A thing is to be worked on in the panel, by its key.
    pub(super) fn edit(&mut self, key: &str) {
        self.choose_tab("try");
        self.show_live();
        if let Some(live) = &mut self.live {
            live.edit(key);
        }
    }

    /// Another cluster begins at the shown moment.
    pub(super) fn fork(&mut self, then: Option<String>, handle: &Handle) {
        let after = self.acting_entry().map_or(0, |it| it.0);
        if let Some(live) = self.live.as_mut().filter(|it| !it.is_sending) {
            live.fork(after, then, &teller(handle));
            self.show_live();
        }
    }

    pub(super) fn sent(&mut self, answer: &Answer) {
        if let Some(live) = &mut self.live {
            live.is_sending = false;
        }
        if !answer.is_good() {
            let args = [("sentence", self.sentence(answer))];
            let args = args.each_ref().map(|(name, it)| (*name, it.as_str()));
            let text = self.words.label("live.note.refused", &args);
            self.panels.note.tell(&text, &self.words);
        }
        self.show_live();
    }

    pub(super) fn timed(&mut self, answer: &Answer) {
        if answer.is_good() {
            return;
        }
        let text = if answer.status == 422 {
            self.words.get("live.note.nothing_next")
        } else {
            self.words.label("live.note.refused", &[("sentence", &self.sentence(answer))])
        };
        self.panels.note.tell(&text, &self.words);
    }

    pub(super) fn press(&mut self, act: BarAct, handle: &Handle) {
        let tell = teller(handle);
        let Some(live) = &mut self.live else { return };
        let time = live.cluster().map_or(ClusterTime::UNHEARD, |it| it.time);
        let clock = |json: Value| live.post("clock", &json.to_string(), &tell, News::Timed);
        match act {
            BarAct::Run => clock(json!({ "rate": if time.runs() { 0 } else { REAL } })),
            BarAct::Rate => clock(json!({ "rate": time.next_rate() })),
            BarAct::Skip => {
                clock(json!({ "skip": true }));
                self.happen(Event::GoLive);
            }
            BarAct::Back => self.happen(Event::GoLive),
            BarAct::Fork => self.fork(None, handle),
            BarAct::Copy => live.ask_link(&tell),
            BarAct::Compare => self.toggle_compare(handle),
            BarAct::Present => {
                if let Some(cluster) = live.cluster() {
                    let url = open::address(&live.lesson, &cluster.birth);
                    let _ = dom::window().location().assign(&url);
                }
            }
        }
    }

    pub(super) fn linked(&mut self, answer: &Answer, handle: &Handle) {
        let packed = answer.field("x");
        if packed.is_empty() {
            let sentence = self.sentence(answer);
            let text = self.words.label("live.note.refused", &[("sentence", &sentence)]);
            return self.panels.note.tell(&text, &self.words);
        }
        let here = dom::window().location().href().unwrap_or_default();
        let page = here.split(['?', '#']).next().unwrap_or_default();
        let link = [page, "#x=", &packed].concat();
        let text = self.words.get("live.note.to_copy");
        self.panels.note.link(&text, &self.words.get("live.note.link"), &link, &self.words);
        let tell = teller(handle);
        dom::copy(&link, move || tell(News::Copied));
    }

    /// What the server said when it refused something.
    pub(super) fn sentence(&self, answer: &Answer) -> String {
        let detail = answer.field("detail");
        if detail.is_empty() { self.words.get("live.note.unreached") } else { detail }
    }
}
