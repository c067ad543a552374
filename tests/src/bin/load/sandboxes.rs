//! Sandboxes, each with a learner who does something every few seconds.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::Size;
use crate::events::Events;
use crate::figures::{Delays, kib};
use crate::server::Server;

/// What a learner has done and not yet been told of: by the name of the file that was written.
type Sent = Arc<Mutex<HashMap<String, Instant>>>;

struct Learner {
    client: Client,
    path: String,
    token: String,
    events: Events,
}

/// Runs the crowd and prints what it took.
pub async fn run(size: &Size) {
    let server = Server::start(&size.server).await;
    let client = Client::new();
    let first = begin(&client, &server.url, 0).await;
    let before = server.memory();
    let mut learners = Vec::new();
    for n in 1..=size.count {
        learners.push(begin(&client, &server.url, n).await);
    }
    sleep(Duration::from_secs(2)).await;
    let each = |now: usize| kib(now.saturating_sub(before) / size.count);
    println!("{} sandboxes, each with its reader", size.count);
    println!("  memory at rest: {} each", each(server.memory()));
    let (cpu, began) = (server.processor(), Instant::now());
    let mut busy = Vec::new();
    for (n, learner) in learners.into_iter().enumerate() {
        let (run, every) = (size.run(), Duration::from_millis(size.every));
        let lag = every * u32::try_from(n).unwrap_or_default() / size.count as u32;
        busy.push(tokio::spawn(learner.learn(run, every, lag)));
    }
    let (mut n_entries, mut n_done, mut delays) = (0, 0, Delays::default());
    for one in busy {
        let (entries, done, late) = one.await.expect("nobody panics");
        n_entries += entries;
        n_done += done;
        delays.extend(late);
    }
    let (cpu, took) = (server.processor() - cpu, began.elapsed());
    println!("  memory when busy: {} each", each(server.memory()));
    println!("  {n_done} inputs, {n_entries} entries delivered in {took:.1?}");
    let per_second = n_entries as f64 / cpu.as_secs_f64();
    let share = 100.0 * cpu.as_secs_f64() / took.as_secs_f64();
    println!("  server: {share:.0} % of a core, {per_second:.0} deliveries per processor second");
    println!("  from an input's sending to its entry's arrival: {}", delays.text());
    assert_eq!(delays.len(), n_done, "of every input the learner was told");
    drop(first);
}

async fn begin(client: &Client, url: &str, n: usize) -> Learner {
    let body = json!({"lesson": "static-pods", "after": n % 250}).to_string();
    let asked = client.post(format!("{url}/api/clusters")).body(body);
    let answer = asked.header("content-type", "application/json").send().await;
    let text = answer.expect("the server answers").text().await.expect("it answers in full");
    let begun: Value = serde_json::from_str(&text).expect("it is JSON");
    let field = |name: &str| begun[name].as_str().unwrap_or_else(|| panic!("{text}")).to_owned();
    let path = format!("{url}/api/clusters/{}", field("id"));
    let events = Events::open(client, &format!("{path}/events")).await.expect("it can be read");
    Learner { client: client.clone(), path, token: field("token"), events }
}

impl Learner {
    /// Does things and reads what comes of them. Returns how many entries came, how many things
    /// were done, and how late each was told.
    async fn learn(
        self,
        run: Duration,
        every: Duration,
        lag: Duration,
    ) -> (usize, usize, Vec<Duration>) {
        let (sent, end) = (Sent::default(), Instant::now() + run);
        let Self { client, path, token, events } = self;
        let reading = tokio::spawn(read(events, sent.clone(), end + Duration::from_secs(3)));
        sleep(lag).await;
        let mut n_done = 0;
        while Instant::now() + every < end {
            let name = format!("busy-{n_done}.yaml");
            let text = deed(&name, n_done);
            if text.contains(&name) {
                sent.lock().expect("nobody panics").insert(name, Instant::now());
            }
            let asked = client.post(format!("{path}/inputs")).bearer_auth(&token);
            let asked = asked.header("content-type", "application/json");
            let answer = asked.body(json!({"text": text}).to_string()).send().await;
            let answer = answer.expect("the server answers");
            assert!(answer.status().is_success(), "{text}: {}", answer.status());
            n_done += 1;
            sleep(every).await;
        }
        let (n_entries, delays) = reading.await.expect("nobody panics");
        (n_entries, n_done, delays)
    }
}

/// Every time a file with a Pod, another one each time.
fn deed(name: &str, n: usize) -> String {
    format!(
        "write pair-worker /etc/kubernetes/manifests/{name} <<EOF\napiVersion: v1\nkind: Pod\n\
         metadata:\n  name: busy-{}\nspec:\n  containers:\n  - name: main\n    \
         image: busybox:1.36\nEOF",
        n % 3
    )
}

async fn read(mut events: Events, sent: Sent, end: Instant) -> (usize, Vec<Duration>) {
    let (mut n_entries, mut delays) = (0, Vec::new());
    while let Some(left) = end.checked_duration_since(Instant::now()) {
        let Ok(Some(event)) = timeout(left, events.next()).await else { break };
        if event.kind != "entry" {
            continue;
        }
        n_entries += 1;
        if !event.data.contains("\"fileWritten\"") {
            continue;
        }
        let name = event.data.split(['/', '"']).find(|it| it.starts_with("busy-"));
        let began = name.and_then(|it| sent.lock().expect("nobody panics").remove(it));
        delays.extend(began.map(|it| it.elapsed()));
    }
    (n_entries, delays)
}
