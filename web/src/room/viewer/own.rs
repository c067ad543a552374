//! A cluster of the viewer's own, made from what is shown: the page for trying things out, at this
//! moment of the lesson or of the live cluster on stage.

use super::{Message, Viewer};
use crate::dom;
use crate::player::Handle;
use crate::room::net::{self, Answer};

impl Viewer {
    /// Goes to the page for trying things out.
    pub(super) fn try_it(&mut self, handle: &Handle<Self>) {
        let Some(source) = self.source() else { return };
        let shown = self.player.look(|it| it.place()).flatten();
        let Some((place, entry)) = shown else { return };
        let Some(id) = source.cluster else { return self.go(&place.fragment()) };
        let json = serde_json::json!({"fork": {"id": id, "after": entry}}).to_string();
        let handle = handle.clone();
        net::post("/api/clusters", None, &json, move |it| handle.send(Message::Forked(it)));
    }

    /// The cluster is there: all that makes it goes into the address.
    pub(super) fn forked(&mut self, answer: &Answer, handle: &Handle<Self>) {
        let id = answer.field("id");
        if !answer.is_good() || id.is_empty() {
            return self.refuse(answer);
        }
        let url = ["/api/clusters/", &id, "/situation"].concat();
        let handle = handle.clone();
        net::get(&url, None, move |it| handle.send(Message::Linked(it)));
    }

    pub(super) fn linked(&mut self, answer: &Answer) {
        let packed = answer.field("x");
        if packed.is_empty() {
            return self.refuse(answer);
        }
        self.go(&["#x=", &packed].concat());
    }

    fn go(&self, fragment: &str) {
        let path = ["/", &self.room.lang, "/lessons/", &self.room.lesson, "/try"].concat();
        let _ = dom::window().location().assign(&[&path, fragment].concat());
    }

    fn refuse(&self, answer: &Answer) {
        use scene::Labels;
        let detail = answer.field("detail");
        let sentence =
            if detail.is_empty() { self.words.get("live.note.unreached") } else { detail };
        let text = self.words.label("live.note.no_cluster", &[("sentence", &sentence)]);
        self.player.send(crate::player::Message::Tell(text));
    }
}
