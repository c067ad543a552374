//! The glossary: what our words mean.

use std::collections::BTreeMap;

use crate::fields::Fields;
use crate::files::Files;
use crate::lang::Lang;
use crate::mistake::Mistakes;
use crate::typeset::{missing_space, typeset};
use crate::yaml::{self, Key, Node};

/// The words of one language, in the order of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glossary {
    entries: Vec<GlossaryEntry>,
}

/// One word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlossaryEntry {
    /// The same in every language, as `mirror-pod`.
    pub id: String,
    /// The word.
    pub term: String,
    /// Other forms of it, as they stand in a sentence.
    pub words: Vec<String>,
    /// What it means, in a sentence or two.
    pub gloss: String,
}

impl Glossary {
    /// Every word, in the order of the file.
    #[must_use]
    pub fn entries(&self) -> &[GlossaryEntry] {
        &self.entries
    }

    /// The word with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&GlossaryEntry> {
        self.entries.iter().find(|it| it.id == id)
    }
}

/// Reads the glossary of every language and holds them against each other.
pub(crate) fn load(files: &Files, mistakes: &mut Mistakes) -> BTreeMap<Lang, Glossary> {
    for name in files.names("glossary") {
        if Lang::ALL.iter().all(|lang| format!("{lang}.yaml") != name) {
            let message = "is not of a language the program knows: name it as en.yaml";
            mistakes.add(&format!("glossary/{name}"), 1, message);
        }
    }
    let mut all = BTreeMap::new();
    for lang in Lang::ALL {
        let path = path(lang);
        let glossary = files.get(&path).and_then(|text| read(&path, lang, text, mistakes));
        if glossary.is_none() {
            mistakes.add(&path, 1, "is missing: write it");
        }
        all.insert(lang, glossary.unwrap_or_default());
    }
    compare(&all, mistakes);
    all
}

fn path(lang: Lang) -> String {
    format!("glossary/{lang}.yaml")
}

fn read(path: &str, lang: Lang, text: &str, mistakes: &mut Mistakes) -> Option<Glossary> {
    let node = yaml::parse(path, text, 1, mistakes)?;
    let Some(entries) = node.entries() else {
        mistakes.add(path, node.line, "must be a map from ids to words");
        return None;
    };
    let entries = entries.iter().filter_map(|(key, it)| entry(path, lang, key, it, mistakes));
    Some(Glossary { entries: entries.collect() })
}

fn entry(
    path: &str,
    lang: Lang,
    key: &Key,
    node: &Node,
    mistakes: &mut Mistakes,
) -> Option<GlossaryEntry> {
    let mut fields = Fields::of(path, node, &format!("`{}`", key.text), mistakes)?;
    let term = fields.text("term", mistakes);
    let gloss = fields.text("gloss", mistakes);
    let words = fields.items("words", mistakes);
    fields.finish(mistakes);
    let words = words.iter().filter_map(Node::text).map(|it| typeset(lang, it)).collect();
    let gloss = typeset(lang, gloss?);
    if let Some(word) = missing_space(lang, &gloss) {
        let message = format!("“{word}” lacks its space: French puts one there");
        mistakes.add(path, key.line, message);
    }
    Some(GlossaryEntry { id: key.text.clone(), term: typeset(lang, term?), words, gloss })
}

fn compare(all: &BTreeMap<Lang, Glossary>, mistakes: &mut Mistakes) {
    for (lang, theirs) in all {
        for entry in theirs.entries() {
            for (other, glossary) in all {
                if glossary.get(&entry.id).is_none() {
                    let message = format!("`{}` is missing; {lang} has it: add it", entry.id);
                    mistakes.add(&path(*other), 1, message);
                }
            }
        }
    }
}
