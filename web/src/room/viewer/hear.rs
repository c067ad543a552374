//! What the room says, and what it changes.

use super::ask::Ask;
use super::{MEASURE_MS, Message, Viewer};
use crate::facts;
use crate::live::timer;
use crate::player::{Handle, Message as ToPlayer};
use crate::room::follow::{End, Event};
use crate::room::net;
use crate::room::on_stage::OnStage;
use crate::room::pointer::Spot;
use crate::room::questions::Tally;
use crate::room::reel::{Line, Took};
use crate::room::sse::Heard;
use crate::room::stream::News;

impl Viewer {
    pub(super) fn news(&mut self, news: News, handle: &Handle<Self>) {
        match news {
            News::Opened => {}
            News::Heard(heard) => {
                self.wire.heard(&heard.id, net::now());
                self.happen(Event::Heard);
                self.hear(&heard, handle);
            }
            News::Broken => self.broken(handle),
            // The room is not there, or not any more.
            News::Refused(404 | 410) => {
                self.wire.close();
                self.happen(Event::Gone(End::Expired));
            }
            News::Refused(_) => self.broken(handle),
        }
    }

    /// What cannot be read is passed over: the next stage says everything anew.
    fn hear(&mut self, heard: &Heard, handle: &Handle<Self>) {
        let data = heard.data.as_str();
        match heard.name.as_str() {
            "stage" => {
                self.leash.hear_the_time(data);
                if let Ok(stage) = facts::read::<OnStage>(data) {
                    self.happen(Event::Stage(stage));
                    self.want(handle);
                }
            }
            "pulse" => self.leash.hear_the_time(data),
            "header" | "entry" => match self.reel.hear(heard) {
                Took::More => self.grow_soon(handle),
                // What is missing is fetched again.
                Took::Gap => self.wire.open(net::now()),
                Took::Nothing => {}
            },
            "pointer" => self.point(data),
            "tally" => {
                if let (Some(ask), Ok(tally)) = (&self.ask, facts::read::<Tally>(data))
                    && ask.is_about(&tally.question)
                {
                    ask.tally(&tally, &self.words);
                }
            }
            "notice" => {
                let kind = net::field(data, "kind");
                if let Some(is_up) = store_is_up(&kind) {
                    self.happen(Event::Store { is_up });
                }
            }
            "gone" => {
                self.wire.close();
                self.recording = net::field(data, "recording");
                let end =
                    if net::field(data, "reason") == "expired" { End::Expired } else { End::Ended };
                self.happen(Event::Gone(end));
            }
            _ => {}
        }
    }

    fn point(&mut self, data: &str) {
        let picture = self.picture();
        self.covers.point(Spot::parse(data), picture.as_ref());
    }

    /// The picture as the player draws it now.
    fn picture(&self) -> Option<scene::Frame> {
        self.player.look(|it| it.picture()).flatten()
    }

    pub(super) fn place_ring(&mut self) {
        if self.covers.is_pointing() {
            let picture = self.picture();
            self.covers.place(picture.as_ref());
        }
    }

    /// Fetches the line of a lesson that is on stage and not yet here.
    pub(super) fn want(&mut self, handle: &Handle<Self>) {
        let Some(source) = self.source() else { return };
        let Some(line) = self.reel.want(&source) else { return self.grow() };
        fetch(line, handle);
    }

    /// Entries come in bursts; a burst is shown as one.
    fn grow_soon(&mut self, handle: &Handle<Self>) {
        if !self.grow_is_due {
            self.grow_is_due = true;
            let handle = handle.clone();
            timer::after(0, move || handle.send(Message::Grow));
        }
    }

    /// Gives the player what has arrived of the trace.
    pub(super) fn grow(&mut self) {
        let is_same = self.leash.is_in_step();
        let reel = &mut self.reel;
        let words = &self.words;
        let told =
            self.player.look(|it| reel.tell(words, it.lesson().filter(|_| is_same))).flatten();
        if let Some((source, loaded)) = told {
            if !is_same {
                self.leash.shows(Some(source));
            }
            self.player.send(ToPlayer::Told(Box::new(loaded)));
            // A stage that comes to life is filled anew.
            self.covers.enter(&self.page.stage);
        }
    }

    /// Shows everything that depends on what is on stage.
    pub(super) fn show(&mut self) {
        self.wake.keep(!self.is_over());
        let mode = self.leash.mode();
        self.chip.show(mode, self.leash.banner(), &self.recording, &self.words);
        crate::dom::set(&self.page.player, "data-follow", super::chip::mode_name(mode));
        let version = self.leash.on_stage(|it| it.version).unwrap_or(0);
        self.room.tell("data-version", &version.to_string());
        let is_led = self.leash.is_led();
        let cover = self.leash.on_stage(|it| it.black).flatten().filter(|_| is_led);
        self.covers.cover(cover, &self.words);
        self.show_question();
        // The player is led by its frames, and draws one only when it has a reason.
        if is_led {
            self.player.send(ToPlayer::Frame(net::now()));
        }
    }

    fn show_question(&mut self) {
        let asked = self.leash.on_stage(|it| it.question.clone()).flatten();
        if let Some(ask) = &self.ask
            && !asked.as_ref().is_some_and(|it| ask.is_about(it))
        {
            ask.close();
            self.ask = None;
        }
        let Some(asked) = asked else {
            self.put_away = None;
            return;
        };
        if self.put_away.as_ref().is_some_and(|it| it.is_same(&asked)) {
            return;
        }
        if self.ask.is_none()
            && let Some(predict) = self.questions.asked(&asked)
        {
            self.ask = Some(Ask::new(&self.page.player, &asked, predict, &self.words));
        }
        if let Some(ask) = &mut self.ask {
            ask.follow(&asked, &self.words);
        }
    }

    pub(super) fn choose(&mut self, choice: u32, handle: &Handle<Self>) {
        let asked = self.leash.on_stage(|it| it.question.clone()).flatten();
        let (Some(asked), Some(ask)) = (asked.filter(|it| it.open), &mut self.ask) else { return };
        ask.choose(choice);
        let json = serde_json::json!({
            "question": {"step": asked.step, "n": asked.n},
            "choice": choice,
            "voter": self.name,
        });
        let handle = handle.clone();
        net::post(&self.room.public("/answers"), None, &json.to_string(), move |answer| {
            handle.send(Message::Counted(answer.is_good()));
        });
    }

    /// The connection broke: it is made again after a while.
    pub(super) fn broken(&mut self, handle: &Handle<Self>) {
        let wait = self.wire.broke();
        self.happen(Event::Broken);
        let handle = handle.clone();
        timer::after(i32::try_from(wait).unwrap_or(i32::MAX), move || handle.send(Message::Retry));
    }

    pub(super) fn retry(&mut self) {
        if !self.wire.is_open() && !self.is_over() {
            self.wire.open(net::now());
        }
    }

    /// Looks whether the room is silent, and measures its clock now and then.
    pub(super) fn watch(&mut self, handle: &Handle<Self>) {
        let now = net::now();
        self.wake.keep(!self.is_over());
        if self.wire.is_dead(now) {
            self.broken(handle);
        }
        if now - self.measured > MEASURE_MS && !self.is_over() {
            self.leash.measure_again();
            self.measure(handle);
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.leash.banner(), Some(crate::room::follow::Banner::Over(_)))
    }
}

/// Whether a notice says that the store is up, if it speaks of the store.
#[must_use]
pub fn store_is_up(kind: &str) -> Option<bool> {
    match kind {
        "store-lost" => Some(false),
        "store-back" => Some(true),
        _ => None,
    }
}

fn fetch(line: Line, handle: &Handle<Viewer>) {
    let handle = handle.clone();
    net::line(line, move |line, answer| handle.send(Message::Line(line, Box::new(answer))));
}
