//! The questions of the lesson, as the page's dictionary has them, and how many chose what. Pure.

use super::on_stage::Asked;
use crate::facts::{self, records};

/// A question with its answers. All texts are markup of our own content's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Predict {
    /// What is asked.
    pub question: String,
    /// What could be.
    pub options: Vec<String>,
    /// Which one is right, from 0.
    pub answer: u32,
    /// Why.
    pub because: String,
}

/// The questions of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Step {
    id: String,
    predict: Vec<Predict>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Lesson {
    steps: Vec<Step>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Dictionary {
    lesson: Lesson,
}

/// How many chose what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Of which question.
    pub question: Asked,
    /// For each answer, how many.
    pub counts: Vec<u32>,
    /// How many in all.
    pub voters: u32,
}

records! {
    Predict { question, options, answer, because }
    Step { id, predict }
    Lesson { steps }
    Dictionary { lesson }
    Tally { question, counts, voters }
}

/// Every question of the lesson.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    steps: Vec<Step>,
}

impl Questions {
    /// Reads the questions of a dictionary; none where it has none.
    #[must_use]
    pub fn parse(dictionary: &str) -> Self {
        let read: Dictionary = facts::read(dictionary).unwrap_or_default();
        Self { steps: read.lesson.steps }
    }

    /// The questions of a step.
    #[must_use]
    pub fn of_step(&self, id: &str) -> &[Predict] {
        let step = self.steps.iter().find(|it| it.id == id);
        step.map_or(&[], |it| it.predict.as_slice())
    }

    /// The question that is asked.
    #[must_use]
    pub fn asked(&self, asked: &Asked) -> Option<&Predict> {
        self.of_step(&asked.step).get(asked.n as usize)
    }
}

impl Asked {
    /// Whether both are the same question, however far it has come.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.step == other.step && self.n == other.n
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = r#"{"lang":"en","ui":{},"lesson":{"title":"t","steps":[
        {"id":"scan","name":"Scan","captions":[],"predict":[
            {"question":"What?","options":["a","b"],"answer":1,"because":"so"}]},
        {"id":"start","name":"Start","captions":[]}]}}"#;

    fn asked(step: &str, n: u32) -> Asked {
        Asked { step: step.into(), n, ..Asked::default() }
    }

    #[test]
    fn a_question_is_found_by_step_and_number() {
        let questions = Questions::parse(WORDS);
        let found = questions.asked(&asked("scan", 0)).expect("there is one");
        assert_eq!((found.options.len(), found.answer), (2, 1));
        assert_eq!(questions.asked(&asked("scan", 1)), None);
        assert_eq!(questions.asked(&asked("start", 0)), None);
        assert_eq!(questions.asked(&asked("nowhere", 0)), None);
    }

    #[test]
    fn a_dictionary_without_questions_has_none() {
        assert!(Questions::parse("<html>").of_step("scan").is_empty());
    }

    #[test]
    fn a_tally_is_read() {
        let json = r#"{"question":{"step":"scan","n":0},"counts":[3,10],"voters":13}"#;
        let tally: Tally = facts::read(json).expect("it is a tally");
        assert_eq!((tally.counts, tally.voters), (vec![3, 10], 13));
        assert!(tally.question.is_same(&Asked { open: true, ..asked("scan", 0) }));
    }
}
