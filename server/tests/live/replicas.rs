//! Several processes work one cluster out, each for its own readers: all of them the same.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use mirrorpod::live::{Hub, LiveError, LiveId, Memory, Reader, Token};
use proptest::prelude::*;
use tokio::time::{Instant, sleep};

use crate::world::{Deed, Shared, any_deeds, config, hub, situation};

/// How far one process's clock is before the shared one, or behind it, and how long its records
/// are on their way; in milliseconds.
type Process = (i64, u64);

/// Processes whose clocks differ by at most 100 ms, and whose records arrive before they are stale.
fn any_processes() -> impl Strategy<Value = Vec<Process>> {
    prop::collection::vec((-50_i64..=50, 0_u64..90), 2..4)
}

/// What somebody's reader has been sent, checked again and again.
struct Readers {
    readers: Vec<Reader>,
    told: Vec<Vec<Bytes>>,
}

impl Readers {
    /// Takes what is new; what was told before is still what is told.
    fn look(&mut self) {
        for (reader, told) in self.readers.iter_mut().zip(&mut self.told) {
            let all = reader.lines(0, usize::MAX);
            assert!(all.starts_with(told), "what was told has changed");
            assert_eq!(reader.now().life, 0);
            *told = all;
        }
    }
}

async fn do_it(hub: &Arc<Hub>, id: &LiveId, token: &Token, deed: &Deed) {
    let done = match deed {
        Deed::Act(text) => hub.act(id, token, text).await,
        Deed::Rate(rate) => hub.set_rate(id, token, *rate).await,
        Deed::Leap => hub.leap(id, token).await,
    };
    // What does not fit is refused; nothing else goes wrong.
    let is_fair = matches!(done, Ok(_) | Err(LiveError::Refused(_) | LiveError::Nothing));
    assert!(is_fair, "{deed:?}: {done:?}");
}

async fn play(processes: &[Process], deeds: &[(usize, (u64, Deed))]) -> Vec<Vec<Bytes>> {
    let (memory, began) = (Arc::new(Memory::new(1 << 22)), Instant::now());
    let store = |(skew, way): &Process| Shared::new(&memory, began, *skew, *way);
    let hubs: Vec<Arc<Hub>> = processes.iter().map(|it| hub(store(it))).collect();
    let (live, token) = hubs[0].create(situation(None, 100)).await.unwrap();
    let mut readers = Readers { readers: Vec::new(), told: vec![Vec::new(); hubs.len()] };
    for hub in &hubs {
        readers.readers.push(hub.open(&live.id).await.unwrap().reader());
    }
    for (n, (wait, deed)) in deeds {
        sleep(Duration::from_millis(*wait)).await;
        readers.look();
        do_it(&hubs[n % hubs.len()], &live.id, &token, deed).await;
        readers.look();
    }
    // Time stands in the end, so that all come to the same moment.
    do_it(&hubs[0], &live.id, &token, &Deed::Rate(0)).await;
    sleep(Duration::from_secs(10)).await;
    readers.look();
    assert!(hubs.iter().all(|it| it.n_rewritten() == 0));
    // A process that comes late works the same out.
    let late = hub(store(&(0, 0))).open(&live.id).await.unwrap().reader();
    readers.told.push(late.lines(0, usize::MAX));
    readers.told
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn all_processes_tell_the_same_and_never_take_it_back(
        processes in any_processes(),
        deeds in any_deeds(20),
        who in prop::collection::vec(0_usize..3, 20),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = { runtime }.enable_time().start_paused(true).build().unwrap();
        let deeds: Vec<_> = who.into_iter().zip(deeds).collect();
        let told = runtime.block_on(play(&processes, &deeds));
        for other in &told[1..] {
            prop_assert_eq!(other, &told[0]);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn two_who_act_at_once_are_put_in_an_order() {
    let (memory, began) = (Arc::new(Memory::new(1 << 20)), Instant::now());
    let hubs = [(-50, 20), (50, 0)].map(|(skew, way)| hub(Shared::new(&memory, began, skew, way)));
    let (live, token) = hubs[0].create(situation(None, 100)).await.unwrap();
    let file = |n: usize| format!("write pair-worker /etc/kubernetes/manifests/{n} <<EOF\nx\nEOF");
    let all = (0..40).map(|n| {
        let (hub, id, token) = (hubs[n % 2].clone(), live.id.clone(), token.clone());
        tokio::spawn(async move { hub.act(&id, &token, &file(n)).await })
    });
    for one in all.collect::<Vec<_>>() {
        one.await.unwrap().expect("everybody's turn comes");
    }
    let records = hubs[0].store().read(&live.id, 0).await.unwrap();
    assert_eq!(records.len(), 41);
    let mut readers = hubs.iter().map(|hub| hub.open(&live.id));
    let (first, second) = (readers.next().unwrap().await, readers.next().unwrap().await);
    sleep(Duration::from_secs(1)).await;
    let lines = |live: &Arc<mirrorpod::live::Live>| live.reader().lines(0, 40);
    assert_eq!(lines(&first.unwrap()), lines(&second.unwrap()));
}
