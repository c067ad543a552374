//! What is printed in the end.

use std::time::{Duration, Instant};

use crate::server::Server;

/// How late things arrived.
#[derive(Default)]
pub struct Delays(Vec<Duration>);

impl Delays {
    /// One thing arrived so late.
    pub fn push(&mut self, delay: Duration) {
        self.0.push(delay);
    }

    /// Takes those of one reader.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Half of them, 95 % and 99 % arrived within this, all of them within the last.
    pub fn text(&mut self) -> String {
        self.0.sort_unstable();
        let [half, most, nearly, all] = [50, 95, 99, 100].map(|it| self.percentile(it));
        format!("p50 {half:.1?}, p95 {most:.1?}, p99 {nearly:.1?}, longest {all:.1?}")
    }

    fn percentile(&self, percent: usize) -> Duration {
        let last = self.0.len().saturating_sub(1);
        self.0.get(last * percent / 100).copied().unwrap_or_default()
    }
}

/// What a server takes from here on.
pub struct Bill<'a> {
    server: &'a Server,
    processor: Duration,
    began: Instant,
}

impl<'a> Bill<'a> {
    /// Begins now.
    pub fn open(server: &'a Server) -> Self {
        Self { server, processor: server.processor(), began: Instant::now() }
    }

    /// Since it began.
    pub fn text(&self) -> String {
        let (processor, took) = (self.processor(), self.began.elapsed());
        let share = 100.0 * processor.as_secs_f64() / took.as_secs_f64();
        format!("{share:.1} % of a core for {took:.1?}")
    }

    /// The same, for so many events that were delivered since.
    pub fn delivered(&self, n_delivered: usize) -> String {
        let per_second = n_delivered as f64 / self.processor().as_secs_f64();
        let text = self.text();
        format!("{n_delivered} deliveries, {per_second:.0} per processor second; {text}")
    }

    fn processor(&self) -> Duration {
        self.server.processor() - self.processor
    }
}

/// What each of so many takes of bytes, in KiB.
pub fn each(bytes: usize, count: usize) -> String {
    format!("{:.1} KiB each", bytes as f64 / count as f64 / 1024.0)
}
