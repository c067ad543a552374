//! What is printed in the end.

use std::time::Duration;

/// How late things arrived.
#[derive(Default)]
pub struct Delays(Vec<Duration>);

impl Delays {
    /// Takes those of one reader.
    pub fn extend(&mut self, delays: impl IntoIterator<Item = Duration>) {
        self.0.extend(delays);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
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

/// Bytes as KiB.
pub fn kib(bytes: usize) -> String {
    format!("{} KiB", bytes / 1024)
}
