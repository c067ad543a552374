//! A words file cut into its parts: front matter, sections by id, named parts of a section.
//!
//! ```text
//! ---
//! title: …
//! ---
//!
//! # Scan {#scan}
//! <!-- source: 1f0c55aa -->
//!
//! The blurb.
//!
//! ## captions
//! …
//! ```
//!
//! A translation names, as `source`, the hash of the English section it was made from. So when
//! the English changes, exactly the sections that must be looked at again are known.

use sha2::{Digest, Sha256};

use crate::mistake::Mistakes;

/// A words file.
#[derive(Debug)]
pub(crate) struct Sheet<'a> {
    /// The text between the `---` lines, with its first line; empty when there is none.
    pub(crate) front: Part<'a>,
    /// The text before the first section.
    pub(crate) body: Part<'a>,
    pub(crate) sections: Vec<Section<'a>>,
}

/// A text under a name, and the line it begins on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) name: &'a str,
    pub(crate) line: u32,
    pub(crate) text: &'a str,
}

/// What stands under one `# Title {#id}`.
#[derive(Debug)]
pub(crate) struct Section<'a> {
    pub(crate) line: u32,
    pub(crate) title: &'a str,
    pub(crate) id: &'a str,
    /// The hash of the English section this one translates.
    pub(crate) source: Option<&'a str>,
    /// The hash of this section.
    pub(crate) hash: String,
    /// What stands before the first part.
    pub(crate) lead: Part<'a>,
    pub(crate) parts: Vec<Part<'a>>,
}

/// A line of the file and where its text begins in it.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// How many lines there are.
    fn count(&self) -> usize {
        self.starts.len()
    }

    fn line(&self, index: usize) -> &'a str {
        self.range(index, index + 1).trim_end()
    }

    /// The text of the lines from one index up to another.
    fn range(&self, from: usize, to: usize) -> &'a str {
        let at = |index: usize| self.starts.get(index).copied().unwrap_or(self.text.len());
        &self.text[at(from)..at(to.max(from))]
    }

    fn part(&self, name: &'a str, from: usize, to: usize) -> Part<'a> {
        Part { name, line: number(from), text: self.range(from, to) }
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}

/// Cuts a file into its parts.
pub(crate) fn cut<'a>(file: &str, text: &'a str, mistakes: &mut Mistakes) -> Sheet<'a> {
    let lines = Lines::of(text);
    let mut after_front = 0;
    let mut front = lines.part("", 0, 0);
    if lines.line(0) == "---" {
        match (1..lines.count()).find(|it| lines.line(*it) == "---") {
            Some(end) => {
                front = lines.part("", 1, end);
                after_front = end + 1;
            }
            None => mistakes.add(file, 1, "front matter never ends: close it with `---`"),
        }
    }
    let marks = headings(&lines, after_front);
    let tops: Vec<usize> = marks.iter().filter(|it| it.1 == 1).map(|it| it.0).collect();
    let body_end = tops.first().copied().unwrap_or(lines.count());
    let mut sections: Vec<Section<'a>> = Vec::new();
    for (nth, top) in tops.iter().enumerate() {
        let end = tops.get(nth + 1).copied().unwrap_or(lines.count());
        let inner: Vec<usize> = marks
            .iter()
            .filter(|it| it.1 == 2 && it.0 > *top && it.0 < end)
            .map(|it| it.0)
            .collect();
        sections.extend(section(file, &lines, (*top, end), &inner, mistakes));
    }
    for (nth, it) in sections.iter().enumerate() {
        if sections[..nth].iter().any(|earlier| earlier.id == it.id) {
            mistakes.add(file, it.line, format!("section `{}` stands twice: keep one", it.id));
        }
    }
    Sheet { front, body: lines.part("", after_front, body_end), sections }
}

/// The headings outside of code fences: index of the line, and level.
fn headings(lines: &Lines<'_>, from: usize) -> Vec<(usize, usize)> {
    let mut fenced = false;
    let mut found = Vec::new();
    for index in from..lines.count() {
        let line = lines.line(index);
        fenced ^= line.starts_with("```");
        let level = line.chars().take_while(|it| *it == '#').count();
        if !fenced && (1..=2).contains(&level) && line[level..].starts_with(' ') {
            found.push((index, level));
        }
    }
    found
}

fn section<'a>(
    file: &str,
    lines: &Lines<'a>,
    (top, end): (usize, usize),
    inner: &[usize],
    mistakes: &mut Mistakes,
) -> Option<Section<'a>> {
    let heading = lines.line(top).trim_start_matches('#').trim();
    let Some((title, id)) = heading.strip_suffix('}').and_then(|it| it.split_once(" {#")) else {
        let message = format!("`{heading}` has no id: write `# {heading} {{#id}}`");
        mistakes.add(file, number(top), message);
        return None;
    };
    let mut lead_from = top + 1;
    let source = source_comment(lines.line(lead_from));
    if source.is_some() {
        lead_from += 1;
    }
    let lead_end = inner.first().copied().unwrap_or(end);
    let mut parts = Vec::new();
    for (nth, at) in inner.iter().enumerate() {
        let part_end = inner.get(nth + 1).copied().unwrap_or(end);
        let name = lines.line(*at).trim_start_matches('#').trim();
        parts.push(lines.part(name, at + 1, part_end));
    }
    let hash = hash(&format!("{heading}\n{}", lines.range(lead_from, end)));
    let lead = lines.part("", lead_from, lead_end);
    Some(Section { line: number(top), title: title.trim(), id, source, hash, lead, parts })
}

fn source_comment(line: &str) -> Option<&str> {
    let inside = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
    inside.trim().strip_prefix("source:").map(str::trim)
}

/// Eight hex digits that change when the words change, and not with blanks at line ends.
pub(crate) fn hash(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let digest = Sha256::digest(lines.join("\n").trim());
    digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

/// Reports a translation that is not of the English words of today.
pub(crate) fn check_source(
    file: &str,
    line: u32,
    what: &str,
    (found, wanted): (Option<&str>, &str),
    mistakes: &mut Mistakes,
) {
    match found {
        Some(found) if found == wanted => {}
        Some(found) => mistakes.add(
            file,
            line,
            format!(
                "{what} translates {found}, and the English is {wanted} now: \
                 check the words, then write `source: {wanted}`"
            ),
        ),
        None => mistakes.add(
            file,
            line,
            format!("{what} does not say what it translates: write `source: {wanted}`"),
        ),
    }
}

impl<'a> Section<'a> {
    /// The part with this name.
    pub(crate) fn part(&self, name: &str) -> Option<&Part<'a>> {
        self.parts.iter().find(|it| it.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "---\ntitle: T\n---\n\n# Scan {#scan}\n<!-- source: abc -->\n\nBlurb.\n\n\
                        ## captions\n\n1. One.\n\n```\n# no heading\n```\n\n\
                        # Start {#start}\n\nGo.\n";

    #[test]
    fn a_file_is_cut_by_headings_outside_of_fences() {
        let mut mistakes = Mistakes::default();
        let sheet = cut("f.md", TEXT, &mut mistakes);
        assert_eq!(mistakes.lines(), Vec::<String>::new());
        assert_eq!(sheet.front.text, "title: T\n");
        let scan = &sheet.sections[0];
        assert_eq!((scan.id, scan.title, scan.line, scan.source), ("scan", "Scan", 5, Some("abc")));
        assert_eq!(scan.lead.text.trim(), "Blurb.");
        let captions = scan.part("captions").expect("it is there");
        assert_eq!((captions.line, captions.text.contains("# no heading")), (11, true));
        assert_eq!(sheet.sections[1].id, "start");
    }

    #[test]
    fn a_hash_changes_with_the_words_and_not_with_the_source_or_the_blanks() {
        let of = |text: &str| {
            let mut mistakes = Mistakes::default();
            cut("f.md", text, &mut mistakes).sections[0].hash.clone()
        };
        assert_eq!(of(TEXT), of(&TEXT.replace("source: abc", "source: 123")));
        assert_eq!(of(TEXT), of(&TEXT.replace("Blurb.", "Blurb.  ")));
        assert_ne!(of(TEXT), of(&TEXT.replace("One.", "Two.")));
    }

    #[test]
    fn a_heading_without_an_id_is_a_mistake() {
        let mut mistakes = Mistakes::default();
        cut("f.md", "# Scan\n", &mut mistakes);
        assert_eq!(mistakes.lines(), ["f.md:1: `Scan` has no id: write `# Scan {#id}`"]);
    }
}
