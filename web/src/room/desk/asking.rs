//! What a presenter wants of a question, and what of it the room has yet to hear. Pure.
//!
//! One wish is under way at a time, so that they arrive in their order, and each counts from where
//! the one before it leads: whoever presses the key twice in haste has done two things.

use std::collections::VecDeque;

use super::questions::Step;
use crate::room::on_stage::Asked;

/// The wishes.
#[derive(Debug, Default)]
pub struct Asking {
    waiting: VecDeque<String>,
    is_under_way: bool,
    /// The question as it will be, until it is heard of; there may be none then.
    expected: Option<Option<Asked>>,
    /// Which version of the stage has all that was wanted, once that is known.
    done_in: Option<u64>,
}

impl Asking {
    /// The question as it will be when all that was wanted is done.
    #[must_use]
    pub fn wanted(&self, on_stage: Option<&Asked>) -> Option<Asked> {
        self.expected.clone().unwrap_or_else(|| on_stage.cloned())
    }

    /// Something is wanted, while the step with this name and this question are on stage.
    pub fn want(&mut self, step: Step, name: &str, on_stage: Option<&Asked>) {
        let before = self.wanted(on_stage);
        let after = match step {
            Step::Ask(n) => Some(Asked { step: name.to_owned(), n, open: true, answer: None }),
            Step::Close => before.map(|it| Asked { open: false, ..it }),
            // Which answer it is does not matter here, only that one is shown.
            Step::Reveal => before.map(|it| Asked { open: false, answer: Some(0), ..it }),
            Step::Clear => None,
        };
        self.expected = Some(after);
        self.done_in = None;
        self.waiting.push_back(step.to_json(name));
    }

    /// The next wish to be sent, if one is due.
    pub fn take_next(&mut self) -> Option<String> {
        if self.is_under_way {
            return None;
        }
        let next = self.waiting.pop_front();
        self.is_under_way = next.is_some();
        next
    }

    /// The wish that was under way is done, in this version of the stage.
    pub fn done(&mut self, version: u64) {
        self.is_under_way = false;
        self.done_in = self.waiting.is_empty().then_some(version);
    }

    /// This version of the stage was heard: perhaps it has all that was wanted.
    pub fn heard(&mut self, version: u64) {
        if self.done_in.is_some_and(|it| it <= version) {
            *self = Self::default();
        }
    }

    /// Nothing that was wanted counts any more.
    pub fn give_up(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(steps: &[Step]) -> Asking {
        let mut asking = Asking::default();
        for step in steps {
            asking.want(*step, "scan", None);
        }
        asking
    }

    #[track_caller]
    fn check(steps: &[Step], wanted: Option<(bool, bool)>) {
        let question = asking(steps).wanted(None);
        let state = question.map(|it| (it.open, it.answer.is_some()));
        assert_eq!(state, wanted, "{steps:?}");
    }

    #[test]
    fn each_wish_counts_from_where_the_one_before_it_leads() {
        check(&[], None);
        check(&[Step::Ask(0)], Some((true, false)));
        check(&[Step::Ask(0), Step::Close], Some((false, false)));
        check(&[Step::Ask(0), Step::Close, Step::Reveal], Some((false, true)));
        check(&[Step::Ask(0), Step::Close, Step::Reveal, Step::Clear], None);
    }

    #[test]
    fn wishes_are_sent_one_after_the_other() {
        let mut it = asking(&[Step::Ask(1), Step::Close]);
        assert_eq!(it.take_next(), Some(Step::Ask(1).to_json("scan")));
        assert_eq!(it.take_next(), None, "the first has not been answered");
        it.done(4);
        assert_eq!(it.take_next(), Some(Step::Close.to_json("scan")));
        it.done(5);
        assert_eq!(it.take_next(), None);
    }

    #[test]
    fn what_is_on_stage_counts_again_once_all_that_was_wanted_is_there() {
        let mut it = asking(&[Step::Ask(0)]);
        it.take_next();
        it.done(4);
        it.heard(3);
        assert!(it.wanted(None).is_some(), "an older stage says nothing of it");
        it.heard(4);
        assert_eq!(it.wanted(None), None);
    }

    #[test]
    fn what_was_refused_is_not_expected() {
        let mut it = asking(&[Step::Ask(0), Step::Close]);
        it.take_next();
        it.give_up();
        assert_eq!((it.take_next(), it.wanted(None)), (None, None));
    }
}
