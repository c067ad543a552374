//! A room from end to end, without HTTP: what is done in it, and what its readers are told.

use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use content::{Content, Lang};
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::*;
use crate::live::hub::Hub;
use crate::live::id::Token;
use crate::live::space::Space;
use crate::live::store::Memory;
use crate::recordings::Recordings;

const LESSON: &str = "static-pods";
/// Something that can be done at any moment.
const WRITE: &str = "write pair-worker /etc/kubernetes/manifests/notes.txt <<EOF\nhello\nEOF";

static RECORDINGS: LazyLock<Arc<Recordings>> = LazyLock::new(|| {
    let content = Content::embedded().expect("the content has no mistakes");
    Arc::new(Recordings::of(&content).expect("every lesson can be recorded"))
});

/// A server with one room, and whoever drives it.
struct Fixture {
    rooms: Arc<Rooms>,
    room: Arc<OpenRoom>,
    driver: Caller,
}

/// Somebody who reads a room.
struct Reader {
    stream: Pin<Box<dyn futures_util::Stream<Item = Piece> + Send>>,
    waiting: Vec<(String, String, Value)>,
}

async fn fixture() -> Fixture {
    let store = Arc::new(Memory::new(1 << 24));
    let hub = Arc::new(Hub::new(store, RECORDINGS.clone(), Space::of(100)));
    let limits = RoomLimits { rooms: 2, ..RoomLimits::DEFAULT };
    let rooms = Arc::new(Rooms::new(hub, RECORDINGS.clone(), limits));
    let opening = Opening::Lesson { lesson: LESSON.into(), branch: None };
    let Created { room, token } = rooms.create(opening).await.unwrap();
    let driver = Caller { token, tab: "first".parse().ok() };
    Fixture { rooms, room, driver }
}

impl Fixture {
    fn watch(&self, cursor: &str) -> Reader {
        let viewer = Viewer { lang: Lang::Fr, name: String::new(), exploring: false };
        Reader::of(stream(&self.room, Stream::Viewer(viewer), None, Cursor::parse(cursor)))
    }

    fn sit_down(&self, caller: &Caller) -> Reader {
        let kind = Stream::Tab(caller.tab.clone().unwrap());
        Reader::of(stream(&self.room, kind, Some(caller.clone()), None))
    }

    async fn stage(&self, patch: Patch) -> Result<Done, RoomError> {
        self.rooms.stage(&self.room, &self.driver, &patch, None).await
    }

    async fn go_to(&self, beat: u32) {
        self.stage(Patch { beat: Some(beat), ..Patch::default() }).await.unwrap();
    }
}

impl Reader {
    fn of(stream: impl futures_util::Stream<Item = Piece> + Send + 'static) -> Self {
        Self { stream: Box::pin(stream), waiting: Vec::new() }
    }

    /// The next event: its kind, its id and its data. `None` when the stream has ended.
    async fn next(&mut self) -> Option<(String, String, Value)> {
        while self.waiting.is_empty() {
            let piece = timeout(Duration::from_secs(5), self.stream.next()).await;
            let piece = piece.expect("something is told within five seconds")?;
            for event in str::from_utf8(&piece.events).unwrap().split_terminator("\n\n") {
                let field = |name| event.lines().find_map(|line| line.strip_prefix(name));
                let Some(kind) = field("event: ") else { continue };
                let data = serde_json::from_str(field("data: ").unwrap()).unwrap();
                let id = field("id: ").unwrap_or_default().to_owned();
                self.waiting.push((kind.to_owned(), id, data));
            }
        }
        Some(self.waiting.remove(0))
    }

    /// The data of the next event of a kind for which something holds.
    async fn until(&mut self, kind: &str, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let (next, _, data) = self.next().await.expect("the stream goes on");
            if next == kind && holds(&data) {
                return data;
            }
        }
    }
}

#[tokio::test]
async fn everybody_is_told_what_is_on_stage_and_who_comes_late_as_much() {
    let it = fixture().await;
    let mut early = it.watch("");
    assert_eq!(early.next().await.unwrap().0, "stage");
    it.go_to(4).await;
    let told = early.until("stage", |it| it["beat"] == 4).await;
    let mut late = it.watch("");
    let (kind, _, mut same) = late.next().await.unwrap();
    assert_eq!(kind, "stage");
    same["now"] = told["now"].clone();
    assert_eq!(same, told);
    let step = RECORDINGS.find(LESSON, None).unwrap().timeline.steps()[1].id.clone();
    assert_eq!(told["step"], *step, "beat 4 is the second of the second step");
}

#[tokio::test]
async fn of_ten_rapid_steps_the_last_counts() {
    let it = fixture().await;
    let mut viewer = it.watch("");
    viewer.next().await;
    for beat in 1..=10 {
        it.go_to(beat).await;
    }
    let mut versions = Vec::new();
    loop {
        let stage = viewer.until("stage", |_| true).await;
        versions.push(stage["version"].as_u64().unwrap());
        if stage["beat"] == 10 {
            break;
        }
    }
    assert!(versions.is_sorted(), "{versions:?}");
    let mut late = it.watch("");
    assert_eq!(late.next().await.unwrap().2["beat"], 10);
}

#[tokio::test]
async fn acting_on_the_lesson_makes_a_live_cluster_of_it() {
    let it = fixture().await;
    let mut viewer = it.watch("");
    it.go_to(8).await;
    let text = "kubectl delete pod hello-static-pair-worker";
    let acted = it.rooms.act(&it.room, &it.driver, text, None).await.unwrap();
    assert_eq!(acted.done.epoch, 2);
    let stage = viewer.until("stage", |it| it["epoch"] == 2).await;
    let shared = stage["source"]["shared"].as_u64().unwrap();
    assert_eq!(stage["entry"].as_u64(), Some(shared), "up to where it left the lesson");
    let (kind, id, header) = viewer.next().await.unwrap();
    assert_eq!((kind.as_str(), id), ("header", format!("2.{shared}")));
    assert_eq!(header["forkedAfter"].as_u64(), Some(shared));
    for n in shared + 1..shared + 4 {
        let entry = viewer.until("entry", |_| true).await;
        assert_eq!(entry["id"].as_u64(), Some(n));
    }
    let again = it.rooms.act(&it.room, &it.driver, WRITE, None).await;
    assert_eq!(again.unwrap().done.epoch, 2, "the same cluster");
    let after = u32::try_from(shared).ok().map(|it| it + 2);
    let forked = it.rooms.act(&it.room, &it.driver, WRITE, after).await;
    assert_eq!(forked.unwrap().done.epoch, 3, "another one, left earlier");
}

#[tokio::test]
async fn what_the_cluster_refuses_changes_nothing() {
    let it = fixture().await;
    let before = it.room.look(Room::n_records).await.unwrap();
    for text in ["rm -rf /", "", "crash nothing"] {
        let refused = it.rooms.act(&it.room, &it.driver, text, None).await;
        assert!(matches!(refused, Err(RoomError::Live(_))), "{text}: {refused:?}");
    }
    let after = it.room.look(|it| (it.n_records(), it.epoch())).await.unwrap();
    assert_eq!(after, (before + 1, 1), "but that the first tab drives");
}

#[tokio::test]
async fn a_stream_that_broke_goes_on_where_it_was() {
    let it = fixture().await;
    let text = "kubectl delete pod hello-static-pair-worker";
    it.go_to(8).await;
    it.rooms.act(&it.room, &it.driver, text, None).await.unwrap();
    let mut first = it.watch("");
    let mut seen = Vec::new();
    while seen.len() < 3 {
        let (kind, id, _) = first.next().await.unwrap();
        if kind == "entry" {
            seen.push(id);
        }
    }
    let mut again = it.watch(seen.last().unwrap());
    let (_, last) = seen.last().unwrap().split_once('.').unwrap();
    let next = format!("2.{}", last.parse::<u32>().unwrap() + 1);
    loop {
        let (kind, id, _) = again.next().await.unwrap();
        match kind.as_str() {
            "header" => assert_eq!(id, *seen.last().unwrap()),
            "entry" => break assert_eq!(id, next),
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_second_tab_drives_only_once_it_has_taken_over() {
    let it = fixture().await;
    it.go_to(1).await;
    let second = Caller { tab: "second".parse().ok(), ..it.driver.clone() };
    let patch = Patch { beat: Some(2), ..Patch::default() };
    let refused = it.rooms.stage(&it.room, &second, &patch, None).await;
    assert_eq!(refused, Err(RoomError::OtherTab));
    let mut desk = it.sit_down(&second);
    assert_eq!(desk.until("hold", |_| true).await["yours"], false);
    it.rooms.take_over(&it.room, &second).await.unwrap();
    assert_eq!(desk.until("hold", |_| true).await["yours"], true);
    it.rooms.stage(&it.room, &second, &patch, None).await.unwrap();
    assert_eq!(it.stage(patch).await, Err(RoomError::OtherTab));
}

#[tokio::test]
async fn after_a_hand_over_only_the_other_drives() {
    let it = fixture().await;
    it.go_to(1).await;
    let mut desk = it.sit_down(&it.driver);
    let offer = it.rooms.hand_over(&it.room, &it.driver).await.unwrap();
    let other = Caller { token: offer, tab: "other".parse().ok() };
    let token = it.rooms.accept(&it.room, &other).await.unwrap();
    let next = Patch { beat: Some(2), ..Patch::default() };
    assert_eq!(it.stage(next.clone()).await, Err(RoomError::Forbidden));
    assert_eq!(it.rooms.accept(&it.room, &other).await, Err(RoomError::Forbidden), "once");
    let other = Caller { token, ..other };
    it.rooms.stage(&it.room, &other, &next, None).await.unwrap();
    assert_eq!(desk.until("hold", |it| it["handed"] == true).await["yours"], false);
    assert!(desk.next().await.is_none(), "the old desk is told nothing more");
}

#[tokio::test]
async fn a_remote_moves_the_stage_and_nothing_else() {
    let it = fixture().await;
    it.go_to(1).await;
    let token = it.rooms.allow_remote(&it.room, &it.driver).await.unwrap();
    let remote = Caller { token, tab: None };
    let next = Patch { beat: Some(2), ..Patch::default() };
    it.rooms.stage(&it.room, &remote, &next, None).await.unwrap();
    assert!(it.rooms.take_over(&it.room, &remote).await.is_err());
    assert!(it.rooms.hand_over(&it.room, &remote).await.is_err());
    assert!(it.rooms.end(&it.room, &remote).await.is_err());
    let act = it.rooms.act(&it.room, &remote, "kubectl cordon pair-worker", None).await;
    assert_eq!(act.unwrap_err(), RoomError::Forbidden);
}

#[tokio::test]
async fn who_sits_at_the_desk_is_told_who_is_there() {
    let it = fixture().await;
    it.go_to(1).await;
    let mut desk = it.sit_down(&it.driver);
    let viewers = [it.watch(""), it.watch("")];
    let there = desk.until("audience", |it| it["following"] == 2).await;
    assert_eq!(there["languages"], json!({"fr": 2}));
    drop(viewers);
    assert_eq!(desk.until("audience", |it| it["following"] == 0).await["languages"], json!({}));
}

#[tokio::test]
async fn an_empty_desk_is_said_and_a_reload_is_not() {
    let it = fixture().await;
    it.go_to(1).await;
    let mut viewer = it.watch("");
    let desk = it.sit_down(&it.driver);
    let stage = viewer.until("stage", |it| it["present"] == true).await;
    drop(desk);
    let desk = it.sit_down(&it.driver);
    tokio::time::sleep(Duration::from_millis(600)).await;
    drop(desk);
    let lost = viewer.until("stage", |_| true).await;
    assert_eq!((&lost["present"], &lost["version"]), (&json!(false), &stage["version"]));
}

#[tokio::test]
async fn answers_are_counted_for_everybody() {
    let it = fixture().await;
    let asked = Asked { step: "delete".into(), n: 0, options: 3, answer: 1 };
    let vote = |voter: &str, choice| Vote::new("delete", 0, voter, choice);
    assert_eq!(it.room.answer(vote("a", 1)).await, Err(RoomError::NotOpen));
    it.rooms.ask(&it.room, &it.driver, Some(&asked)).await.unwrap();
    let mut viewer = it.watch("");
    let votes = (0..50).map(|n| it.room.answer(vote(&n.to_string(), n % 3)));
    let told = futures_util::future::join_all(votes).await;
    assert!(told.iter().all(Result::is_ok), "{told:?}");
    it.room.answer(vote("0", 2)).await.unwrap();
    assert_eq!(it.room.answer(vote("x", 3)).await, Err(RoomError::NotOpen));
    let tally = viewer.until("tally", |it| it["counts"] == json!([16, 17, 17])).await;
    assert_eq!((&tally["voters"], &tally["question"]["step"]), (&json!(50), &json!("delete")));
    it.rooms.close_question(&it.room, &it.driver, true).await.unwrap();
    let stage = viewer.until("stage", |it| it["question"]["answer"] == 1).await;
    assert_eq!(stage["question"]["open"], false);
    assert_eq!(it.room.answer(vote("a", 1)).await, Err(RoomError::NotOpen));
}

#[tokio::test]
async fn a_room_that_is_over_says_so_and_can_be_seen_again() {
    let it = fixture().await;
    it.go_to(8).await;
    it.rooms.act(&it.room, &it.driver, "kubectl cordon pair-worker", None).await.unwrap();
    let mut viewer = it.watch("");
    it.rooms.end(&it.room, &it.driver).await.unwrap();
    assert_eq!(viewer.until("stage", |it| it["ended"] == true).await["epoch"], 2);
    let gone = viewer.until("gone", |_| true).await;
    assert_eq!(gone["reason"], "ended");
    assert!(viewer.next().await.is_none());
    assert_eq!(it.stage(Patch::default()).await, Err(RoomError::Over));

    let log = it.rooms.recording(&it.room, None).await.unwrap();
    let lesson = it.rooms.recording(&it.room, Some(1)).await.unwrap();
    let recorded = &RECORDINGS.find(LESSON, None).unwrap().log;
    assert_eq!(lesson.stored().plain(), recorded.stored().plain());
    assert!(log.header().contains("forkedAfter"));
    tokio::time::sleep(Duration::from_millis(100)).await;
    let later = it.rooms.recording(&it.room, None).await.unwrap();
    assert_eq!(log.stored().plain(), later.stored().plain(), "it stands still");
    assert!(it.rooms.recording(&it.room, Some(3)).await.is_err());
}

#[tokio::test]
async fn a_pointer_is_shown_to_everybody() {
    let it = fixture().await;
    let mut viewer = it.watch("");
    viewer.next().await;
    let at = json!({"at": {"cell": "mirror", "x": 0.5, "y": 0.25}});
    it.rooms.point(&it.room, &it.driver, at.clone()).await.unwrap();
    assert_eq!(viewer.until("pointer", |_| true).await, at);
    it.rooms.point(&it.room, &it.driver, json!({"at": null})).await.unwrap();
    assert_eq!(viewer.until("pointer", |_| true).await, json!({"at": null}));
}

#[tokio::test]
async fn a_room_is_the_same_to_a_process_that_has_just_heard_of_it() {
    let it = fixture().await;
    it.go_to(8).await;
    it.rooms.act(&it.room, &it.driver, "kubectl cordon pair-worker", None).await.unwrap();
    let store = it.rooms.store().clone();
    let hub = Arc::new(Hub::new(store, RECORDINGS.clone(), Space::of(100)));
    let limits = RoomLimits { rooms: 1, ..RoomLimits::DEFAULT };
    let others = Arc::new(Rooms::new(hub, RECORDINGS.clone(), limits));
    let room = others.find(&it.room.code).await.unwrap();
    let other = Fixture { rooms: others, room, driver: it.driver.clone() };
    let (mut here, mut there) = (it.watch(""), other.watch(""));
    other.go_to(9).await;
    let mut one = here.until("stage", |it| it["beat"] == 9).await;
    let two = there.until("stage", |it| it["beat"] == 9).await;
    one["now"] = two["now"].clone();
    assert_eq!(one, two);
    let token = Token::random();
    let opening = Opening::Lesson { lesson: LESSON.into(), branch: None };
    assert!(matches!(other.rooms.create(opening).await, Err(RoomError::Full(_))));
    let stranger = Caller { token, tab: None };
    assert_eq!(other.room.check(&stranger, Wish::Stage).await, Err(RoomError::Forbidden));
}
