//! Two servers over one store, a cluster on them, and those who read it.

use std::time::Instant;

use serde_json::{Value, json};
use tokio::time::{Duration, sleep};

use crate::follower::{Follower, Told};
use crate::process::{Answer, PATIENCE, Process, post};
use crate::redis_server::{Data, RedisServer};

/// Two servers over one store, and a cluster that was begun on the first.
pub struct Place {
    pub store: RedisServer,
    pub servers: [Process; 2],
    pub id: String,
    pub token: String,
    pub followers: Vec<Follower>,
}

impl Place {
    /// Two readers of the first server and two of the second, as long as they can.
    pub async fn open(data: Data) -> Self {
        let mut place = Self::without_readers(data).await;
        let [one, other] = place.ports();
        place.follow(&[[one, other], [one, other], [other, one], [other, one]]).await;
        place
    }

    /// The same before anybody reads.
    pub async fn without_readers(data: Data) -> Self {
        let store = RedisServer::start(data);
        let servers = [Process::start(&store).await, Process::start(&store).await];
        let begin = json!({ "lesson": "static-pods", "after": 60, "rate": 2000 });
        let begun = post(servers[0].port(), "/api/clusters", "", &begin).await;
        assert_eq!(begun.status, 201, "{begun:?}");
        let begun = begun.json();
        let text = |name: &str| begun[name].as_str().expect("it is told").to_owned();
        let (id, token) = (text("id"), text("token"));
        Self { store, servers, id, token, followers: Vec::new() }
    }

    /// Where the servers are.
    pub fn ports(&self) -> [u16; 2] {
        self.servers.each_ref().map(Process::port)
    }

    /// Adds readers, each with his own order of servers.
    pub async fn follow(&mut self, orders: &[impl AsRef<[u16]>]) {
        let path = self.events();
        let new: Vec<_> = orders.iter().map(|it| Follower::of(it.as_ref(), &path)).collect();
        for follower in &new {
            follower.hears("how time runs", |told| told.rate == Some(2000)).await;
        }
        self.followers.extend(new);
    }

    fn events(&self) -> String {
        format!("/api/clusters/{}/events", self.id)
    }

    /// Asks a port to do something to the cluster.
    pub async fn post(&self, port: u16, what: &str, json: &Value) -> Answer {
        let path = format!("/api/clusters/{}/{what}", self.id);
        post(port, &path, &self.token, json).await
    }

    /// Does something to the cluster through a server; see [`Place::act_at`].
    pub async fn act(&self, server: usize, text: &str) -> Value {
        self.act_at(self.servers[server].port(), text).await
    }

    /// Does something to the cluster. A command may still be running in it, so it is tried again.
    pub async fn act_at(&self, port: u16, text: &str) -> Value {
        let start = Instant::now();
        loop {
            let answer = self.post(port, "inputs", &json!({ "text": text })).await;
            match answer.status {
                202 => return answer.json(),
                422 if start.elapsed() < PATIENCE => sleep(Duration::from_millis(100)).await,
                _ => panic!("{text}: {answer:?}"),
            }
        }
    }

    /// Waits until everybody has heard of something that happened by itself.
    pub async fn goes_on(&self) {
        let before = self.followers.iter().map(|it| it.told().last()).max().unwrap_or_default();
        for follower in &self.followers {
            let is_later = |told: &Told| told.last() > before;
            follower.hears("something that happens by itself", is_later).await;
        }
    }

    /// Stops the cluster's time and compares what everybody was told, byte for byte, with what a
    /// newcomer is told by either server.
    pub async fn agrees(self) -> Vec<Told> {
        let stopped = self.post(self.servers[0].port(), "clock", &json!({ "rate": 0 })).await;
        assert_eq!(stopped.status, 202, "{stopped:?}");
        let newcomers = self.ports().map(|port| Follower::of(&[port], &self.events()));
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
    /// The number that was heard last.
    pub fn last(&self) -> u32 {
        self.entries.keys().last().map_or(0, |(_, n)| *n)
    }
}
