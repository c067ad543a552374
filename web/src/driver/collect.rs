//! Puts a trace together from its parts, whichever way they come. Pure.

use trace::{End, Entry, Header, Line};

use crate::facts::{self, Malformed};

/// Why a lesson did not arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The connection failed, or ended too early.
    Connection,
    /// What came is not a trace.
    Malformed,
    /// It was written by another version of the program.
    Format,
    /// Something is missing in the middle.
    Gap,
}

/// A whole trace.
#[derive(Debug)]
pub struct Lesson {
    /// What precedes the entries.
    pub header: Header,
    /// Every entry.
    pub entries: Vec<Entry>,
}

/// Collects a header, entries and an end.
#[derive(Debug, Default)]
pub struct Collector {
    header: Option<Header>,
    entries: Vec<Entry>,
}

impl Collector {
    /// Takes a header. A connection that broke and was resumed sends it again: the same lesson goes
    /// on, another one begins from nothing.
    ///
    /// # Errors
    /// When it is not a header that this program can read.
    #[cfg(any(feature = "rail", test))]
    pub fn header(&mut self, json: &str) -> Result<(), Trouble> {
        self.take(facts::read(json)?)
    }

    /// Takes the next entry.
    ///
    /// # Errors
    /// When it is not an entry, or not the next one.
    #[cfg(any(feature = "rail", test))]
    pub fn entry(&mut self, json: &str) -> Result<(), Trouble> {
        self.push(facts::read(json)?)
    }

    /// Takes the end, and gives the whole away.
    ///
    /// # Errors
    /// When there was no header, or entries are missing.
    #[cfg(any(feature = "rail", test))]
    pub fn end(&mut self, json: &str) -> Result<Lesson, Trouble> {
        self.finish(facts::read(json)?)
    }

    /// Reads a stored trace, one JSON object a line.
    ///
    /// # Errors
    /// When it is not one whole trace.
    pub fn read(text: &str) -> Result<Lesson, Trouble> {
        let mut whole = Self::default();
        for line in text.lines().filter(|it| !it.is_empty()) {
            match facts::read(line)? {
                Line::Header(header) => whole.take(*header)?,
                Line::Entry(entry) => whole.push(*entry)?,
                Line::End(end) => return whole.finish(end),
            }
        }
        Err(Trouble::Connection)
    }

    fn take(&mut self, header: Header) -> Result<(), Trouble> {
        if header.format != trace::FORMAT {
            return Err(Trouble::Format);
        }
        if let Some(before) = &self.header
            && *before != header
            && !self.entries.is_empty()
        {
            // The server has another lesson by now, and sends the rest of that one.
            return Err(Trouble::Gap);
        }
        self.header = Some(header);
        Ok(())
    }

    fn push(&mut self, entry: Entry) -> Result<(), Trouble> {
        if entry.id.0 == 0 || entry.id.index() != self.entries.len() {
            return Err(Trouble::Gap);
        }
        self.entries.push(entry);
        Ok(())
    }

    fn finish(&mut self, end: End) -> Result<Lesson, Trouble> {
        let header = self.header.take().ok_or(Trouble::Malformed)?;
        if self.entries.len() != end.last as usize {
            return Err(Trouble::Gap);
        }
        Ok(Lesson { header, entries: std::mem::take(&mut self.entries) })
    }
}

impl From<Malformed> for Trouble {
    fn from(_: Malformed) -> Self {
        Self::Malformed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"format":1,"kubernetes":"v1.36.2","lesson":"static-pods",
        "version":"a","seed":1,"topology":{"epoch":"2030-01-01T00:00:00Z","nodes":[]}}"#;

    fn entry(id: u32) -> String {
        format!(r#"{{"id":{id},"at":0,"event":"apiServerUp"}}"#)
    }

    /// `h` a header, a digit an entry, `e` and a digit the end after so many.
    #[track_caller]
    fn check(parts: &str, wanted: Result<usize, Trouble>) {
        let mut whole = Collector::default();
        let mut got = Err(Trouble::Connection);
        for part in parts.split(' ') {
            let done = match part.strip_prefix('e') {
                Some(last) => {
                    let end = whole.end(&format!(r#"{{"last":{last}}}"#));
                    got = end.map(|it| it.entries.len());
                    break;
                }
                None if part == "h" => whole.header(HEADER),
                None => whole.entry(&entry(part.parse().unwrap())),
            };
            if let Err(trouble) = done {
                got = Err(trouble);
                break;
            }
        }
        assert_eq!(got, wanted, "{parts}");
    }

    #[test]
    fn a_whole_trace_is_given_away_at_its_end() {
        check("h 1 2 3 e3", Ok(3));
        check("h e0", Ok(0));
    }

    #[test]
    fn a_resumed_stream_repeats_its_header_and_goes_on() {
        check("h 1 2 h 3 e3", Ok(3));
    }

    #[test]
    fn missing_and_doubled_entries_are_noticed() {
        check("h 1 3", Err(Trouble::Gap));
        check("h 1 1", Err(Trouble::Gap));
        check("h 0", Err(Trouble::Gap));
        check("h 1 e2", Err(Trouble::Gap));
        check("1 e1", Err(Trouble::Malformed));
    }

    #[test]
    fn a_lesson_that_changed_in_between_is_not_mixed() {
        let mut whole = Collector::default();
        whole.header(HEADER).unwrap();
        whole.entry(&entry(1)).unwrap();
        let other = HEADER.replace(r#""version":"a""#, r#""version":"b""#);
        assert_eq!(whole.header(&other), Err(Trouble::Gap));
    }

    #[test]
    fn another_format_is_refused_by_name() {
        let newer = HEADER.replace(r#""format":1"#, r#""format":2"#);
        assert_eq!(Collector::default().header(&newer), Err(Trouble::Format));
    }

    #[test]
    fn a_stored_trace_reads_like_a_streamed_one() {
        let header = HEADER.replace('\n', "");
        let text = format!("{{\"header\":{header}}}\n{{\"entry\":{}}}\n", entry(1));
        assert_eq!(Collector::read(&text).unwrap_err(), Trouble::Connection);
        let lesson = Collector::read(&format!("{text}{{\"end\":{{\"last\":1}}}}\n")).unwrap();
        assert_eq!(lesson.entries.len(), 1);
        assert_eq!(Collector::read("<html>").unwrap_err(), Trouble::Malformed);
    }
}
