//! Everything that is told to whoever reads a room, as of now.
//!
//! All of it but the entries is a level: of several changes in a moment a slow reader gets the last
//! one. Entries are a log, of which nobody misses any.

use std::sync::Arc;

use axum::body::Bytes;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::facts::Facts;
use super::frame::{Cursor, frame};
use super::message::StageMessage;
use super::part::{News, Part};
use super::presence::Counts;
use super::rights::{Rights, Standing};
use super::state::Room;
use super::told::{Gone, clock_frame, stage_frame};
use crate::live::LiveClock;

/// The most entries in one piece of a stream.
const MOST_AT_ONCE: usize = 256;

/// Everything that is told, as of now.
#[derive(Clone)]
pub struct Level {
    /// What is on stage: its message, but for the time at which it is sent.
    pub stage: Part<String>,
    /// How the time of the cluster on stage runs.
    pub clock: Part<Option<LiveClock>>,
    /// How many milliseconds it stays behind everybody's.
    pub slack: u64,
    /// The entries of the cluster on stage.
    pub facts: Option<Arc<Facts>>,
    /// How many own entries there are.
    pub n_own: usize,
    /// When the last of them were written down here.
    pub written: Instant,
    /// What the driver points at.
    pub pointer: Part<Value>,
    /// What was answered so far, as JSON; empty while nothing is asked.
    pub tally: Part<String>,
    /// Whether records can be kept now.
    pub store_is_up: Part<bool>,
    /// Who is there. Told to the driver only.
    pub counts: Part<Counts>,
    /// Who may do what. Told to nobody.
    pub rights: Part<Rights>,
    /// Whether somebody sits at the desk.
    pub presenter_is_there: bool,
    /// Up to which record of the room's log this tells.
    pub n_records: u64,
    /// Why the room is over.
    pub gone: Option<Gone>,
}

/// Who drives, as somebody at the desk sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// They do, from this tab.
    Yours,
    /// They have the remote control.
    Remote,
    /// Another tab does.
    Others,
    /// Somebody else does: their token is good for nothing any more.
    Handed,
}

/// What a reader has been told.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    stage: u64,
    clock: u64,
    pointer: u64,
    tally: u64,
    store_is_up: u64,
    counts: u64,
    hold: Option<Hold>,
    /// Whose entries: the epoch and the life. How many of them.
    facts: Option<(u32, u32)>,
    n: u32,
    /// How many entries have been told in all.
    n_told: usize,
    /// Where a reader says they were, who comes back.
    resumes: Option<Cursor>,
}

/// By which a level is told from another.
type Stamp = ([u64; 8], Option<(u32, u32)>, usize, bool);

impl Seen {
    /// Of somebody who comes, or comes back after this event.
    #[must_use]
    pub fn after(resumes: Option<Cursor>) -> Self {
        Self { resumes, ..Self::default() }
    }

    /// How many entries have been told in all, those included that came again.
    #[must_use]
    pub const fn n_told(&self) -> usize {
        self.n_told
    }

    /// Whether every entry there is has been told.
    #[must_use]
    pub fn has_all_of(&self, level: &Level) -> bool {
        level.facts.as_ref().is_none_or(|facts| facts.after(self.n, 1).is_empty())
    }
}

impl Level {
    /// What is told of a room to whom nobody has come yet.
    #[must_use]
    pub fn of(room: &Room) -> Self {
        Self {
            stage: Part::new(StageMessage::new(room, false).to_json()),
            clock: Part::new(None),
            slack: 0,
            facts: None,
            n_own: 0,
            written: Instant::now(),
            pointer: Part::new(Value::Null),
            tally: Part::new(String::new()),
            store_is_up: Part::new(true),
            counts: Part::new(Counts::default()),
            rights: Part::new(room.rights().clone()),
            presenter_is_there: false,
            n_records: room.n_records(),
            gone: None,
        }
    }

    /// Another one whenever there is anything to tell anybody.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        let parts = [
            self.stage.n(),
            self.clock.n(),
            self.pointer.n(),
            self.tally.n(),
            self.store_is_up.n(),
            self.counts.n(),
            self.rights.n(),
            self.n_records,
        ];
        let facts = self.facts.as_ref().map(|it| (it.epoch, it.life));
        (parts, facts, self.n_own, self.gone.is_some())
    }

    /// What somebody has to be told who has seen `seen`, as events of a stream. `now` is the time,
    /// in milliseconds since 1970.
    pub fn news(&self, seen: &mut Seen, now: u64) -> Vec<Bytes> {
        let mut news = vec![match self.stage.news(&mut seen.stage) {
            News::First => stage_frame(self.stage.get(), now),
            News::Again => self.stage.frame(),
            News::None => Bytes::new(),
        }];
        self.entries(seen, &mut news);
        news.push(match self.clock.news(&mut seen.clock) {
            News::First => clock_frame(*self.clock.get(), now, self.slack),
            News::Again => self.clock.frame(),
            News::None => Bytes::new(),
        });
        news.push(self.pointer.news_frame(&mut seen.pointer));
        news.push(self.tally.news_frame(&mut seen.tally));
        match self.store_is_up.news(&mut seen.store_is_up) {
            News::First if *self.store_is_up.get() => {}
            News::First | News::Again => news.push(self.store_is_up.frame()),
            News::None => {}
        }
        news.retain(|it| !it.is_empty());
        news
    }

    /// The entries that somebody has not seen, the header before them when it is another cluster.
    fn entries(&self, seen: &mut Seen, news: &mut Vec<Bytes>) {
        let Some(facts) = &self.facts else { return };
        let whose = (facts.epoch, facts.life);
        if seen.facts != Some(whose) {
            seen.n = facts.resume(seen.resumes.take());
            seen.facts = Some(whose);
            news.push(facts.header_frame(seen.n));
        }
        let entries = facts.after(seen.n, MOST_AT_ONCE);
        seen.n += u32::try_from(entries.len()).unwrap_or_default();
        seen.n_told += entries.len();
        news.extend(entries);
    }

    /// What somebody at the desk has to be told besides: whether they drive, and who is there.
    pub fn desk_news(&self, seen: &mut Seen, hold: Hold) -> Vec<Bytes> {
        let mut news = Vec::new();
        if seen.hold.replace(hold) != Some(hold) {
            let data = json!({
                "yours": hold == Hold::Yours,
                "remote": hold == Hold::Remote,
                "handed": hold == Hold::Handed,
            });
            news.push(frame("hold", None, &data.to_string()));
        }
        if hold == Hold::Handed {
            return news;
        }
        if self.counts.news(&mut seen.counts) != News::None {
            let counts = self.counts.get();
            let data = json!({
                "following": counts.n_viewers().saturating_sub(counts.exploring),
                "exploring": counts.exploring,
                "languages": counts.viewers,
                "tabs": counts.tabs.len(),
                "remotes": counts.remotes,
            });
            news.push(frame("audience", None, &data.to_string()));
        }
        news
    }
}

impl From<Option<Standing>> for Hold {
    fn from(standing: Option<Standing>) -> Self {
        match standing {
            Some(Standing::Drives) => Self::Yours,
            Some(Standing::Remote) => Self::Remote,
            Some(Standing::Unclaimed | Standing::OtherTab) => Self::Others,
            Some(Standing::Offered) | None => Self::Handed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::{Birth, Extent, RoomRecord};
    use super::super::told::store_frame;
    use super::*;
    use crate::live::id::{RoomCode, Token};

    fn level() -> Level {
        let birth = Birth {
            code: RoomCode::random(),
            token: Token::random().hash(),
            lesson: "static-pods".into(),
            branch: None,
            cluster: None,
            first: Extent::default(),
            wall: 0,
        };
        let mut level =
            Level::of(&Room::of(&[RoomRecord::Born(Box::new(birth)).to_json()]).unwrap());
        level.stage = Part::new("{\"version\":1}".into());
        level
    }

    /// The events of these pieces, as `kind` or `kind id`.
    fn told(news: &[Bytes]) -> Vec<String> {
        let mut told = Vec::new();
        for piece in news {
            for event in str::from_utf8(piece).unwrap().split("\n\n").filter(|it| !it.is_empty()) {
                let field = |name| event.lines().find_map(|line| line.strip_prefix(name));
                let (kind, id) = (field("event: ").unwrap(), field("id: "));
                told.push(id.map_or_else(|| kind.to_owned(), |id| format!("{kind} {id}")));
            }
        }
        told
    }

    #[track_caller]
    fn check(level: &Level, seen: &mut Seen, wanted: &[&str]) {
        assert_eq!(told(&level.news(seen, 5)), wanted);
        assert!(level.news(seen, 6).is_empty(), "told once");
    }

    fn with_cluster(epoch: u32, life: u32) -> Level {
        let facts = Facts::new(epoch, life, 41, "{}".into());
        facts.write(&[Bytes::from("1"), Bytes::from("2")]);
        let mut level = level();
        level.facts = Some(Arc::new(facts));
        level.clock.set(Some(LiveClock { wall: 0, at: trace::SimTime(0), rate: 1_000 }), |it| {
            clock_frame(*it, 0, 0)
        });
        level
    }

    #[test]
    fn one_message_is_enough_for_a_lesson() {
        let level = level();
        check(&level, &mut Seen::default(), &["stage"]);
        let news = level.news(&mut Seen::default(), 77);
        assert_eq!(news, ["event: stage\ndata: {\"now\":77,\"version\":1}\n\n"]);
    }

    #[test]
    fn who_comes_late_is_told_all_of_a_live_cluster() {
        let mut level = with_cluster(2, 0);
        level.pointer.set(json!({}), |it| frame("pointer", None, &it.to_string()));
        level.store_is_up.set(false, |it| store_frame(*it));
        let all =
            ["stage", "header 2.41", "entry 2.42", "entry 2.43", "clock", "pointer", "notice"];
        check(&level, &mut Seen::default(), &all);
    }

    #[test]
    fn who_comes_back_is_told_what_is_new() {
        let level = with_cluster(2, 0);
        let resume = |id| Seen::after(Cursor::parse(id));
        check(&level, &mut resume("2.42"), &["stage", "header 2.42", "entry 2.43", "clock"]);
        check(&level, &mut resume("2.43"), &["stage", "header 2.43", "clock"]);
        let all = ["stage", "header 2.41", "entry 2.42", "entry 2.43", "clock"];
        check(&level, &mut resume("1.43"), &all);
    }

    #[test]
    fn another_cluster_begins_with_its_header() {
        let mut seen = Seen::default();
        check(
            &with_cluster(2, 0),
            &mut seen,
            &["stage", "header 2.41", "entry 2.42", "entry 2.43", "clock"],
        );
        check(&with_cluster(4, 0), &mut seen, &["header 4.41", "entry 4.42", "entry 4.43"]);
        check(&with_cluster(4, 1), &mut seen, &["header 4.41", "entry 4.42", "entry 4.43"]);
    }

    #[test]
    fn of_several_changes_the_last_is_told() {
        let (mut level, mut seen) = (level(), Seen::default());
        level.news(&mut seen, 0);
        for version in 2..9 {
            level.stage.set(format!("{{\"version\":{version}}}"), |it| stage_frame(it, 0));
        }
        let news = level.news(&mut seen, 0);
        assert_eq!(news, ["event: stage\ndata: {\"now\":0,\"version\":8}\n\n"]);
    }

    #[test]
    fn a_store_that_came_back_is_news_to_those_who_saw_it_go() {
        let (mut level, mut seen) = (level(), Seen::default());
        level.news(&mut seen, 0);
        level.store_is_up.set(false, |it| store_frame(*it));
        check(&level, &mut seen, &["notice"]);
        level.store_is_up.set(true, |it| store_frame(*it));
        check(&level, &mut seen, &["notice"]);
        check(&level, &mut Seen::default(), &["stage"]);
    }
}
