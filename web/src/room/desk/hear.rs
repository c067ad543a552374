//! What the room tells a presenter, and what it changes.

use super::look::{Audience, Hold, Notes, Trouble};
use super::{Desk, MEASURE_MS, Message};
use crate::driver::{Lesson, Trouble as DriverTrouble};
use crate::facts;
use crate::live::time::ClusterTime;
use crate::live::timer;
use crate::player::Handle;
use crate::room::follow::{End, Event};
use crate::room::net::{self, Answer};
use crate::room::on_stage::OnStage;
use crate::room::pointer::Spot;
use crate::room::questions::Tally;
use crate::room::reel::{Line, Took};
use crate::room::sse::Heard;
use crate::room::stream::News;
use crate::room::viewer::store_is_up;

impl Desk {
    pub(super) fn news(&mut self, news: News, handle: &Handle<Self>) {
        match news {
            News::Opened => {}
            News::Heard(heard) => {
                self.wire.heard(&heard.id, net::now());
                self.leash.happen(Event::Heard);
                self.hear(&heard, handle);
            }
            News::Broken => self.broken(handle),
            News::Refused(401 | 403) => {
                self.wire.close();
                self.trouble = Some(Trouble::Refused);
            }
            News::Refused(404 | 410) => {
                self.wire.close();
                self.leash.happen(Event::Gone(End::Expired));
            }
            News::Refused(_) => self.broken(handle),
        }
    }

    /// What cannot be read is passed over: the next stage says everything anew.
    fn hear(&mut self, heard: &Heard, handle: &Handle<Self>) {
        let data = heard.data.as_str();
        match heard.name.as_str() {
            "stage" => self.hear_stage(data, handle),
            "pulse" => self.leash.hear_the_time(data),
            "header" | "entry" => match self.reel.hear(heard) {
                Took::More => self.grow_soon(handle),
                // What is missing is fetched again.
                Took::Gap => self.wire.open(net::now()),
                Took::Nothing => {}
            },
            "clock" => self.cluster = cluster_time(data),
            "pointer" => {
                let spot = Spot::parse(data);
                self.look(|face, look| face.point(spot, look));
            }
            "audience" => self.audience = Audience::parse(data),
            "tally" => self.tally = facts::read::<Tally>(data).ok(),
            "hold" => {
                self.hear_hold(data);
                self.begin_at_the_edge(handle);
            }
            "notice" => {
                if let Some(is_up) = store_is_up(&net::field(data, "kind")) {
                    self.leash.happen(Event::Store { is_up });
                }
            }
            "gone" => {
                self.wire.close();
                self.recording = net::field(data, "recording");
                self.leash.happen(Event::Gone(End::Ended));
            }
            _ => {}
        }
    }

    fn hear_hold(&mut self, data: &str) {
        let Ok(hold) = facts::read::<Hold>(data) else { return };
        if hold.handed {
            self.wire.close();
        }
        if !hold.yours && !hold.remote {
            self.drive.give_up();
            self.asking.give_up();
        }
        self.hold = Some(hold);
    }

    /// What is on stage by now, from the stream or as an answer.
    pub(super) fn hear_stage(&mut self, data: &str, handle: &Handle<Self>) {
        self.leash.hear_the_time(data);
        let Ok(stage) = facts::read::<OnStage>(data) else { return };
        self.drive.heard(stage.clone());
        self.asking.heard(stage.version);
        let before = self.leash.on_stage(|it| (it.source.clone(), it.beat));
        self.leash.happen(Event::Stage(stage));
        let Some(source) = self.leash.on_stage(|it| it.source.clone()) else { return };
        if let Some((was, beat)) = before.filter(|(was, _)| *was != source) {
            self.rests_since = None;
            if was.cluster.is_none() {
                self.left_at = Some(beat);
            }
        }
        match self.reel.want(&source) {
            Some(line) => fetch(line, handle),
            None => self.grow(handle),
        }
    }

    pub(super) fn line(
        &mut self,
        line: Line,
        answer: Result<Lesson, DriverTrouble>,
        handle: &Handle<Self>,
    ) {
        match answer {
            Ok(lesson) => {
                self.reel.line(line, lesson);
                self.grow(handle);
            }
            Err(_) => {
                let handle = handle.clone();
                timer::after(2_000, move || fetch(line, &handle));
            }
        }
    }

    /// Entries come in bursts; a burst is shown as one.
    fn grow_soon(&mut self, handle: &Handle<Self>) {
        if !self.grow_is_due {
            self.grow_is_due = true;
            let handle = handle.clone();
            timer::after(0, move || handle.send(Message::Grow));
        }
    }

    /// Takes what has arrived of the trace.
    pub(super) fn grow(&mut self, handle: &Handle<Self>) {
        self.grow_is_due = false;
        let is_same = self.leash.is_in_step();
        let before = self.lesson.as_ref().filter(|_| is_same);
        let Some((source, loaded)) = self.reel.tell(&self.words, before) else { return };
        if !is_same {
            self.leash.shows(Some(source));
        }
        self.lesson = Some(loaded);
        self.look(|face, _| face.forget());
        self.begin_at_the_edge(handle);
        if let Some(way) = self.early.take() {
            self.beat(way, handle);
        }
        self.anchor(handle);
    }

    /// The notes are here; without them the talk goes on.
    pub(super) fn notes_came(&mut self, answer: &Answer) {
        if answer.is_good() {
            self.notes = facts::read::<Notes>(&answer.text).ok();
        }
    }

    /// The connection broke: it is made again after a while.
    pub(super) fn broken(&mut self, handle: &Handle<Self>) {
        let wait = self.wire.broke();
        self.leash.happen(Event::Broken);
        let handle = handle.clone();
        timer::after(i32::try_from(wait).unwrap_or(i32::MAX), move || handle.send(Message::Retry));
    }

    pub(super) fn retry(&mut self) {
        if !self.wire.is_open() && self.is_there() {
            self.wire.open(net::now());
        }
    }

    pub(super) fn online(&mut self, handle: &Handle<Self>) {
        if self.is_there() {
            self.wire.open(net::now());
        }
        self.send(handle);
    }

    /// Whether there is a room to hear from.
    fn is_there(&self) -> bool {
        let is_over = matches!(self.leash.banner(), Some(crate::room::follow::Banner::Over(_)));
        !is_over && !self.pass.token.is_empty() && !self.hold.is_some_and(|it| it.handed)
    }

    pub(super) fn tick(&mut self, handle: &Handle<Self>) {
        let now = net::now();
        if self.wire.is_dead(now) {
            self.broken(handle);
        }
        if now - self.measured > MEASURE_MS && self.is_there() {
            self.leash.measure_again();
            self.measure(handle);
        }
        self.wake.keep(self.is_there());
        self.play_on(now, handle);
    }

    /// Measures the server's clock: asks until enough has been asked.
    pub(super) fn measure(&mut self, handle: &Handle<Self>) {
        self.measured = net::now();
        let handle = handle.clone();
        net::time(move |trip| handle.send(Message::Measured(trip)));
    }
}

/// `{"at":45000,"rate":1000}`: how a live cluster's time runs.
fn cluster_time(data: &str) -> Option<ClusterTime> {
    let at = net::number(data, "at")?;
    let rate = net::number(data, "rate")?;
    // Times are never negative, and rates are small.
    Some(ClusterTime { at: trace::SimTime(at as u64), rate: rate as u32, heard: net::now() })
}

fn fetch(line: Line, handle: &Handle<Desk>) {
    let handle = handle.clone();
    net::line(line, move |line, answer| handle.send(Message::Line(line, Box::new(answer))));
}
