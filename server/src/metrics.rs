//! What is counted for those who run the server, in Prometheus' text format.
//!
//! It is served on an address of its own (`--metrics-listen`) and not at all by default: how many
//! people are here and what they read is nobody else's business.

use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::{EncodeLabelSet, prometheus_text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::state::App;

/// Bounds of latencies and lags, in seconds: from well below what anybody notices to what nobody
/// waits for.
const BOUNDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// Everything that is counted.
pub struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    latency: Family<Route, Histogram>,
    streams: Family<Kind, Gauge>,
    entries: Counter,
    lag: Histogram,
    clusters: Gauge,
    memory: Gauge,
    readers: Gauge,
    rooms: Gauge,
    viewers: Gauge,
    store_up: Gauge,
    rewritten: Gauge,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: &'static str,
    route: String,
    status: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Kind {
    kind: &'static str,
}

/// An open stream; it counts until this is dropped.
pub struct OpenStream(Gauge);

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("mirrorpod");
        let histogram = || Histogram::new(BOUNDS);
        let metrics = Self {
            requests: Family::default(),
            latency: Family::new_with_constructor(histogram),
            streams: Family::default(),
            entries: Counter::default(),
            lag: histogram(),
            clusters: Gauge::default(),
            memory: Gauge::default(),
            readers: Gauge::default(),
            rooms: Gauge::default(),
            viewers: Gauge::default(),
            store_up: Gauge::default(),
            rewritten: Gauge::default(),
            registry: Registry::default(),
        };
        let it = &metrics;
        registry.register("requests", "Requests answered", it.requests.clone());
        let help = "Seconds until an answer began; a stream may go on long after";
        registry.register("request_seconds", help, it.latency.clone());
        registry.register("streams", "Streams that are open now", it.streams.clone());
        registry.register("entries_sent", "Facts of live clusters sent", it.entries.clone());
        let help = "Seconds from a fact of a live cluster until it was sent to a waiting reader";
        registry.register("entry_lag_seconds", help, it.lag.clone());
        let help = "Live clusters that are worked out here now";
        registry.register("clusters", help, it.clusters.clone());
        let help = "Memory that these take, roughly";
        registry.register("clusters_bytes", help, it.memory.clone());
        registry.register("readers", "Readers of live clusters here now", it.readers.clone());
        registry.register("rooms", "Rooms that are served here now", it.rooms.clone());
        registry.register("viewers", "Viewers of rooms here now", it.viewers.clone());
        let help = "Whether what live clusters and rooms are made of can be read and written";
        registry.register("store_up", help, it.store_up.clone());
        let help = "Live clusters that went another way here than their log says, so far";
        registry.register("clusters_rewritten", help, it.rewritten.clone());
        Self { registry, ..metrics }
    }
}

impl Metrics {
    /// Somebody opens a stream of this kind.
    pub fn open(&self, kind: &'static str) -> OpenStream {
        let gauge = self.streams.get_or_create(&Kind { kind }).clone();
        gauge.inc();
        OpenStream(gauge)
    }

    /// So many facts are sent.
    pub fn sent(&self, n: usize) {
        self.entries.inc_by(n as u64);
    }

    /// A fact that has just happened is sent so late.
    pub fn late(&self, lag: Duration) {
        self.lag.observe(lag.as_secs_f64());
    }

    /// Everything as text.
    fn text(&self, app: &App) -> Result<String, std::fmt::Error> {
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        self.clusters.set(count(app.hub.n_running()));
        self.memory.set(count(app.hub.n_bytes()));
        self.readers.set(count(app.hub.n_readers()));
        self.rooms.set(count(app.rooms.n_served()));
        self.viewers.set(count(app.rooms.n_viewers()));
        self.store_up.set(i64::from(app.hub.store().is_up()));
        self.rewritten.set(i64::try_from(app.hub.n_rewritten()).unwrap_or(i64::MAX));
        let mut text = String::new();
        prometheus_text::encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

/// The layer that counts each request by the route that answers it. What matches none is `none`,
/// whatever was asked for: an address from outside is never a label.
pub async fn count(State(app): State<App>, request: Request, next: Next) -> Response {
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or_else(|| "none".to_owned(), |it| it.as_str().to_owned());
    let method = method(request.method());
    let began = Instant::now();
    let response = next.run(request).await;
    let metrics = &app.metrics;
    let latency = metrics.latency.get_or_create_owned(&Route { route: route.clone() });
    latency.observe(began.elapsed().as_secs_f64());
    let status = class(response.status());
    metrics.requests.get_or_create_owned(&Answered { method, route, status }).inc();
    response
}

fn class(status: StatusCode) -> &'static str {
    match status.as_u16() {
        ..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        500.. => "5xx",
    }
}

/// A request may name any method it likes.
fn method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// `/metrics`, and nothing else.
pub fn router(app: App) -> Router {
    Router::new().route("/metrics", get(scrape)).with_state(app)
}

async fn scrape(State(app): State<App>) -> Response {
    match app.metrics.text(&app) {
        Ok(text) => {
            let kind = (CONTENT_TYPE, prometheus_text::CONTENT_TYPE);
            ([kind, (CACHE_CONTROL, "no-store")], text).into_response()
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
