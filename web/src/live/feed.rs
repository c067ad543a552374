//! Entries of a live cluster as they come: each once, in order. Pure.

use trace::{Entry, Header};

use crate::driver::Trouble;
use crate::facts;

/// What has come and was not yet handed on.
#[derive(Debug)]
pub struct Feed {
    last: u32,
    header: Option<Header>,
    entries: Vec<Entry>,
}

impl Feed {
    /// Everything up to `last` is known.
    #[must_use]
    pub const fn after(last: u32) -> Self {
        Self { last, header: None, entries: Vec::new() }
    }

    /// The number of the newest entry.
    #[must_use]
    pub const fn last(&self) -> u32 {
        self.last
    }

    /// Takes a header. It comes again with each new connection.
    ///
    /// # Errors
    /// When it is not one, or of another version of the program.
    pub fn header(&mut self, json: &str) -> Result<(), Trouble> {
        let header: Header = facts::read(json)?;
        if header.format != trace::FORMAT {
            return Err(Trouble::Format);
        }
        self.header = Some(header);
        Ok(())
    }

    /// Takes an entry. One that is known is passed over: a connection that was made anew may
    /// repeat some.
    ///
    /// # Errors
    /// When it is not one, or others are missing before it.
    pub fn entry(&mut self, json: &str) -> Result<(), Trouble> {
        let entry: Entry = facts::read(json)?;
        match entry.id.0 {
            0 => return Err(Trouble::Malformed),
            id if id > self.last + 1 => return Err(Trouble::Gap),
            _ => {}
        }
        if entry.id.0 == self.last + 1 {
            self.last += 1;
            self.entries.push(entry);
        }
        Ok(())
    }

    /// Hands on the header, if it has come.
    pub fn take_header(&mut self) -> Option<Header> {
        self.header.take()
    }

    /// Hands on what has come.
    pub fn take_entries(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries by number, after `last` of them; what is handed on, and the trouble if any.
    #[track_caller]
    fn check(last: u32, ids: &[u32], wanted: &[u32], trouble: Option<Trouble>) {
        let mut feed = Feed::after(last);
        let mut found = None;
        for id in ids {
            let json = format!(r#"{{"id":{id},"at":0,"event":"apiServerUp"}}"#);
            if let Err(it) = feed.entry(&json) {
                found = Some(it);
                break;
            }
        }
        let taken: Vec<u32> = feed.take_entries().iter().map(|it| it.id.0).collect();
        assert_eq!((taken.as_slice(), found), (wanted, trouble), "{ids:?} after {last}");
        assert!(feed.take_entries().is_empty(), "handed on once");
    }

    #[test]
    fn each_entry_is_handed_on_once_and_in_order() {
        check(0, &[1, 2, 3], &[1, 2, 3], None);
        check(40, &[41, 42], &[41, 42], None);
    }

    #[test]
    fn what_a_new_connection_repeats_is_passed_over() {
        check(40, &[40, 41, 41, 40, 42], &[41, 42], None);
    }

    #[test]
    fn what_is_missing_is_noticed_and_what_came_before_is_kept() {
        check(40, &[41, 43], &[41], Some(Trouble::Gap));
        check(0, &[0], &[], Some(Trouble::Malformed));
    }

    #[test]
    fn what_is_no_entry_and_another_format_are_told_apart() {
        let mut feed = Feed::after(0);
        assert_eq!(feed.entry("<html>"), Err(Trouble::Malformed));
        let header = r#"{"format":9,"kubernetes":"v1","lesson":"l","version":"a","seed":1,
            "topology":{"epoch":"2030-01-01T00:00:00Z","nodes":[]}}"#;
        assert_eq!(feed.header(header), Err(Trouble::Format));
        assert_eq!(feed.header("<html>"), Err(Trouble::Malformed));
    }
}
