//! Entries, and the append-only list of them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{EntryId, Event, SimTime};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its position in the trace, from 1.
    pub id: EntryId,
    /// When it happened.
    pub at: SimTime,
    /// The entry that led to it. `None` for what came from outside and for periodic timers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<EntryId>,
    /// The upstream function this models, as `file.go function` below the Kubernetes tree, or
    /// empty for what people and machines outside the cluster did.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub by: Cow<'static, str>,
    /// What happened.
    pub event: Event,
}

/// An append-only list of entries. Entries are numbered from 1 and never change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    entries: Vec<Entry>,
}

impl Trace {
    /// Writes down a fact and returns its number.
    ///
    /// # Panics
    /// When time would run backwards or a cause lies in the future: only a bug can do either.
    pub fn push(
        &mut self,
        at: SimTime,
        cause: Option<EntryId>,
        by: impl Into<Cow<'static, str>>,
        event: Event,
    ) -> EntryId {
        let id = EntryId(u32::try_from(self.entries.len() + 1).expect("fewer than 2^32 entries"));
        assert!(self.entries.last().is_none_or(|last| last.at <= at), "time runs forwards");
        assert!(cause.is_none_or(|cause| cause < id), "a cause comes before its effect");
        self.entries.push(Entry { id, at, cause, by: by.into(), event });
        id
    }

    /// Takes the entries of another trace in place of its own, as far as both tell the same, so
    /// that what they tell of lies in memory once.
    pub fn share(&mut self, other: &Self) {
        let pairs = self.entries.iter().zip(&other.entries);
        let n_same = pairs.take_while(|(own, others)| own == others).count();
        self.entries[..n_same].clone_from_slice(&other.entries[..n_same]);
        self.entries.shrink_to_fit();
    }

    /// Every entry so far, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing has happened yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry with this number.
    #[must_use]
    pub fn get(&self, id: EntryId) -> Option<&Entry> {
        self.entries.get(id.index()).filter(|it| it.id == id)
    }

    /// The entry, then the one that led to it, and so on back to the first cause.
    pub fn causes(&self, id: EntryId) -> impl Iterator<Item = &Entry> {
        std::iter::successors(self.get(id), |entry| entry.cause.and_then(|it| self.get(it)))
    }

    /// Appends an entry that came over the wire.
    ///
    /// # Errors
    /// Returns the entry when its number is not the next one.
    pub fn append(&mut self, entry: Entry) -> Result<(), Box<Entry>> {
        if entry.id.index() != self.entries.len() || entry.id.0 == 0 {
            return Err(Box::new(entry));
        }
        self.entries.push(entry);
        Ok(())
    }
}
