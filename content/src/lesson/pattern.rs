//! Patterns: readable lines of a trace, with `*` for any text.

use trace::{Entry, event_line};

use crate::mistake::Mistakes;
use crate::yaml::Node;

/// A line to look for. `*` stands for any text, also for none; the rest must be equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    line: u32,
}

impl Pattern {
    /// The pattern in a value of a structure file.
    pub(crate) fn read(file: &str, node: &Node, mistakes: &mut Mistakes) -> Option<Self> {
        let text = node.text().map(str::trim).filter(|it| !it.is_empty());
        if text.is_none() {
            let message = "must be a line of the trace, as `api server answers`";
            mistakes.add(file, node.line, message);
        }
        Some(Self { text: text?.to_owned(), line: node.line })
    }

    /// The pattern as written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line of the structure file it stands on.
    pub(crate) const fn line(&self) -> u32 {
        self.line
    }

    /// Whether this entry is meant.
    #[must_use]
    pub fn matches(&self, entry: &Entry) -> bool {
        matches(&self.text, &event_line(&entry.event))
    }

    /// Where in `entries` the first match lies, at or after `from`.
    pub(crate) fn find(&self, entries: &[Entry], from: usize) -> Option<usize> {
        (from..entries.len()).find(|index| self.matches(&entries[*index]))
    }
}

fn matches(pattern: &str, line: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == line };
    let Some(mut line) = line.strip_prefix(head) else { return false };
    let mut rest = rest;
    while let Some((middle, after)) = rest.split_once('*') {
        let Some(at) = line.find(middle) else { return false };
        line = &line[at + middle.len()..];
        rest = after;
    }
    line.ends_with(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, line: &str, expected: bool) {
        assert_eq!(matches(pattern, line), expected, "{pattern} on {line}");
    }

    #[test]
    fn a_star_stands_for_any_text_and_the_rest_must_be_equal() {
        check("api server answers", "api server answers", true);
        check("api server", "api server answers", false);
        check("api created * mirror *", "api created pods a/b uid=1 mirror Pending", true);
        check("api created * mirror", "api created pods a/b uid=1 mirror Pending", false);
        check("*", "", true);
        check("a*b*b", "ab", false);
        check("a*bc*bc", "abcbc", true);
    }
}
