//! Lessons, glossary and interface words, and the loader that checks them.
//!
//! Every sentence of ours that people read lies in this crate's folders, once per language.
//! Loading reads all files and reports every mistake in all of them at once, each with its file,
//! its line and a cure. A lesson's structure is one file; its words are one file per language.

mod content;
mod fields;
mod files;
mod glossary;
mod inline;
mod lang;
mod lesson;
mod markdown;
mod mistake;
mod page;
mod role;
mod sheet;
mod typeset;
mod words;
mod yaml;

pub use content::Content;
pub use glossary::{Glossary, GlossaryEntry};
pub use inline::{Caption, Inline, Kind, Span};
pub use lang::{Lang, Plural};
pub use lesson::{
    Apart, Branch, BranchWords, Claim, ClaimSpan, Expectation, Fact, Lesson, LessonWords, Pattern,
    Poster, Predict, Proof, Recording, Step, StepWords, Subject,
};
pub use mistake::Mistake;
pub use page::Page;
pub use role::Role;
pub use words::{Message, Words};
