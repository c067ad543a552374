//! Holds a recording to the claims of its lesson.

use trace::{Entry, View, event_line};

use crate::mistake::{Mistake, Mistakes};

use super::claim::{Claim, Expectation, Span};
use super::place::unmatched;
use super::{Apart, Course, Fact, Lesson, Pattern, Proof, Recording};

/// A recording and where in it a claim is looked at: indices of the first entry and past the last.
struct Stretch<'a> {
    lesson: &'a Lesson,
    recording: &'a Recording,
    first: usize,
    end: usize,
}

impl Lesson {
    /// Every claim of the lesson, or of a branch of it, that this recording does not bear out.
    ///
    /// # Errors
    /// Names each such claim by its place in the structure file, and says what was found instead.
    pub fn check_claims(&self, recording: &Recording) -> Result<(), Vec<Mistake>> {
        let branch = recording.header.branch.as_deref().and_then(|it| self.branch(it));
        self.check_course(branch.map_or(&self.course, |it| &it.course), recording)
    }

    /// Plays a proof, and returns the recording when it bears out every claim.
    ///
    /// # Errors
    /// Names each claim that is not borne out, and says what was found instead.
    pub fn prove(&self, proof: &Proof) -> Result<Recording, Vec<Mistake>> {
        let recording = self.record_course(&proof.course, &[], Some(&proof.id))?;
        self.check_course(&proof.course, &recording)?;
        Ok(recording)
    }

    fn check_course(&self, course: &Course, recording: &Recording) -> Result<(), Vec<Mistake>> {
        let mut mistakes = Mistakes::default();
        for claim in &course.claims {
            match Stretch::of(self, recording, &claim.span) {
                Ok(stretch) => stretch.check(claim, &course.claims_file, &mut mistakes),
                Err(found) => report(&course.claims_file, claim, &found, &mut mistakes),
            }
        }
        mistakes.or(())
    }
}

fn report(file: &str, claim: &Claim, found: &str, mistakes: &mut Mistakes) {
    let message = format!("“{}” is not so: {found}", claim.says);
    mistakes.add(file, claim.line, message);
}

impl<'a> Stretch<'a> {
    fn of(lesson: &'a Lesson, recording: &'a Recording, span: &Span) -> Result<Self, String> {
        let entries = &recording.entries;
        let (mut first, mut end) = (0, entries.len());
        if let Some((from, to)) = &span.steps {
            let steps = &recording.header.steps;
            let place = |id: &str| steps.iter().position(|it| it.id == id);
            let (from, to) = place(from).zip(place(to)).ok_or("its steps are not placed")?;
            first = steps[from].begins.index();
            end = steps.get(to + 1).map_or(end, |it| it.begins.index());
        }
        let stretch = &entries[..end];
        if let Some(pattern) = &span.from {
            first =
                pattern.find(stretch, first).ok_or_else(|| unmatched(pattern, stretch, first))?;
        }
        if let Some(pattern) = &span.to {
            let last = pattern.find(stretch, first);
            end = 1 + last.ok_or_else(|| unmatched(pattern, stretch, first))?;
        }
        Ok(Self { lesson, recording, first, end })
    }

    fn check(&self, claim: &Claim, file: &str, mistakes: &mut Mistakes) {
        for expectation in &claim.expects {
            if let Err(found) = self.expect(expectation) {
                report(file, claim, &found, mistakes);
            }
        }
    }

    fn expect(&self, expectation: &Expectation) -> Result<(), String> {
        match expectation {
            Expectation::Order(lines) => {
                let mut from = self.first;
                for line in lines {
                    from = 1 + self.find(line, from)?;
                }
                Ok(())
            }
            Expectation::Never(line) => match line.find(self.entries(), self.first) {
                Some(at) => {
                    let entry = &self.entries()[at];
                    Err(format!("entry {} is `{}`", entry.id, event_line(&entry.event)))
                }
                None => Ok(()),
            },
            Expectation::Same(fact) => {
                let (before, after) = self.before_and_after(*fact)?;
                let found = || format!("{} was {before} and is {after}", fact.name());
                if before == after { Ok(()) } else { Err(found()) }
            }
            Expectation::Differs(fact) => {
                let (before, after) = self.before_and_after(*fact)?;
                let found = || format!("{} is {after} still", fact.name());
                if before == after { Err(found()) } else { Ok(()) }
            }
            Expectation::Was(fact, value) => equal(*fact, "was", &self.before(*fact), value),
            Expectation::Is(fact, value) => equal(*fact, "is", &self.after(*fact), value),
            Expectation::Apart(apart) => self.expect_apart(apart),
        }
    }

    fn entries(&self) -> &'a [Entry] {
        &self.recording.entries[..self.end]
    }

    fn find(&self, line: &Pattern, from: usize) -> Result<usize, String> {
        line.find(self.entries(), from).ok_or_else(|| unmatched(line, self.entries(), from))
    }

    fn expect_apart(&self, apart: &Apart) -> Result<(), String> {
        let from = self.find(&apart.from, self.first)?;
        let to = self.find(&apart.to, from + 1)?;
        let entries = self.entries();
        let ms = entries[to].at.since(entries[from].at);
        let fits =
            apart.at_least.is_none_or(|it| ms >= it) && apart.at_most.is_none_or(|it| ms <= it);
        let found = || format!("entries {} and {} are {ms} ms apart", from + 1, to + 1);
        if fits { Ok(()) } else { Err(found()) }
    }

    fn before(&self, fact: Fact) -> String {
        self.read(fact, self.first)
    }

    fn after(&self, fact: Fact) -> String {
        self.read(fact, self.end)
    }

    fn before_and_after(&self, fact: Fact) -> Result<(String, String), String> {
        let (before, after) = (self.before(fact), self.after(fact));
        if before == "absent" || after == "absent" {
            return Err(format!("{} was {before} and is {after}", fact.name()));
        }
        Ok((before, after))
    }

    /// The fact once the first `upto` entries have happened.
    fn read(&self, fact: Fact, upto: usize) -> String {
        let mut view = View::new(&self.recording.header.topology);
        for entry in &self.recording.entries[..upto] {
            view.apply(&entry.event);
        }
        fact.read(&view, &self.lesson.subject)
    }
}

fn equal(fact: Fact, tense: &str, found: &str, wanted: &str) -> Result<(), String> {
    if found == wanted {
        return Ok(());
    }
    Err(format!("{} {tense} {found}, and not {wanted}", fact.name()))
}
