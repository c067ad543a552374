//! What is said to and by the addresses of live clusters.

use serde::{Deserialize, Serialize};

/// Where a live cluster begins: a lesson's moment, a situation, or a fork: exactly one of
/// the three.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The lesson's id.
    #[cfg_attr(feature = "openapi", schema(example = "static-pods"))]
    pub lesson: Option<String>,
    /// The "what if" of the lesson that is left, instead of its main line.
    pub branch: Option<String>,
    /// The fact of the lesson after which it is left; 0, or nothing, for before its first.
    #[cfg_attr(feature = "openapi", schema(example = 41))]
    pub after: Option<u32>,
    /// What stands after `#x=` in a link.
    pub situation: Option<String>,
    /// A moment of a live cluster.
    pub fork: Option<Fork>,
    /// How fast its time runs at first, in thousandths of real time; 1000 without it. 0 stands
    /// still.
    pub rate: Option<u32>,
}

/// A moment of a live cluster.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Fork {
    /// The cluster.
    pub id: String,
    /// The fact after which it is left.
    pub after: u32,
}

/// A live cluster that has begun.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Begun {
    /// Its name. Whoever knows it may read the cluster.
    pub id: String,
    /// The right to act on it, told this once.
    pub token: String,
    /// The lesson it began in.
    #[cfg_attr(feature = "openapi", schema(example = "static-pods"))]
    pub lesson: String,
    /// The "what if" of the lesson it began in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The last fact that is the lesson's.
    pub after: u32,
    /// How many facts are the lesson's own, byte for byte, and not among the events. 0 when the
    /// cluster has other chance than the lesson.
    pub shared: u32,
}

/// Something to do.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// One statement of a script, without its time.
    #[cfg_attr(
        feature = "openapi",
        schema(example = "kubectl delete pod hello-static-pair-worker")
    )]
    pub text: String,
}

/// Something has happened.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Acted {
    /// When, in simulated milliseconds since the cluster was switched on.
    pub at: u64,
    /// How many facts there are since, the lesson's among them.
    pub entries: u32,
}

/// How time should run; exactly one of the two.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// How fast, in thousandths of real time, up to 20000; 0 stands still.
    #[cfg_attr(feature = "openapi", schema(example = 1000))]
    pub rate: Option<u32>,
    /// Leap to the next thing that happens.
    #[serde(default)]
    pub skip: bool,
}

/// How time runs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Changed {
    /// From when on, in simulated milliseconds since the cluster was switched on.
    pub at: u64,
    /// How fast, in thousandths of real time; 0 stands still.
    pub rate: u32,
}

/// A situation as it stands in a link.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Link {
    /// What stands after `#x=`.
    pub x: String,
}
