//! What all streams of events have in common: where a reader was, what the answer says of itself,
//! and that an open stream counts.

use std::convert::Infallible;

use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderName};
use futures_util::{Stream, StreamExt as _};

use crate::limits::{Address, Pass};
use crate::metrics::OpenStream;
use crate::problem::Problem;
use crate::state::App;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
const NO_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Nobody on the way may keep a stream, pack it, or hold it back.
#[must_use]
pub const fn head() -> [(HeaderName, &'static str); 2] {
    [(CACHE_CONTROL, "no-store, no-transform"), (NO_BUFFERING, "no")]
}

/// The last event that a reader has seen who comes back, as its id: from a header, or for those who
/// cannot set it from the address. Empty for whoever comes for the first time.
#[must_use]
pub fn last_event_id<'a>(headers: &'a HeaderMap, after: Option<&'a str>) -> &'a str {
    let header = headers.get(LAST_EVENT_ID).and_then(|it| it.to_str().ok());
    header.filter(|it| !it.is_empty()).or(after).unwrap_or_default()
}

/// An open stream that has no end of its own; it counts until this is dropped.
pub struct Open {
    _pass: Pass,
    _counted: OpenStream,
}

impl Open {
    /// Somebody opens a stream of this kind.
    ///
    /// # Errors
    /// When too many are open from this address.
    pub fn new(app: &App, address: Address, kind: &'static str) -> Result<Self, Problem> {
        Ok(Self { _pass: app.gates.open(address)?, _counted: app.metrics.open(kind) })
    }

    /// What happens, until the server stops. The stream counts for as long as this is there.
    pub fn stream<T, S: Stream<Item = T>>(
        self,
        app: &App,
        events: S,
    ) -> impl Stream<Item = Result<T, Infallible>> + use<T, S> {
        events.take_until(app.drain.stopped()).map(move |event| {
            let _ = &self;
            Ok(event)
        })
    }
}
