//! What one reader of a cluster has been told, and what is to be told next, as a server streams it.

use std::fmt::Write as _;

use engine_live::{Cluster, LiveClock};

/// A reader.
pub(super) struct Reading {
    id: String,
    /// How many own entries have been told, or seen before.
    n_told: usize,
    has_header: bool,
    clock: Option<LiveClock>,
}

impl Reading {
    /// A reader who has seen the entries up to `seen`. Who has seen more than there is starts over.
    pub(super) fn new(id: &str, cluster: &Cluster, seen: u32) -> Self {
        let n_seen = seen.saturating_sub(cluster.n_shared()) as usize;
        let n_there = cluster.lines_after(0).len();
        let n_told = if n_seen > n_there { 0 } else { n_seen };
        Self { id: id.to_owned(), n_told, has_header: false, clock: None }
    }

    /// Whose cluster is read.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// What is new: the header first, then entries, then how time runs after them.
    pub(super) fn tell(&mut self, cluster: &Cluster, now: u64) -> String {
        let mut text = String::new();
        if !std::mem::replace(&mut self.has_header, true) {
            event(&mut text, "header", None, &cluster.header().to_json());
        }
        let lines = cluster.lines_after(self.n_told);
        let first = self.n_told + cluster.n_shared() as usize + 1;
        for (n, line) in lines.iter().enumerate() {
            // A line was text before it was bytes.
            let line = str::from_utf8(line).unwrap_or_default();
            event(&mut text, "entry", Some(first + n), line);
        }
        self.n_told += lines.len();
        let clock = cluster.clock();
        if self.clock.replace(clock) != Some(clock) {
            let (at, rate) = (clock.sim(now).0, clock.rate);
            let data = format!(r#"{{"at":{at},"rate":{rate},"now":{now}}}"#);
            event(&mut text, "clock", None, &data);
        }
        text
    }
}

fn event(text: &mut String, name: &str, id: Option<usize>, data: &str) {
    // A string takes whatever is written.
    let _ = writeln!(text, "event: {name}");
    if let Some(id) = id {
        let _ = writeln!(text, "id: {id}");
    }
    let _ = writeln!(text, "data: {data}\n");
}
