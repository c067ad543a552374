//! Somebody who presents: the speaker view, and the phone as its remote control. Both say what they
//! want and show what everybody sees.
//!
//! ```text
//! key, button ──Command──> Drive ──Patch──> POST stage ──> everybody
//! stage event ──> Leash ──> Look ──> Face: picture, next, notes, time, …
//! ```

mod acts;
mod asking;
mod command;
mod dialogs;
pub mod drive;
pub mod edge;
mod face;
mod hear;
mod listen;
mod look;
mod message;
mod note;
mod notes;
mod picture;
mod point;
mod questions;
mod remote;
mod send;
mod strip;
mod strip_keys;
mod time;
mod top;

use std::rc::Rc;

use crate::live::time::ClusterTime;
use crate::live::timer::Ticker;
use crate::loaded::Loaded;
use crate::page::Page;
use crate::player::{Actor, Handle, WeakHandle};
use crate::room::leash::{Lead, Leash};
use crate::room::memory::Memory;
use crate::room::net::{self, Pass};
use crate::room::page::{Part, RoomPage};
use crate::room::questions::{Questions, Tally};
use crate::room::reel::Reel;
use crate::room::wake::WakeLock;
use crate::room::wire::Wire;
use crate::state::{Motion, Way};
use crate::words::Words;

use asking::Asking;
use drive::Drive;
use face::{Face, Speaker};
use look::{Audience, Hold, Look, Notes, Time, Trouble};
pub use message::{Message, Right};
use note::DeskNote;
use point::Pointing;
use remote::RemoteFace;

/// How often the clock is looked at, in milliseconds.
const TICK_MS: i32 = 500;
/// How often to measure the server's clock, in milliseconds.
const MEASURE_MS: f64 = 240_000.0;

/// A presenter's page.
pub struct Desk {
    room: RoomPage,
    words: Words,
    memory: Memory,
    pass: Pass,
    face: Face,
    note: DeskNote,
    wire: Wire,
    leash: Leash,
    reel: Reel,
    drive: Drive,
    lesson: Option<Loaded>,
    /// What was pressed before the lesson was here.
    early: Option<Way>,
    lead: Option<Lead>,
    motion: Motion,
    hold: Option<Hold>,
    audience: Audience,
    tally: Option<Tally>,
    notes: Option<Notes>,
    questions: Questions,
    asking: Asking,
    cluster: Option<ClusterTime>,
    /// The beat of the lesson from which a live cluster left it.
    left_at: Option<u32>,
    trouble: Option<Trouble>,
    recording: String,
    /// Whether what a live cluster does next is shown at once.
    follows_edge: bool,
    plays_on: bool,
    /// Since when nothing moves, by the page's clock.
    rests_since: Option<f64>,
    pointing: Pointing,
    wake: WakeLock,
    /// How much of the lesson was on stage, from 0 to 1.
    share: f64,
    measured: f64,
    grow_is_due: bool,
    ticker: Option<Ticker>,
}

/// Brings a presenter's page to life; false when it is another page.
pub fn start(room: RoomPage, words: Words, right: Right) -> bool {
    let face = match room.part {
        Part::Present => Speaker::find(&room, &words).map(|it| Face::Speaker(Box::new(it))),
        Part::Remote => RemoteFace::find(&words).map(|it| Face::Remote(Box::new(it))),
        Part::Watch | Part::Open => None,
    };
    let place = crate::dom::find_in_page("[data-part=note]");
    let (Some(face), Some(place)) = (face, place) else { return false };
    let memory = Memory::of(&room.session);
    let pass = Pass { token: String::new(), tab: memory.take_tab() };
    let url = room.own(&["/desk?lang=", &room.lang].concat());
    let dictionary = Page::words().unwrap_or_default();
    let desk = Handle::new_cyclic(|weak: WeakHandle<Desk>| {
        let tell = Rc::new(move |it| {
            if let Some(desk) = weak.upgrade() {
                desk.send(Message::News(it));
            }
        });
        Desk {
            wire: Wire::new(url, None, tell),
            note: DeskNote::new(place, room.part == Part::Remote),
            questions: Questions::parse(&dictionary),
            asking: Asking::default(),
            room,
            words,
            memory,
            pass,
            face,
            leash: Leash::default(),
            reel: Reel::default(),
            drive: Drive::default(),
            lesson: None,
            early: None,
            lead: None,
            motion: crate::listen::motion(),
            hold: None,
            audience: Audience::default(),
            tally: None,
            notes: None,
            cluster: None,
            left_at: None,
            trouble: None,
            recording: String::new(),
            follows_edge: false,
            plays_on: false,
            rests_since: None,
            pointing: Pointing::default(),
            wake: WakeLock::default(),
            share: 0.0,
            measured: 0.0,
            grow_is_due: false,
            ticker: None,
        }
    });
    listen::all(&desk);
    desk.send(Message::Begin(right));
    true
}

impl Actor for Desk {
    type Message = Message;

    fn take(&mut self, message: Message, handle: &Handle<Self>) {
        match message {
            Message::Begin(right) => self.begin(right, handle),
            Message::News(news) => self.news(news, handle),
            Message::Retry => self.retry(),
            Message::Online => self.online(handle),
            Message::Offline => self.broken(handle),
            Message::Tick => self.tick(handle),
            Message::Frame(now) => return self.draw(now, handle),
            Message::Measured(trip) => {
                if self.leash.trip(trip) {
                    self.measure(handle);
                }
            }
            Message::SendAgain => self.send(handle),
            Message::Line(line, answer) => self.line(line, *answer, handle),
            Message::Grow => self.grow(handle),
            Message::Command(command) => self.command(command, handle),
            Message::ToBeat(beat) => self.go_to_beat(beat, handle),
            Message::Question(step) => self.question(step, handle),
            Message::OnStage(name) => self.on_stage(&name, handle),
            Message::Input(text) => self.input(&text, handle),
            Message::Planned(minutes) => self.memory.set_planned(minutes),
            Message::Sent(answer) => self.sent(&answer, handle),
            Message::Answered(answer) => self.answered(&answer),
            Message::Asked(answer) => self.asked(&answer, handle),
            Message::Notes(answer) => self.notes_came(&answer),
            Message::Taken(answer) => self.taken(&answer),
            Message::Accepted(answer) => self.accepted(&answer, handle),
            Message::Offered(answer) => self.offered(&answer),
            Message::RemoteMade(answer) => self.remote_made(&answer),
            Message::Moved(x, y, is_down) => self.moved(x, y, is_down, handle),
            Message::Let => self.let_go(handle),
            Message::Nudge(dx, dy) => self.nudge(dx, dy, handle),
            Message::PointerDue => self.send_pointer(handle),
            Message::End => self.end(handle),
            Message::Dismiss => self.trouble = None,
            Message::MotionIs(motion) => self.motion = motion,
            Message::Resized => self.measure_picture(),
            Message::Leave => self.memory.leave_tab(&self.pass.tab),
        }
        self.show();
    }

    fn is_running(&self) -> bool {
        self.lead.is_some_and(|it| it.moves)
    }

    fn frame(now: f64) -> Message {
        Message::Frame(now)
    }
}

impl Desk {
    fn begin(&mut self, right: Right, handle: &Handle<Self>) {
        let ticked = handle.weak();
        self.ticker = Some(Ticker::every(TICK_MS, move || {
            if let Some(desk) = ticked.upgrade() {
                desk.send(Message::Tick);
            }
        }));
        self.measure(handle);
        Page::tell("ready");
        match right {
            Right::Token(token) => self.sit_down(token, handle),
            Right::Offer(offer) => self.accept(offer, handle),
            Right::None => self.trouble = Some(Trouble::NoToken),
        }
    }

    /// Everything there is to show.
    fn look<T>(&mut self, then: impl FnOnce(&mut Face, &Look<'_>) -> T) -> T {
        let time = Time {
            started: self.memory.started(),
            now: self.leash.server(net::now()),
            planned_s: self.planned_s(),
            share: self.share,
        };
        let stage = self.leash.on_stage(Clone::clone);
        let look = Look {
            words: &self.words,
            lesson: self.lesson.as_ref().filter(|_| self.leash.is_in_step()),
            stage: stage.as_ref(),
            lead: self.lead,
            motion: self.motion,
            hold: self.hold.unwrap_or_default(),
            is_held: self.hold.is_some(),
            audience: &self.audience,
            tally: self.tally.as_ref(),
            time,
            notes: self.notes.as_ref(),
            questions: &self.questions,
            cluster: self
                .cluster
                .filter(|_| stage.as_ref().is_some_and(|it| it.source.cluster.is_some())),
            banner: self.leash.banner(),
            trouble: self.trouble.as_ref(),
            plays_on: self.plays_on,
            points: self.pointing.is_on(),
            recording: &self.recording,
        };
        self.note.show(&look, &self.room.watch);
        then(&mut self.face, &look)
    }

    fn planned_s(&self) -> u32 {
        let usual = self.notes.as_ref().map_or(0, |it| it.minutes);
        self.memory.planned().unwrap_or(usual).saturating_mul(60)
    }

    /// Shows everything, and tells style sheets and tests what is so.
    fn show(&mut self) {
        self.lead = self.where_it_is(net::now());
        if let Some(lead) = self.lead {
            self.room.tell_moment(lead.moment);
            // A live cluster has no end, so there is no share of it: the lesson's stays.
            if let Some(lesson) = self.lesson.as_ref().filter(|it| !it.marks.grows) {
                self.share = lead.at / lesson.marks.duration.max(1.0);
            }
        }
        let stage = self.leash.on_stage(|it| (it.version, it.locked, it.black.is_some()));
        let drives = self.hold.is_some_and(|it| it.yours || it.remote);
        self.room.tell("data-drives", if drives { "true" } else { "false" });
        if let Some((version, locked, _)) = stage {
            self.room.tell("data-version", &version.to_string());
            self.room.tell("data-locked", if locked { "true" } else { "false" });
        }
        self.look(Face::show);
    }

    /// Where the stage is by now.
    fn where_it_is(&self, now: f64) -> Option<Lead> {
        self.leash.lead(self.lesson.as_ref()?, self.motion, now)
    }
}
