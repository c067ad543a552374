//! The course that a cluster takes: an engine, and what it writes down, which is only so much.
//!
//! What can be done to a cluster is not little: one command can ask for a thousand Pods. So that no
//! cluster takes the memory of others, each comes to a stop once it has written so much. It stops
//! at the same entry wherever it is worked out.

use bytes::Bytes;
use engine::{Input, InputError};
use trace::SimTime;

/// The most entries of one's own.
const MOST_LINES: usize = 10_000;
/// How many times of its timers are worked out at once, while others wait.
const PORTION: usize = 100;
/// The most that these may take as JSON, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// An engine, and what it writes down.
#[derive(Clone, Debug)]
pub struct Course {
    engine: engine::Cluster,
    /// How many entries are not its own, so that they are not written down.
    n_before: usize,
    /// The own entries, each as a line of JSON.
    lines: Vec<Bytes>,
    n_lines: usize,
    n_bytes: usize,
}

/// Why an input was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// So much has happened that nothing more does.
    Full,
    /// It does not fit.
    Unfit(InputError),
}

impl Course {
    /// The course of an engine of whose entries the first `n_before` are known elsewhere.
    #[must_use]
    pub fn new(engine: engine::Cluster, n_before: usize) -> Self {
        let mut course = Self { engine, n_before, lines: Vec::new(), n_lines: 0, n_bytes: 0 };
        course.write_down();
        course
    }

    /// The same course, to be tried out and thrown away: without its lines.
    #[must_use]
    pub fn trial(&self) -> Self {
        Self { engine: self.engine.clone(), lines: Vec::new(), ..*self }
    }

    /// The engine.
    #[must_use]
    pub const fn engine(&self) -> &engine::Cluster {
        &self.engine
    }

    /// The own entries after the first `n`, each as a line of JSON.
    #[must_use]
    pub fn lines_after(&self, n: usize) -> &[Bytes] {
        self.lines.get(n..).unwrap_or_default()
    }

    /// How long the own entries are as JSON, in bytes.
    #[must_use]
    pub const fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// Whether so much has happened that nothing more does.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.n_lines >= MOST_LINES || self.n_bytes >= MOST_BYTES
    }

    /// Moves time to `until`, or to where it stops for good.
    pub fn advance(&mut self, until: SimTime) {
        while self.advance_some(until) {}
    }

    /// Moves time towards `until`, as far as it goes in a few milliseconds of work. False when it
    /// is there, or has stopped for good.
    pub fn advance_some(&mut self, until: SimTime) -> bool {
        for _ in 0..PORTION {
            if self.is_full() {
                return false;
            }
            if !self.engine.advance_once(until) {
                self.engine.advance(until);
                return false;
            }
            self.write_down();
        }
        true
    }

    /// Moves time to `at`, then does what somebody does.
    ///
    /// # Errors
    /// When it does not fit or nothing does any more. Time has moved, nothing else has changed.
    pub fn handle(&mut self, at: SimTime, input: Input) -> Result<(), Stuck> {
        self.advance(at);
        if self.is_full() {
            return Err(Stuck::Full);
        }
        self.engine.handle(at, input).map_err(Stuck::Unfit)?;
        self.write_down();
        Ok(())
    }

    fn write_down(&mut self) {
        let entries = self.engine.trace().entries();
        for entry in entries.get(self.n_before + self.n_lines..).unwrap_or_default() {
            let line = Bytes::from(entry.to_json());
            self.n_lines += 1;
            self.n_bytes += line.len();
            self.lines.push(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use trace::Topology;

    use super::*;

    /// A cluster in which somebody has asked for so many Pods.
    fn crowd(n_pods: u32) -> Course {
        let topology = Topology {
            epoch: "2030-01-01T00:00:00Z".into(),
            api_server_up: true,
            nodes: Vec::new(),
        };
        let mut course = Course::new(engine::Cluster::new(&topology, 1), 0);
        let set = format!(
            "kubectl apply -f - <<EOF\napiVersion: apps/v1\nkind: ReplicaSet\nmetadata:\n  \
             name: crowd\nspec:\n  replicas: {n_pods}\n  selector:\n    matchLabels:\n      \
             app: crowd\n  template:\n    metadata:\n      labels:\n        app: crowd\n    \
             spec:\n      containers:\n      - name: main\n        image: busybox:1.36\nEOF"
        );
        let input = Input::parse(&set).expect("it is an input");
        course.handle(SimTime(0), input).expect("it fits");
        course
    }

    #[test]
    fn a_cluster_in_which_too_much_happens_stops_at_the_same_entry_wherever_it_runs() {
        let hour = SimTime(60 * 60 * 1000);
        let mut whole = crowd(u32::MAX);
        whole.advance(hour);
        assert!(whole.is_full());
        assert!(whole.engine().now() < hour);
        let mut cut = crowd(u32::MAX);
        for at in (0..60_000).step_by(7) {
            cut.advance(SimTime(at));
        }
        cut.advance(hour);
        assert_eq!(cut.lines_after(0), whole.lines_after(0));
        let end = Input::parse("api down").expect("it is an input");
        assert_eq!(whole.handle(hour, end), Err(Stuck::Full));
        assert_eq!(cut.engine().trace().len(), whole.engine().trace().len());
    }

    #[test]
    fn a_cluster_in_which_little_happens_runs_on() {
        let mut course = crowd(3);
        course.advance(SimTime(60 * 60 * 1000));
        assert!(!course.is_full());
        assert_eq!(course.engine().now(), SimTime(60 * 60 * 1000));
        assert!(course.lines_after(0).len() > 10);
    }
}
