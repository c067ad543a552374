//! A room as its log says. No waiting, no clock of its own.

use super::place::{Place, Shown};
use super::question::Question;
use super::record::{Extent, OwnCluster, RoomRecord};
use super::rights::Rights;
use crate::live::id::RoomCode;

/// A room, worked out up to some record.
#[derive(Clone, Debug)]
pub struct Room {
    code: RoomCode,
    lesson: String,
    branch: Option<String>,
    n_records: u64,
    rights: Rights,
    version: u64,
    place: Place,
    question: Option<Question>,
    /// What each epoch has on stage: a live cluster, or the lesson. An epoch begins whenever
    /// another of them comes; the last one is now.
    epochs: Vec<Option<OwnCluster>>,
    ended: bool,
}

/// A record does not fit its room: only a log written by another version has such.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit(pub String);

impl Room {
    /// A room as its whole log says.
    ///
    /// # Errors
    /// When it does not begin as a room does.
    pub fn of(records: &[String]) -> Result<Self, Misfit> {
        let first = records.first().map(|it| serde_json::from_str(it));
        let Some(Ok(RoomRecord::Born(birth))) = first else {
            return Err(Misfit("it does not begin with a room's birth".into()));
        };
        let source = if birth.cluster.is_some() { Shown::Cluster } else { Shown::Lesson };
        let Extent { entry, step } = birth.first;
        let mut room = Self {
            code: birth.code,
            lesson: birth.lesson,
            branch: birth.branch,
            n_records: 1,
            rights: Rights::of(birth.token),
            version: 1,
            place: Place { entry, step, ..Place::first(source, birth.wall) },
            question: None,
            epochs: vec![birth.cluster],
            ended: false,
        };
        room.take(records.get(1..).unwrap_or_default());
        Ok(room)
    }

    /// Takes the next records of the log. One that does not fit is said and passed over.
    pub fn take(&mut self, records: &[String]) {
        for record in records {
            if let Err(Misfit(why)) = self.apply(record) {
                tracing::error!(code = %self.code, %why, "a record does not fit its room");
            }
        }
    }

    fn apply(&mut self, json: &str) -> Result<(), Misfit> {
        self.n_records += 1;
        let record = serde_json::from_str(json).map_err(|it| Misfit(it.to_string()))?;
        match record {
            RoomRecord::Born(_) => return Err(Misfit("a second birth".into())),
            RoomRecord::Tab { tab } => self.rights.drive_from(tab),
            RoomRecord::Offered { token, until } => self.rights.offer(token, until),
            RoomRecord::Accepted { token, tab } => self.rights.hand_over(token, tab),
            RoomRecord::Remote { token } => self.rights.allow_remote(token),
            RoomRecord::Place(place) => self.stand(*place),
            RoomRecord::Cluster { cluster, place } => {
                self.epochs.push(Some(*cluster));
                self.place = *place;
                self.version += 1;
            }
            RoomRecord::Answers { votes } => self.count(votes),
            RoomRecord::Asked(asked) => self.ask(|it| *it = Some(Question::new(asked))),
            RoomRecord::Closed => self.ask(|it| close(it, false)),
            RoomRecord::Revealed => self.ask(|it| close(it, true)),
            RoomRecord::Cleared => self.ask(|it| *it = None),
            RoomRecord::Ended => {
                self.ended = true;
                self.version += 1;
            }
        }
        Ok(())
    }

    fn stand(&mut self, place: Place) {
        if place.source != self.place.source {
            let cluster = match place.source {
                Shown::Lesson => None,
                Shown::Cluster => self.own_cluster().cloned(),
            };
            self.epochs.push(cluster);
        }
        self.place = place;
        self.version += 1;
    }

    fn ask(&mut self, change: impl FnOnce(&mut Option<Question>)) {
        change(&mut self.question);
        self.version += 1;
    }

    fn count(&mut self, votes: Vec<(String, u32)>) {
        if let Some(question) = &mut self.question {
            for (voter, choice) in votes {
                question.count(voter, choice);
            }
        }
    }

    /// Under which code viewers find it.
    #[must_use]
    pub const fn code(&self) -> &RoomCode {
        &self.code
    }

    /// The lesson, and the "what if" of it.
    #[must_use]
    pub fn line(&self) -> (&str, Option<&str>) {
        (&self.lesson, self.branch.as_deref())
    }

    /// How many records have been taken.
    #[must_use]
    pub const fn n_records(&self) -> u64 {
        self.n_records
    }

    /// Rises whenever everybody is to be told something.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// What is on stage.
    #[must_use]
    pub const fn place(&self) -> &Place {
        &self.place
    }

    /// How often another cluster came on stage, the first one included.
    #[must_use]
    pub fn epoch(&self) -> u32 {
        u32::try_from(self.epochs.len()).unwrap_or(u32::MAX)
    }

    /// The live cluster on stage; `None` while it is the lesson's own.
    #[must_use]
    pub fn on_stage(&self) -> Option<&OwnCluster> {
        self.epochs.last().and_then(Option::as_ref)
    }

    /// The live cluster that came on stage last, whether it still is or not.
    #[must_use]
    pub fn own_cluster(&self) -> Option<&OwnCluster> {
        self.epochs.iter().rev().find_map(Option::as_ref)
    }

    /// What an epoch had on stage, counted from 1. `None` when it has not come yet.
    #[must_use]
    pub fn in_epoch(&self, epoch: u32) -> Option<Option<&OwnCluster>> {
        let index = usize::try_from(epoch.checked_sub(1)?).ok()?;
        self.epochs.get(index).map(Option::as_ref)
    }

    /// The question that is put to everybody.
    #[must_use]
    pub const fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Who may do what.
    #[must_use]
    pub const fn rights(&self) -> &Rights {
        &self.rights
    }

    /// Whether the room is over.
    #[must_use]
    pub const fn has_ended(&self) -> bool {
        self.ended
    }
}

fn close(question: &mut Option<Question>, reveal: bool) {
    if let Some(question) = question {
        question.open = false;
        question.revealed |= reveal;
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::{Asked, Birth};
    use super::*;
    use crate::live::id::{LiveId, Token};

    fn room() -> Room {
        let birth = Birth {
            code: RoomCode::random(),
            token: Token::random().hash(),
            lesson: "static-pods".into(),
            branch: None,
            cluster: None,
            first: Extent { entry: 7, step: "scan".into() },
            wall: 1_000,
        };
        Room::of(&[RoomRecord::Born(Box::new(birth)).to_json()]).unwrap()
    }

    fn take(room: &mut Room, record: &RoomRecord) {
        room.take(&[record.to_json()]);
    }

    fn cluster() -> OwnCluster {
        let token = (&Token::random()).into();
        OwnCluster { id: LiveId::random(), token, after: 41, shared: 41 }
    }

    #[test]
    fn a_room_begins_at_its_first_beat() {
        let it = room();
        let wanted = Place { entry: 7, step: "scan".into(), ..Place::first(Shown::Lesson, 1_000) };
        assert_eq!(it.place(), &wanted);
    }

    #[test]
    fn an_epoch_begins_when_another_cluster_comes_on_stage() {
        let mut it = room();
        let (first, second) = (cluster(), cluster());
        let edge = Place::first(Shown::Cluster, 2_000);
        let stand = |place: Place| RoomRecord::Place(Box::new(place));
        let come = |own: &OwnCluster| RoomRecord::Cluster {
            cluster: Box::new(own.clone()),
            place: Box::new(edge.clone()),
        };
        take(&mut it, &come(&first));
        assert_eq!((it.epoch(), it.on_stage()), (2, Some(&first)));
        take(&mut it, &stand(Place { beat: 4, ..edge.clone() }));
        assert_eq!(it.epoch(), 2, "the same cluster at another moment");
        take(&mut it, &stand(Place { source: Shown::Lesson, ..edge.clone() }));
        assert_eq!((it.epoch(), it.on_stage()), (3, None));
        take(&mut it, &stand(edge.clone()));
        assert_eq!((it.epoch(), it.on_stage()), (4, Some(&first)));
        take(&mut it, &come(&second));
        assert_eq!((it.epoch(), it.own_cluster()), (5, Some(&second)));
        let (one, two) = (Some(Some(&first)), Some(Some(&second)));
        let shown: Vec<_> = (0..7).map(|epoch| it.in_epoch(epoch)).collect();
        assert_eq!(shown, [None, Some(None), one, Some(None), one, two, None]);
    }

    #[test]
    fn answers_count_for_the_question_that_is_open() {
        let mut it = room();
        let votes = |choice| RoomRecord::Answers { votes: vec![("a".into(), choice)] };
        take(&mut it, &votes(1));
        let asked = Asked { step: "delete".into(), n: 0, options: 2, answer: 0 };
        take(&mut it, &RoomRecord::Asked(asked));
        take(&mut it, &votes(1));
        take(&mut it, &RoomRecord::Closed);
        take(&mut it, &votes(0));
        assert_eq!(it.question().unwrap().counts(), [0, 1]);
        take(&mut it, &RoomRecord::Cleared);
        assert_eq!(it.question(), None);
    }

    #[test]
    fn only_what_everybody_is_to_know_makes_a_new_version() {
        let mut it = room();
        let before = it.version();
        take(&mut it, &RoomRecord::Tab { tab: "a".parse().unwrap() });
        take(&mut it, &RoomRecord::Remote { token: Token::random().hash() });
        take(&mut it, &RoomRecord::Answers { votes: Vec::new() });
        assert_eq!(it.version(), before);
        take(&mut it, &RoomRecord::Ended);
        assert_eq!((it.version(), it.has_ended()), (before + 1, true));
        assert_eq!(it.n_records(), 5);
    }

    #[test]
    fn what_is_no_log_of_a_room_is_refused() {
        assert!(Room::of(&[]).is_err());
        assert!(Room::of(&["{}".into()]).is_err());
        assert!(Room::of(&[RoomRecord::Ended.to_json()]).is_err());
        let mut it = room();
        it.take(&["{\"kind\":\"later\"}".into(), "nonsense".into()]);
        assert_eq!(it.n_records(), 3, "what is not known here is counted and passed over");
    }
}
