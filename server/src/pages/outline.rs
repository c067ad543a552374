//! A lesson as lists and headings show it.

use content::{Branch, Lang, Lesson, StepWords};

use crate::export;
use crate::problem::Problem;
use crate::state::App;

/// A lesson's frame, in a language.
pub struct Outline<'a> {
    pub id: &'a str,
    pub title: &'a str,
    pub question: &'a str,
    pub answer: &'a str,
    pub summary: &'a str,
    pub minutes: u32,
    /// The address of its page.
    pub href: String,
    /// The address of its stream.
    pub stream: String,
    /// The address of its facts in an export.
    pub stored: String,
    pub n_steps: usize,
    pub steps: Vec<Line<'a>>,
    /// The step that a what-if follows; `None` for a lesson.
    pub after: Option<Line<'a>>,
}

/// A step's frame.
pub struct Line<'a> {
    pub id: &'a str,
    pub name: &'a str,
    pub blurb: &'a str,
}

impl<'a> Outline<'a> {
    /// The frame of a lesson.
    pub fn of(lesson: &'a Lesson, lang: Lang) -> Self {
        let words = lesson.words(lang);
        Self {
            id: &lesson.id,
            title: &words.title,
            question: &words.question,
            answer: &words.answer,
            summary: &words.summary,
            minutes: lesson.minutes,
            href: format!("/{lang}/lessons/{}", lesson.id),
            stream: format!("/api/lessons/{}/timeline", lesson.id),
            stored: export::stored(&lesson.id, None),
            n_steps: words.steps.len(),
            steps: words.steps.iter().map(Line::of).collect(),
            after: None,
        }
    }

    /// The frame of a what-if: the lesson's, under its own name and with its own stream.
    pub fn of_branch(
        lesson: &'a Lesson,
        lang: Lang,
        branch: &Branch,
        words: &'a StepWords,
    ) -> Self {
        let whole = Self::of(lesson, lang);
        let after = lesson.words(lang).steps.iter().find(|it| it.id == branch.after);
        Self {
            title: &words.name,
            summary: &words.blurb,
            stream: format!("{}?branch={}", whole.stream, branch.id),
            stored: export::stored(&lesson.id, Some(&branch.id)),
            after: after.map(Line::of),
            ..whole
        }
    }
}

impl Outline<'_> {
    /// The address, in an export, of what its clusters are made from.
    pub fn lines(&self) -> String {
        export::lines(self.id)
    }
}

impl<'a> Line<'a> {
    fn of(words: &'a StepWords) -> Self {
        Self { id: &words.id, name: &words.name, blurb: &words.blurb }
    }
}

/// The lesson with this id.
pub fn find<'a>(app: &'a App, id: &str) -> Result<&'a Lesson, Problem> {
    app.content.lesson(id).ok_or_else(|| Problem::lesson(id))
}
