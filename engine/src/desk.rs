//! What every part of the cluster shares: the time, the trace, the timers and the dice.

use std::borrow::Cow;

use jiff::Timestamp;
use trace::{Client, Entry, EntryId, Event, NodeName, SimTime, Trace};

use crate::api::{Ask, Call};
use crate::dice::Dice;
use crate::timer::{KubeletTimer, RuntimeTimer, Timer, Timers};
use crate::times;

/// The desk at which facts are written down and timers are set.
#[derive(Clone, Debug)]
pub struct Desk {
    /// Now.
    pub now: SimTime,
    /// The entry that led to what is being done now.
    pub cause: Option<EntryId>,
    /// What has happened.
    pub trace: Trace,
    /// What is going to happen.
    pub timers: Timers,
    /// Chance.
    pub dice: Dice,
    /// The wall clock at simulated time zero, in milliseconds since 1970.
    epoch_ms: i64,
}

impl Desk {
    /// An empty desk. An epoch that is not a time counts as 1970.
    pub fn new(epoch: &str, seed: u64) -> Self {
        let epoch_ms = epoch.parse::<Timestamp>().map_or(0, Timestamp::as_millisecond);
        Self {
            now: SimTime::ZERO,
            cause: None,
            trace: Trace::default(),
            timers: Timers::default(),
            dice: Dice::new(seed),
            epoch_ms,
        }
    }

    /// Writes down a fact that follows from the current cause, and returns its number.
    pub fn note(&mut self, by: impl Into<Cow<'static, str>>, event: Event) -> EntryId {
        self.trace.push(self.now, self.cause, by, event)
    }

    /// Writes down a fact; what is done from here on follows from it.
    pub fn note_cause(&mut self, by: impl Into<Cow<'static, str>>, event: Event) -> EntryId {
        let id = self.note(by, event);
        self.cause = Some(id);
        id
    }

    /// Sets a timer that follows from the current cause.
    pub fn after(&mut self, delay: u64, timer: Timer) {
        self.timers.set(self.now.plus(delay), self.cause, timer);
    }

    /// Sets a periodic timer: what it brings has no cause.
    pub fn every(&mut self, period: u64, timer: Timer) {
        self.timers.set(self.now.plus(period), None, timer);
    }

    /// Sets a timer for a runtime.
    pub fn runtime_after(&mut self, delay: u64, node: &NodeName, timer: RuntimeTimer) {
        self.after(delay, Timer::Runtime(node.clone(), timer));
    }

    /// Sends a request to the API server and returns its entry.
    pub fn send(&mut self, by: &'static str, client: Client, ticket: u64, ask: Ask) -> EntryId {
        let event = Event::RequestSent { client: client.clone(), request: ask.request() };
        let request = self.note(by, event);
        let sent = Some(request);
        self.dispatch(sent, Call { client, ticket, request: sent, announce: None, ask });
        request
    }

    /// Sends a request that is tried again and again. It leaves an entry only once somebody
    /// hears it: an attempt that nobody hears changes nothing.
    pub fn send_if_heard(&mut self, by: &'static str, client: Client, ticket: u64, ask: Ask) {
        let call = Call { client, ticket, request: None, announce: Some(by), ask };
        self.dispatch(self.cause, call);
    }

    /// Sends a request that only looks. It leaves no entry, and neither does its answer.
    pub fn look(&mut self, client: Client, ticket: u64, ask: Ask) {
        self.dispatch(self.cause, Call { client, ticket, request: None, announce: None, ask });
    }

    fn dispatch(&mut self, cause: Option<EntryId>, call: Call) {
        let delay = self.dice.delay(times::TO_API) + self.dice.delay(call.ask.work());
        self.timers.set(self.now.plus(delay), cause, Timer::Arrival(call));
    }

    /// The wall clock, RFC 3339 in whole seconds, as object timestamps have it.
    pub fn timestamp(&self) -> String {
        self.timestamp_at(self.now)
    }

    /// The wall clock at another time, RFC 3339 in whole seconds.
    pub fn timestamp_at(&self, at: SimTime) -> String {
        format!("{:.0}", self.wall(at, 0))
    }

    /// The wall clock with nine digits of a second, as `config.seen` has it
    /// (`pkg/kubelet/types/types.go` `Timestamp.GetString`).
    pub fn timestamp_nano(&self) -> String {
        format!("{:.9}", self.wall(self.now, 0))
    }

    /// The wall clock `seconds` from now.
    pub fn timestamp_in(&self, seconds: i64) -> String {
        format!("{:.0}", self.wall(self.now, seconds))
    }

    fn wall(&self, at: SimTime, seconds: i64) -> Timestamp {
        let ms = i64::try_from(at.0).unwrap_or(i64::MAX / 4);
        let ms = self.epoch_ms.saturating_add(ms).saturating_add(seconds.saturating_mul(1_000));
        Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MAX)
    }

    /// The last entry's number, when there is one.
    pub fn last(&self) -> Option<EntryId> {
        self.trace.entries().last().map(|it: &Entry| it.id)
    }
}

/// The timers of one kubelet process.
#[derive(Clone, Debug)]
pub struct KubeletClock {
    /// The kubelet's node.
    pub node: NodeName,
    /// Which process of that node: 1 for the first start.
    pub process: u32,
}

impl KubeletClock {
    /// Sets a timer that follows from the current cause.
    pub fn after(&self, desk: &mut Desk, delay: u64, timer: KubeletTimer) {
        desk.after(delay, Timer::Kubelet(self.node.clone(), self.process, timer));
    }

    /// Sets a periodic timer.
    pub fn every(&self, desk: &mut Desk, period: u64, timer: KubeletTimer) {
        desk.every(period, Timer::Kubelet(self.node.clone(), self.process, timer));
    }
}
