//! Two hubs over one store, as two processes have them: whatever happens to their wires, both tell
//! the same, and nothing that was told is taken back.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use content::Content;
use mirrorpod::live::{Hub, Live, LiveError, LiveId, Redis, Space, StoreError, Token};
use mirrorpod::recordings::Recordings;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::deeds::{DEEDS, EDIT};
use crate::redis_server::{Data, End, RedisServer, check};
use crate::wire::Wire;

/// The lessons, recorded once.
pub static RECORDINGS: LazyLock<Arc<Recordings>> = LazyLock::new(|| {
    let content = Content::embedded().expect("the content has no mistakes");
    Arc::new(Recordings::of(&content).expect("every lesson can be recorded"))
});

/// Two hubs, each at the end of its own wire to the same Redis.
struct Pair {
    server: RedisServer,
    wires: [Wire; 2],
    hubs: [Arc<Hub>; 2],
    id: LiveId,
    token: Token,
}

/// Somebody who reads a cluster from a hub, as a stream does: from his own cursor, never back.
struct Watcher {
    live: Arc<Live>,
    task: JoinHandle<Vec<Bytes>>,
    stop: tokio::sync::watch::Sender<bool>,
}

impl Pair {
    /// A cluster that was begun in the first hub, a while after its mirror Pod appeared.
    async fn start(data: Data) -> Self {
        let server = RedisServer::start(data);
        let wires = [Wire::to(server.port()).await, Wire::to(server.port()).await];
        let hubs = wires.each_ref().map(|wire| {
            let store = Arc::new(Redis::open(&wire.url()).expect("it is an address"));
            Arc::new(Hub::new(store, RECORDINGS.clone(), Space::of(100)))
        });
        until("both hubs reach the store", || hubs.iter().all(|it| it.store().is_up())).await;
        let situation = hubs[0].leave("static-pods", None, 60).expect("the lesson is longer");
        let (live, token) = hubs[0].create_at_rate(situation, 2_000).await.expect("there is room");
        Self { server, wires, hubs, id: live.id.clone(), token }
    }

    async fn watch(&self, hub: usize) -> Watcher {
        let live = self.hubs[hub].open(&self.id).await.expect("the cluster is there");
        Watcher::of(live)
    }

    async fn act(&self, hub: usize, text: &str) -> Result<(), LiveError> {
        self.hubs[hub].act(&self.id, &self.token, text).await.map(|_| ())
    }

    /// Acts until the store takes it, and the cluster: a command may still be running in it.
    async fn act_at_last(&self, hub: usize, text: &str) {
        let start = Instant::now();
        while let Err(error) = self.act(hub, text).await {
            assert!(start.elapsed() < Duration::from_secs(20), "{text}: {error}");
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Stops the cluster's time, and compares what the readers of both hubs were told.
    async fn agree(&self, watchers: [Watcher; 2]) -> Vec<Bytes> {
        let start = Instant::now();
        while let Err(error) = self.hubs[0].set_rate(&self.id, &self.token, 0).await {
            assert!(start.elapsed() < Duration::from_secs(20), "{error}");
            sleep(Duration::from_millis(50)).await;
        }
        let [one, other] = watchers;
        let is_still = |it: &Watcher| it.live.now().clock.rate == 0;
        until("both stand still", || is_still(&one) && is_still(&other)).await;
        let (one, other) = (one.end().await, other.end().await);
        assert!(one.len() > 10, "something happened: {}", one.len());
        assert_eq!(one.len(), other.len());
        for (n, (one, other)) in one.iter().zip(&other).enumerate() {
            assert_eq!(one, other, "own entry {n}");
        }
        one
    }

    fn n_rewritten(&self) -> u64 {
        self.hubs.iter().map(|it| it.n_rewritten()).sum()
    }
}

impl Watcher {
    fn of(live: Arc<Live>) -> Self {
        let (stop, mut stopped) = tokio::sync::watch::channel(false);
        let mut reader = live.reader();
        let task = tokio::spawn(async move {
            let mut told = Vec::new();
            let mut life = reader.now().life;
            loop {
                let signal = reader.now();
                if signal.life != life {
                    (life, told) = (signal.life, Vec::new());
                }
                told.extend(reader.lines(told.len(), usize::MAX));
                if *stopped.borrow() {
                    return told;
                }
                tokio::select! {
                    () = reader.changed() => {}
                    _ = stopped.changed() => {}
                }
            }
        });
        Self { live, task, stop }
    }

    /// What was told in all; it is what the cluster's own list has now.
    async fn end(self) -> Vec<Bytes> {
        self.stop.send_replace(true);
        let told = self.task.await.expect("a reader reads");
        let list = self.live.reader().lines(0, usize::MAX);
        assert!(told == list, "what was told was taken back");
        told
    }
}

/// Waits until something is so.
pub async fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(20), "it never came to be: {what}");
        sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn inputs_on_either_side_come_out_the_same_on_both() {
    check("inputs on either side", async || {
        let pair = Pair::start(Data::Lost).await;
        let watchers = [pair.watch(0).await, pair.watch(1).await];
        for (n, deed) in [EDIT].into_iter().chain(DEEDS).enumerate() {
            pair.act_at_last(n % 2, deed).await;
            sleep(Duration::from_millis(300)).await;
        }
        pair.agree(watchers).await;
        assert_eq!(pair.n_rewritten(), 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_slow_wires_inputs_wait_and_nothing_is_taken_back() {
    check("slow wires", async || {
        let pair = Pair::start(Data::Lost).await;
        let watchers = [pair.watch(0).await, pair.watch(1).await];
        pair.wires[0].slow_down(60);
        pair.wires[1].slow_down(120);
        for (n, deed) in [EDIT].into_iter().chain(DEEDS).enumerate() {
            pair.act_at_last(n % 2, deed).await;
        }
        pair.wires.iter().for_each(|it| it.slow_down(0));
        pair.agree(watchers).await;
        assert_eq!(pair.n_rewritten(), 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wire_that_breaks_for_a_moment_takes_nothing_back() {
    check("a broken wire", async || {
        let pair = Pair::start(Data::Lost).await;
        let watchers = [pair.watch(0).await, pair.watch(1).await];
        pair.wires[1].cut();
        pair.act(0, EDIT).await.expect("it fits");
        let refused = pair.act(1, DEEDS[0]).await;
        assert_eq!(refused, Err(LiveError::Store(StoreError::Unavailable)));
        sleep(Duration::from_millis(1_500)).await;
        assert!(pair.hubs[1].store().is_up(), "others may still reach it");
        pair.wires[1].mend();
        pair.act_at_last(1, DEEDS[0]).await;
        pair.agree(watchers).await;
        assert_eq!(pair.n_rewritten(), 0);
    })
    .await;
}

/// The one way to take something back: a process that goes on alone for its readers' sake, while
/// another still places inputs.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_cut_off_for_long_begins_again_with_what_the_others_did() {
    check("cut off for long", async || {
        let pair = Pair::start(Data::Lost).await;
        let watchers = [pair.watch(0).await, pair.watch(1).await];
        pair.act(0, EDIT).await.expect("it fits");
        pair.wires[1].cut();
        until("it goes on alone", || !pair.hubs[1].store().is_up()).await;
        let live = watchers[1].live.clone();
        until("its readers are told", || !live.now().store_is_up).await;
        pair.act(0, DEEDS[0]).await.expect("the other still reaches the store");
        let before = live.now().n_lines;
        until("its time runs on", || live.now().n_lines > before).await;
        pair.wires[1].mend();
        until("it is back", || pair.hubs[1].store().is_up()).await;
        pair.act_at_last(1, DEEDS[1]).await;
        pair.agree(watchers).await;
        assert_eq!((pair.hubs[0].n_rewritten(), pair.hubs[1].n_rewritten()), (0, 1));
        assert_eq!(live.now().life, 1);
    })
    .await;
}

async fn a_store_ends(data: Data, how: End) {
    let mut pair = Pair::start(data).await;
    let watchers = [pair.watch(0).await, pair.watch(1).await];
    // In the very moment before the end: both know of it, or neither.
    let last = pair.act(0, EDIT).await;
    pair.server.stop(how);
    last.expect("the store was there");
    let live = watchers[1].live.clone();
    until("its readers are told", || !live.now().store_is_up).await;
    let before = live.now().n_lines;
    until("its time runs on", || live.now().n_lines > before).await;
    for hub in [0, 1] {
        let refused = pair.act(hub, DEEDS[0]).await;
        assert_eq!(refused, Err(LiveError::Store(StoreError::Unavailable)));
    }
    pair.server.start_again();
    until("both are back", || pair.hubs.iter().all(|it| it.store().is_up())).await;
    for (n, deed) in DEEDS.into_iter().enumerate() {
        pair.act_at_last(n % 2, deed).await;
    }
    pair.agree(watchers).await;
    assert_eq!(pair.n_rewritten(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_stopped_and_started_loses_nothing() {
    check("a stopped store", async || a_store_ends(Data::Kept, End::Term).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_killed_and_started_loses_nothing() {
    check("a killed store", async || a_store_ends(Data::Kept, End::Kill).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_comes_back_empty_is_given_everything_back() {
    check("an emptied store", async || a_store_ends(Data::Lost, End::Term).await).await;
    check("an emptied killed store", async || a_store_ends(Data::Lost, End::Kill).await).await;
}
