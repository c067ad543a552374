//! The words of a lesson in one language: `en.md`, `fr.md`, …

use crate::fields::Fields;
use crate::inline::{Caption, Inline};
use crate::lang::Lang;
use crate::markdown::Fragment;
use crate::mistake::Mistakes;
use crate::sheet::{Part, Section, Sheet};
use crate::typeset::typeset;
use crate::yaml;

/// The longest caption sentence: two lines of 42 characters, as in subtitles.
const CAPTION_CHARS: usize = 84;

/// A lesson's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonWords {
    /// The title.
    pub title: String,
    /// The question the lesson opens with.
    pub question: String,
    /// The answer it builds to.
    pub answer: String,
    /// One or two sentences for lists and link previews.
    pub summary: String,
    /// The words of each step, in the order of the structure.
    pub steps: Vec<StepWords>,
    /// The words of each branch, in the order of the structure.
    pub branches: Vec<BranchWords>,
}

/// A branch's words: like a step's. Its name is the question that offers it.
pub type BranchWords = StepWords;

/// A step's words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepWords {
    /// The step's id, as `scan`.
    pub id: String,
    /// Its name: one word or two.
    pub name: String,
    /// One line on what happens.
    pub blurb: String,
    /// One sentence per beat.
    pub captions: Vec<Caption>,
    /// The story in full, as HTML.
    pub narration_html: String,
    /// What a speaker should know, as HTML.
    pub notes_html: String,
    /// Lines to try on a cluster; lines that begin with `#` say where, or why.
    pub commands: Vec<String>,
    /// Questions to answer before looking.
    pub predict: Vec<Predict>,
}

/// A question with its answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Predict {
    /// What is asked.
    pub question: Inline,
    /// What could be.
    pub options: Vec<Inline>,
    /// Which of the options is right, from 0.
    pub answer: usize,
    /// Why.
    pub because: Inline,
}

/// The words file being read.
pub(super) struct Reader<'a> {
    pub(super) file: &'a str,
    pub(super) lang: Lang,
}

/// The four texts of the front matter, and what it translates.
pub(super) struct Front {
    pub(super) title: String,
    pub(super) question: String,
    pub(super) answer: String,
    pub(super) summary: String,
    pub(super) source: Option<String>,
}

impl Reader<'_> {
    pub(super) fn front(&self, sheet: &Sheet<'_>, mistakes: &mut Mistakes) -> Option<Front> {
        let node = yaml::parse(self.file, sheet.front.text, sheet.front.line, mistakes);
        let Some(node) = node else {
            mistakes.add(self.file, 1, "has no front matter: begin with `---` and `title:`");
            return None;
        };
        let mut fields = Fields::of(self.file, &node, "the front matter", mistakes)?;
        let mut text = |key| fields.text(key, mistakes).map(|it| typeset(self.lang, it));
        let (title, question) = (text("title"), text("question"));
        let (answer, summary) = (text("answer"), text("summary"));
        let source = fields.take("source").and_then(|it| it.text()).map(str::to_owned);
        fields.finish(mistakes);
        Some(Front {
            title: title?,
            question: question?,
            answer: answer?,
            summary: summary?,
            source,
        })
    }

    /// The words of a step that has so many beats. A branch needs neither commands nor questions.
    pub(super) fn section(
        &self,
        section: &Section<'_>,
        (beats, is_branch): (usize, bool),
        mistakes: &mut Mistakes,
    ) -> StepWords {
        const PARTS: [&str; 5] = ["captions", "narration", "notes", "commands", "predict"];
        for part in &section.parts {
            if !PARTS.contains(&part.name) {
                let message = format!("`{}` is no part: use {}", part.name, PARTS.join(", "));
                mistakes.add(self.file, part.line - 1, message);
            }
        }
        let mut part = |name: &'static str| {
            let part = section.part(name).copied();
            let optional = is_branch && matches!(name, "commands" | "predict");
            if part.is_none() && !optional {
                let message = format!("`{}` has no `## {name}`: write it", section.id);
                mistakes.add(self.file, section.line, message);
            }
            part.unwrap_or(Part { name, line: section.line, text: "" })
        };
        let (captions, narration, notes) = (part("captions"), part("narration"), part("notes"));
        let (commands, predict) = (part("commands"), part("predict"));
        StepWords {
            id: section.id.to_owned(),
            name: typeset(self.lang, section.title),
            blurb: self.fragment(&section.lead).inline(mistakes).plain(),
            captions: self.captions(section, &captions, beats, mistakes),
            narration_html: self.fragment(&narration).html(mistakes),
            notes_html: self.fragment(&notes).html(mistakes),
            commands: self.commands(&commands, mistakes),
            predict: self.predicts(&predict, mistakes),
        }
    }

    fn fragment<'a>(&'a self, part: &Part<'a>) -> Fragment<'a> {
        Fragment { file: self.file, lang: self.lang, line: part.line, text: part.text }
    }

    fn captions(
        &self,
        section: &Section<'_>,
        part: &Part<'_>,
        beats: usize,
        mistakes: &mut Mistakes,
    ) -> Vec<Caption> {
        let items = self.fragment(part).items(mistakes);
        if items.len() != beats {
            let message = format!(
                "`{}` has {} captions and the lesson has {beats} beats: write one for each",
                section.id,
                items.len()
            );
            mistakes.add(self.file, part.line, message);
        }
        for item in &items {
            let chars = item.text.chars();
            if chars > CAPTION_CHARS {
                let message =
                    format!("is {chars} characters long: say it in {CAPTION_CHARS} or fewer");
                mistakes.add(self.file, item.line, message);
            }
        }
        items.into_iter().map(|it| it.text).collect()
    }

    /// The lines of the fences, comments and all.
    fn commands(&self, part: &Part<'_>, mistakes: &mut Mistakes) -> Vec<String> {
        let mut commands = Vec::new();
        let mut fenced = false;
        for (nth, line) in part.text.lines().enumerate() {
            if line.starts_with("```") {
                fenced = !fenced;
            } else if fenced {
                commands.push(match line.strip_prefix('#') {
                    Some(words) => format!("#{}", typeset(self.lang, words)),
                    None => line.to_owned(),
                });
            } else if !line.trim().is_empty() {
                let at = part.line + u32::try_from(nth).unwrap_or(0);
                mistakes.add(self.file, at, "must be inside the ``` fence of the commands");
            }
        }
        commands
    }

    /// Questions under `###` headings, each with a task list and a paragraph of reasons.
    fn predicts(&self, part: &Part<'_>, mistakes: &mut Mistakes) -> Vec<Predict> {
        let mut predicts = Vec::new();
        let mut rest = part.text;
        let mut line = part.line;
        while let Some(at) = heading(rest) {
            line += lines(&rest[..at]);
            let (question, after) =
                rest[at + 4..].split_once('\n').unwrap_or((&rest[at + 4..], ""));
            let body = &after[..heading(after).unwrap_or(after.len())];
            let question = Part { name: "", line, text: question };
            predicts.push(self.predict(&question, line + 1, body, mistakes));
            line += 1;
            rest = after;
        }
        if predicts.is_empty() && !part.text.is_empty() {
            mistakes.add(self.file, part.line, "asks nothing: write `### The question?`");
        }
        predicts
    }

    fn predict(
        &self,
        question: &Part<'_>,
        line: u32,
        body: &str,
        mistakes: &mut Mistakes,
    ) -> Predict {
        let items_end = list_end(body);
        let options = Part { name: "", line, text: &body[..items_end] };
        let because =
            Part { name: "", line: line + lines(&body[..items_end]), text: &body[items_end..] };
        let items = self.fragment(&options).items(mistakes);
        let ticked: Vec<usize> = items
            .iter()
            .enumerate()
            .filter(|(_, it)| it.ticked == Some(true))
            .map(|(nth, _)| nth)
            .collect();
        if ticked.len() != 1 || items.len() < 2 {
            let message = "needs two options or more, exactly one of them ticked as `- [x]`";
            mistakes.add(self.file, question.line, message);
        }
        let because_text = self.fragment(&because).inline(mistakes);
        if because_text.spans().is_empty() {
            mistakes.add(self.file, question.line, "gives no reason: write it below the options");
        }
        Predict {
            question: self.fragment(question).inline(mistakes),
            options: items.into_iter().map(|it| it.text).collect(),
            answer: ticked.first().copied().unwrap_or(0),
            because: because_text,
        }
    }
}

fn heading(text: &str) -> Option<usize> {
    if text.starts_with("### ") { Some(0) } else { text.find("\n### ").map(|at| at + 1) }
}

fn lines(text: &str) -> u32 {
    u32::try_from(text.matches('\n').count()).unwrap_or(0)
}

/// Where the list at the head of a text ends: at the first line that neither begins nor goes on
/// with an item.
fn list_end(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let in_list = line.starts_with("- ") || line.starts_with(' ') || line.trim().is_empty();
        if !in_list {
            break;
        }
        end += line.len();
    }
    end
}

impl StepWords {
    /// What no translation may change: commands without their comments, and code in sentences.
    pub(super) fn code(&self) -> Vec<String> {
        let lines = self.commands.iter().filter(|it| !it.starts_with('#')).cloned();
        let questions = self.predict.iter().map(|it| &it.question);
        let options = self.predict.iter().flat_map(|it| &it.options);
        let inline = self.captions.iter().chain(questions).chain(options);
        lines.chain(inline.flat_map(Inline::code).map(str::to_owned)).collect()
    }
}
