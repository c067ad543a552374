//! The task that keeps the connection: it connects, writes back what the store lost, listens, and
//! begins again when the connection breaks.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::{StreamExt as _, stream};
use redis::{PushInfo, PushKind, RedisError, RedisResult, Value};
use tokio::sync::mpsc;
use tokio::time::{sleep, sleep_until, timeout};

use super::Inner;
use super::link::{GROWN, Greeting, Link, PATIENCE};
use crate::live::id::LiveId;

/// How long after a failed attempt the next one is made.
const AGAIN: Duration = Duration::from_millis(250);
/// How long a store may keep silent before it counts as lost to everybody.
const SILENCE: Duration = Duration::from_secs(3);
/// How often the shared clock is looked at.
const LOOK: Duration = Duration::from_secs(10);
/// How many logs are written back at once.
const AT_ONCE: usize = 32;

/// Keeps the connection for as long as the process runs.
pub async fn keep(store: Arc<Inner>) {
    let mut lost = Instant::now();
    loop {
        let why = match timeout(2 * PATIENCE, Link::connect(&store.client)).await {
            Ok(Ok((link, heard))) => match begin(&store, &link).await {
                Ok(greeting) => {
                    let why = serve(&store, link, heard, greeting).await;
                    tracing::info!(why, "the connection to the store broke");
                    store.unlink();
                    lost = Instant::now();
                    continue;
                }
                Err(error) => error.to_string(),
            },
            // Nobody is there, so nobody else can write either.
            Ok(Err(error)) if error.is_connection_refusal() => {
                lost = lost.checked_sub(SILENCE).unwrap_or(lost);
                error.to_string()
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it does not answer".to_owned(),
        };
        if lost.elapsed() >= SILENCE {
            store.lose(&why);
        }
        sleep(AGAIN).await;
    }
}

/// Uses a connection until it breaks; says why it did.
async fn serve(
    store: &Arc<Inner>,
    link: Link,
    mut heard: mpsc::UnboundedReceiver<PushInfo>,
    greeting: Greeting,
) -> String {
    let mut next = tokio::time::Instant::now() + greeting.settles_in;
    store.link(link.clone());
    loop {
        tokio::select! {
            push = heard.recv() => match push {
                Some(push) if push.kind != PushKind::Disconnection => hear(store, &push),
                Some(_) | None => return "the connection was closed".to_owned(),
            },
            () = sleep_until(next) => match look(store, &link, false).await {
                Ok(greeting) if greeting.settles_in.is_zero() => {
                    store.welcome();
                    store.copies.sweep();
                    next = tokio::time::Instant::now() + LOOK;
                }
                Ok(greeting) => next = tokio::time::Instant::now() + greeting.settles_in,
                Err(error) => return error.to_string(),
            },
            () = store.broken.notified() => return "a request was not answered".to_owned(),
        }
    }
}

/// Sets the clock and gives the store everything that it lacks, before anybody uses it.
async fn begin(store: &Arc<Inner>, link: &Link) -> Result<Greeting, RedisError> {
    let greeting = look(store, link, store.was_alone.load(Ordering::SeqCst)).await?;
    let restored = stream::iter(store.copies.all()).map(async |(id, records, names)| {
        let answer = link.restore(&id, records, &names).await?;
        if answer == "another" {
            store.copies.distrust(&id);
        }
        Ok::<bool, RedisError>(answer == "restored")
    });
    let restored: Vec<_> = restored.buffer_unordered(AT_ONCE).collect().await;
    let restored: RedisResult<Vec<bool>> = restored.into_iter().collect();
    let n_restored = restored?.into_iter().filter(|it| *it).count();
    if n_restored > 0 {
        tracing::warn!(n_restored, "the store had lost records; they were written back");
    }
    Ok(greeting)
}

/// Looks at the shared clock a few times, for the shortest way to it.
async fn look(store: &Inner, link: &Link, was_alone: bool) -> Result<Greeting, RedisError> {
    let first = link.greet(store.clock.seen(), was_alone).await?;
    let second = link.greet(store.clock.seen(), false).await?;
    let third = link.greet(store.clock.seen(), false).await?;
    store.clock.set(&[first.clock, second.clock, third.clock]);
    Ok(third)
}

/// Takes what is told to everybody. What is not understood is passed over: all of it is hints.
fn hear(store: &Inner, push: &PushInfo) {
    let (PushKind::Message, [channel, payload]) = (&push.kind, push.data.as_slice()) else {
        return;
    };
    let (Some(channel), Some(payload)) = (text(channel), text(payload)) else { return };
    let (id, rest) = payload.split_once(' ').unwrap_or((payload, ""));
    let Ok(id) = id.parse::<LiveId>() else { return };
    if channel != GROWN {
        store.copies.hear(&id, rest);
        return;
    }
    // The record comes with the news, so that nobody lacks it who heard of it as the store went.
    if let Some((from, record)) = rest.split_once(' ')
        && let Ok(from) = from.parse()
    {
        store.copies.extend(&id, from, &[record.to_owned()]);
    }
    store.copies.raise(&id);
}

fn text(value: &Value) -> Option<&str> {
    if let Value::BulkString(bytes) = value { str::from_utf8(bytes).ok() } else { None }
}
