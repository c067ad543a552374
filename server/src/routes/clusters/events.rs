//! What happens in a live cluster, as it happens.

#![expect(unused_qualifications, reason = "`utoipa::path` repeats the types of queries")]

use std::collections::VecDeque;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use serde::Deserialize;
use tokio::time::timeout;
use utoipa::IntoParams;

use crate::limits::Address;
use crate::live::{Live, LiveClock, Reader, Signal};
use crate::problem::Problem;
use crate::routes::refusals::{Id, NoCluster, NotNow, Resumes, TooOften};
use crate::routes::sse;
use crate::schema::HeaderSchema;
use crate::state::App;

/// How long a page waits before it comes back after a broken connection.
const RETRY: Duration = Duration::from_secs(2);
/// How often something is said on a quiet connection, so that nobody on the way takes it for dead.
const QUIET: Duration = Duration::from_secs(15);
/// How many entries are taken at once.
const PORTION: usize = 64;
/// How long a reader who has seen more than has happened here is waited for: another process may
/// have been a moment ahead.
const BEHIND: Duration = Duration::from_secs(2);

/// From where on a live cluster is read.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct From {
    /// Like the header `Last-Event-ID`, for readers who cannot set it. The header wins.
    pub after: Option<String>,
}

/// The facts of a live cluster, as they come
///
/// An event `header` (no id), then `entry` with the fact's number as id: first those that have
/// happened, from `shared` + 1 on or after `Last-Event-ID`, then each as it happens. `clock` says
/// how time runs, at the start and whenever that changes: at the server's moment `now` (in
/// milliseconds since 1970) the cluster has come to `at`, and goes on at `rate` thousandths of real
/// time. `notice` says that the store is away (`store-lost`) or back (`store-back`): meanwhile
/// nothing can be done to the cluster. `gone` says that it has expired; close the stream then.
/// `again`, which takes a server that was cut off from a store which others still reached, says
/// that its own facts no longer hold: a header and all of them follow.
#[utoipa::path(
    get,
    path = "/api/clusters/{id}/events",
    tag = "clusters",
    params(
        Id,
        Resumes,
        From,
    ),
    responses(
        (status = 200, description = "Events whose data are a header, entries, clocks and notices",
         content((HeaderSchema = "text/event-stream"))),
        NoCluster,
        TooOften,
        NotNow,
    )
)]
pub async fn read(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    Query(from): Query<From>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let open = sse::Open::new(&app, address, "cluster")?;
    let live = app.hub.open(&super::name(&id)?).await?;
    let seen = sse::last_event_id(&headers, from.after.as_deref()).trim().parse().unwrap_or(0);
    let events = Sse::new(open.stream(&app, events(&app, live.reader(), seen)));
    let events = events.keep_alive(KeepAlive::new().interval(QUIET));
    Ok((sse::head(), events).into_response())
}

/// A stream of a live cluster's events, for whoever has seen the entries up to `seen`.
pub fn events(app: &App, reader: Reader, seen: u32) -> impl Stream<Item = Event> + use<> {
    let telling = Telling::new(app.clone(), reader, seen);
    stream::unfold(telling, async |mut telling| Some((telling.next().await?, telling)))
}

/// What one reader has been told, and what is to be told next.
struct Telling {
    app: App,
    reader: Reader,
    /// How many own entries have been told, or seen before.
    n_told: usize,
    /// How many there were at the last look.
    n_there: usize,
    ready: VecDeque<Event>,
    life: u32,
    clock: Option<LiveClock>,
    store_is_up: bool,
    over: bool,
}

impl Telling {
    fn new(app: App, mut reader: Reader, seen: u32) -> Self {
        let life = reader.now().life;
        let live = reader.live();
        let ready = VecDeque::from([header(live)]);
        let n_told = seen.saturating_sub(live.n_shared()) as usize;
        let (clock, store_is_up, over) = (None, true, false);
        Self { app, reader, n_told, n_there: 0, ready, life, clock, store_is_up, over }
    }

    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            if self.over {
                return None;
            }
            self.look();
            if self.ready.is_empty() && !self.over {
                self.wait().await;
            }
        }
    }

    /// Waits for something new. Who has seen more than there is starts over if it does not come.
    async fn wait(&mut self) {
        if self.n_told <= self.n_there {
            self.reader.changed().await;
        } else if timeout(BEHIND, self.reader.reaches(self.n_told)).await.is_err() {
            self.n_told = 0;
        }
    }

    /// Puts down what can be told now: entries first, then how time runs after them.
    fn look(&mut self) {
        let signal = self.reader.now();
        self.n_there = signal.n_lines;
        if self.life != signal.life {
            self.life = signal.life;
            self.n_told = 0;
            self.ready.push_back(Event::default().event("again").data("{}"));
            self.ready.push_back(header(self.reader.live()));
        }
        let first = self.n_told + self.reader.live().n_shared() as usize + 1;
        let lines = self.reader.lines(self.n_told, PORTION);
        self.n_told += lines.len();
        self.app.metrics.sent(lines.len());
        // Who has waited for them, not who has come for what was there already.
        if self.clock.is_some() && !lines.is_empty() {
            self.app.metrics.late(signal.written.elapsed());
        }
        let entries = lines.into_iter().enumerate().map(|(n, line)| {
            let line = str::from_utf8(&line).unwrap_or_default();
            Event::default().event("entry").id((first + n).to_string()).data(line)
        });
        self.ready.extend(entries);
        if self.n_told >= signal.n_lines {
            self.look_around(signal);
        }
    }

    /// Puts down everything but entries.
    fn look_around(&mut self, signal: Signal) {
        if self.clock != Some(signal.clock) {
            self.clock = Some(signal.clock);
            self.ready.push_back(clock(&self.app, signal.clock));
        }
        if self.store_is_up != signal.store_is_up {
            self.store_is_up = signal.store_is_up;
            let kind = if signal.store_is_up { "store-back" } else { "store-lost" };
            let data = format!(r#"{{"kind":"{kind}"}}"#);
            self.ready.push_back(Event::default().event("notice").data(data));
        }
        if signal.gone {
            self.ready.push_back(Event::default().event("gone").data("{}"));
        }
        self.over = signal.gone || signal.left;
    }
}

/// What precedes the entries.
fn header(live: &Live) -> Event {
    Event::default().event("header").retry(RETRY).data(live.header().to_json())
}

/// How time runs: where it is by now, and how fast it goes on.
fn clock(app: &App, clock: LiveClock) -> Event {
    let now = app.hub.store().now();
    let at = clock.sim(now.saturating_sub(app.hub.slack())).0;
    let data = format!(r#"{{"at":{at},"rate":{},"now":{now}}}"#, clock.rate);
    Event::default().event("clock").data(data)
}
