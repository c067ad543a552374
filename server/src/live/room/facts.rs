//! The entries of the cluster on stage, as events that are written once.

use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;

use super::frame::{Cursor, frame};

/// What a room sends of the cluster it has on stage.
pub struct Facts {
    /// Since which epoch it is on stage.
    pub epoch: u32,
    /// How often it had to be worked out in another way than it was sent.
    pub life: u32,
    /// How many entries are the lesson's own: they are not sent.
    pub n_shared: u32,
    header: String,
    frames: Mutex<Vec<Bytes>>,
}

impl Facts {
    /// Nothing is written yet. `header` is the header's JSON.
    #[must_use]
    pub fn new(epoch: u32, life: u32, n_shared: u32, header: String) -> Self {
        Self { epoch, life, n_shared, header, frames: Mutex::default() }
    }

    /// Writes down further entries, each a line of JSON.
    pub fn write(&self, lines: &[Bytes]) {
        let mut frames = self.frames();
        for line in lines {
            let n_before = u32::try_from(frames.len()).unwrap_or(u32::MAX);
            let n = self.n_shared.saturating_add(n_before).saturating_add(1);
            let id = Cursor { epoch: self.epoch, n }.to_id();
            frames.push(frame("entry", Some(&id), &String::from_utf8_lossy(line)));
        }
    }

    /// How many own entries are written.
    #[must_use]
    pub fn n_own(&self) -> usize {
        self.frames().len()
    }

    /// The header, for a reader who keeps the first `n` entries. Its id says so.
    #[must_use]
    pub fn header_frame(&self, n: u32) -> Bytes {
        let id = Cursor { epoch: self.epoch, n }.to_id();
        frame("header", Some(&id), &self.header)
    }

    /// From where on a reader who comes back after `cursor` is told. What they cannot have of this
    /// cluster, they have not: it may be less than another process has sent, but never other.
    #[must_use]
    pub fn resume(&self, cursor: Option<Cursor>) -> u32 {
        let known = cursor.filter(|it| it.epoch == self.epoch);
        known.map_or(self.n_shared, |it| it.n.max(self.n_shared))
    }

    /// The entries after the first `n`, at most `most` of them.
    #[must_use]
    pub fn after(&self, n: u32, most: usize) -> Vec<Bytes> {
        let own = n.saturating_sub(self.n_shared) as usize;
        self.frames().get(own..).unwrap_or_default().iter().take(most).cloned().collect()
    }

    /// A panic elsewhere leaves the list whole: every change of it is one step.
    fn frames(&self) -> MutexGuard<'_, Vec<Bytes>> {
        self.frames.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        let facts = Facts::new(2, 0, 41, "{}".into());
        facts.write(&[Bytes::from("\"a\""), Bytes::from("\"b\"")]);
        facts.write(&[Bytes::from("\"c\"")]);
        facts
    }

    /// What a reader gets who comes back with this id.
    #[track_caller]
    fn check(id: &str, first: u32, n_entries: usize) {
        let facts = facts();
        let n = facts.resume(Cursor::parse(id));
        assert_eq!((n, facts.after(n, 100).len()), (first, n_entries), "{id}");
        assert_eq!(facts.header_frame(n), format!("event: header\nid: 2.{n}\ndata: {{}}\n\n"));
    }

    #[test]
    fn a_reader_is_told_what_they_have_not_seen() {
        check("", 41, 3);
        check("2.41", 41, 3);
        check("2.43", 43, 1);
        check("2.44", 44, 0);
        check("1.43", 41, 3);
        check("3.43", 41, 3);
        check("2.7", 41, 3);
        // Another process was a little ahead: what it sent will come here, too, and is not sent
        // twice.
        check("2.50", 50, 0);
    }

    #[test]
    fn entries_bear_their_numbers() {
        let frames = facts().after(42, 1);
        assert_eq!(frames, ["event: entry\nid: 2.43\ndata: \"b\"\n\n"]);
    }
}
