//! A room on two servers, either of which may go: its presenter on one, most viewers on the other.

use std::time::Instant;

use serde_json::{Value, json};
use tokio::time::{Duration, sleep};

use crate::deeds::{DEEDS, EDIT};
use crate::follower::{Follower, Told};
use crate::process::{Answer, PATIENCE, Process, post};
use crate::redis_server::{Data, End, RedisServer, check};

/// Two servers over one store, and a room that was opened on the first.
struct Hall {
    store: RedisServer,
    servers: [Process; 2],
    session: String,
    events: String,
    token: String,
    viewers: Vec<Follower>,
}

impl Hall {
    async fn open(data: Data) -> Self {
        let store = RedisServer::start(data);
        let servers = [Process::start(&store).await, Process::start(&store).await];
        let [one, other] = [servers[0].port(), servers[1].port()];
        let opened = post(one, "/api/rooms", "", &json!({ "lesson": "static-pods" })).await;
        assert_eq!(opened.status, 201, "{opened:?}");
        let opened = opened.json();
        let text = |name: &str| opened[name].as_str().expect("it is told").to_owned();
        let events = format!("/api/rooms/{}/events", text("code"));
        let orders = [[other, one], [other, one], [one, other]];
        let viewers: Vec<_> = orders.iter().map(|it| Follower::of(it, &events)).collect();
        let (session, token) = (text("session"), text("token"));
        let hall = Self { store, servers, session, events, token, viewers };
        hall.act(0, &json!({ "text": EDIT, "after": 60 })).await;
        assert_eq!(hall.post(0, "clock", &json!({ "rate": 2000 })).await.status, 202);
        hall.all_hear("the live cluster", |it| it.rate == Some(2000)).await;
        hall
    }

    async fn post(&self, server: usize, what: &str, json: &Value) -> Answer {
        let path = format!("/api/rooms/{}/{what}?tab=laptop", self.session);
        post(self.servers[server].port(), &path, &self.token, json).await
    }

    /// Acts on stage. A command may still be running there, so it is tried again.
    async fn act(&self, server: usize, json: &Value) {
        let start = Instant::now();
        loop {
            let answer = self.post(server, "act", json).await;
            match answer.status {
                202 => return,
                422 if start.elapsed() < PATIENCE => sleep(Duration::from_millis(100)).await,
                _ => panic!("{json}: {answer:?}"),
            }
        }
    }

    /// Ten quick steps, of which everybody sees the last.
    async fn steps(&self, server: usize) {
        let mut version = 0;
        for beat in 1..=10 {
            let staged = self.post(server, "stage", &json!({ "beat": beat })).await;
            assert_eq!(staged.status, 200, "{staged:?}");
            version = staged.json()["version"].as_u64().expect("a stage has a version");
        }
        self.all_hear("the last step", |told| told.stage >= version).await;
    }

    async fn all_hear(&self, what: &str, is_wanted: impl Fn(&Told) -> bool) {
        for viewer in &self.viewers {
            viewer.hears(what, &is_wanted).await;
        }
    }

    /// Waits until everybody has heard of something that happened by itself.
    async fn goes_on(&self) {
        let before = self.viewers.iter().map(|it| it.told().last()).max().unwrap_or_default();
        self.all_hear("something that happens by itself", |told| told.last() > before).await;
    }

    /// Stops the time on stage, and compares what everybody was told with what newcomers are.
    async fn agrees(self) {
        assert_eq!(self.post(0, "clock", &json!({ "rate": 0 })).await.status, 202);
        let newcomers = self.servers.each_ref().map(|it| Follower::of(&[it.port()], &self.events));
        let mut all = Vec::new();
        for viewer in self.viewers.iter().chain(&newcomers) {
            let told = viewer.hears("that time stands still", |it| it.rate == Some(0)).await;
            assert!(told.faults.is_empty(), "{:?}", told.faults);
            all.push((told.stage, told.entries));
        }
        assert!(all[0].1.len() > 10, "something happened: {}", all[0].1.len());
        for told in &all[1..] {
            assert_eq!(told, &all[0]);
        }
    }
}

async fn servers_end(how: End) {
    let mut hall = Hall::open(Data::Lost).await;
    hall.servers[1].stop(how);
    hall.steps(0).await;
    hall.goes_on().await;
    hall.servers[1].start_again().await;
    hall.servers[0].stop(how);
    // The presenter's page goes on with the other server, as everybody's does.
    hall.steps(1).await;
    hall.act(1, &json!({ "text": DEEDS[0] })).await;
    hall.servers[0].start_again().await;
    hall.act(0, &json!({ "text": DEEDS[1] })).await;
    hall.agrees().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_outlives_the_death_of_either_server() {
    check("a room, each server killed in turn", async || servers_end(End::Kill).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_outlives_a_rolling_restart() {
    check("a room, a rolling restart", async || servers_end(End::Term).await).await;
}

/// The store ends under a room and comes back: what is on stage plays on, everybody is told,
/// nothing can be done to it meanwhile, and nobody has to come again.
async fn the_store_ends(data: Data, how: End) {
    let mut hall = Hall::open(data).await;
    hall.steps(0).await;
    hall.store.stop(how);
    hall.all_hear("that the store is lost", |it| it.notices == ["store-lost"]).await;
    for server in [0, 1] {
        for (what, json) in [("stage", json!({ "beat": 4 })), ("act", json!({ "text": DEEDS[0] }))]
        {
            let refused = hall.post(server, what, &json).await;
            assert_eq!(refused.status, 503, "{what}: {refused:?}");
            let says = refused.json()["detail"].as_str().unwrap_or_default().to_owned();
            assert!(says.contains("store"), "{refused:?}");
        }
    }
    hall.goes_on().await;
    hall.store.start_again();
    hall.all_hear("that the store is back", |it| it.notices == ["store-lost", "store-back"]).await;
    hall.steps(1).await;
    hall.act(0, &json!({ "text": DEEDS[0] })).await;
    hall.act(1, &json!({ "text": DEEDS[1] })).await;
    hall.all_hear("all of it from the first stream", |it| it.n_streams == 1).await;
    hall.agrees().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_outlives_a_store_that_is_stopped() {
    let what = "a room, the store stopped";
    check(what, async || the_store_ends(Data::Kept, End::Term).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_outlives_a_store_that_is_killed_and_forgets() {
    let what = "a room, the store killed and emptied";
    check(what, async || the_store_ends(Data::Lost, End::Kill).await).await;
}
