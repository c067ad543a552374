//! What an address may answer instead, each said once, for the interface's description.

#![expect(dead_code, reason = "only the interface's description is made of them")]

use utoipa::{IntoParams, IntoResponses};

use crate::problem::ProblemDetails;

/// The token is not the right one.
#[derive(IntoResponses)]
#[response(
    status = 403,
    description = "Not with this token",
    content_type = "application/problem+json"
)]
pub struct NotTheirs(pub ProblemDetails);

/// There is no cluster of this name.
#[derive(IntoResponses)]
#[response(
    status = 404,
    description = "No such cluster, or no longer",
    content_type = "application/problem+json"
)]
pub struct NoCluster(pub ProblemDetails);

/// There is no room of this name.
#[derive(IntoResponses)]
#[response(
    status = 404,
    description = "No such room, or no longer",
    content_type = "application/problem+json"
)]
pub struct NoRoom(pub ProblemDetails);

/// Another tab of the same driver's drives the room.
#[derive(IntoResponses)]
#[response(
    status = 409,
    description = "Another tab drives",
    content_type = "application/problem+json"
)]
pub struct OtherTab(pub ProblemDetails);

/// It was done too often, or too much of it is there.
#[derive(IntoResponses)]
#[response(
    status = 429,
    description = "Too often, or too many at once; `Retry-After` says when again",
    content_type = "application/problem+json"
)]
pub struct TooOften(pub ProblemDetails);

/// There is no room, or the store cannot be asked.
#[derive(IntoResponses)]
#[response(
    status = 503,
    description = "There is no room for more, or the store is away; `Retry-After` says when again",
    content_type = "application/problem+json"
)]
pub struct NotNow(pub ProblemDetails);

/// The room of an address of its driver's.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub struct Session {
    /// The room, as its driver knows it
    pub session: String,
}

/// The room of an address of its viewers'.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub struct Code {
    /// The room, as its viewers know it
    pub code: String,
}

/// The cluster of an address.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub struct Id {
    /// The cluster
    pub id: String,
}

/// From which tab a driver asks.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct Tab {
    /// The tab that drives, or will from here on
    #[param(rename = "X-Tab")]
    pub tab: String,
}

/// Where a reader was who comes back.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct Resumes {
    /// The last fact seen
    #[param(rename = "Last-Event-ID")]
    pub last_event_id: Option<String>,
}
