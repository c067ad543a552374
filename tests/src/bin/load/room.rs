//! Viewers of one room, whose presenter goes on and acts in turn every few seconds.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::{sleep, timeout_at};

use crate::Size;
use crate::deeds::{Sent, deed, told};
use crate::events::Events;
use crate::figures::{Bill, Delays, each};
use crate::http::Connection;
use crate::server::Server;

/// How long after the last deed something may still arrive.
const LATE: Duration = Duration::from_secs(3);

/// Whoever drives the room.
struct Presenter {
    connection: Connection,
    path: String,
    token: String,
}

/// What the presenter did, and when.
#[derive(Default)]
struct Done {
    steps: Sent,
    deeds: Sent,
}

/// What a viewer was told.
#[derive(Default)]
struct Told {
    n_events: usize,
    n_entries: usize,
    /// The last entry.
    entry: usize,
    /// The newest beat on stage.
    beat: usize,
    steps: Delays,
    deeds: Delays,
}

/// Runs the crowd and prints what it took.
pub async fn run(size: &Size) {
    let count = size.count(2_000);
    let server = Server::start(&size.server).await;
    let mut presenter = Connection::open(&server.host).await;
    let opened = presenter.post("/api/rooms", "", &json!({ "lesson": "static-pods" })).await;
    let field = |name: &str| opened[name].as_str().expect("it is told").to_owned();
    let path = format!("/api/rooms/{}", field("session"));
    let mut presenter = Presenter { connection: presenter, path, token: field("token") };
    let done = Arc::new(Done::default());
    // From here on a live cluster is on stage, which takes beats of any number.
    presenter.act(&done).await;
    let events = format!("/api/rooms/{}/events?lang=fr", field("code"));
    let mut seats = vec![take_seat(&server.host, &events).await];
    let before = server.memory();
    for _ in 0..count {
        seats.push(take_seat(&server.host, &events).await);
    }
    sleep(Duration::from_secs(2)).await;
    println!("{count} viewers of one room with a live cluster on stage");
    println!("  memory: {}", each(server.memory().saturating_sub(before), count));
    let (bill, end) = (Bill::open(&server), Instant::now() + size.run());
    let views = seats.into_iter().map(|it| tokio::spawn(view(it, done.clone(), end + LATE)));
    let views: Vec<_> = views.collect();
    let n_turns = presenter.present(&done, size.every(), end).await;
    let mut all = Vec::new();
    for view in views {
        all.push(view.await.expect("nobody panics"));
    }
    println!("  {}", bill.delivered(all.iter().map(|it| it.n_events).sum()));
    println!("  memory in the end: {}", each(server.memory().saturating_sub(before), count));
    let (mut steps, mut deeds) = (Delays::default(), Delays::default());
    let (beat, entry, n_entries) = (all[0].beat, all[0].entry, all[0].n_entries);
    for told in all {
        assert_eq!((told.beat, told.entry), (beat, entry), "all were told the same");
        steps.extend(told.steps);
        deeds.extend(told.deeds);
    }
    println!("  {n_turns} steps and deeds in turn, {n_entries} entries to each viewer");
    println!("  from a step's sending to its arrival: {}", steps.text());
    println!("  from a deed's sending to its entry's arrival: {}", deeds.text());
    assert!(steps.len() > count && deeds.len() > count, "everybody was told of both");
}

/// A viewer who has been told what is on stage.
async fn take_seat(host: &str, path: &str) -> Events {
    let mut events = Events::open(host, path).await.expect("the room takes viewers");
    events.until("clock").await;
    events
}

async fn view(mut events: Events, done: Arc<Done>, end: Instant) -> Told {
    let mut told_so_far = Told::default();
    while let Ok(Some(event)) = timeout_at(end.into(), events.next()).await {
        told_so_far.n_events += 1;
        match event.kind.as_str() {
            "stage" => told_so_far.take_stage(&event.data, &done.steps),
            "entry" => told_so_far.take_entry(&event.data, &done.deeds),
            _ => {}
        }
    }
    told_so_far
}

impl Told {
    fn take_entry(&mut self, entry: &str, deeds: &Sent) {
        let id = number(entry, "\"id\":");
        assert!(self.entry == 0 || id == self.entry + 1, "{id} comes after {}", self.entry);
        self.entry = id;
        self.n_entries += 1;
        let delay = told(entry).and_then(|n| deeds.ago(n));
        delay.into_iter().for_each(|it| self.deeds.push(it));
    }

    fn take_stage(&mut self, stage: &str, steps: &Sent) {
        let beat = number(stage, "\"beat\":");
        // The same stage comes again when the presenter's desk is left.
        if beat > self.beat {
            self.beat = beat;
            // The first step leads to the first beat.
            steps.ago(beat - 1).into_iter().for_each(|it| self.steps.push(it));
        }
    }
}

/// The number behind a name that stands in JSON first with this meaning; 0 without one.
fn number(json: &str, name: &str) -> usize {
    let (_, rest) = json.split_once(name).unwrap_or_default();
    let end = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().unwrap_or_default()
}

impl Presenter {
    /// Goes on and acts in turn, and stops time in the end. Returns how often.
    async fn present(&mut self, done: &Done, every: Duration, end: Instant) -> usize {
        let mut n_turns = 0;
        while Instant::now() + every < end || n_turns < 2 {
            match n_turns % 2 {
                0 => self.step(done).await,
                _ => self.act(done).await,
            }
            n_turns += 1;
            sleep(every).await;
        }
        self.post("clock", &json!({ "rate": 0 })).await;
        n_turns
    }

    async fn step(&mut self, done: &Done) {
        let beat = done.steps.send() + 1;
        self.post("stage", &json!({ "beat": beat })).await;
    }

    async fn act(&mut self, done: &Done) {
        let text = deed(done.deeds.send());
        self.post("act", &json!({ "text": text })).await;
    }

    async fn post(&mut self, what: &str, json: &Value) {
        let path = format!("{}/{what}?tab=desk", self.path);
        self.connection.post(&path, &self.token, json).await;
    }
}
