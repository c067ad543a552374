//! A running cluster: what its log says, worked out. No waiting, no clock of its own.

use std::fmt;

use bytes::Bytes;
use engine::{Input, InputError};
use trace::{EntryId, Header, SimTime, Trace};

use crate::clock::LiveClock;
use crate::course::{Course, Stuck};
use crate::record::{Birth, Record};
use crate::situation::{BadLink, LONGEST_RUN, LONGEST_SCRIPT, MOST_INPUTS, Situation};
use crate::token::TokenHash;

/// What a cluster takes in which nothing has happened yet, in bytes, as measured.
const AT_REST: usize = 200 << 10;
/// What each byte of an entry as JSON takes, as measured: the line, the entry, what it tells of.
const PER_BYTE: usize = 5;

/// The line of a lesson that a cluster leaves.
pub struct Origin<'a> {
    /// The lesson's own header.
    pub header: &'a Header,
    /// The lesson's cluster, played to its end.
    pub cluster: &'a engine::Cluster,
}

/// A cluster worked out up to some record and some time.
#[derive(Clone, Debug)]
pub struct Cluster {
    course: Course,
    header: Header,
    origin: Situation,
    /// How many inputs are the lesson's own.
    n_lesson_inputs: usize,
    token: TokenHash,
    clock: LiveClock,
    /// How many entries are the lesson's own, so that readers have them already.
    n_shared: u32,
    n_records: u64,
    /// How long what was done is as a script, roughly.
    n_script_bytes: usize,
    /// The time of the last record: nothing can be placed before it.
    settled: SimTime,
}

/// Why something was not done to a cluster. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is no input.
    Words(String),
    /// It does not fit the cluster as it is.
    Unfit(InputError),
    /// There have been too many.
    TooMany,
    /// What was done so far is as long as it may be.
    TooLong,
    /// The cluster has run as long as it may.
    TooLate,
    /// So much has happened in the cluster that nothing more does.
    Full,
}

/// Why a record of the log was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It is no record.
    No(String),
    /// It does not fit the cluster as it is.
    Unfit(Stuck),
    /// Its time is over: here the cluster has gone on without it.
    Past,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::No(why) => f.write_str(why),
            Self::Unfit(Stuck::Unfit(error)) => error.fmt(f),
            Self::Unfit(Stuck::Full) => f.write_str("so much has happened that nothing more does"),
            Self::Past => f.write_str("its time is over"),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(why) => f.write_str(why),
            Self::Unfit(error) => error.fmt(f),
            Self::TooMany => write!(f, "a cluster takes at most {MOST_INPUTS} inputs"),
            Self::TooLong => {
                let most = LONGEST_SCRIPT / 1024;
                write!(f, "what is done to a cluster takes at most {most} KiB as a script")
            }
            Self::TooLate => f.write_str("the cluster has run for as long as any may: a day"),
            Self::Full => {
                f.write_str("so much has happened in this cluster that it has stopped; begin anew")
            }
        }
    }
}

impl std::error::Error for Refused {}

impl Cluster {
    /// Plays a cluster up to the end of the situation it is born in.
    ///
    /// # Errors
    /// When the situation does not fit the lesson.
    pub fn born(origin: &Origin<'_>, birth: &Birth) -> Result<Self, BadLink> {
        let situation = &birth.situation;
        let script = situation.script()?;
        let is_lessons = situation.seed == origin.header.seed;
        let whole;
        let source = if is_lessons {
            origin.cluster
        } else {
            whole = origin.cluster.reseeded(situation.seed);
            &whole
        };
        let missing = BadLink::NoEntry(situation.after);
        let engine = left_after(source, situation.after).ok_or(missing)?;
        let after = u32::try_from(engine.trace().len()).unwrap_or(u32::MAX);
        if script.end < engine.now() || script.end > LONGEST_RUN {
            return Err(BadLink::Damaged);
        }
        let n_lesson_inputs = engine.inputs().len();
        let n_shared = if is_lessons { after } else { 0 };
        let mut course = Course::new(engine, n_shared as usize);
        for (at, input) in &script.inputs {
            course.handle(*at, input.clone()).map_err(|why| match why {
                Stuck::Full => BadLink::TooMuch,
                Stuck::Unfit(_) => BadLink::Damaged,
            })?;
        }
        course.advance(script.end);
        let mut header = origin.header.forked(EntryId(after));
        header.seed = situation.seed;
        if !is_lessons {
            header.steps.clear();
        }
        Ok(Self {
            settled: course.engine().now(),
            course,
            header,
            origin: Situation { after, ..situation.clone() },
            n_lesson_inputs,
            token: birth.token.clone(),
            clock: birth.clock,
            n_shared,
            n_records: 1,
            n_script_bytes: situation.script.len(),
        })
    }

    /// Takes the next record of the log.
    ///
    /// # Errors
    /// When it is no record or does not fit, as in a log written by another version: it is passed
    /// over. When it is for a time that is over here: it is not, and the cluster is of no use.
    pub fn apply(&mut self, json: &str) -> Result<(), Misfit> {
        let record = serde_json::from_str::<Record>(json);
        if record.as_ref().is_ok_and(|it| it.at() < self.now()) {
            return Err(Misfit::Past);
        }
        self.n_records += 1;
        let record = record.map_err(|it| Misfit::No(it.to_string()))?;
        self.settled = record.at();
        match record {
            Record::Born(_) => return Err(Misfit::No("a second birth".into())),
            Record::Input { at, text } => {
                let input = Input::parse(&text).map_err(Misfit::No)?;
                self.n_script_bytes += text.len();
                self.course.handle(at, input).map_err(Misfit::Unfit)?;
            }
            Record::Clock(clock) => {
                self.clock = clock;
                self.course.advance(clock.at);
            }
        }
        Ok(())
    }

    /// Lets time run to where it is at `wall`, in milliseconds since 1970.
    pub fn run(&mut self, wall: u64) {
        while self.run_some(wall) {}
    }

    /// The same, as far as it goes in a few milliseconds of work. False when it is there.
    pub fn run_some(&mut self, wall: u64) -> bool {
        let until = self.clock.sim(wall).max(self.settled).min(LONGEST_RUN);
        self.course.advance_some(until)
    }

    /// The record by which somebody does something at `wall`.
    ///
    /// # Errors
    /// When it cannot be done; nothing is to be recorded then.
    pub fn input(&self, text: &str, wall: u64) -> Result<Record, Refused> {
        if self.own_inputs(self.course.engine()).len() >= MOST_INPUTS {
            return Err(Refused::TooMany);
        }
        let input = Input::parse(text).map_err(Refused::Words)?;
        let text = input.to_string();
        if self.n_script_bytes + text.len() > LONGEST_SCRIPT {
            return Err(Refused::TooLong);
        }
        let at = self.earliest(wall);
        if at >= LONGEST_RUN {
            return Err(Refused::TooLate);
        }
        // Tried on a copy: what is recorded is what fits.
        self.course.trial().handle(at, input).map_err(|why| match why {
            Stuck::Full => Refused::Full,
            Stuck::Unfit(error) => Refused::Unfit(error),
        })?;
        Ok(Record::Input { at, text })
    }

    /// The record by which time runs at another rate from `wall` on.
    #[must_use]
    pub fn at_rate(&self, rate: u32, wall: u64) -> Record {
        Record::Clock(LiveClock { wall, at: self.earliest(wall), rate })
    }

    /// The record by which time leaps to the next thing that happens; `None` when nothing happens
    /// within five minutes.
    #[must_use]
    pub fn leap(&self, wall: u64) -> Option<Record> {
        let now = self.earliest(wall);
        let mut ahead = self.course.trial();
        ahead.advance(now);
        if ahead.is_full() || now >= LONGEST_RUN {
            return None;
        }
        let limit = now.plus(5 * 60 * 1000).min(LONGEST_RUN);
        let at = ahead.engine().next_entry_at(limit)?;
        Some(Record::Clock(LiveClock { wall, at, rate: self.clock.rate }))
    }

    /// The first time at which something new can be placed.
    fn earliest(&self, wall: u64) -> SimTime {
        self.clock.sim(wall).max(self.settled).max(self.now()).min(LONGEST_RUN)
    }

    /// How long from `wall` until a timer is due, in milliseconds; `None` while time stands still.
    #[must_use]
    pub fn wait(&self, wall: u64) -> Option<u64> {
        let due = self.course.engine().next_event()?;
        let is_over = self.course.is_full() || due > LONGEST_RUN;
        if is_over { None } else { self.clock.wait(wall, due) }
    }

    /// What precedes the entries.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// How many entries are the lesson's own.
    #[must_use]
    pub const fn n_shared(&self) -> u32 {
        self.n_shared
    }

    /// What happened, the lesson's own entries first.
    #[must_use]
    pub const fn trace(&self) -> &Trace {
        self.course.engine().trace()
    }

    /// The own entries after the first `n`, each as a line of JSON.
    #[must_use]
    pub fn lines_after(&self, n: usize) -> &[Bytes] {
        self.course.lines_after(n)
    }

    /// How much memory it takes, in bytes, roughly.
    #[must_use]
    pub const fn n_bytes(&self) -> usize {
        AT_REST + PER_BYTE * self.course.n_bytes()
    }

    /// How many records have been taken.
    #[must_use]
    pub const fn n_records(&self) -> u64 {
        self.n_records
    }

    /// How time runs now.
    #[must_use]
    pub const fn clock(&self) -> LiveClock {
        self.clock
    }

    /// The time of the last record: nothing can be placed before it.
    #[must_use]
    pub const fn settled(&self) -> SimTime {
        self.settled
    }

    /// The cluster's time.
    #[must_use]
    pub const fn now(&self) -> SimTime {
        self.course.engine().now()
    }

    /// Whose it is.
    #[must_use]
    pub const fn token(&self) -> &TokenHash {
        &self.token
    }

    /// Everything that makes this cluster, as of now.
    #[must_use]
    pub fn situation(&self) -> Situation {
        self.origin.with(self.own_inputs(self.course.engine()).to_vec(), self.now())
    }

    /// The situation just after an entry, to go another way from there. `None` when there is no
    /// such entry.
    #[must_use]
    pub fn situation_after(&self, entry: EntryId) -> Option<Situation> {
        let fork = left_after(self.course.engine(), entry.0)?;
        let n_entries = u32::try_from(fork.trace().len()).unwrap_or(u32::MAX);
        let origin = Situation { after: self.origin.after.min(n_entries), ..self.origin.clone() };
        Some(origin.with(self.own_inputs(&fork).to_vec(), fork.now()))
    }

    /// What was done to a fork of this cluster beyond the lesson.
    fn own_inputs<'a>(&self, fork: &'a engine::Cluster) -> &'a [(SimTime, Input)] {
        fork.inputs().get(self.n_lesson_inputs..).unwrap_or_default()
    }
}

/// The cluster as it was just after so many entries; before its first for 0.
fn left_after(cluster: &engine::Cluster, n_entries: u32) -> Option<engine::Cluster> {
    match n_entries {
        0 => Some(cluster.emptied()),
        n => cluster.fork(EntryId(n)),
    }
}
