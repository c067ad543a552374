//! What is said to and by the addresses of rooms.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::live::room::{Cover, Patch, Shown};

/// What a room shows first: a lesson's moment, or a live cluster: one of the two.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenRoom {
    /// The lesson's id.
    #[schema(example = "static-pods")]
    pub lesson: Option<String>,
    /// A "what if" of the lesson.
    pub branch: Option<String>,
    /// A live cluster of whoever asks.
    pub cluster: Option<OwnedCluster>,
}

/// A live cluster and the right to act on it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnedCluster {
    /// Its name.
    pub id: String,
    /// The token from the answer to whoever began it.
    pub token: String,
}

/// A room that has been opened.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoomOpened {
    /// The name by which it is driven.
    pub session: String,
    /// The name by which it is watched. People see it with a dash in the middle.
    #[schema(example = "7KD3QF")]
    pub code: String,
    /// The right to drive it, told this once.
    pub token: String,
}

/// A change of what is on stage: what is not named stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct StageChange {
    /// Another cluster: `lesson`, `cluster`, or an object as the stage has it.
    pub source: Option<Source>,
    /// Another beat, from 0. It is played from its beginning unless the rest says otherwise.
    pub beat: Option<u32>,
    /// The last fact that may be shown. In a lesson it is known from the beat.
    pub entry: Option<u32>,
    /// The step it belongs to. In a lesson it is known from the beat.
    pub step: Option<String>,
    /// How many milliseconds of the beat's motion have passed.
    pub ms: Option<u32>,
    /// How fast the motion goes on, in thousandths; 0 stands still.
    pub rate: Option<u32>,
    /// What is shown in place of the picture: `black`, `white`, or nothing.
    #[serde(default, deserialize_with = "named")]
    #[schema(value_type = Option<String>)]
    pub black: Option<Option<Cover>>,
    /// Whether viewers are kept together.
    pub locked: Option<bool>,
    /// A question put to everybody, or none.
    #[serde(default, deserialize_with = "named")]
    #[schema(value_type = Option<QuestionName>)]
    pub question: Option<Option<QuestionName>>,
}

/// Which cluster is on stage.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Source {
    /// By its kind.
    Kind(SourceKind),
    /// As the stage has it.
    Object {
        /// The live cluster, when it is one.
        cluster: Option<String>,
    },
}

/// Which cluster is on stage.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SourceKind {
    /// The lesson's.
    Lesson,
    /// The live one that the room began last.
    Cluster,
}

/// A question of the lesson.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct QuestionName {
    /// The step it belongs to.
    #[schema(example = "delete")]
    pub step: String,
    /// Which of the step's questions, from 0.
    pub n: u32,
}

/// What becomes of the question: another one, or exactly one of the rest.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionChange {
    /// The step of a question that is put to everybody.
    pub step: Option<String>,
    /// Which of the step's questions, from 0.
    pub n: Option<u32>,
    /// No more answers are taken.
    #[serde(default)]
    pub close: bool,
    /// The same, and the right answer is shown.
    #[serde(default)]
    pub reveal: bool,
    /// It is taken away.
    #[serde(default)]
    pub clear: bool,
}

/// What the driver points at.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct Pointer {
    /// A place; none to point at nothing.
    pub at: Option<Pointed>,
}

/// A place in the picture.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct Pointed {
    /// The part of the picture; the whole of it without one.
    #[schema(example = "mirror")]
    pub cell: Option<String>,
    /// How far from its left edge, in thousandths of its width.
    #[schema(maximum = 1000)]
    pub x: u32,
    /// How far from its upper edge, in thousandths of its height.
    #[schema(maximum = 1000)]
    pub y: u32,
}

/// Something to do on stage.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RoomInput {
    /// One statement of a script, without its time.
    #[schema(example = "kubectl delete pod hello-static-pair-worker")]
    pub text: String,
    /// The fact after which the cluster on stage is left for this; without it, now.
    pub after: Option<u32>,
}

/// Something has happened on stage.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoomActed {
    /// The stage's version.
    pub version: u64,
    /// The stage's epoch.
    pub epoch: u32,
    /// When, in simulated milliseconds since the cluster was switched on.
    pub at: u64,
    /// How many facts there are since, the lesson's among them.
    pub entries: u32,
}

/// The stage has another version.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoomChanged {
    /// The stage's version.
    pub version: u64,
}

/// Control, offered.
#[derive(Debug, Serialize, ToSchema)]
pub struct Offer {
    /// Good once, for ten minutes.
    pub offer: String,
}

/// Control, taken.
#[derive(Debug, Serialize, ToSchema)]
pub struct Control {
    /// The right to drive, told this once.
    pub token: String,
}

/// A remote control.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemoteControl {
    /// The right to move what is on stage, told this once.
    pub token: String,
    /// Where a phone has it.
    pub link: String,
    /// The link as a picture: SVG to stand in a page.
    pub qr: String,
}

/// Somebody's answer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoomAnswer {
    /// To which question.
    pub question: QuestionName,
    /// Which option, from 0.
    pub choice: u32,
    /// A name that the page made up, to tell one voter from another. It is not kept.
    pub voter: String,
}

/// What a viewer does.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewerState {
    /// The name that the page made up and gave in the address of its events.
    pub viewer: String,
    /// Whether they look at something else than what is on stage.
    pub exploring: bool,
}

/// What a speaker should know.
#[derive(Debug, Serialize, ToSchema)]
pub struct Notes {
    /// The language.
    #[schema(value_type = String, example = "fr")]
    pub lang: content::Lang,
    /// How long the lesson takes.
    pub minutes: u32,
    /// Step by step, then the "what ifs".
    pub steps: Vec<StepNotes>,
}

/// What a speaker should know about a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct StepNotes {
    /// The step's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// HTML.
    pub notes: String,
}

/// What time it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Now {
    /// Milliseconds since 1970, by the clock that all servers of one store share.
    pub now: u64,
}

/// What is on stage, told to those who read the interface's description. The room writes it itself.
#[derive(Serialize, ToSchema)]
#[schema(as = Stage)]
pub struct StageSchema {
    /// When this was sent, in milliseconds since 1970.
    now: u64,
    /// Rises with every change. The newest counts.
    version: u64,
    /// Rises whenever another cluster comes on stage.
    epoch: u32,
    /// Which cluster: `lesson`, `branch`, and of a live one `cluster`, `after` and `shared`.
    #[schema(value_type = Object)]
    source: BTreeMap<String, String>,
    /// Which beat, from 0.
    beat: u32,
    /// The last fact that may be shown.
    entry: u32,
    /// The step the beat belongs to; empty where it belongs to none.
    step: String,
    /// How many milliseconds of the beat's motion had passed at `from`.
    ms: u32,
    /// Since when the motion goes on, in milliseconds since 1970.
    from: u64,
    /// How fast, in thousandths; 0 stands still.
    rate: u32,
    /// What is shown in place of the picture: `black`, `white`, or nothing.
    black: Option<String>,
    /// Whether viewers are kept together.
    locked: bool,
    /// The question put to everybody: `step`, `n`, whether it is `open`, and its `answer` once that
    /// is shown.
    #[schema(value_type = Option<Object>)]
    question: Option<BTreeMap<String, String>>,
    /// Whether somebody sits at the desk.
    present: bool,
    /// Whether the room is over.
    ended: bool,
}

impl StageChange {
    /// The change of the place.
    pub fn patch(self) -> Patch {
        Patch {
            source: self.source.map(|it| it.shown()),
            beat: self.beat,
            entry: self.entry,
            step: self.step,
            ms: self.ms,
            rate: self.rate,
            black: self.black,
            locked: self.locked,
        }
    }
}

impl Source {
    const fn shown(&self) -> Shown {
        match self {
            Self::Kind(SourceKind::Lesson) | Self::Object { cluster: None } => Shown::Lesson,
            Self::Kind(SourceKind::Cluster) | Self::Object { cluster: Some(_) } => Shown::Cluster,
        }
    }
}

/// Tells `null` from what is not there.
fn named<'de, D, T>(from: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Deserialize::deserialize(from).map(Some)
}
