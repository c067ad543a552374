//! The lesson, things that can be done to it, and stores whose clocks a test moves.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use content::Content;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use mirrorpod::live::{
    Birth, Cluster, Hub, LiveClock, LiveId, Memory, Origin, Situation, Space, Store, StoreError,
    Token,
};
use mirrorpod::recordings::{Recorded, Recordings};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use trace::SimTime;

pub const LESSON: &str = "static-pods";
/// The lesson's lines.
pub const LINES: [Option<&str>; 4] =
    [None, Some("api-was-up"), Some("forced-quick"), Some("forced-slow")];
/// The moment at which every test begins, in milliseconds since 1970.
pub const START: u64 = 1_800_000_000_000;
/// How far behind the clock processes stay that share a store.
const SLACK: Duration = Duration::from_millis(250);
/// How old a stamp may be when its record arrives; the rest of the slack is for clocks that differ.
const PATIENCE: u64 = 150;

/// What can be done. Most of it fits at most moments.
pub const DOINGS: [&str; 14] = [
    "kubectl delete pod hello-static-pair-worker",
    "kubectl delete pod hello-static-pair-worker --grace-period=0 --force",
    "kubectl cordon pair-worker",
    "kubectl uncordon pair-worker",
    "stop kubelet pair-worker",
    "start kubelet pair-worker",
    "api down",
    "api up",
    "crash pair-worker main",
    "remove pair-worker /etc/kubernetes/manifests/hello-static.yaml",
    "fault lose-file-event pair-worker",
    "write pair-worker /etc/kubernetes/manifests/notes.yaml <<EOF\nnot: a Pod\nEOF",
    "write pair-worker /etc/kubernetes/manifests/hello-static.yaml <<EOF\n\
     apiVersion: v1\nkind: Pod\nmetadata:\n  name: hello-static\nspec:\n  containers:\n  \
     - name: main\n    image: busybox:1.36\nEOF",
    "no such thing",
];

/// The lessons, recorded once for all tests.
pub static RECORDINGS: LazyLock<Arc<Recordings>> = LazyLock::new(|| {
    let content = Content::embedded().expect("the content has no mistakes");
    Arc::new(Recordings::of(&content).expect("every lesson can be recorded"))
});

/// One line of the lesson.
pub fn recorded(branch: Option<&str>) -> Arc<Recorded> {
    RECORDINGS.find(LESSON, branch).expect("the lesson has this line").clone()
}

/// A line's own entries, as JSON.
pub fn lesson(branch: Option<&str>) -> Vec<String> {
    recorded(branch).cluster.trace().entries().iter().map(trace::Entry::to_json).collect()
}

/// A cluster's entries, as JSON.
pub fn entries(cluster: &Cluster) -> Vec<String> {
    cluster.trace().entries().iter().map(trace::Entry::to_json).collect()
}

/// The situation of a line after so many entries.
pub fn situation(branch: Option<&str>, after: u32) -> Situation {
    let recorded = recorded(branch);
    let last = recorded.cluster.trace().entries().iter().rev().find(|it| it.id.0 <= after);
    let at = last.map_or(SimTime::ZERO, |it| it.at);
    Situation::fresh(LESSON, branch, recorded.timeline.header().seed, after, at)
}

/// A cluster born in a situation, whose time runs as everybody's from [`START`] on.
pub fn born(situation: Situation) -> Cluster {
    let recorded = recorded(situation.branch.as_deref());
    let origin = Origin { header: recorded.timeline.header(), cluster: &recorded.cluster };
    let at = situation.script().expect("a script can be read").end;
    let clock = LiveClock { wall: START, at, rate: 1_000 };
    let birth = Birth { situation, token: Token::random().hash(), clock };
    Cluster::born(&origin, &birth).expect("the situation can be played")
}

/// The same cases each time; with `PROPTEST_CASES` set, that many new ones.
pub fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return default;
    }
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(1), ..default }
}

/// Something that somebody does.
#[derive(Clone, Debug)]
pub enum Deed {
    Act(&'static str),
    Rate(u32),
    Leap,
}

/// Deeds, each with the real milliseconds that pass before it.
pub fn any_deeds(most: usize) -> impl Strategy<Value = Vec<(u64, Deed)>> {
    let deed = prop_oneof![
        6 => prop::sample::select(&DOINGS[..]).prop_map(Deed::Act),
        1 => prop::sample::select(&[0, 500, 1_000, 5_000][..]).prop_map(Deed::Rate),
        2 => Just(Deed::Leap),
    ];
    prop::collection::vec((0_u64..2_000, deed), 1..most)
}

/// A store as one process has it: of several, with a clock of its own, at some distance.
pub struct Shared {
    memory: Arc<Memory>,
    began: Instant,
    /// How far this process takes the shared clock to be from where it is, in milliseconds.
    skew: i64,
    /// How long a record is on its way.
    way: Duration,
}

impl Shared {
    pub fn new(memory: &Arc<Memory>, began: Instant, skew: i64, way: u64) -> Self {
        Self { memory: memory.clone(), began, skew, way: Duration::from_millis(way) }
    }

    /// The shared clock itself. It stands while a test does.
    fn true_now(&self) -> u64 {
        START + u64::try_from(self.began.elapsed().as_millis()).unwrap()
    }
}

impl Store for Shared {
    fn create<'a>(
        &'a self,
        id: &'a LiveId,
        first: String,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.memory.create(id, first)
    }

    fn append<'a>(
        &'a self,
        id: &'a LiveId,
        expected: u64,
        stamped: u64,
        record: String,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            sleep(self.way).await;
            if self.true_now().saturating_sub(stamped) > PATIENCE {
                return Err(StoreError::Conflict);
            }
            self.memory.append(id, expected, stamped, record).await
        }
        .boxed()
    }

    fn read<'a>(
        &'a self,
        id: &'a LiveId,
        from: u64,
    ) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        async move {
            sleep(self.way / 2).await;
            self.memory.read(id, from).await
        }
        .boxed()
    }

    fn keep<'a>(&'a self, id: &'a LiveId) -> BoxFuture<'a, Result<(), StoreError>> {
        self.memory.keep(id)
    }

    fn news(&self, id: &LiveId) -> watch::Receiver<u64> {
        self.memory.news(id)
    }

    fn bind<'a>(&'a self, name: &'a str, id: &'a LiveId) -> BoxFuture<'a, Result<(), StoreError>> {
        self.memory.bind(name, id)
    }

    fn find<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<LiveId, StoreError>> {
        self.memory.find(name)
    }

    fn now(&self) -> u64 {
        self.true_now().saturating_add_signed(self.skew)
    }

    fn slack(&self) -> Duration {
        SLACK
    }

    fn is_up(&self) -> bool {
        true
    }
}

/// A hub over a store.
pub fn hub(store: impl Store) -> Arc<Hub> {
    Arc::new(Hub::new(Arc::new(store), RECORDINGS.clone(), Space::of(100)))
}
