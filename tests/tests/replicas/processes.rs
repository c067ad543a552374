//! Two servers over one Redis: each of the three may go at any time, and readers lose nothing.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::deeds::{DEEDS, EDIT};
use crate::follower::{Follower, Told};
use crate::process::{Answer, PATIENCE, Process};
use crate::redis_server::{Data, End, RedisServer, check};

/// Two servers over one store, and a cluster that was begun on the first.
struct Place {
    store: RedisServer,
    servers: [Process; 2],
    id: String,
    token: String,
    /// Two who read from the first server, and two who read from the second, as long as they can.
    followers: Vec<Follower>,
}

impl Place {
    async fn open(data: Data) -> Self {
        let store = RedisServer::start(data);
        let servers = [Process::start(&store).await, Process::start(&store).await];
        let begin = json!({ "lesson": "static-pods", "after": 60, "rate": 2000 });
        let begun = servers[0].post("/api/clusters", "", &begin).await;
        assert_eq!(begun.status, 201, "{begun:?}");
        let begun = begun.json();
        let text = |name: &str| begun[name].as_str().expect("it is told").to_owned();
        let (id, token) = (text("id"), text("token"));
        let path = format!("/api/clusters/{id}/events");
        let [one, other] = [servers[0].port(), servers[1].port()];
        let ports = [[one, other], [one, other], [other, one], [other, one]];
        let followers: Vec<_> = ports.iter().map(|it| Follower::of(it, &path)).collect();
        for follower in &followers {
            follower.hears("how time runs", |told| told.rate == Some(2000)).await;
        }
        Self { store, servers, id, token, followers }
    }

    async fn post(&self, server: usize, what: &str, json: &Value) -> Answer {
        let path = format!("/api/clusters/{}/{what}", self.id);
        self.servers[server].post(&path, &self.token, json).await
    }

    /// Does something to the cluster. A command may still be running in it, so it is tried again.
    async fn act(&self, server: usize, text: &str) {
        let start = Instant::now();
        loop {
            let answer = self.post(server, "inputs", &json!({ "text": text })).await;
            match answer.status {
                202 => return,
                422 if start.elapsed() < PATIENCE => sleep(Duration::from_millis(100)).await,
                _ => panic!("{text}: {answer:?}"),
            }
        }
    }

    /// Waits until everybody has heard of something that happened by itself.
    async fn goes_on(&self) {
        let before = self.last();
        for follower in &self.followers {
            let is_later = |told: &Told| told.last() > before;
            follower.hears("something that happens by itself", is_later).await;
        }
    }

    /// The last number that anybody has heard.
    fn last(&self) -> u32 {
        self.followers.iter().map(|it| it.told().last()).max().unwrap_or_default()
    }

    /// Stops the cluster's time and compares what everybody was told, byte for byte, with what a
    /// newcomer is told by either server.
    async fn agrees(self) -> Vec<Told> {
        let stopped = self.post(0, "clock", &json!({ "rate": 0 })).await;
        assert_eq!(stopped.status, 202, "{stopped:?}");
        let path = format!("/api/clusters/{}/events", self.id);
        let newcomers = self.servers.each_ref().map(|it| Follower::of(&[it.port()], &path));
        let mut all = Vec::new();
        for follower in self.followers.iter().chain(&newcomers) {
            let told = follower.hears("that time stands still", |it| it.rate == Some(0)).await;
            assert!(told.faults.is_empty(), "{:?}", told.faults);
            all.push(told);
        }
        let wanted = &all[all.len() - 1].entries;
        assert!(wanted.len() > 10, "something happened: {}", wanted.len());
        for told in &all {
            assert_eq!(&told.entries, wanted);
        }
        all
    }
}

impl Told {
    fn last(&self) -> u32 {
        self.entries.keys().last().copied().unwrap_or_default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_of_a_server_that_is_killed_go_on_with_the_other() {
    check("each server killed in turn", async || {
        let mut place = Place::open(Data::Lost).await;
        place.act(1, EDIT).await;
        place.servers[0].stop(End::Kill);
        place.act(1, DEEDS[0]).await;
        place.goes_on().await;
        place.servers[0].start_again().await;
        place.act(1, DEEDS[1]).await;
        place.servers[1].stop(End::Kill);
        place.act(0, DEEDS[2]).await;
        place.goes_on().await;
        place.servers[1].start_again().await;
        let all = place.agrees().await;
        assert!(all[..4].iter().all(|told| told.n_streams > 1), "each lost a server: {all:#?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rolling_restart_is_no_more_than_another_stream() {
    check("a rolling restart", async || {
        let mut place = Place::open(Data::Lost).await;
        place.act(0, EDIT).await;
        for server in [0, 1] {
            place.servers[server].stop(End::Term);
            place.act(1 - server, DEEDS[server]).await;
            place.servers[server].start_again().await;
        }
        place.act(0, DEEDS[2]).await;
        place.goes_on().await;
        let all = place.agrees().await;
        assert!(all.iter().all(|told| told.notices.is_empty()), "the store was there: {all:#?}");
    })
    .await;
}

/// The store ends and comes back: what runs goes on, says so, and takes no inputs meanwhile.
async fn a_store_ends(data: Data, how: End) {
    let mut place = Place::open(data).await;
    place.act(0, EDIT).await;
    place.store.stop(how);
    for follower in &place.followers {
        let is_told = |told: &Told| told.notices == ["store-lost"];
        follower.hears("that the store is lost", is_told).await;
    }
    for server in [0, 1] {
        let refused = place.post(server, "inputs", &json!({ "text": DEEDS[0] })).await;
        assert_eq!(refused.status, 503, "{refused:?}");
        let says = refused.json()["detail"].as_str().unwrap_or_default().to_owned();
        assert!(says.contains("store"), "{refused:?}");
    }
    place.goes_on().await;
    place.store.start_again();
    for follower in &place.followers {
        let is_told = |told: &Told| told.notices == ["store-lost", "store-back"];
        follower.hears("that the store is back", is_told).await;
    }
    for (n, deed) in DEEDS.into_iter().enumerate() {
        place.act(n % 2, deed).await;
    }
    let all = place.agrees().await;
    assert!(all[..4].iter().all(|told| told.n_streams == 1), "nobody lost his stream: {all:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_stopped_is_waited_for() {
    check("the store stopped", async || a_store_ends(Data::Kept, End::Term).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_killed_is_waited_for() {
    check("the store killed", async || a_store_ends(Data::Kept, End::Kill).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_stopped_and_forgets_is_told_everything_again() {
    check("the store emptied", async || a_store_ends(Data::Lost, End::Term).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_killed_and_forgets_is_told_everything_again() {
    check("the store killed and emptied", async || a_store_ends(Data::Lost, End::Kill).await).await;
}

/// While the store is away, a server may go too: who reads there waits, and loses nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_while_the_store_is_away_is_missed_by_nobody() {
    check("a server killed while the store is away", async || {
        let mut place = Place::open(Data::Lost).await;
        place.act(0, EDIT).await;
        place.goes_on().await;
        place.store.stop(End::Kill);
        place.followers[2].hears("that the store is lost", |it| !it.notices.is_empty()).await;
        place.servers[0].stop(End::Kill);
        place.goes_on().await;
        place.store.start_again();
        place.servers[0].start_again().await;
        for (n, deed) in DEEDS.into_iter().enumerate() {
            place.act(n % 2, deed).await;
        }
        place.agrees().await;
    })
    .await;
}
