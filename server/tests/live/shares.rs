//! Clusters share a server: none takes the memory or the time of others.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mirrorpod::live::{Hub, Live, LiveError, Memory, Space, Token};
use tokio::task::{JoinSet, yield_now};
use tokio::time::{Instant, advance, sleep};

use crate::world::{Shared, hub, situation};

/// Hundreds of Pods at once.
const CROWD: &str = "kubectl apply -f - <<EOF
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: crowd
spec:
  replicas: 500
  selector:
    matchLabels:
      app: crowd
  template:
    metadata:
      labels:
        app: crowd
    spec:
      containers:
      - name: main
        image: busybox:1.36
EOF";

async fn create(hub: &Arc<Hub>, after: u32) -> (Arc<Live>, Token) {
    hub.create(situation(None, after)).await.expect("there is room")
}

/// A hub whose clusters take at most so many bytes together.
fn tight(bytes: usize) -> Arc<Hub> {
    let store = Shared::new(&Arc::new(Memory::new(1 << 24)), Instant::now(), 0, 0);
    let space = Space { clusters: 100, bytes };
    Arc::new(Hub::new(Arc::new(store), crate::world::RECORDINGS.clone(), space))
}

#[tokio::test(start_paused = true)]
async fn when_memory_is_full_those_leave_whom_nobody_reads_and_then_nobody_comes() {
    let hub = tight(1 << 20);
    let (unread, _) = create(&hub, 41).await;
    let mut readers = Vec::new();
    let full = loop {
        sleep(Duration::from_secs(6)).await;
        match hub.create(situation(None, 41)).await {
            Ok((live, _)) => readers.push(live.reader()),
            Err(error) => break error,
        }
    };
    assert_eq!(full, LiveError::NoMemory);
    assert!(unread.now().left, "it left before anybody was refused");
    assert!(hub.n_bytes() <= 1 << 20 && readers.len() > 1, "{}", hub.n_bytes());
    assert!(readers.iter_mut().all(|it| !it.now().left), "who is read stays");
    drop(readers.pop());
    sleep(Duration::from_secs(6)).await;
    hub.open(&unread.id).await.expect("there is room for it again");
}

#[tokio::test(start_paused = true)]
async fn whoever_fills_the_memory_is_stopped_by_it_and_nobody_else() {
    let hub = tight(1 << 20);
    let ((greedy, token), (modest, other)) = (create(&hub, 41).await, create(&hub, 41).await);
    let _readers = (greedy.reader(), modest.reader());
    let file = |n: usize| {
        let path = "/etc/kubernetes/manifests";
        format!("write pair-worker {path}/{n}.txt <<EOF\n{}\nEOF", "x".repeat(60 << 10))
    };
    let mut n = 0;
    let stopped = loop {
        n += 1;
        match hub.act(&greedy.id, &token, &file(n)).await {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert_eq!(stopped, LiveError::NoMemory);
    assert!(hub.n_bytes() > 1 << 20);
    hub.act(&modest.id, &other, "api down").await.expect("it takes less than its share");
    assert_eq!(hub.create(situation(None, 41)).await.map(|_| ()), Err(LiveError::NoMemory));
}

/// A store some way off, so that every input takes its time.
#[tokio::test(start_paused = true)]
async fn whoever_asks_for_much_waits_in_a_line_of_his_own() {
    const WAITING: usize = 64;
    let hub = hub(Shared::new(&Arc::new(Memory::new(1 << 24)), Instant::now(), 0, 100));
    let ((greedy, token), (modest, other)) = (create(&hub, 100).await, create(&hub, 100).await);
    let n_done = Arc::new(AtomicUsize::default());
    let mut line = JoinSet::new();
    for n in 0..WAITING {
        let (hub, id, n_done) = (hub.clone(), greedy.id.clone(), n_done.clone());
        let token = Token::sent(token.reveal());
        line.spawn(async move {
            hub.set_rate(&id, &token, u32::try_from(n).unwrap()).await.unwrap();
            n_done.fetch_add(1, Ordering::Relaxed);
        });
    }
    yield_now().await;
    for n in 1..=5 {
        hub.act(&modest.id, &other, "api down").await.unwrap();
        hub.act(&modest.id, &other, "api up").await.unwrap();
        let before = n_done.load(Ordering::Relaxed);
        assert!(before <= 3 * 2 * n, "{before} of theirs for {n} pairs of the other's");
    }
    assert!(n_done.load(Ordering::Relaxed) < WAITING / 2);
    line.join_all().await;
    assert_eq!(n_done.load(Ordering::Relaxed), WAITING);
}

#[tokio::test(start_paused = true)]
async fn a_crowd_is_worked_out_in_turn_with_others() {
    let hub = hub(Shared::new(&Arc::new(Memory::new(1 << 24)), Instant::now(), 0, 0));
    let (greedy, token) = create(&hub, 100).await;
    let _reader = greedy.reader();
    hub.set_rate(&greedy.id, &token, 20_000).await.unwrap();
    hub.act(&greedy.id, &token, CROWD).await.unwrap();
    let (first, mut last, mut most) = (greedy.now().n_lines, greedy.now().n_lines, 0);
    for _ in 0..200 {
        advance(Duration::from_millis(25)).await;
        // Others have their turns, until nothing is left to be done.
        for _ in 0..100 {
            yield_now().await;
            let n_lines = greedy.now().n_lines;
            most = most.max(n_lines - last);
            last = n_lines;
        }
    }
    assert!(last - first > 3_000, "much happens: {}", last - first);
    assert!(most < 1_000, "{most} entries between two turns of others");
}
