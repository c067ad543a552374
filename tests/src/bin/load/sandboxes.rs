//! Sandboxes, each with a learner who does something every few seconds.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::{sleep, timeout_at};

use crate::Size;
use crate::deeds::{Sent, deed, told};
use crate::events::Events;
use crate::figures::{Bill, Delays, each};
use crate::http::Connection;
use crate::server::Server;

/// How long after the last deed something may still arrive.
const LATE: Duration = Duration::from_secs(3);

struct Learner {
    connection: Connection,
    path: String,
    token: String,
    events: Events,
}

/// What a learner did and was told.
struct Learnt {
    n_done: usize,
    n_entries: usize,
    delays: Delays,
}

/// Runs the crowd and prints what it took.
pub async fn run(size: &Size, calm: Duration, rest: Duration) {
    let count = size.count(500);
    let server = Server::start(&size.server).await;
    // What is made once is made before anything is measured.
    drop(begin(&server.host, 0).await);
    let before = server.memory();
    let more = || each(server.memory().saturating_sub(before), count);
    let mut learners = Vec::new();
    for n in 1..=count {
        learners.push(begin(&server.host, n).await);
    }
    println!("{count} sandboxes, each with its reader");
    let bill = Bill::open(&server);
    sleep(calm).await;
    println!("  memory before anything is done: {}; {}", more(), bill.text());
    let taken = server.counts("mirrorpod_clusters_bytes").await;
    println!("  what the server takes that to be: {}", each(taken as usize, count));
    let bill = Bill::open(&server);
    let busy = learners.into_iter().enumerate().map(|(n, learner)| {
        let lag = size.every() * u32::try_from(n).unwrap_or_default() / count as u32;
        tokio::spawn(learner.learn(size.run(), size.every(), lag))
    });
    let (mut n_entries, mut n_done, mut delays) = (0, 0, Delays::default());
    for one in busy.collect::<Vec<_>>() {
        let learnt = one.await.expect("nobody panics");
        n_entries += learnt.n_entries;
        n_done += learnt.n_done;
        delays.extend(learnt.delays);
    }
    println!("  {n_done} inputs, {n_entries} entries; {}", bill.delivered(n_entries));
    println!("  from an input's sending to its entry's arrival: {}", delays.text());
    let taken = server.counts("mirrorpod_clusters_bytes").await;
    println!("  memory after {} s, read by nobody any more: {}", size.seconds, more());
    println!("  what the server takes that to be: {}", each(taken as usize, count));
    sleep(rest).await;
    let left = server.counts("mirrorpod_clusters ").await;
    println!("  memory {} s later, {left} not gone from memory: {}", rest.as_secs(), more());
    // What was left behind is used again.
    let mut again = Vec::new();
    for n in 1..=count {
        again.push(begin(&server.host, n).await);
    }
    println!("  memory with as many new ones: {}", more());
    assert_eq!(delays.len(), n_done, "of every input the learner was told");
}

async fn begin(host: &str, n: usize) -> Learner {
    let mut connection = Connection::open(host).await;
    let asked = json!({"lesson": "static-pods", "after": n % 250});
    let begun = connection.post("/api/clusters", "", &asked).await;
    let field = |name: &str| begun[name].as_str().expect("it is told").to_owned();
    let path = format!("/api/clusters/{}", field("id"));
    let events = Events::open(host, &format!("{path}/events")).await.expect("it can be read");
    Learner { connection, path, token: field("token"), events }
}

impl Learner {
    /// Does things and reads what comes of them.
    async fn learn(self, run: Duration, every: Duration, lag: Duration) -> Learnt {
        let (sent, end) = (Arc::new(Sent::default()), Instant::now() + run);
        let Self { mut connection, path, token, events } = self;
        let reading = tokio::spawn(read(events, sent.clone(), end + LATE));
        sleep(lag).await;
        let (path, mut n_done) = (format!("{path}/inputs"), 0);
        while Instant::now() + every < end || n_done == 0 {
            let text = deed(sent.send());
            connection.post(&path, &token, &json!({ "text": text })).await;
            n_done += 1;
            sleep(every).await;
        }
        let (n_entries, delays) = reading.await.expect("nobody panics");
        Learnt { n_done, n_entries, delays }
    }
}

async fn read(mut events: Events, sent: Arc<Sent>, end: Instant) -> (usize, Delays) {
    let (mut n_entries, mut delays) = (0, Delays::default());
    while let Ok(Some(event)) = timeout_at(end.into(), events.next()).await {
        if event.kind != "entry" {
            continue;
        }
        n_entries += 1;
        let delay = told(&event.data).and_then(|n| sent.ago(n));
        delay.into_iter().for_each(|it| delays.push(it));
    }
    (n_entries, delays)
}
