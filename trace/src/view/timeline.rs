//! Views of any moment, quickly.

use crate::{Entry, EntryId, Topology};

use super::View;

/// How many entries lie between two kept views. A view of any moment costs at most this many
/// steps of the fold.
const SPACING: usize = 32;

/// Views kept at intervals, so that the view of any moment is near.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    /// `views[n]` is the view after `n * SPACING` entries.
    views: Vec<View>,
    /// The view after every entry taken in so far.
    latest: View,
    n_entries: usize,
}

impl Checkpoints {
    /// Nothing has happened.
    #[must_use]
    pub fn new(topology: &Topology) -> Self {
        let start = View::new(topology);
        Self { views: vec![start.clone()], latest: start, n_entries: 0 }
    }

    /// Takes the next entry in. Entries must come in order.
    pub fn push(&mut self, entry: &Entry) {
        self.latest.apply(&entry.event);
        self.n_entries += 1;
        if self.n_entries.is_multiple_of(SPACING) {
            self.views.push(self.latest.clone());
        }
    }

    /// The view after every entry so far.
    #[must_use]
    pub const fn latest(&self) -> &View {
        &self.latest
    }

    /// The view after the entry `upto`, or before the first for `None`. `entries` must be the
    /// entries that were taken in.
    #[must_use]
    pub fn at(&self, entries: &[Entry], upto: Option<EntryId>) -> View {
        let n_wanted = upto.map_or(0, |it| it.index() + 1).min(self.n_entries);
        let kept = (n_wanted / SPACING).min(self.views.len() - 1);
        let mut view = self.views[kept].clone();
        for entry in &entries[kept * SPACING..n_wanted] {
            view.apply(&entry.event);
        }
        view
    }
}
