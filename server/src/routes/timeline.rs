//! The facts of a lesson: as a stream that can be resumed, and as a stored file.

#![expect(unused_qualifications, reason = "`utoipa::path` repeats the types of queries")]

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt as _, stream};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::drain::Drain;
use crate::log::Log;
use crate::problem::{Problem, ProblemDetails};
use crate::routes::refusals::Resumes;
use crate::routes::sse;
use crate::schema::{HeaderSchema, LineSchema};
use crate::state::App;

/// How long a page waits before it comes back after a broken connection.
const RETRY: Duration = Duration::from_secs(2);

/// Which line of a lesson is asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Line {
    /// A "what if" of the lesson instead of its main line.
    pub branch: Option<String>,
}

/// Which line of a lesson is asked for, and from where on.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Part {
    /// A "what if" of the lesson instead of its main line.
    pub branch: Option<String>,
    /// Like the header `Last-Event-ID`, for readers who cannot set it. The header wins.
    pub after: Option<String>,
}

/// The facts of a lesson, streamed
///
/// One event `header` (no id), one event `entry` per fact with its number as id, and one event
/// `end`, after which the stream is over: close it. After `Last-Event-ID: 20` come the header, the
/// facts from 21 on, and the end. A `Last-Event-ID` that makes no sense is taken as none.
#[utoipa::path(
    get,
    path = "/api/lessons/{lesson}/timeline",
    tag = "lessons",
    params(
        ("lesson" = String, Path, description = "The lesson's id, as static-pods"),
        Resumes,
        Part,
    ),
    responses(
        (status = 200, description = "Events whose data are a header, entries and an end", content(
            (HeaderSchema = "text/event-stream"),
        )),
        (status = 404, description = "No such lesson or branch", body = ProblemDetails,
         content_type = "application/problem+json"),
    )
)]
pub async fn stream(
    State(app): State<App>,
    Path(lesson): Path<String>,
    Query(part): Query<Part>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let log = find(&app, &lesson, part.branch.as_deref())?;
    Ok(streamed(log, sse::last_event_id(&headers, part.after.as_deref()), &app.drain))
}

/// A log as a stream, for a reader who has seen the event `last_event_id`.
pub fn streamed(log: Arc<Log>, last_event_id: &str, drain: &Drain) -> Response {
    let cursor = log.cursor(last_event_id);
    let events = events_while_open(log, cursor, drain).map(Ok::<_, Infallible>);
    (sse::head(), Sse::new(events)).into_response()
}

/// The facts of a lesson, stored
///
/// The same facts as in the stream, one JSON object per line: `{"header":…}`, `{"entry":…}` and
/// `{"end":…}`. A version never changes, so it may be kept for ever; the current one stands in the
/// header of the stream.
#[utoipa::path(
    get,
    path = "/api/lessons/{lesson}/timeline/{file}",
    tag = "lessons",
    params(
        ("lesson" = String, Path, description = "The lesson's id, as static-pods"),
        ("file" = String, Path, description = "The content version with `.ndjson` after it"),
        Line,
    ),
    responses(
        (status = 200, description = "The facts", body = LineSchema,
         content_type = "application/x-ndjson"),
        (status = 404, description = "No such lesson, branch or version", body = ProblemDetails,
         content_type = "application/problem+json"),
    )
)]
pub async fn stored(
    State(app): State<App>,
    Path((lesson, file)): Path<(String, String)>,
    Query(line): Query<Line>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let log = find(&app, &lesson, line.branch.as_deref())?;
    let version = file.strip_suffix(".ndjson").unwrap_or(&file);
    if version == file || version != log.version() {
        return Err(Problem::version(version, log.version()));
    }
    let mut response = log.stored().answer(&headers).await;
    let out = response.headers_mut();
    out.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    out.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    if let Ok(etag) = HeaderValue::from_str(&format!("W/\"{version}\"")) {
        out.insert(ETAG, etag);
    }
    Ok(response)
}

fn find(app: &App, lesson: &str, branch: Option<&str>) -> Result<Arc<Log>, Problem> {
    let recorded = app.recordings.find(lesson, branch)?;
    Ok(recorded.log.clone())
}

/// The events, cut short when the server stops: a slow reader would otherwise hold up its end.
fn events_while_open(
    log: Arc<Log>,
    cursor: usize,
    drain: &Drain,
) -> impl Stream<Item = Event> + use<> {
    events(log, cursor).take_until(drain.stopped())
}

/// Every event after the first `cursor` entries, the header first.
fn events(log: Arc<Log>, cursor: usize) -> impl Stream<Item = Event> {
    let header = Event::default().event("header").retry(RETRY).data(log.header());
    let end = Event::default().event("end").data(log.end());
    let entries = (cursor..).map_while(move |index| {
        let id = (index + 1).to_string();
        log.entry(index).map(|entry| Event::default().event("entry").id(id).data(entry))
    });
    stream::iter(std::iter::once(header).chain(entries).chain([end]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn log(n: u32) -> Arc<Log> {
        let (header, entries) = sample::trace(n);
        Arc::new(Log::new(&header, &entries))
    }

    async fn check(n: u32, cursor: usize, n_events: usize) {
        let drain = Drain::default();
        let events: Vec<Event> = events_while_open(log(n), cursor, &drain).collect().await;
        assert_eq!(events.len(), n_events, "{n} entries after {cursor}");
    }

    #[tokio::test]
    async fn a_stream_is_a_header_the_entries_not_yet_seen_and_an_end() {
        check(3, 0, 5).await;
        check(3, 2, 3).await;
        check(3, 3, 2).await;
        check(0, 0, 2).await;
    }

    #[tokio::test]
    async fn a_stream_under_way_ends_when_the_server_stops() {
        let drain = Drain::default();
        let mut events = std::pin::pin!(events_while_open(log(1000), 0, &drain));
        assert!(events.next().await.is_some());
        drain.stop();
        assert!(events.next().await.is_none());
    }
}
