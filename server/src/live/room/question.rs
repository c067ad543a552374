//! A question that is put to everybody in the room, and what they answer.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::record::Asked;

/// The most voters that are counted.
const MOST_VOTERS: usize = 20_000;

/// A question on stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub asked: Asked,
    /// Whether answers are taken.
    pub open: bool,
    /// Whether the right answer is shown.
    pub revealed: bool,
    votes: HashMap<String, u32>,
}

/// An answer by somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vote {
    /// The step the question belongs to.
    pub step: String,
    /// Which of the step's questions.
    pub n: u32,
    /// The hash of whoever answered.
    pub voter: String,
    /// Which option, from 0.
    pub choice: u32,
}

impl Vote {
    /// An answer by whoever calls themselves `voter`, a name that their browser made up. Only a
    /// hash of it is kept, so that nobody who has seen the name can find the answer.
    #[must_use]
    pub fn new(step: &str, n: u32, voter: &str, choice: u32) -> Self {
        let digest = Sha256::digest(voter.as_bytes());
        let voter = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Self { step: step.to_owned(), n, voter, choice }
    }
}

impl Question {
    /// A question that nobody has answered yet.
    #[must_use]
    pub fn new(asked: Asked) -> Self {
        Self { asked, open: true, revealed: false, votes: HashMap::new() }
    }

    /// Whether an answer can be counted.
    #[must_use]
    pub fn takes(&self, vote: &Vote) -> bool {
        let room = self.votes.len() < MOST_VOTERS || self.votes.contains_key(&vote.voter);
        self.open && self.is_about(vote) && vote.choice < self.asked.options && room
    }

    /// Whether somebody's answer has been counted.
    #[must_use]
    pub fn has(&self, vote: &Vote) -> bool {
        let counts = vote.choice < self.asked.options;
        self.is_about(vote) && counts && self.votes.contains_key(&vote.voter)
    }

    fn is_about(&self, vote: &Vote) -> bool {
        self.asked.step == vote.step && self.asked.n == vote.n
    }

    /// Counts an answer; one that this voter gave before no longer counts.
    pub(super) fn count(&mut self, voter: String, choice: u32) {
        if self.open && choice < self.asked.options {
            self.votes.insert(voter, choice);
        }
    }

    /// How many chose each option.
    #[must_use]
    pub fn counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.asked.options as usize];
        for choice in self.votes.values() {
            if let Some(count) = counts.get_mut(*choice as usize) {
                *count += 1;
            }
        }
        counts
    }

    /// How many have answered.
    #[must_use]
    pub fn n_voters(&self) -> usize {
        self.votes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is counted after these answers, each a voter and a choice.
    #[track_caller]
    fn check(votes: &[(&str, u32)], wanted: &[u32]) {
        let asked = Asked { step: "delete".into(), n: 0, options: 3, answer: 1 };
        let mut question = Question::new(asked);
        for (voter, choice) in votes {
            let vote = Vote::new("delete", 0, voter, *choice);
            if question.takes(&vote) {
                question.count(vote.voter, vote.choice);
            }
        }
        assert_eq!(question.counts(), wanted, "{votes:?}");
    }

    #[test]
    fn of_each_voter_the_last_answer_counts() {
        check(&[], &[0, 0, 0]);
        check(&[("a", 1), ("b", 1), ("c", 2)], &[0, 2, 1]);
        check(&[("a", 1), ("a", 0), ("a", 0)], &[1, 0, 0]);
        check(&[("a", 1), ("a", 3), ("b", u32::MAX)], &[0, 1, 0]);
    }

    #[test]
    fn a_question_that_is_closed_or_another_takes_no_answer() {
        let mut question =
            Question::new(Asked { step: "delete".into(), n: 0, options: 3, answer: 1 });
        assert!(!question.takes(&Vote::new("delete", 1, "a", 0)));
        assert!(!question.takes(&Vote::new("edit", 0, "a", 0)));
        question.open = false;
        assert!(!question.takes(&Vote::new("delete", 0, "a", 0)));
    }
}
