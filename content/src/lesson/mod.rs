//! Lessons: a structure, the words in every language, and the trace they are about.

mod branch;
mod check;
mod claim;
mod fact;
mod pattern;
mod place;
mod poster;
mod record;
mod structure;
#[cfg(test)]
mod tests;
mod translation;
mod words;

use std::collections::BTreeMap;

use engine::Script;
use trace::{Entry, Header, NodeName, Topology};

use crate::files::Files;
use crate::lang::Lang;
use crate::mistake::Mistakes;

pub use claim::{Apart, Claim, Expectation, Span as ClaimSpan};
pub use fact::Fact;
pub use pattern::Pattern;
pub use poster::Poster;
pub use words::{BranchWords, LessonWords, Predict, StepWords};

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its id, as in paths: `static-pods`.
    pub id: String,
    /// How long it takes, in minutes.
    pub minutes: u32,
    /// The Pod, the container and the node it is about.
    pub subject: Subject,
    /// Its steps, in order.
    pub steps: Vec<Step>,
    /// The step whose still stands for the whole lesson, from 0.
    pub cover: usize,
    /// Its "what if"s, in order.
    pub branches: Vec<Branch>,
    /// What shows that the words are true where the lesson does not play it.
    pub proofs: Vec<Proof>,
    pub(crate) course: Course,
    pub(crate) words: BTreeMap<Lang, LessonWords>,
    /// The structure file, for mistakes.
    pub(crate) file: String,
}

/// What a lesson keeps in view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// The node.
    pub node: NodeName,
    /// The namespace of the Pod.
    pub namespace: String,
    /// The name of the Pod, as in the API.
    pub pod: String,
    /// The container in it.
    pub container: String,
}

/// One step: a stretch of the trace with a caption sentence for each beat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its id, as in links: `scan`.
    pub id: String,
    /// The first entry, searched after the beginning of the step before.
    pub begins: Pattern,
    /// The last entry of each beat, searched after the end of the beat before.
    pub beats: Vec<Pattern>,
    /// The still that stands for it where nothing moves.
    pub poster: Poster,
    pub(crate) line: u32,
}

/// A "what if": another course of events, offered at the end of a step.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Its id, as in links. Its one step has the same id.
    pub id: String,
    /// The step at whose end it is offered.
    pub after: String,
    /// Its one step.
    pub step: Step,
    pub(crate) course: Course,
}

/// A course of events that no learner sees: it bears out a sentence of the narration or the notes.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Its id.
    pub id: String,
    pub(crate) course: Course,
}

/// What is played: a cluster, what is done to it, and what must be true of it.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub(crate) topology: Topology,
    pub(crate) seed: u64,
    pub(crate) script: Script,
    /// The script's file, for mistakes.
    pub(crate) script_file: String,
    pub(crate) claims: Vec<Claim>,
    /// The claims' file, for mistakes.
    pub(crate) claims_file: String,
}

/// A recorded lesson or branch.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// What stands before the entries, with the steps placed on them.
    pub header: Header,
    /// Every entry, in order.
    pub entries: Vec<Entry>,
}

impl Lesson {
    /// The words in a language.
    ///
    /// # Panics
    /// Never for a lesson that was loaded: loading fails when a language is missing.
    #[must_use]
    pub fn words(&self, lang: Lang) -> &LessonWords {
        self.words.get(&lang).expect("a lesson is loaded with every language")
    }

    /// The branch with this id.
    #[must_use]
    pub fn branch(&self, id: &str) -> Option<&Branch> {
        self.branches.iter().find(|it| it.id == id)
    }

    /// The branches offered at the end of a step.
    pub fn branches_after(&self, step: &str) -> impl Iterator<Item = &Branch> {
        self.branches.iter().filter(move |it| it.after == step)
    }
}

/// Reads every lesson: structure first, then the words of every language.
pub(crate) fn load(files: &Files, mistakes: &mut Mistakes) -> Vec<Lesson> {
    let mut lessons = Vec::new();
    for id in files.names("lessons") {
        let Some(mut lesson) = structure::read(files, &id, mistakes) else { continue };
        lesson.words = translation::read_all(files, &lesson, mistakes);
        if lesson.words.len() == Lang::ALL.len() {
            lessons.push(lesson);
        }
    }
    lessons
}
