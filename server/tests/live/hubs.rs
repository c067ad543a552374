//! A hub works clusters out while somebody reads them, and brings them back when somebody comes.

use std::sync::Arc;
use std::time::Duration;

use mirrorpod::live::{Hub, Live, LiveError, LiveId, Memory, Refused, Space, StoreError, Token};
use tokio::time::{Instant, sleep};
use trace::SimTime;

use crate::world::{Shared, hub, situation};

/// A hub alone with a store whose clock stands when the test does.
fn alone() -> Arc<Hub> {
    hub(Shared::new(&Arc::new(Memory::new(1 << 20)), Instant::now(), 0, 0))
}

async fn create(hub: &Arc<Hub>, after: u32) -> (Arc<Live>, Token) {
    hub.create(situation(None, after)).await.expect("there is room")
}

/// Every own entry so far.
fn lines(live: &Arc<Live>) -> Vec<String> {
    let text = |line: &axum::body::Bytes| String::from_utf8(line.to_vec()).unwrap();
    live.reader().lines(0, usize::MAX).iter().map(text).collect()
}

#[tokio::test(start_paused = true)]
async fn a_cluster_that_leaves_memory_comes_back_the_same() {
    let hub = alone();
    let (live, token) = create(&hub, 100).await;
    let id = live.id.clone();
    hub.act(&id, &token, "kubectl delete pod hello-static-pair-worker").await.unwrap();
    let reader = live.reader();
    sleep(Duration::from_secs(600)).await;
    assert_eq!(hub.n_running(), 1, "it stays while it is read");
    let before = lines(&live);
    assert!(before.len() > 10);
    drop((reader, live));
    sleep(Duration::from_secs(90)).await;
    assert_eq!(hub.n_running(), 0);
    let back = hub.open(&id).await.unwrap();
    assert_eq!(lines(&back)[..before.len()], before);
    // It can be acted on as before, and by nobody else.
    hub.act(&id, &token, "api down").await.unwrap();
    let others = hub.act(&id, &Token::random(), "api up").await;
    assert_eq!(others, Err(LiveError::NotYours));
}

#[tokio::test(start_paused = true)]
async fn whoever_opens_a_cluster_has_time_to_read_it() {
    let hub = alone();
    let (live, _) = create(&hub, 100).await;
    for _ in 0..10 {
        sleep(Duration::from_secs(50)).await;
        hub.open(&live.id).await.unwrap();
    }
    let mut reader = hub.open(&live.id).await.unwrap().reader();
    assert!(!reader.now().left);
    sleep(Duration::from_secs(600)).await;
    assert!(!reader.now().left);
}

#[tokio::test(start_paused = true)]
async fn time_runs_stands_and_leaps_as_it_is_told() {
    let hub = alone();
    let (live, token) = create(&hub, 100).await;
    let (id, _reader) = (&live.id, live.reader());
    let paused = hub.set_rate(id, &token, 0).await.unwrap();
    sleep(Duration::from_secs(100)).await;
    assert_eq!(live.now(), paused, "nothing happens while time stands");

    let fast = hub.set_rate(id, &token, 10_000).await.unwrap();
    assert_eq!(fast.settled, paused.settled);
    sleep(Duration::from_secs(10)).await;
    let done = hub.act(id, &token, "api down").await.unwrap();
    let passed = done.settled.since(fast.settled);
    assert!((100_000..=100_500).contains(&passed), "{passed}");

    hub.set_rate(id, &token, 0).await.unwrap();
    hub.act(id, &token, "api up").await.unwrap();
    hub.act(id, &token, "kubectl cordon pair-worker").await.unwrap();
    let before = lines(&live);
    let leapt = hub.leap(id, &token).await.unwrap();
    let new = &lines(&live)[before.len()..];
    assert!(!new.is_empty());
    for line in new {
        let entry: trace::Entry = serde_json::from_str(line).unwrap();
        assert_eq!(entry.at, leapt.settled, "a leap goes to the next entry and no further");
    }
    assert_eq!(leapt.clock.rate, 0);
}

#[tokio::test(start_paused = true)]
async fn an_input_that_is_refused_leaves_no_record() {
    let hub = alone();
    let (live, token) = create(&hub, 100).await;
    hub.set_rate(&live.id, &token, 0).await.unwrap();
    let records = hub.store().read(&live.id, 0).await.unwrap();
    let before = live.now();
    for (text, is_words) in [("rm -rf /", true), ("start kubelet pair-worker", false)] {
        let refused = hub.act(&live.id, &token, text).await;
        let is_right = match refused {
            Err(LiveError::Refused(Refused::Words(_))) => is_words,
            Err(LiveError::Refused(Refused::Unfit(_))) => !is_words,
            _ => false,
        };
        assert!(is_right, "{text}: {refused:?}");
    }
    assert_eq!(hub.store().read(&live.id, 0).await.unwrap(), records);
    assert_eq!(live.now(), before);
}

#[tokio::test(start_paused = true)]
async fn a_situation_that_does_not_fit_is_not_kept() {
    let hub = alone();
    let mut wrong = situation(None, 100);
    wrong.script = wrong.script.replace("end", "stop kubelet nobody");
    assert!(matches!(hub.create(wrong).await, Err(LiveError::Link(_))));
    assert_eq!(hub.n_running(), 0);
}

#[tokio::test(start_paused = true)]
async fn what_nobody_began_cannot_be_opened() {
    let gone = Err(LiveError::Store(StoreError::Gone));
    assert_eq!(alone().open(&LiveId::random()).await.map(|_| ()), gone);
}

#[tokio::test(start_paused = true)]
async fn a_fork_leaves_a_cluster_after_any_of_its_entries() {
    let hub = alone();
    let (live, token) = create(&hub, 100).await;
    hub.act(&live.id, &token, "kubectl delete pod hello-static-pair-worker").await.unwrap();
    let _reader = live.reader();
    sleep(Duration::from_secs(20)).await;
    let all = lines(&live);
    let after = live.n_shared() + 5;
    let left = hub.fork(&live.id, after).await.unwrap();
    let (fork, _) = hub.create(left).await.unwrap();
    assert_eq!(lines(&fork)[..5], all[..5]);
    let missing = hub.fork(&live.id, 10_000).await;
    assert_eq!(missing, Err(LiveError::Entry(10_000)));
    assert_eq!(hub.leave("static-pods", None, 0).unwrap().script().unwrap().end, SimTime::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_cluster_that_nobody_reads_makes_room_and_one_that_is_read_does_not() {
    let store = Shared::new(&Arc::new(Memory::new(1 << 20)), Instant::now(), 0, 0);
    let hub = Arc::new(Hub::new(Arc::new(store), crate::world::RECORDINGS.clone(), Space::of(2)));
    let (read, _) = create(&hub, 41).await;
    let reader = read.reader();
    let (unread, token) = create(&hub, 41).await;
    let full = hub.create(situation(None, 41)).await.map(|_| ());
    assert_eq!(full, Err(LiveError::Full), "whoever has just begun one is about to read it");
    sleep(Duration::from_secs(6)).await;
    let (third, _) = create(&hub, 41).await;
    assert_eq!(hub.n_running(), 2);
    assert!(unread.now().left && !third.now().left && !reader.live().now().left);
    // It is not lost: it comes back in its turn.
    sleep(Duration::from_secs(6)).await;
    hub.act(&unread.id, &token, "api down").await.unwrap();
    assert!(third.now().left);
}
