//! What a presenter's page says to the room, and what the answers mean.

use super::look::{Hold, Trouble};
use super::questions::Step;
use super::{Desk, Message};
use crate::player::Handle;
use crate::room::net::{self, Answer, Pass};

impl Desk {
    /// Here is the token: the page can present.
    pub(super) fn sit_down(&mut self, token: String, handle: &Handle<Self>) {
        self.memory.set_token(&token);
        self.pass.token = token;
        self.trouble = None;
        self.wire.set_pass(self.pass.clone());
        self.wire.open(net::now());
        let notes = handle.clone();
        let url = self.room.own(&["/notes?lang=", &self.room.lang].concat());
        net::get(&url, Some(&self.pass), move |answer| notes.send(Message::Notes(answer)));
    }

    /// Accepts what somebody who presents has offered.
    pub(super) fn accept(&mut self, offer: String, handle: &Handle<Self>) {
        let pass = Pass { token: offer, tab: self.pass.tab.clone() };
        let handle = handle.clone();
        let url = self.room.own("/accept");
        net::post(&url, Some(&pass), "{}", move |it| handle.send(Message::Accepted(it)));
    }

    pub(super) fn accepted(&mut self, answer: &Answer, handle: &Handle<Self>) {
        let token = answer.field("token");
        if answer.is_good() && !token.is_empty() {
            self.sit_down(token, handle);
        } else {
            self.trouble = Some(Trouble::BadOffer);
        }
    }

    /// Sends the next change of the stage, if one is due.
    pub(super) fn send(&mut self, handle: &Handle<Self>) {
        if self.pass.token.is_empty() {
            return;
        }
        let Some(patch) = self.drive.take_next() else { return };
        let handle = handle.clone();
        let url = self.room.own("/stage");
        net::post(&url, Some(&self.pass), &patch.to_json(), move |answer| {
            handle.send(Message::Sent(answer));
        });
    }

    pub(super) fn sent(&mut self, answer: &Answer, handle: &Handle<Self>) {
        if answer.is_good() {
            self.hear_stage(&answer.text, handle);
            self.drive.done();
            return self.send(handle);
        }
        match answer.status {
            // Nobody heard it, or nobody could write it down: it is said again by and by.
            0 | 429 | 500..=599 => {
                self.drive.failed();
                let handle = handle.clone();
                crate::live::timer::after(700, move || handle.send(Message::SendAgain));
            }
            _ => {
                self.drive.give_up();
                self.answered(answer);
            }
        }
    }

    /// Something else was answered: what was refused is said.
    pub(super) fn answered(&mut self, answer: &Answer) {
        if answer.is_good() {
            return;
        }
        match answer.status {
            401 | 403 => self.trouble = Some(Trouble::Refused),
            // Another window drives.
            409 => self.hold = Some(Hold { yours: false, ..self.hold.unwrap_or_default() }),
            _ => {
                let detail = answer.field("detail");
                let detail =
                    if detail.is_empty() { self.words.get("live.desk.no_answer") } else { detail };
                self.trouble = Some(Trouble::NotDone(detail));
            }
        }
    }

    /// Says something below the room's own address, with the answer to be looked at.
    fn say(&self, what: &str, json: &str, handle: &Handle<Self>, then: fn(Answer) -> Message) {
        let handle = handle.clone();
        let url = self.room.own(what);
        net::post(&url, Some(&self.pass), json, move |answer| handle.send(then(answer)));
    }

    pub(super) fn take_over(&self, handle: &Handle<Self>) {
        self.say("/takeover", "{}", handle, Message::Taken);
    }

    pub(super) fn taken(&mut self, answer: &Answer) {
        if answer.is_good() {
            self.hold = Some(Hold { yours: true, ..Hold::default() });
        } else {
            self.answered(answer);
        }
    }

    pub(super) fn question(&mut self, step: Step, handle: &Handle<Self>) {
        let stage = self.leash.on_stage(|it| (it.step.clone(), it.question.clone()));
        let Some((name, asked)) = stage else { return };
        self.asking.want(step, &name, asked.as_ref());
        self.send_question(handle);
    }

    fn send_question(&mut self, handle: &Handle<Self>) {
        if let Some(json) = self.asking.take_next() {
            self.say("/question", &json, handle, Message::Asked);
        }
    }

    /// What was wanted of a question has been answered.
    pub(super) fn asked(&mut self, answer: &Answer, handle: &Handle<Self>) {
        if !answer.is_good() {
            self.asking.give_up();
            return self.answered(answer);
        }
        // Versions are small.
        self.asking.done(answer.number("version").unwrap_or_default() as u64);
        let heard = self.leash.on_stage(|it| it.version).unwrap_or_default();
        self.asking.heard(heard);
        self.send_question(handle);
    }

    /// Does something to the cluster that everybody sees, and shows what follows.
    pub(super) fn input(&mut self, text: &str, handle: &Handle<Self>) {
        if let Some(speaker) = self.face.speaker() {
            speaker.acts.close();
        }
        self.trouble = None;
        self.follows_edge = true;
        let json = serde_json::json!({ "text": text }).to_string();
        self.say("/act", &json, handle, Message::Answered);
    }

    /// Lets the live cluster's time run, stand, or leap.
    pub(super) fn set_clock(&mut self, json: &serde_json::Value, handle: &Handle<Self>) {
        self.follows_edge = true;
        self.say("/clock", &json.to_string(), handle, Message::Answered);
    }

    pub(super) fn hand_over(&self, handle: &Handle<Self>) {
        self.say("/handover", "{}", handle, Message::Offered);
    }

    pub(super) fn offered(&mut self, answer: &Answer) {
        let offer = answer.field("offer");
        if !answer.is_good() || offer.is_empty() {
            return self.answered(answer);
        }
        let location = crate::dom::window().location();
        let (origin, path) = (location.origin(), location.pathname());
        let link = [&origin.unwrap_or_default(), &path.unwrap_or_default(), "#offer=", &offer];
        let words = &self.words;
        if let Some(speaker) = self.face.speaker() {
            let player = speaker.player().clone();
            speaker.dialogs.hand_over(&player, &link.concat(), words);
        }
    }

    pub(super) fn ask_for_remote(&self, handle: &Handle<Self>) {
        self.say("/remote", "{}", handle, Message::RemoteMade);
    }

    pub(super) fn remote_made(&mut self, answer: &Answer) {
        let (link, qr) = (answer.field("link"), answer.field("qr"));
        if !answer.is_good() || link.is_empty() {
            return self.answered(answer);
        }
        let words = &self.words;
        if let Some(speaker) = self.face.speaker() {
            let player = speaker.player().clone();
            speaker.dialogs.remote(&player, &link, &qr, words);
        }
    }

    pub(super) fn end(&mut self, handle: &Handle<Self>) {
        if let Some(speaker) = self.face.speaker() {
            speaker.dialogs.close();
        }
        self.say("/end", "{}", handle, Message::Answered);
    }

    /// Tells everybody what is pointed at.
    pub(super) fn say_pointer(&self, json: &str) {
        // One that does not arrive is followed by the next.
        net::post(&self.room.own("/pointer"), Some(&self.pass), json, |_| {});
    }
}
