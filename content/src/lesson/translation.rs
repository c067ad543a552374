//! The words files of a lesson, each held against the structure and against the English one.

use std::collections::BTreeMap;

use crate::files::Files;
use crate::lang::Lang;
use crate::mistake::Mistakes;
use crate::sheet::{self, Sheet, check_source, hash};

use super::words::{Front, Reader};
use super::{Lesson, LessonWords, StepWords};

/// A words file as read, with what translations are held against.
struct Draft {
    words: LessonWords,
    front: Hashed,
    sections: BTreeMap<String, Hashed>,
}

/// Where something stands, its hash, and the hash it says it translates.
struct Hashed {
    line: u32,
    hash: String,
    source: Option<String>,
}

/// Reads the words of a lesson in every language.
pub(super) fn read_all(
    files: &Files,
    lesson: &Lesson,
    mistakes: &mut Mistakes,
) -> BTreeMap<Lang, LessonWords> {
    let folder = format!("lessons/{}", lesson.id);
    for name in files.names(&folder) {
        let code = name.strip_suffix(".md");
        if code.is_some_and(|code| Lang::ALL.iter().all(|it| it.code() != code)) {
            let message = "is not of a language the program knows: name it as en.md";
            mistakes.add(&format!("{folder}/{name}"), 1, message);
        }
    }
    let mut drafts: BTreeMap<Lang, Draft> = BTreeMap::new();
    for lang in Lang::ALL {
        let path = format!("{folder}/{lang}.md");
        let Some(text) = files.get(&path) else {
            mistakes.add(&path, 1, "is missing: write it");
            continue;
        };
        let Some(draft) = read(&path, lang, text, lesson, mistakes) else { continue };
        if let Some(english) = drafts.get(&Lang::En) {
            compare(&path, &draft, english, mistakes);
        }
        drafts.insert(lang, draft);
    }
    drafts.into_iter().map(|(lang, draft)| (lang, draft.words)).collect()
}

fn read(
    path: &str,
    lang: Lang,
    text: &str,
    lesson: &Lesson,
    mistakes: &mut Mistakes,
) -> Option<Draft> {
    let sheet = sheet::cut(path, text, mistakes);
    let reader = Reader { file: path, lang };
    let front = reader.front(&sheet, mistakes);
    let steps = lesson.steps.iter().map(|it| (it.id.as_str(), it.beats.len(), false));
    let branches = lesson.branches.iter().map(|it| (it.id.as_str(), it.step.beats.len(), true));
    let wanted: Vec<(&str, usize, bool)> = steps.chain(branches).collect();
    for it in &sheet.sections {
        if wanted.iter().all(|(id, ..)| *id != it.id) {
            let message = format!("`{}` is no step or branch of lesson.yaml: remove it", it.id);
            mistakes.add(path, it.line, message);
        }
    }
    let mut steps = Vec::new();
    let mut branches = Vec::new();
    for (id, beats, is_branch) in wanted {
        let Some(section) = sheet.sections.iter().find(|it| it.id == id) else {
            mistakes.add(path, 1, format!("`{id}` is missing: write `# … {{#{id}}}`"));
            continue;
        };
        let words = reader.section(section, (beats, is_branch), mistakes);
        if is_branch { branches.push(words) } else { steps.push(words) }
    }
    let Front { title, question, answer, summary, source } = front?;
    let own = [&*title, &question, &answer, &summary].join("\n");
    Some(Draft {
        words: LessonWords { title, question, answer, summary, steps, branches },
        front: Hashed { line: 1, hash: hash(&own), source },
        sections: hashes(&sheet),
    })
}

fn hashes(sheet: &Sheet<'_>) -> BTreeMap<String, Hashed> {
    let hashed = sheet.sections.iter().map(|it| {
        let source = it.source.map(str::to_owned);
        (it.id.to_owned(), Hashed { line: it.line, hash: it.hash.clone(), source })
    });
    hashed.collect()
}

fn compare(path: &str, mine: &Draft, english: &Draft, mistakes: &mut Mistakes) {
    let pair = (mine.front.source.as_deref(), english.front.hash.as_str());
    check_source(path, mine.front.line, "the front matter", pair, mistakes);
    for (id, section) in &mine.sections {
        if let Some(source) = english.sections.get(id) {
            let pair = (section.source.as_deref(), source.hash.as_str());
            check_source(path, section.line, &format!("`{id}`"), pair, mistakes);
        }
    }
    let all = |it: &'_ Draft| -> Vec<StepWords> {
        it.words.steps.iter().chain(&it.words.branches).cloned().collect()
    };
    let theirs = all(english);
    for words in all(mine) {
        if let Some(theirs) = theirs.iter().find(|it| it.id == words.id) {
            let line = mine.sections.get(&words.id).map_or(1, |it| it.line);
            compare_words(path, line, &words, theirs, mistakes);
        }
    }
}

fn compare_words(
    path: &str,
    line: u32,
    mine: &StepWords,
    english: &StepWords,
    mistakes: &mut Mistakes,
) {
    let id = &mine.id;
    for (nth, (mine, english)) in mine.captions.iter().zip(&english.captions).enumerate() {
        if mine.roles() != english.roles() {
            let message = format!(
                "`{id}`, caption {}: names {:?}, the English {:?}: mark the same things",
                nth + 1,
                mine.roles(),
                english.roles()
            );
            mistakes.add(path, line, message);
        }
    }
    if let Some((mine, english)) = first_difference(&mine.code(), &english.code()) {
        let message = format!("`{id}` has the code `{mine}`, the English `{english}`: copy it");
        mistakes.add(path, line, message);
    }
    let shape = |it: &StepWords| -> Vec<(usize, usize)> {
        it.predict.iter().map(|it| (it.options.len(), it.answer)).collect()
    };
    if shape(mine) != shape(english) {
        let message = format!("`{id}` asks other questions than the English: keep their order");
        mistakes.add(path, line, message);
    }
}

fn first_difference(mine: &[String], english: &[String]) -> Option<(String, String)> {
    let longest = mine.len().max(english.len());
    let at = |list: &[String], nth: usize| list.get(nth).cloned().unwrap_or_default();
    (0..longest).map(|it| (at(mine, it), at(english, it))).find(|(mine, english)| mine != english)
}
