//! What a live cluster costs a server: memory and processor time of so many with a reader each.
//!
//! `cargo run --release -p mirrorpod --example sandboxes -- 500`

#![allow(clippy::print_stdout, reason = "it is there to print")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use content::Content;
use mirrorpod::live::{Hub, Memory, Reader};
use mirrorpod::recordings::Recordings;

const LESSON: &str = "static-pods";
/// How long they run before the second look.
const WHILE: Duration = Duration::from_secs(20);

#[tokio::main]
async fn main() {
    let n = std::env::args().nth(1).and_then(|it| it.parse().ok()).unwrap_or(500_usize);
    let content = Content::embedded().expect("the content has no mistakes");
    let recordings = Arc::new(Recordings::of(&content).expect("every lesson can be recorded"));
    let hub = Arc::new(Hub::new(Arc::new(Memory::new(64 << 20)), recordings, n));
    let first = readers(&hub, 1).await;
    let before = (resident(), Instant::now());
    let mut all = readers(&hub, n - 1).await;
    let per = |bytes: usize| bytes / (n - 1) / 1024;
    let made = before.1.elapsed() / u32::try_from(n).unwrap_or(u32::MAX);
    println!("{n} clusters: {} KiB each, {made:?} to make one", per(resident() - before.0));
    let (cpu, began) = (processor(), Instant::now());
    tokio::time::sleep(WHILE).await;
    let share = (processor() - cpu).as_secs_f64() / began.elapsed().as_secs_f64();
    println!("at rest for {WHILE:?}: {} KiB each", per(resident() - before.0));
    println!("processor: {:.3} % of a core each", 100.0 * share / n as f64);
    let n_lines: usize = all.iter_mut().map(|it| it.now().n_lines).sum();
    println!("{} own entries each", n_lines / all.len());
    drop(first);
}

async fn readers(hub: &Arc<Hub>, n: usize) -> Vec<Reader> {
    let mut readers = Vec::new();
    for n in 0..n {
        let after = u32::try_from(n % 250).unwrap_or_default();
        let left = hub.leave(LESSON, None, after).expect("the lesson has this entry");
        let (live, _) = hub.create(left).await.expect("there is room");
        readers.push(live.reader());
    }
    readers
}

/// Memory of this process, in bytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
    let kib = line.and_then(|it| it.trim().strip_suffix(" kB"));
    kib.and_then(|it| it.parse::<usize>().ok()).unwrap_or_default() * 1024
}

/// Processor time of this process.
fn processor() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // What follows the name: the state, and far behind it user and system time, in hundredths.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks = fields.skip(11).take(2).filter_map(|it| it.parse::<u64>().ok()).sum::<u64>();
    Duration::from_millis(ticks * 10)
}
