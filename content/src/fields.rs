//! A map of known keys, read so that every mistake in it is reported.

use crate::mistake::Mistakes;
use crate::yaml::{Key, Node};

/// The entries of a map, taken one by one; what is never asked for is a mistake in the end.
pub(crate) struct Fields<'a> {
    file: &'a str,
    line: u32,
    entries: &'a [(Key, Node)],
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// The map, or a mistake that says what should be one.
    pub(crate) fn of(
        file: &'a str,
        node: &'a Node,
        what: &str,
        mistakes: &mut Mistakes,
    ) -> Option<Self> {
        let entries = node.entries();
        if entries.is_none() {
            mistakes.add(file, node.line, format!("{what} must be a map of keys"));
        }
        Some(Self { file, line: node.line, entries: entries?, known: Vec::new() })
    }

    /// The line the map begins on.
    pub(crate) const fn line(&self) -> u32 {
        self.line
    }

    /// The value of a key that may be absent.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<&'a Node> {
        self.known.push(key);
        self.entries.iter().find(|(it, _)| it.text == key).map(|(_, node)| node)
    }

    /// The value of a key that must be there.
    pub(crate) fn need(&mut self, key: &'static str, mistakes: &mut Mistakes) -> Option<&'a Node> {
        let node = self.take(key);
        if node.is_none() {
            mistakes.add(self.file, self.line, format!("`{key}` is missing: add it"));
        }
        node
    }

    /// A single text that must be there.
    pub(crate) fn text(&mut self, key: &'static str, mistakes: &mut Mistakes) -> Option<&'a str> {
        let node = self.need(key, mistakes)?;
        let text = node.text().map(str::trim).filter(|it| !it.is_empty());
        if text.is_none() {
            mistakes.add(self.file, node.line, format!("`{key}` must be a text"));
        }
        text
    }

    /// A whole number that must be there.
    pub(crate) fn number(&mut self, key: &'static str, mistakes: &mut Mistakes) -> Option<u64> {
        let node = self.need(key, mistakes)?;
        let number = node.text().and_then(|it| it.parse().ok());
        if number.is_none() {
            mistakes.add(self.file, node.line, format!("`{key}` must be a whole number"));
        }
        number
    }

    /// The items of a list that may be absent, which is an empty list.
    pub(crate) fn items(&mut self, key: &'static str, mistakes: &mut Mistakes) -> &'a [Node] {
        let Some(node) = self.take(key) else { return &[] };
        node.items().unwrap_or_else(|| {
            mistakes.add(self.file, node.line, format!("`{key}` must be a list"));
            &[]
        })
    }

    /// Reports every key nobody asked for.
    pub(crate) fn finish(self, mistakes: &mut Mistakes) {
        for (key, _) in self.entries {
            if !self.known.contains(&key.text.as_str()) {
                let known = self.known.join(", ");
                let message = format!("`{}` is no key here: use one of {known}", key.text);
                mistakes.add(self.file, key.line, message);
            }
        }
    }
}
