//! A recorded trace, ready to leave the server: as a stream of events and as a stored file.

use trace::{End, Entry, Header, Line};

use crate::packed::Packed;

/// The lines of a trace, written as JSON once and then only read.
pub struct Log {
    version: String,
    header: String,
    entries: Vec<String>,
    end: String,
    stored: Packed,
}

impl Log {
    /// Writes down a trace.
    #[must_use]
    pub fn new(header: &Header, entries: &[Entry]) -> Self {
        let end = End { last: entries.last().map_or(0, |entry| entry.id.0) };
        let lines = std::iter::once(Line::Header(Box::new(header.clone())))
            .chain(entries.iter().map(|entry| Line::Entry(Box::new(entry.clone()))))
            .chain([Line::End(end)]);
        let mut stored = Vec::new();
        for line in lines {
            serde_json::to_writer(&mut stored, &line).expect("a line has only string keys");
            stored.push(b'\n');
        }
        Self {
            version: header.version.clone(),
            header: header.to_json(),
            entries: entries.iter().map(Entry::to_json).collect(),
            end: serde_json::to_string(&end).expect("an end has only string keys"),
            stored: Packed::new(stored),
        }
    }

    /// The content version of the trace.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The header, as JSON.
    #[must_use]
    pub fn header(&self) -> &str {
        &self.header
    }

    /// The entry at `index`, counted from 0, as JSON.
    #[must_use]
    pub fn entry(&self, index: usize) -> Option<&str> {
        self.entries.get(index).map(String::as_str)
    }

    /// The end, as JSON.
    #[must_use]
    pub fn end(&self) -> &str {
        &self.end
    }

    /// The number of entries that a reader already has, from the id of the last event it saw.
    /// What is no number, or a number the trace does not have, means that it has none.
    #[must_use]
    pub fn cursor(&self, last_event_id: &str) -> usize {
        let cursor = last_event_id.trim().parse().unwrap_or(0);
        if cursor <= self.entries.len() { cursor } else { 0 }
    }

    /// The whole trace, one [`Line`] per line.
    #[must_use]
    pub const fn stored(&self) -> &Packed {
        &self.stored
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn the_stored_form_is_a_line_of_each_kind() {
        let (header, entries) = sample::trace(2);
        let log = Log::new(&header, &entries);
        let lines: Vec<Line> = str::from_utf8(log.stored().plain())
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(lines[0], Line::Header(Box::new(header)));
        assert_eq!(lines[2], Line::Entry(Box::new(entries[1].clone())));
        assert_eq!(lines[3], Line::End(End { last: 2 }));
    }

    #[test]
    fn a_cursor_that_makes_no_sense_is_the_start() {
        let (header, entries) = sample::trace(3);
        let log = Log::new(&header, &entries);
        for (text, cursor) in [("2", 2), ("3", 3), ("4", 0), ("-1", 0), ("x", 0), ("", 0)] {
            assert_eq!(log.cursor(text), cursor, "{text:?}");
        }
    }
}
