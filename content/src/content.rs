//! All the content, read and checked.

use std::collections::BTreeMap;
use std::path::Path;

use crate::files::Files;
use crate::glossary::{self, Glossary};
use crate::lang::Lang;
use crate::lesson::{self, Lesson};
use crate::mistake::{Mistake, Mistakes};
use crate::page::{self, Page};
use crate::words::{self, Words};

/// Every lesson, page, dictionary and glossary, in every language.
#[derive(Clone, Debug)]
pub struct Content {
    lessons: Vec<Lesson>,
    words: BTreeMap<Lang, Words>,
    glossaries: BTreeMap<Lang, Glossary>,
    pages: BTreeMap<(String, Lang), Page>,
}

impl Content {
    /// The content compiled in.
    ///
    /// # Errors
    /// Every mistake in every file, by file and line.
    pub fn embedded() -> Result<Self, Vec<Mistake>> {
        let mut mistakes = Mistakes::default();
        let files = Files::embedded(&mut mistakes);
        Self::from_files(&files, mistakes)
    }

    /// The content of a directory that is laid out like this crate's.
    ///
    /// # Errors
    /// Every mistake in every file, by file and line; also files that cannot be read.
    pub fn load(dir: &Path) -> Result<Self, Vec<Mistake>> {
        let mut mistakes = Mistakes::default();
        let files = Files::read(dir, &mut mistakes);
        Self::from_files(&files, mistakes)
    }

    pub(crate) fn from_files(files: &Files, mut mistakes: Mistakes) -> Result<Self, Vec<Mistake>> {
        let words = words::load(files, &mut mistakes);
        let glossaries = glossary::load(files, &mut mistakes);
        let pages = page::load(files, &mut mistakes);
        let lessons = lesson::load(files, &mut mistakes);
        mistakes.or(Self { lessons, words, glossaries, pages })
    }

    /// Every language, English first.
    #[must_use]
    pub const fn languages(&self) -> [Lang; 3] {
        Lang::ALL
    }

    /// Every lesson, by id.
    #[must_use]
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// The lesson with this id.
    #[must_use]
    pub fn lesson(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|it| it.id == id)
    }

    /// The interface words of a language.
    ///
    /// # Panics
    /// Never: every language has its words, or loading has failed.
    #[must_use]
    pub fn words(&self, lang: Lang) -> &Words {
        self.words.get(&lang).expect("content is loaded with every language")
    }

    /// The glossary of a language.
    ///
    /// # Panics
    /// Never: every language has its glossary, or loading has failed.
    #[must_use]
    pub fn glossary(&self, lang: Lang) -> &Glossary {
        self.glossaries.get(&lang).expect("content is loaded with every language")
    }

    /// The page of text with this id, as `model`.
    #[must_use]
    pub fn page(&self, id: &str, lang: Lang) -> Option<&Page> {
        self.pages.get(&(id.to_owned(), lang))
    }

    /// The version of a lesson: a digest of its structure, its script and the trace they give.
    /// Empty when the lesson cannot be recorded, which [`Lesson::record`] explains.
    ///
    /// It plays the lesson; whoever has recorded it finds the same in the header.
    #[must_use]
    pub fn version(&self, lesson: &Lesson) -> String {
        lesson.record(None).map(|it| it.header.version).unwrap_or_default()
    }
}
