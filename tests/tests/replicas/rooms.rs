//! One room in two processes: its presenter in one, its viewers in both, over one store.

use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use content::Lang;
use futures_util::StreamExt as _;
use mirrorpod::live::room::{
    Caller, OpenRoom, Opening, Pace, Patch, RoomError, RoomLimits, Rooms, Stream, Viewer, stream,
};
use mirrorpod::live::{Hub, LiveId, Redis, RoomCode, Space, StoreError};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::deeds::{DEEDS, EDIT};
use crate::follower::Told;
use crate::hubs::{RECORDINGS, until};
use crate::redis_server::{Data, End, RedisServer, check};

/// The rooms of two processes, and one that was opened in the first.
struct Hall {
    server: RedisServer,
    rooms: [Arc<Rooms>; 2],
    session: LiveId,
    code: RoomCode,
    presenter: Caller,
}

/// A viewer, who stays in one process.
struct Seat {
    told: Arc<Mutex<Told>>,
    task: JoinHandle<()>,
}

impl Hall {
    async fn open(data: Data) -> Self {
        let server = RedisServer::start(data);
        let rooms = [(), ()].map(|()| {
            let store = Arc::new(Redis::open(&server.url()).expect("it is an address"));
            let hub = Arc::new(Hub::new(store, RECORDINGS.clone(), Space::of(100)));
            (hub.clone(), Arc::new(Rooms::new(hub, RECORDINGS.clone(), RoomLimits::default())))
        });
        until("both reach the store", || rooms.iter().all(|(hub, _)| hub.store().is_up())).await;
        let rooms = rooms.map(|(_, rooms)| rooms);
        let opening = Opening::Lesson { lesson: "static-pods".into(), branch: None };
        let created = rooms[0].create(opening).await.expect("there is room");
        let presenter =
            Caller { token: created.token, tab: Some("laptop".parse().expect("it is a name")) };
        let (session, code) = (created.room.session.clone(), created.room.code.clone());
        Self { server, rooms, session, code, presenter }
    }

    async fn sit(&self, process: usize, name: &str) -> Seat {
        let room = self.rooms[process].find(&self.code).await.expect("the room is open");
        let viewer = Viewer { lang: Lang::En, name: name.to_owned(), exploring: false };
        let told = Arc::new(Mutex::new(Told::default()));
        let kept = told.clone();
        let task = tokio::spawn(async move {
            let mut pieces = pin!(stream(&room, Stream::Viewer(viewer), None, None));
            while let Some(piece) = pieces.next().await {
                let text = String::from_utf8(piece.events.to_vec()).expect("it is text");
                let mut told = kept.lock().expect("nobody panics here");
                text.split_terminator("\n\n").for_each(|event| take(&mut told, event));
            }
        });
        Seat { told, task }
    }

    async fn room(&self, process: usize) -> Arc<OpenRoom> {
        self.rooms[process].open(&self.session).await.expect("the room is open")
    }

    async fn stage(&self, process: usize, beat: u32) -> Result<u64, RoomError> {
        let patch = Patch { beat: Some(beat), ..Patch::default() };
        let room = self.room(process).await;
        let done = self.rooms[process].stage(&room, &self.presenter, &patch, None).await?;
        Ok(done.version)
    }

    /// Acts on stage until it is taken: a command may still be running, or the store be away.
    async fn act(&self, process: usize, text: &str, after: Option<u32>) {
        let (start, room) = (Instant::now(), self.room(process).await);
        while let Err(error) = self.rooms[process].act(&room, &self.presenter, text, after).await {
            assert!(start.elapsed() < Duration::from_secs(20), "{text}: {error}");
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// Stops the time of the cluster on stage, and compares what everybody was told.
    async fn agree(&self, seats: &[Seat], version: u64) {
        let room = self.room(0).await;
        self.rooms[0].pace(&room, &self.presenter, Pace::Rate(0)).await.expect("it is there");
        for seat in seats {
            until("time stands still", || seat.told().rate == Some(0)).await;
            until("the newest is on stage", || seat.told().stage >= version).await;
        }
        let wanted = seats[0].told();
        assert!(wanted.entries.len() > 10, "something happened: {}", wanted.entries.len());
        for seat in seats {
            let told = seat.told();
            assert!(told.faults.is_empty(), "{:?}", told.faults);
            assert_eq!((told.stage, &told.entries), (wanted.stage, &wanted.entries));
        }
    }
}

impl Seat {
    fn told(&self) -> Told {
        self.told.lock().expect("nobody panics here").clone()
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn take(told: &mut Told, event: &str) {
    let field = |name: &str| {
        let line = event.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|it| it.strip_prefix(": ")).unwrap_or_default()
    };
    told.take(field("event"), field("id"), field("data"));
}

#[tokio::test(flavor = "multi_thread")]
async fn viewers_in_another_process_see_what_the_presenter_does() {
    check("a room in two processes", async || {
        let hall = Hall::open(Data::Lost).await;
        let seats = [hall.sit(0, "a").await, hall.sit(1, "b").await, hall.sit(1, "c").await];
        for beat in 1..10 {
            hall.stage(0, beat).await.expect("the presenter may");
        }
        hall.act(0, EDIT, Some(60)).await;
        hall.act(1, DEEDS[0], None).await;
        let version = hall.stage(1, 12).await.expect("the presenter may, from anywhere");
        hall.agree(&seats, version).await;
    })
    .await;
}

async fn the_store_ends(data: Data, how: End) {
    let mut hall = Hall::open(data).await;
    let seats = [hall.sit(0, "a").await, hall.sit(1, "b").await];
    hall.stage(0, 3).await.expect("the presenter may");
    hall.act(0, EDIT, Some(60)).await;
    for seat in &seats {
        until("the live cluster is on stage", || !seat.told().entries.is_empty()).await;
    }
    hall.server.stop(how);
    for seat in &seats {
        until("viewers are told", || seat.told().notices == ["store-lost"]).await;
    }
    let refused = hall.stage(0, 4).await.err();
    assert!(
        matches!(refused, Some(RoomError::Store(StoreError::Unavailable))),
        "{:?}",
        refused.map(|it| it.to_string())
    );
    let before: Vec<usize> = seats.iter().map(|it| it.told().entries.len()).collect();
    for (seat, before) in seats.iter().zip(before) {
        until("the room goes on", || seat.told().entries.len() > before).await;
    }
    hall.server.start_again();
    for seat in &seats {
        until("viewers are told", || seat.told().notices == ["store-lost", "store-back"]).await;
    }
    hall.act(1, DEEDS[0], None).await;
    let version = hall.stage(0, 5).await.expect("the store is back");
    hall.agree(&seats, version).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_goes_on_while_the_store_is_away() {
    check("a room and a stopped store", async || the_store_ends(Data::Kept, End::Term).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_is_given_back_to_a_store_that_lost_it() {
    check("a room and an emptied store", async || the_store_ends(Data::Lost, End::Kill).await)
        .await;
}
