//! Two of one's own clusters side by side.

use super::{Handle, Player};
use crate::live::compare::{Compare, Shown};
use crate::live::news::teller;
use crate::live::sandbox::Cluster;
use crate::loaded::Loaded;
use crate::room::net;

use trace::SimTime;

impl Player {
    /// Opens the comparison, or closes it.
    pub(super) fn toggle_compare(&mut self, handle: &Handle) {
        let Some(live) = &mut self.live else { return };
        if let Some(compare) = live.compare.take_if(|it| it.is_open()) {
            compare.close();
            live.compare = Some(compare);
            live.compared = None;
            return live.follow_only_shown();
        }
        live.compare.get_or_insert_with(|| Compare::new(&self.words)).open();
        // The one before, or the one after the first.
        let others = live.others();
        let before = others.iter().rev().find(|it| Some(**it) < live.shown).or(others.first());
        let before = before.copied();
        self.compare_with(before, handle);
    }

    /// Puts a cluster beside the one on stage.
    pub(super) fn compare_with(&mut self, other: Option<usize>, handle: &Handle) {
        if let Some(live) = &mut self.live {
            live.compared = other;
            live.follow_only_shown();
            if let Some(other) = other {
                live.follow(other, &teller(handle));
            }
        }
        self.show_compare();
    }

    /// Goes on with another cluster: it goes on stage, and the one that was there beside it.
    pub(super) fn go_on_with(&mut self, n: usize, handle: &Handle) {
        let Some(live) = &mut self.live else { return };
        let (before, is_open) = (live.shown, live.compared.is_some());
        let Some(loaded) = live.clusters.get_mut(n).and_then(|it| it.loaded.take()) else { return };
        self.put_on_stage(n, loaded);
        if let Some(live) = &mut self.live {
            live.follow(n, &teller(handle));
        }
        if is_open {
            self.compare_with(before, handle);
        }
    }

    /// The slider of the comparison was moved.
    pub(super) fn slid(&mut self) {
        if let Some(compare) = self.live.as_mut().and_then(|it| it.compare.as_mut()) {
            compare.slid();
        }
        self.show_compare();
    }

    /// Shows the two, if they are looked at.
    pub(super) fn show_compare(&mut self) {
        let (Some(live), Some(lesson)) = (&mut self.live, &self.lesson) else { return };
        let others: Vec<usize> = live.others().iter().map(|it| it + 1).collect();
        let Some(compare) = live.compare.as_mut().filter(|it| it.is_open()) else { return };
        let Some(shown) = live.shown else { return };
        let other = live.compared.and_then(|n| Some((n, live.clusters.get(n)?)));
        let found = other.and_then(|(n, it)| Some((n, it, it.loaded.as_ref()?)));
        let Some((n, cluster, loaded)) = found else {
            return compare.show_none(&self.words);
        };
        let left = Shown {
            number: shown + 1,
            loaded: lesson,
            now: come_to(&live.clusters[shown], lesson),
        };
        let right = Shown { number: n + 1, loaded, now: come_to(cluster, loaded) };
        compare.show([left, right], &others, &self.words);
    }
}

/// How far a cluster's time has come, as far as is known.
fn come_to(cluster: &Cluster, loaded: &Loaded) -> SimTime {
    let last = loaded.timeline.entries().last().map(|it| it.at).unwrap_or_default();
    if cluster.source.is_none() { last } else { last.max(cluster.time.at(net::now())) }
}
