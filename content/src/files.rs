//! The files of the content folder, compiled in or read from a directory.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use include_dir::{Dir, include_dir};

use crate::mistake::Mistakes;

/// Text files by their path below the content folder, `/` between names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files(BTreeMap<String, String>);

static EMBEDDED: [(&str, Dir<'_>); 4] = [
    ("glossary", include_dir!("$CARGO_MANIFEST_DIR/glossary")),
    ("lessons", include_dir!("$CARGO_MANIFEST_DIR/lessons")),
    ("pages", include_dir!("$CARGO_MANIFEST_DIR/pages")),
    ("ui", include_dir!("$CARGO_MANIFEST_DIR/ui")),
];

impl Files {
    /// The files compiled in.
    pub(crate) fn embedded(mistakes: &mut Mistakes) -> Self {
        let mut files = Self::default();
        for (name, folder) in &EMBEDDED {
            files.embed(name, folder, mistakes);
        }
        files
    }

    fn embed(&mut self, prefix: &str, folder: &Dir<'_>, mistakes: &mut Mistakes) {
        for file in folder.files() {
            let path = format!("{prefix}/{}", file.path().display()).replace('\\', "/");
            match file.contents_utf8() {
                Some(text) => self.insert(&path, text),
                None => mistakes.add(&path, 1, "is not UTF-8: save it as UTF-8"),
            }
        }
        for below in folder.dirs() {
            self.embed(prefix, below, mistakes);
        }
    }

    /// The files of the four folders of a content directory.
    pub(crate) fn read(root: &Path, mistakes: &mut Mistakes) -> Self {
        let mut files = Self::default();
        for (name, _) in &EMBEDDED {
            if let Err(error) = files.walk(&root.join(name), name) {
                mistakes.add(name, 1, format!("cannot be read: {error}"));
            }
        }
        files
    }

    fn walk(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = format!("{prefix}/{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                self.walk(&entry.path(), &path)?;
            } else {
                let text = fs::read_to_string(entry.path())
                    .map_err(|error| io::Error::new(error.kind(), format!("{path}: {error}")))?;
                self.insert(&path, &text);
            }
        }
        Ok(())
    }

    /// Adds a file. Line ends become `\n`, so that the same words have the same hash anywhere.
    pub(crate) fn insert(&mut self, path: &str, text: &str) {
        self.0.insert(path.into(), text.replace("\r\n", "\n"));
    }

    /// The text of a file.
    pub(crate) fn get(&self, path: &str) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }

    /// The files below a folder, as path and text, by path.
    pub(crate) fn below(&self, folder: &str) -> impl Iterator<Item = (&str, &str)> {
        let prefix = format!("{folder}/");
        let mine = self.0.iter().filter(move |(path, _)| path.starts_with(&prefix));
        mine.map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// The names directly below a folder, each once, in order.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let cut = folder.len() + 1;
        let mut names: Vec<String> = self
            .below(folder)
            .filter_map(|(path, _)| path.get(cut..)?.split('/').next().map(str::to_owned))
            .filter(|name| !name.starts_with('.'))
            .collect();
        names.dedup();
        names
    }
}
