//! Live clusters inside a page: what a server answers and streams, without a server.
//!
//! The page speaks to it as to a server, in the same words (`/api/clusters…`), and reads the same
//! events, byte for byte: they come of the same code. It waits for nothing and asks no clock: the
//! page tells it the time, in milliseconds since 1970, and keeps the logs.

mod answer;
mod lines;
mod reading;

use std::collections::BTreeMap;

use engine_live::{
    Acted, Begin, Begun, Birth, Change, Changed, Cluster, FASTEST, Input, Link, LiveClock, Record,
    Situation, TokenHash,
};
use trace::EntryId;
use wasm_bindgen::prelude::wasm_bindgen;

pub use answer::Answer;
use answer::Undone;
use lines::Lines;
pub(crate) use lines::script;
use reading::Reading;

/// The clusters of a page.
#[wasm_bindgen]
#[derive(Default)]
pub struct InPage {
    lines: Lines,
    clusters: BTreeMap<String, Own>,
    readings: BTreeMap<u32, Reading>,
    n_readings: u32,
}

/// A cluster and what was done to it.
struct Own {
    cluster: Cluster,
    log: Vec<String>,
}

#[wasm_bindgen]
impl InPage {
    /// Without any lesson yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Learns a line of a lesson, which clusters can leave: `{"header":…,"script":…}`.
    ///
    /// # Errors
    /// When it is none, or its script does not give what its header says.
    pub fn learn(&mut self, json: &str) -> Result<(), String> {
        self.lines.learn(json)
    }

    /// Begins the cluster that a body of `POST /api/clusters` asks for, under this name.
    pub fn begin(&mut self, id: &str, body: &str, now: f64) -> Answer {
        Answer::of(201, self.try_begin(id, body, wall(now)))
    }

    /// Does what a body of `POST /api/clusters/{id}/inputs` asks for.
    pub fn act(&mut self, id: &str, body: &str, now: f64) -> Answer {
        Answer::of(202, self.try_act(id, body, wall(now)))
    }

    /// Lets time run as a body of `POST /api/clusters/{id}/clock` asks for.
    pub fn clock(&mut self, id: &str, body: &str, now: f64) -> Answer {
        Answer::of(202, self.try_clock(id, body, wall(now)))
    }

    /// Answers `GET /api/clusters/{id}/situation`.
    #[must_use]
    pub fn situation(&self, id: &str) -> Answer {
        let link = self.own(id).and_then(|it| {
            let x = it.cluster.situation().to_link();
            // A link that would be refused is not given out.
            Situation::from_link(&x).map_err(Undone::Link)?;
            Ok(Link { x })
        });
        Answer::of(200, link)
    }

    /// What was done to a cluster, one line each, to be kept; nothing where there is none.
    #[must_use]
    pub fn log(&self, id: &str) -> Option<String> {
        self.clusters.get(id).map(|it| it.log.join("\n"))
    }

    /// Brings a cluster back from what was kept of it. False when it cannot be.
    pub fn restore(&mut self, id: &str, log: &str) -> bool {
        let own = self.played(log);
        let is_back = own.is_some();
        self.clusters.extend(own.map(|it| (id.to_owned(), it)));
        is_back
    }

    /// Lets a cluster's time run, as far as it goes in a few milliseconds of work. Answers how
    /// long to wait before the next time, in milliseconds: 0 when there is more to do at once,
    /// nothing while its time stands still or when there is no such cluster.
    pub fn advance(&mut self, id: &str, now: f64) -> Option<f64> {
        let cluster = &mut self.clusters.get_mut(id)?.cluster;
        let now = wall(now);
        if cluster.run_some(now) {
            return Some(0.0);
        }
        // A wait is far below 2^53.
        cluster.wait(now).map(|it| it as f64)
    }

    /// Begins to read a cluster's events, for whoever has seen the entries up to `after`. Nothing
    /// where there is no such cluster.
    pub fn listen(&mut self, id: &str, after: u32) -> Option<u32> {
        let reading = Reading::new(id, &self.clusters.get(id)?.cluster, after);
        self.n_readings += 1;
        self.readings.insert(self.n_readings, reading);
        Some(self.n_readings)
    }

    /// What there is to be told to whoever reads: server-sent events as text, empty for nothing.
    pub fn tell(&mut self, reading: u32, now: f64) -> String {
        let Some(reading) = self.readings.get_mut(&reading) else { return String::new() };
        let Some(own) = self.clusters.get(reading.id()) else { return String::new() };
        reading.tell(&own.cluster, wall(now))
    }

    /// Reads no more.
    pub fn stop(&mut self, reading: u32) {
        self.readings.remove(&reading);
    }
}

impl InPage {
    fn own(&self, id: &str) -> Result<&Own, Undone> {
        self.clusters.get(id).ok_or(Undone::Gone)
    }

    fn try_begin(&mut self, id: &str, body: &str, now: u64) -> Result<Begun, Undone> {
        let Begin { lesson, branch, after, situation, fork, rate } = answer::read(body)?;
        let rate = rate.unwrap_or(1_000);
        if rate > FASTEST {
            return Err(Undone::Unclear(format!("a rate is at most {FASTEST}")));
        }
        let is_bare = branch.is_none() && after.is_none();
        let situation = match (lesson, situation, fork) {
            (Some(lesson), None, None) => {
                self.lines.leave(&lesson, branch.as_deref(), after.unwrap_or(0))?
            }
            (None, Some(link), None) if is_bare => {
                Situation::from_link(&link).map_err(Undone::Link)?
            }
            (None, None, Some(fork)) if is_bare => {
                let cluster = &self.own(&fork.id)?.cluster;
                cluster.situation_after(EntryId(fork.after)).ok_or(Undone::Entry(fork.after))?
            }
            _ => {
                let what = "say one of three: lesson and after, situation, or fork";
                return Err(Undone::Unclear(what.into()));
            }
        };
        let at = situation.script().map_err(Undone::Link)?.end;
        let clock = LiveClock { wall: now, at, rate };
        // Whoever has the page has its clusters: there is nobody else to keep away.
        let token = TokenHash::new(String::new());
        let birth = Birth { situation, token, clock };
        let cluster = self.lines.born(&birth)?;
        let header = cluster.header();
        let begun = Begun {
            id: id.to_owned(),
            token: String::new(),
            lesson: header.lesson.clone(),
            branch: header.branch.clone(),
            after: header.forked_after.map_or(0, |it| it.0),
            shared: cluster.n_shared(),
        };
        let log = vec![Record::Born(Box::new(birth)).to_json()];
        self.clusters.insert(id.to_owned(), Own { cluster, log });
        Ok(begun)
    }

    fn try_act(&mut self, id: &str, body: &str, now: u64) -> Result<Acted, Undone> {
        let own = self.clusters.get_mut(id).ok_or(Undone::Gone)?;
        let Input { text } = answer::read(body)?;
        own.write(own.cluster.input(&text, now).map_err(Undone::Refused)?);
        let own_entries = u32::try_from(own.cluster.lines_after(0).len()).unwrap_or(u32::MAX);
        let entries = own.cluster.n_shared().saturating_add(own_entries);
        Ok(Acted { at: own.cluster.settled().0, entries })
    }

    fn try_clock(&mut self, id: &str, body: &str, now: u64) -> Result<Changed, Undone> {
        let own = self.clusters.get_mut(id).ok_or(Undone::Gone)?;
        let record = match answer::read(body)? {
            Change { rate: Some(rate), skip: false } if rate <= FASTEST => {
                own.cluster.at_rate(rate, now)
            }
            Change { rate: None, skip: true } => own.cluster.leap(now).ok_or(Undone::Nothing)?,
            Change { .. } => {
                let what = format!("say one of two: a rate from 0 to {FASTEST}, or skip");
                return Err(Undone::Unclear(what));
            }
        };
        own.write(record);
        Ok(Changed { at: own.cluster.settled().0, rate: own.cluster.clock().rate })
    }

    fn played(&self, log: &str) -> Option<Own> {
        let mut records = log.lines().map(str::to_owned);
        let first = records.next()?;
        let Ok(Record::Born(birth)) = serde_json::from_str(&first) else { return None };
        let cluster = self.lines.born(&birth).ok()?;
        let mut own = Own { cluster, log: vec![first] };
        for record in records {
            own.cluster.apply(&record).ok()?;
            own.log.push(record);
        }
        Some(own)
    }
}

impl Own {
    /// Takes a record that was made for the cluster as it is: it fits.
    fn write(&mut self, record: Record) {
        let json = record.to_json();
        if self.cluster.apply(&json).is_ok() {
            self.log.push(json);
        }
    }
}

/// A page's time, which is no longer than a whole number can be told exactly.
fn wall(now: f64) -> u64 {
    now as u64
}
