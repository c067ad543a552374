//! Somebody who follows: the ordinary player of the lesson, led by what the room says.

mod ask;
mod chip;
mod guard;
mod hear;
mod listen;
mod own;

use std::rc::Rc;

use crate::driver::{Lesson, Trouble};
use crate::live::timer::Ticker;
use crate::page::Page;
use crate::player::{Actor, Handle, Message as ToPlayer};
use crate::words::Words;

use super::cover::Covers;
use super::follow::{Effect, Event};
use super::leash::Leash;
use super::memory;
use super::net;
use super::on_stage::{Asked, Source};
use super::page::RoomPage;
use super::questions::Questions;
use super::reel::{Line, Reel};
use super::stream::News;
use super::wake::WakeLock;
use super::wire::Wire;

use ask::Ask;
use chip::Chip;
pub use hear::store_is_up;

/// How often to look whether the room is still there, in milliseconds.
const WATCH_MS: i32 = 5_000;
/// How often to measure the server's clock, in milliseconds.
const MEASURE_MS: f64 = 240_000.0;

/// A viewer.
pub struct Viewer {
    room: RoomPage,
    page: Page,
    words: Words,
    questions: Questions,
    name: String,
    player: Handle,
    leash: Rc<Leash>,
    wire: Wire,
    reel: Reel,
    chip: Chip,
    covers: Covers,
    ask: Option<Ask>,
    /// A question that was put away by hand is not put to the viewer again.
    put_away: Option<Asked>,
    recording: String,
    measured: f64,
    grow_is_due: bool,
    ticker: Option<Ticker>,
    wake: WakeLock,
}

/// What reaches a viewer.
#[derive(Debug)]
pub enum Message {
    /// The page is ready.
    Begin,
    /// The room says something.
    News(News),
    /// The connection is to be made again.
    Retry,
    /// The network is back.
    Online,
    /// The network is gone.
    Offline,
    /// Some time has passed.
    Watch,
    /// A measurement of the server's clock goes on.
    Measure,
    /// A line of a lesson is here, or not.
    Line(Line, Box<Result<Lesson, Trouble>>),
    /// What did not arrive is to be fetched again.
    Again,
    /// What has arrived of a trace is to be shown.
    Grow,
    /// The player's logic of following had this effect.
    Follows(Effect),
    /// The viewer wants to look around.
    Explore,
    /// The viewer wants to be where the presenter is.
    CatchUp,
    /// The viewer wants a cluster of its own, as things stand here.
    Try,
    /// Such a cluster was made, or not.
    Forked(net::Answer),
    /// All that makes that cluster, as a link.
    Linked(net::Answer),
    /// The viewer wanted to leave and may not.
    Refused,
    /// The viewer chose an answer.
    Choose(u32),
    /// The answer was counted, or did not arrive.
    Counted(bool),
    /// The question was put away.
    PutAway,
    /// The picture has another size.
    Resized,
}

/// Brings a viewer's page to life.
pub fn start(room: RoomPage, page: &Page, words: Words, player: &Handle) {
    let leash = Rc::new(Leash::default());
    let name = memory::viewer();
    let url = room.public(&["/events?lang=", &room.lang, "&viewer=", &name].concat());
    let dictionary = Page::words().unwrap_or_default();
    let room_page = room.clone();
    let viewer = Handle::new_cyclic(|weak: crate::player::WeakHandle<Viewer>| {
        let tell = Rc::new(move |it| {
            if let Some(viewer) = weak.upgrade() {
                viewer.send(Message::News(it));
            }
        });
        Viewer {
            wire: Wire::new(url, None, tell),
            chip: Chip::new(
                crate::dom::find_in_page("[data-part=follow]")
                    .unwrap_or_else(|| crate::dom::element("p", "")),
            ),
            covers: Covers::new(&page.player, &page.stage, "live.room.covered."),
            questions: Questions::parse(&dictionary),
            page: page.clone(),
            room,
            words,
            name,
            player: player.clone(),
            leash: Rc::clone(&leash),
            reel: Reel::default(),
            ask: None,
            put_away: None,
            recording: String::new(),
            measured: 0.0,
            grow_is_due: false,
            ticker: None,
            wake: WakeLock::default(),
        }
    });
    let tell = {
        let viewer = viewer.clone();
        Rc::new(move |it| viewer.send(it))
    };
    player.guard(guard::guard(room_page, leash, player, tell));
    listen::all(page, player, &viewer);
    viewer.send(Message::Begin);
}

impl Actor for Viewer {
    type Message = Message;

    fn take(&mut self, message: Message, handle: &Handle<Self>) {
        match message {
            Message::Begin => self.begin(handle),
            Message::News(news) => self.news(news, handle),
            Message::Retry => self.retry(),
            Message::Online => self.wire.open(net::now()),
            Message::Offline => self.broken(handle),
            Message::Watch => self.watch(handle),
            Message::Measure => self.measure(handle),
            Message::Line(line, answer) => match *answer {
                Ok(lesson) => {
                    self.reel.line(line, lesson);
                    self.grow();
                }
                Err(trouble) => self.player.send(ToPlayer::Arrived(Err(trouble))),
            },
            Message::Again => {
                self.reel = Reel::default();
                self.leash.shows(None);
                self.want(handle);
                self.wire.open(net::now());
            }
            Message::Grow => {
                self.grow_is_due = false;
                self.grow();
            }
            Message::Follows(effect) => self.follows(effect),
            Message::Explore => {
                self.happen(Event::Explore);
                self.player.send(ToPlayer::Logic(crate::state::Event::Pause));
            }
            Message::CatchUp => self.happen(Event::CatchUp),
            Message::Try => self.try_it(handle),
            Message::Forked(answer) => self.forked(&answer, handle),
            Message::Linked(answer) => self.linked(&answer),
            Message::Refused => {
                let text = self.words.get("live.room.refused");
                self.player.send(ToPlayer::Tell(text));
            }
            Message::Choose(choice) => self.choose(choice, handle),
            Message::Counted(is_counted) => {
                if let Some(ask) = &self.ask {
                    ask.counted(is_counted, &self.words);
                }
            }
            Message::PutAway => {
                if let Some(ask) = self.ask.take() {
                    self.put_away = self.leash.on_stage(|it| it.question.clone()).flatten();
                    ask.close();
                }
            }
            Message::Resized => self.place_ring(),
        }
    }

    fn is_running(&self) -> bool {
        // The player draws; the room only says what.
        false
    }

    fn frame(_: f64) -> Message {
        Message::Watch
    }
}

impl Viewer {
    fn begin(&mut self, handle: &Handle<Self>) {
        self.show();
        self.wire.open(net::now());
        self.measure(handle);
        let watched = handle.weak();
        self.ticker = Some(Ticker::every(WATCH_MS, move || {
            if let Some(viewer) = watched.upgrade() {
                viewer.send(Message::Watch);
            }
        }));
    }

    /// Lets the logic of following decide, and does what follows.
    fn happen(&mut self, event: Event) {
        let effect = self.leash.happen(event);
        self.follows(effect);
    }

    fn follows(&mut self, effect: Effect) {
        match effect {
            Effect::Nothing => return,
            Effect::Refuse | Effect::Show => {}
            Effect::Tell { explores } => self.tell(explores),
        }
        self.show();
    }

    /// Lets the presenter know how many look around.
    fn tell(&self, explores: bool) {
        let json = serde_json::json!({"viewer": self.name, "exploring": explores}).to_string();
        // Whether it arrives matters to nobody but the count.
        net::post(&self.room.public("/state"), None, &json, |_| {});
    }

    /// Measures the server's clock: asks until enough has been asked.
    fn measure(&mut self, handle: &Handle<Self>) {
        self.measured = net::now();
        let (leash, handle) = (Rc::clone(&self.leash), handle.clone());
        net::time(move |trip| {
            if leash.trip(trip) {
                handle.send(Message::Measure);
            }
        });
    }

    /// The source that is on stage.
    fn source(&self) -> Option<Source> {
        self.leash.on_stage(|it| it.source.clone())
    }
}
