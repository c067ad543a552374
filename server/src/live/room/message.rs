//! What everybody in a room is told. There is nothing in it that not everybody may know: it is made
//! of these few fields and no others.

use serde::Serialize;

use super::place::Cover;
use super::question::Question;
use super::state::Room;

/// What is on stage, but for the time at which it is sent.
#[derive(Serialize)]
pub struct StageMessage<'a> {
    version: u64,
    epoch: u32,
    source: Source<'a>,
    beat: u32,
    entry: u32,
    step: &'a str,
    ms: u32,
    from: u64,
    rate: u32,
    black: Option<Cover>,
    locked: bool,
    question: Option<Asked<'a>>,
    present: bool,
    ended: bool,
}

#[derive(Serialize)]
struct Source<'a> {
    lesson: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cluster: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<u32>,
}

#[derive(Serialize)]
struct Asked<'a> {
    step: &'a str,
    n: u32,
    open: bool,
    /// Only once it is revealed.
    answer: Option<u32>,
}

/// What was answered so far: numbers, and nobody's name.
#[derive(Serialize)]
pub struct TallyMessage<'a> {
    question: Name<'a>,
    counts: Vec<u32>,
    voters: usize,
}

#[derive(Serialize)]
struct Name<'a> {
    step: &'a str,
    n: u32,
}

impl<'a> StageMessage<'a> {
    /// What is on stage in a room, and whether somebody sits at the desk.
    #[must_use]
    pub fn new(room: &'a Room, present: bool) -> Self {
        let (place, (lesson, branch)) = (room.place(), room.line());
        let cluster = room.on_stage();
        let question = room.question().map(|it| Asked {
            step: &it.asked.step,
            n: it.asked.n,
            open: it.open,
            answer: it.revealed.then_some(it.asked.answer),
        });
        Self {
            version: room.version(),
            epoch: room.epoch(),
            source: Source {
                lesson,
                branch,
                cluster: cluster.map(|it| it.id.as_str()),
                after: cluster.map(|it| it.after),
                shared: cluster.map(|it| it.shared),
            },
            beat: place.beat,
            entry: place.entry,
            step: &place.step,
            ms: place.ms,
            from: place.from,
            rate: place.rate,
            black: place.black,
            locked: place.locked,
            question,
            present,
            ended: room.has_ended(),
        }
    }

    /// As it is sent, but for the time.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a stage has only string keys")
    }
}

impl<'a> TallyMessage<'a> {
    /// What was answered to a question so far.
    #[must_use]
    pub fn new(question: &'a Question) -> Self {
        Self {
            question: Name { step: &question.asked.step, n: question.asked.n },
            counts: question.counts(),
            voters: question.n_voters(),
        }
    }

    /// As it is sent.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a tally has only string keys")
    }
}
