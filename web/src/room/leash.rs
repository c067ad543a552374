//! What binds a picture to the presenter's: the newest stage, the server's clock and the play head,
//! in one place that both the room and the player can ask.

use std::cell::{Cell, RefCell};

use scene::Moment;

use super::clock::{ServerClock, Trip};
use super::follow::{Banner, Effect, Event, Follow, Mode, transition};
use super::head::{Head, Target};
use super::net;
use super::on_stage::{OnStage, Source};
use crate::loaded::Loaded;
use crate::state::Motion;

/// The leash.
#[derive(Default)]
pub struct Leash {
    follow: RefCell<Follow>,
    head: Cell<Head>,
    clock: Cell<ServerClock>,
    /// Which trace the picture has.
    shown: RefCell<Option<Source>>,
}

/// Where the presenter is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// The moment that is shown.
    pub moment: Moment,
    /// The same in milliseconds of display time.
    pub at: f64,
    /// Whether it moves on by itself.
    pub moves: bool,
}

impl Leash {
    /// Lets something happen.
    pub fn happen(&self, event: Event) -> Effect {
        let follow = self.follow.take();
        let (follow, effect) = transition(follow, event);
        self.follow.replace(follow);
        effect
    }

    /// What the viewer does.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.follow.borrow().mode()
    }

    /// Whether the presenter decides what is shown.
    #[must_use]
    pub fn is_led(&self) -> bool {
        self.follow.borrow().is_led()
    }

    /// What is to be said about the room.
    #[must_use]
    pub fn banner(&self) -> Option<Banner> {
        self.follow.borrow().banner()
    }

    /// Looks at what is on stage.
    pub fn on_stage<T>(&self, look: impl FnOnce(&OnStage) -> T) -> Option<T> {
        self.follow.borrow().on_stage().map(look)
    }

    /// The picture has this trace now.
    pub fn shows(&self, source: Option<Source>) {
        self.shown.replace(source);
        self.head.set(Head::default());
    }

    /// Whether the picture has the trace that is on stage.
    #[must_use]
    pub fn is_in_step(&self) -> bool {
        let shown = self.shown.borrow();
        self.on_stage(|it| Some(&it.source) == shown.as_ref()).unwrap_or(false)
    }

    /// Where everybody is at `now` by the page's clock; `None` while that is not known, or not in
    /// the trace that this picture has.
    #[must_use]
    pub fn lead(&self, lesson: &Loaded, motion: Motion, now: f64) -> Option<Lead> {
        if !self.is_in_step() {
            return None;
        }
        let now = self.clock.get().server(now);
        let target = self.on_stage(|stage| {
            let reach = stage.reach(&lesson.timeline)?;
            let ms = match motion {
                Motion::Full => stage.motion_ms(now, reach),
                // A still picture is the one that the motion leads to.
                Motion::Reduced => f64::from(reach),
            };
            let speed = f64::from(stage.rate) / 1000.0;
            Some(Target { beat: stage.beat as usize, ms, reach, speed })
        })??;
        let mut head = self.head.get();
        let moment = head.follow(target, now);
        let moves = target.speed > 0.0 && !head.rests(target);
        self.head.set(head);
        Some(Lead { moment, at: lesson.at(moment), moves })
    }

    /// Takes a measurement of the server's clock; true when another one is wanted.
    pub fn trip(&self, trip: Trip) -> bool {
        let mut clock = self.clock.get();
        let wants_more = clock.trip(trip);
        self.clock.set(clock);
        wants_more
    }

    /// Begins another measurement.
    pub fn measure_again(&self) {
        let mut clock = self.clock.get();
        clock.measure_again();
        self.clock.set(clock);
    }

    /// A message that says when the server sent it, by its clock, has just arrived.
    pub fn hear_the_time(&self, json: &str) {
        let Some(server) = net::number(json, "now") else { return };
        let received = net::now();
        let mut clock = self.clock.get();
        clock.heard(server, received);
        self.clock.set(clock);
    }

    /// What the server's clock says.
    #[must_use]
    pub fn server(&self, now: f64) -> f64 {
        self.clock.get().server(now)
    }
}
