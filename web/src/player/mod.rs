//! The player: the one mutable thing of the page. It takes messages, asks the logic what they
//! mean, and lets every part show the moment.

#[cfg(feature = "live")]
mod acting;
mod acts;
#[cfg(feature = "live")]
mod compare;
#[cfg(feature = "embed")]
mod embed;
mod handle;
#[cfg(feature = "live")]
mod live;
mod message;
#[cfg(feature = "rail")]
mod rail;
mod show;
#[cfg(feature = "embed")]
mod tell_host;
#[cfg(feature = "live")]
mod told;

use std::rc::Rc;

#[cfg(feature = "live")]
pub use handle::Guard;
pub use handle::{Actor, Handle, WeakHandle};
pub use message::Message;

use crate::driver::{self, Lesson, Trouble};
use crate::languages::{Languages, fragment};
use crate::link::Link;
#[cfg(feature = "live")]
use crate::live::{address::Address, sandbox::Sandbox};
use crate::loaded::{Loaded, Remark};
use crate::page::Page;
use crate::panels::Panels;
use crate::scrubber::Scrubber;
use crate::stage::Stage;
use crate::state::{Effect, Event, Motion, Phase, State, transition};
use crate::store::Settings;
use crate::words::Words;

use scene::Labels;

/// The player.
pub struct Player {
    page: Page,
    words: Words,
    settings: Settings,
    state: State,
    lesson: Option<Loaded>,
    stage: Stage,
    scrubber: Scrubber,
    panels: Panels,
    languages: Languages,
    /// When the browser drew last, while something moves.
    last_frame: Option<f64>,
    /// What the frame was asked for, and what was told of it.
    #[cfg(feature = "embed")]
    embed: embed::Embed,
    /// One's own clusters, on a page that has them.
    #[cfg(feature = "live")]
    live: Option<Sandbox>,
}

impl Actor for Player {
    type Message = Message;

    fn take(&mut self, message: Message, handle: &Handle) {
        match message {
            Message::Begin => self.fetch(handle),
            Message::Act(act) => self.act(act, handle),
            Message::Logic(event) => self.happen(event),
            Message::Arrived(Ok(lesson)) => self.arrive(*lesson),
            Message::Arrived(Err(trouble)) => self.fail(trouble),
            #[cfg(feature = "live")]
            Message::Told(lesson) => self.told(*lesson),
            #[cfg(feature = "live")]
            Message::Tell(text) => self.panels.note.tell(&text, &self.words),
            Message::Frame(now) => self.next_frame(now),
            Message::Resized => self.resize(),
            Message::AddressChanged => self.follow_address(),
            Message::PlayStep(id) => self.play_step(&id),
            Message::GoToStep(step) => {
                self.panels.leave_goto();
                let marks = self.lesson.as_ref().map(|it| &it.marks);
                self.pause_at(marks.and_then(|it| it.steps.get(step).copied()));
            }
            Message::Jump(entry) => {
                let lesson = self.lesson.as_ref();
                self.pause_at(lesson.map(|it| it.at(it.timeline.moment_after(entry))));
            }
            #[cfg(feature = "rail")]
            Message::Tab(name) => self.choose_tab(&name),
            #[cfg(feature = "rail")]
            Message::TabKey(key) => self.press_tab(&key),
            Message::Grab(x) => {
                self.happen(Event::Grab);
                self.drag(x);
            }
            Message::Drag(x) => self.drag(x),
            Message::Drop => self.happen(Event::Drop),
            #[cfg(feature = "rail")]
            Message::Turn(to) => self.turn(&to),
            Message::Letters(on) => {
                self.settings.letters = on;
                self.settings.save();
            }
            Message::FullscreenChanged => self.show_settings(),
            Message::Escape => {
                self.panels.controls.close_more();
            }
            #[cfg(feature = "embed")]
            Message::Asked { message, text, origin } => self.asked(&message, &text, &origin),
            #[cfg(feature = "live")]
            Message::Live(news) => self.hear(news, handle),
        }
        #[cfg(feature = "live")]
        self.keep_time(handle);
        #[cfg(feature = "embed")]
        self.tell_host();
    }

    fn is_running(&self) -> bool {
        self.state.is_running()
    }

    fn frame(now: f64) -> Message {
        Message::Frame(now)
    }
}

impl Player {
    /// A player that waits for its lesson.
    #[must_use]
    pub fn new(page: Page, words: Words, settings: Settings, motion: Motion) -> Self {
        let panels = Panels::new(&page, &words);
        let stage = Stage::new(&page.player, &page.stage);
        let scrubber = Scrubber::new(&page.lanes, &words);
        let state = State { speed: settings.speed, ..State::new(settings.pace, motion) };
        let languages = Languages::find();
        let lesson = None;
        #[cfg(feature = "embed")]
        let (settings, state, embed) = embed::asked_for(&page, settings, state);
        #[cfg(feature = "live")]
        let live = Sandbox::find(&page, &words);
        let mut player = Self {
            page,
            words,
            settings,
            state,
            lesson,
            stage,
            scrubber,
            panels,
            languages,
            last_frame: None,
            #[cfg(feature = "embed")]
            embed,
            #[cfg(feature = "live")]
            live,
        };
        player.show_settings();
        player
    }

    /// Begins to fetch the lesson.
    fn fetch(&mut self, handle: &Handle) {
        #[cfg(feature = "live")]
        if self.begin_live(handle) {
            return;
        }
        let handle = handle.weak();
        let Some(source) = self.page.source() else { return };
        let tell = move |answer: Result<Lesson, Trouble>| {
            if let Some(handle) = handle.upgrade() {
                handle.send(Message::Arrived(answer.map(Box::new)));
            }
        };
        driver::fetch(&source, Rc::new(tell));
    }

    /// The words of the page.
    #[cfg(feature = "live")]
    #[must_use]
    pub const fn words(&self) -> &Words {
        &self.words
    }

    /// Whether keys that write a character do something.
    #[must_use]
    pub const fn letters(&self) -> bool {
        self.settings.letters
    }

    /// Lets the logic decide, and does what follows.
    fn happen(&mut self, event: Event) {
        let nothing = crate::state::Marks::default();
        let marks = self.lesson.as_ref().map_or(&nothing, |it| &it.marks);
        let (state, effect) = transition(marks, self.state, event);
        let settled = self.state.phase != state.phase && !state.is_running();
        self.state = state;
        match effect {
            Effect::Nothing => {}
            Effect::Draw => {
                self.show();
                // Who is led has not gone anywhere: the address stays.
                let is_led = matches!(event, Event::Led { .. });
                if !is_led && (settled || !self.state.is_running()) {
                    self.show_place();
                }
            }
            Effect::Settings => {
                self.settings.pace = self.state.pace;
                self.settings.speed = self.state.speed;
                self.settings.save();
                self.show_settings();
            }
        }
        if !self.state.is_running() {
            self.last_frame = None;
        }
    }

    fn next_frame(&mut self, now: f64) {
        let elapsed_ms = self.last_frame.map_or(0.0, |last| now - last);
        self.last_frame = Some(now);
        self.happen(Event::Frame { elapsed_ms });
    }

    fn drag(&mut self, x: f64) {
        if let Some(lesson) = &self.lesson {
            let at = self.scrubber.at(lesson, x);
            self.happen(Event::Drag(at));
        }
    }

    /// The lesson is here: show it where the address says, or from the beginning.
    fn arrive(&mut self, lesson: Lesson) {
        let lesson = Loaded::new(lesson, &self.words);
        #[cfg(feature = "embed")]
        let lesson = self.embed.limited(lesson);
        #[cfg(feature = "embed")]
        let link = self.embed.link();
        #[cfg(not(feature = "embed"))]
        let link = Link::parse(&fragment());
        #[cfg(feature = "rail")]
        let lesson = lesson.turned(&link.aim);
        let (at, remark) = lesson.follow(&link);
        self.lesson = Some(lesson);
        self.enter();
        // A link shows its moment and waits; nobody who reads is made to watch. A first visit
        // plays one step, unless motion is unwelcome or nobody looks.
        #[cfg(not(feature = "embed"))]
        let wanted = self.settings.first_visit && at.is_none();
        #[cfg(feature = "embed")]
        let wanted = self.embed.plays();
        let play = wanted && self.state.motion == Motion::Full && !crate::dom::document().hidden();
        self.happen(Event::Loaded { at: at.unwrap_or(0.0), play });
        self.remark(remark);
        Settings::visited();
        Page::tell("ready");
    }

    /// Puts what is alive in the place of what the server drew.
    fn enter(&self) {
        self.panels.note.clear();
        self.stage.enter();
        self.scrubber.enter();
        self.panels.controls.reveal();
    }

    fn fail(&mut self, trouble: Trouble) {
        self.happen(Event::Failed);
        self.panels.note.trouble(trouble, &self.words);
        Page::tell("failed");
    }

    /// Goes where the address says, if it names a place in the lesson.
    fn follow_address(&mut self) {
        #[cfg(feature = "live")]
        if let Some(live) = &self.live {
            // Another origin is another cluster; the page begins anew with it.
            if !Address::parse(&fragment()).is_same_origin(&live.address) {
                let _ = crate::dom::window().location().reload();
            }
            return;
        }
        let link = Link::parse(&fragment());
        #[cfg(feature = "rail")]
        if link.aim != scene::Aim::default() {
            self.turn_to(link.aim.clone());
        }
        let Some(lesson) = &self.lesson else { return };
        let (at, remark) = lesson.follow(&link);
        self.remark(remark);
        self.pause_at(at);
    }

    fn pause_at(&mut self, at: Option<f64>) {
        if let Some(at) = at {
            self.happen(Event::Pause);
            self.happen(Event::Seek(at));
        }
    }

    /// Says, once, what a link meant and what became of it.
    fn remark(&self, remark: Option<Remark>) {
        let Some(remark) = remark else { return };
        let text = match remark {
            Remark::Part(part) => self.words.label("note.link_part", &[("part", &part)]),
            Remark::Step => self.words.get("note.link_step"),
            Remark::Time => self.words.get("note.link_time"),
            Remark::Event => self.words.get("note.link_event"),
        };
        self.panels.note.tell(&text, &self.words);
    }

    fn play_step(&mut self, id: &str) {
        let step = self.lesson.as_ref().and_then(|it| it.timeline.step_of_id(id));
        if let Some(step) = step {
            self.happen(Event::PlayStep(step));
        }
    }

    fn resize(&mut self) {
        let changed = self.stage.measure() | self.scrubber.measure();
        if changed && self.lesson.is_some() {
            self.show();
        }
    }

    /// Whether somebody holds the scrubber.
    const fn is_seeking(&self) -> bool {
        matches!(self.state.phase, Phase::Seeking { .. })
    }
}
