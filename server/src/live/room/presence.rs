//! Who is in a room: counted by open streams in each process, and summed over processes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use content::Lang;
use serde::{Deserialize, Serialize};

use super::tab::TabId;

/// The longest language or name of a viewer that is taken.
const LONGEST: usize = 64;

/// The streams of a room that this process serves.
#[derive(Debug, Default)]
pub struct Present {
    streams: HashMap<u64, Stream>,
    n_viewers: usize,
    n_changes: u64,
}

/// One open stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Of somebody in the audience.
    Viewer(Viewer),
    /// Of a tab that has the driver's token.
    Tab(TabId),
    /// Of a remote control.
    Remote,
}

/// Somebody in the audience, as far as the room knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// Their language.
    pub lang: Lang,
    /// A name that their browser made up for this visit; empty when it did not.
    pub name: String,
    /// Whether they look at something else just now.
    pub exploring: bool,
}

/// How many are in a room, in one process or in all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Viewers by language.
    pub viewers: BTreeMap<String, u32>,
    /// How many of them look at something else.
    pub exploring: u32,
    /// The tabs that have the driver's token.
    pub tabs: BTreeSet<TabId>,
    /// How many remote controls there are.
    pub remotes: u32,
}

impl Viewer {
    /// A name for a viewer, or none when it is no good one.
    #[must_use]
    pub fn name(text: &str) -> String {
        if text.len() <= LONGEST { text.to_owned() } else { String::new() }
    }
}

impl Present {
    /// A stream was opened. It is counted until [`Present::close`] with what this returns.
    pub fn open(&mut self, stream: Stream) -> u64 {
        self.n_changes += 1;
        self.n_viewers += usize::from(stream.is_viewers());
        self.streams.insert(self.n_changes, stream);
        self.n_changes
    }

    /// A stream was closed.
    pub fn close(&mut self, number: u64) {
        self.n_changes += 1;
        let closed = self.streams.remove(&number);
        self.n_viewers -= usize::from(closed.is_some_and(|it| it.is_viewers()));
    }

    /// A viewer says whether they look at something else. True when a stream here is theirs.
    pub fn explores(&mut self, name: &str, exploring: bool) -> bool {
        let mut found = false;
        for stream in self.streams.values_mut() {
            if let Stream::Viewer(viewer) = stream
                && !name.is_empty()
                && viewer.name == name
            {
                viewer.exploring = exploring;
                found = true;
            }
        }
        self.n_changes += u64::from(found);
        found
    }

    /// How many streams of the desk are open.
    #[must_use]
    pub fn n_desks(&self) -> usize {
        self.streams.len() - self.n_viewers
    }

    /// How many viewers' streams are open.
    #[must_use]
    pub const fn n_viewers(&self) -> usize {
        self.n_viewers
    }

    /// Rises whenever somebody comes, goes, or says something else of themselves.
    #[must_use]
    pub const fn n_changes(&self) -> u64 {
        self.n_changes
    }

    /// How many are here.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        let mut viewers = BTreeMap::<Lang, u32>::new();
        for stream in self.streams.values() {
            match stream {
                Stream::Viewer(viewer) => {
                    *viewers.entry(viewer.lang).or_default() += 1;
                    counts.exploring += u32::from(viewer.exploring);
                }
                Stream::Tab(tab) => {
                    counts.tabs.insert(tab.clone());
                }
                Stream::Remote => counts.remotes += 1,
            }
        }
        counts.viewers = viewers.into_iter().map(|(lang, n)| (lang.code().to_owned(), n)).collect();
        counts
    }
}

impl Stream {
    const fn is_viewers(&self) -> bool {
        matches!(self, Self::Viewer(_))
    }
}

impl Counts {
    /// What one process says to the others; nothing when nobody is there.
    #[must_use]
    pub fn to_text(&self) -> String {
        let nobody = *self == Self::default();
        let text = || serde_json::to_string(self).expect("counts have only string keys");
        if nobody { String::new() } else { text() }
    }

    /// The sum of what all processes said. What makes no sense is left out.
    #[must_use]
    pub fn sum(said: &[String]) -> Self {
        let mut sum = Self::default();
        for one in said.iter().filter_map(|it| serde_json::from_str::<Self>(it).ok()) {
            for (lang, n) in one.viewers {
                let all = sum.viewers.entry(lang).or_default();
                *all = all.saturating_add(n);
            }
            sum.exploring = sum.exploring.saturating_add(one.exploring);
            sum.remotes = sum.remotes.saturating_add(one.remotes);
            sum.tabs.extend(one.tabs);
        }
        sum
    }

    /// How many viewers there are.
    #[must_use]
    pub fn n_viewers(&self) -> u32 {
        self.viewers.values().fold(0, |sum, n| sum.saturating_add(*n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn viewer(lang: Lang, name: &str) -> Stream {
        Stream::Viewer(Viewer { lang, name: name.into(), exploring: false })
    }

    #[test]
    fn who_is_present_is_who_has_a_stream_open() {
        let mut present = Present::default();
        let first = present.open(viewer(Lang::Fr, "a"));
        present.open(viewer(Lang::Fr, "b"));
        present.open(viewer(Lang::En, ""));
        present.open(Stream::Tab("t".parse().unwrap()));
        present.open(Stream::Remote);
        assert!(present.explores("b", true));
        assert!(!present.explores("c", true) && !present.explores("", true));
        present.close(first);
        let counts = present.counts();
        assert_eq!(counts.viewers, BTreeMap::from([("en".into(), 1), ("fr".into(), 1)]));
        assert_eq!((counts.exploring, counts.remotes, counts.tabs.len()), (1, 1, 1));
        assert_eq!((present.n_viewers(), present.n_desks()), (2, 2));
    }

    #[test]
    fn processes_are_summed_and_one_tab_is_one() {
        let counts = |n| Counts {
            viewers: BTreeMap::from([("fr".into(), n)]),
            exploring: 1,
            tabs: BTreeSet::from(["t".parse().unwrap()]),
            remotes: 0,
        };
        let said = [counts(2).to_text(), counts(3).to_text(), String::new(), "nonsense".into()];
        let wanted = Counts { exploring: 2, ..counts(5) };
        assert_eq!(Counts::sum(&said), wanted);
        assert_eq!(wanted.n_viewers(), 5);
        assert_eq!(Counts::default().to_text(), "");
    }
}
