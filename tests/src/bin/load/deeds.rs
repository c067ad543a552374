//! What is done to clusters, and how it is known again when it is told.

use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

/// The `n`th thing that is done: a file with a Pod is written, another file each time.
pub fn deed(n: usize) -> String {
    format!(
        "write pair-worker /etc/kubernetes/manifests/busy-{n}.yaml <<EOF\napiVersion: v1\n\
         kind: Pod\nmetadata:\n  name: busy-{}\nspec:\n  containers:\n  - name: main\n    \
         image: busybox:1.36\nEOF",
        n % 3
    )
}

/// Which of them an entry tells of, if it does.
pub fn told(entry: &str) -> Option<usize> {
    let name = || entry.split(['/', '"']).find_map(|it| it.strip_prefix("busy-"));
    entry.contains("\"fileWritten\"").then(name)??.strip_suffix(".yaml")?.parse().ok()
}

/// When each of several things was done, in the order of their numbers.
#[derive(Default)]
pub struct Sent(RwLock<Vec<Instant>>);

impl Sent {
    /// The next thing is done now. Returns its number, from 0.
    pub fn send(&self) -> usize {
        let mut sent = self.0.write().unwrap_or_else(PoisonError::into_inner);
        sent.push(Instant::now());
        sent.len() - 1
    }

    /// How long ago the `n`th was done.
    pub fn ago(&self, n: usize) -> Option<Duration> {
        let sent = self.0.read().unwrap_or_else(PoisonError::into_inner);
        sent.get(n).map(Instant::elapsed)
    }
}
