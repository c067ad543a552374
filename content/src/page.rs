//! Pages of plain text, one Markdown file per language: `pages/<id>.<lang>.md`.

use std::collections::BTreeMap;

use crate::fields::Fields;
use crate::files::Files;
use crate::lang::Lang;
use crate::markdown::Fragment;
use crate::mistake::Mistakes;
use crate::sheet::{self, check_source, hash};
use crate::typeset::typeset;
use crate::yaml;

/// A page of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its title, plain text.
    pub title: String,
    /// Its text as HTML, without the title; headings begin at `<h2>`.
    pub html: String,
}

/// A page as read, before it is held against the English one.
struct Draft {
    page: Page,
    hash: String,
    source: Option<String>,
}

/// Reads every page in every language.
pub(crate) fn load(files: &Files, mistakes: &mut Mistakes) -> BTreeMap<(String, Lang), Page> {
    let mut pages = BTreeMap::new();
    for id in ids(files, mistakes) {
        let mut english = None;
        for lang in Lang::ALL {
            let path = format!("pages/{id}.{lang}.md");
            let Some(text) = files.get(&path) else {
                mistakes.add(&path, 1, "is missing: write it");
                continue;
            };
            let Some(draft) = read(&path, lang, text, mistakes) else { continue };
            if lang == Lang::En {
                english = Some(draft.hash);
            } else if let Some(wanted) = &english {
                let pair = (draft.source.as_deref(), wanted.as_str());
                check_source(&path, 1, "the page", pair, mistakes);
            }
            pages.insert((id.clone(), lang), draft.page);
        }
    }
    pages
}

fn ids(files: &Files, mistakes: &mut Mistakes) -> Vec<String> {
    let mut ids = Vec::new();
    for name in files.names("pages") {
        let parts: Vec<&str> = name.split('.').collect();
        match parts.as_slice() {
            [id, lang, "md"] if Lang::ALL.iter().any(|it| it.code() == *lang) => {
                ids.push((*id).to_owned());
            }
            _ => {
                let message = "is not of a language the program knows: name it as model.en.md";
                mistakes.add(&format!("pages/{name}"), 1, message);
            }
        }
    }
    ids.dedup();
    ids
}

fn read(path: &str, lang: Lang, text: &str, mistakes: &mut Mistakes) -> Option<Draft> {
    let sheet = sheet::cut(path, text, mistakes);
    for it in &sheet.sections {
        mistakes.add(path, it.line, "is a first-level heading: the title is one, so use `##`");
    }
    let front = yaml::parse(path, sheet.front.text, sheet.front.line, mistakes)?;
    let mut fields = Fields::of(path, &front, "the front matter", mistakes)?;
    let title = fields.text("title", mistakes);
    let source = fields.take("source").and_then(|it| it.text()).map(str::to_owned);
    fields.finish(mistakes);
    let body = sheet.body;
    let html = Fragment { file: path, lang, line: body.line, text: body.text }.html(mistakes);
    let title = title?;
    let hash = hash(&format!("{title}\n{}", body.text));
    Some(Draft { page: Page { title: typeset(lang, title), html }, hash, source })
}
