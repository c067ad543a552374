//! The player with a cluster of one's own: what news of it mean, and what is done to it.

use scene::Labels;
use trace::{Entry, EntryId, Header};

use super::{Handle, Player};
use crate::dom;
use crate::driver::Trouble;
use crate::live::bar::Looks;
use crate::live::keep::{self, Birth};
use crate::live::listen;
use crate::live::news::{News, teller};
use crate::live::sandbox::Sandbox;
use crate::live::source::Told;
use crate::live::time::ClusterTime;
use crate::live::timer::Ticker;
use crate::live::told;
use crate::loaded::Loaded;
use crate::page::Page;
use crate::room::net::{self, Answer};
use crate::state::{Event, Phase};
use crate::words::Words;

/// How often the running clock is shown anew, in milliseconds.
const TICK_MS: i32 = 250;

impl Player {
    /// Begins with the cluster that the address speaks of; false on a page without one.
    pub(super) fn begin_live(&mut self, handle: &Handle) -> bool {
        let Some(live) = &mut self.live else { return false };
        if !std::mem::replace(&mut live.listens, true) {
            listen::all(handle);
        }
        match live.shown.filter(|n| !live.clusters[*n].is_gone) {
            Some(n) => live.reopen(n, &teller(handle)),
            None => live.begin(&teller(handle)),
        }
        true
    }

    /// Takes a piece of news.
    pub(super) fn hear(&mut self, news: News, handle: &Handle) {
        match news {
            News::Line(branch, Ok(lesson)) => {
                if let Some(live) = &mut self.live {
                    live.keep_line(branch, *lesson);
                }
                self.proceed(handle);
            }
            News::Line(_, Err(trouble)) => self.fail(trouble),
            News::Made(answer) => self.made(&answer, handle),
            News::Told(id, told) => self.hear_cluster(&id, told, handle),
            News::Sent(answer) => self.sent(&answer),
            News::Timed(answer) => self.timed(&answer),
            News::Linked(answer) => self.linked(&answer, handle),
            News::Copied => {
                let text = self.words.get("live.note.copied");
                self.panels.note.reword(&text);
            }
            News::Input(text) => self.input(text, handle),
            News::Shape(shape) => self.point(shape),
            News::Edit(key) => self.edit(&key),
            News::Press(act) => self.press(act, handle),
            News::CompareWith(n) => self.compare_with(n.checked_sub(1), handle),
            News::GoOnWith(n) => self.go_on_with(n.saturating_sub(1), handle),
            News::Slid => self.slid(),
            News::Tick => self.tick(),
        }
    }

    /// Goes on towards a cluster on stage: by what is there, and what is missing.
    fn proceed(&mut self, handle: &Handle) {
        let tell = teller(handle);
        let Some(live) = &mut self.live else { return };
        if let Some(birth) = live.birth.take() {
            if live.line(birth.branch.as_deref()).is_none() {
                live.fetch_line(birth.branch.clone(), &tell);
                live.birth = Some(birth);
                return;
            }
            return live.open(birth, &tell);
        }
        let branch = live.branch();
        let Some(line) = live.line(branch.as_deref()) else { return };
        let loaded = told::tell(&line.header, line.entries.clone(), &self.words, None);
        let (at, remark) = loaded.follow(&live.address.link);
        let after = loaded.timeline.entry_at(loaded.moment(at.unwrap_or_default()));
        live.leave(branch.as_deref(), after.map_or(0, |it| it.0), &tell);
        self.remark(remark);
    }

    fn made(&mut self, answer: &Answer, handle: &Handle) {
        let Some(live) = &mut self.live else { return };
        live.is_sending = false;
        if !answer.is_good() {
            return self.not_made(answer);
        }
        let Ok(birth) = Birth::read(&answer.text) else { return self.fail(Trouble::Malformed) };
        keep::write(&birth, &answer.text);
        if birth.lesson != live.lesson {
            // A link holds its lesson, and each lesson has a page of its own.
            return to_lesson(&live.lesson, &birth.lesson);
        }
        live.birth = Some(birth);
        self.proceed(handle);
    }

    /// No cluster. What is on stage stays there.
    fn not_made(&mut self, answer: &Answer) {
        let Some(live) = &mut self.live else { return };
        (live.then, live.is_fork) = (None, false);
        let is_link = live.clusters.is_empty() && live.address.situation.is_some();
        let word = if is_link { "live.note.bad_link" } else { "live.note.no_cluster" };
        let is_first = live.clusters.is_empty();
        let text = self.words.label(word, &[("sentence", &self.sentence(answer))]);
        if !is_first {
            self.panels.note.tell(&text, &self.words);
            return self.show();
        }
        self.happen(Event::Failed);
        self.panels.note.say(&text, "retry", &self.words.get("live.note.retry"));
        Page::tell("failed");
    }

    fn hear_cluster(&mut self, id: &str, told: Told, handle: &Handle) {
        let Some(live) = &mut self.live else { return };
        let Some(n) = live.clusters.iter().position(|it| it.birth.id == id) else { return };
        // One that is not there yet is waited for as if it were.
        let is_shown = live.shown.is_none_or(|it| it == n);
        match told {
            Told::Begin(header, entries) => self.begin_cluster(n, *header, entries, handle),
            Told::More(entries) => self.grow(n, entries),
            Told::Time { at, rate } => {
                live.clusters[n].time = ClusterTime { at, rate, heard: net::now() };
                self.show_live();
            }
            Told::Gone if live.shown.is_none() => {
                // It was this tab's cluster once; the rest of the address makes it anew.
                keep::forget(id);
                live.clusters.clear();
                live.begin(&teller(handle));
            }
            Told::Gone => {
                keep::forget(id);
                (live.clusters[n].source, live.clusters[n].is_gone) = (None, true);
                self.say_trouble("live.note.gone", "live.note.begin");
            }
            Told::Back if is_shown => self.panels.note.clear(),
            Told::Lost if is_shown => self.say_trouble("live.note.lost", "live.note.retry"),
            Told::GaveUp if is_shown => self.say_trouble("live.note.gave_up", "live.note.retry"),
            Told::Keeps(true) if is_shown => self.panels.note.clear(),
            Told::Keeps(false) if is_shown => {
                let text = self.words.get("live.note.store_lost");
                self.panels.note.tell(&text, &self.words);
            }
            Told::Trouble(trouble) => self.stream_trouble(trouble),
            Told::Back | Told::Lost | Told::GaveUp | Told::Keeps(_) => {}
        }
    }

    fn stream_trouble(&mut self, trouble: Trouble) {
        let (word, act, cure) = match trouble {
            Trouble::Connection => ("live.note.gave_up", "retry", "live.note.retry"),
            Trouble::Gap => ("live.note.gap", "retry", "live.note.retry"),
            Trouble::Malformed => ("live.note.malformed", "reload", "note.reload"),
            Trouble::Format => ("live.note.format", "reload", "note.reload"),
        };
        if self.lesson.is_none() {
            return self.fail(trouble);
        }
        self.panels.note.say(&self.words.get(word), act, &self.words.get(cure));
    }

    fn say_trouble(&mut self, word: &str, cure: &str) {
        self.panels.note.say(&self.words.get(word), "retry", &self.words.get(cure));
        self.show_live();
    }

    /// A cluster is there: it goes on stage, at its edge.
    fn begin_cluster(&mut self, n: usize, header: Header, own: Vec<Entry>, handle: &Handle) {
        let Some(live) = &mut self.live else { return };
        let birth = live.clusters[n].birth.clone();
        let Some(line) = live.line(birth.branch.as_deref()) else { return };
        if line.header.version != header.version && birth.shared > 0 {
            // The server has another lesson by now: its beginning is not the one we have.
            return self.fail(Trouble::Format);
        }
        live.clusters[n].last = own.last().map_or(birth.shared, |it| it.id.0);
        let mut entries = line.entries[..line.entries.len().min(birth.shared as usize)].to_vec();
        entries.extend(own);
        let loaded = told::tell(&header, entries, &self.words, None);
        if live.shown == Some(n) {
            return self.replace(loaded);
        }
        let (is_fork, then) = (std::mem::take(&mut live.is_fork), live.then.take());
        self.put_on_stage(n, loaded);
        self.panels.note.clear();
        Page::tell("ready");
        if is_fork {
            self.panels.note.tell(&self.words.get("live.note.forked"), &self.words);
        }
        if let Some(text) = then {
            self.input(text, handle);
        }
    }

    /// Shows another cluster. The one before keeps its trace.
    pub(super) fn put_on_stage(&mut self, n: usize, loaded: Loaded) {
        let Some(live) = &mut self.live else { return };
        if let Some(before) = live.shown.replace(n) {
            live.clusters[before].loaded = self.lesson.take();
            if live.compared != Some(before) {
                live.clusters[before].source = None;
            }
        } else {
            self.stage.enter();
            self.scrubber.enter();
            self.panels.controls.reveal();
        }
        let id = live.clusters[n].birth.id.clone();
        dom::set(&self.page.player, "data-cluster", &id);
        dom::set(&self.page.player, "data-clusters", &live.clusters.len().to_string());
        live.address.cluster = Some(id);
        let at = loaded.marks.duration;
        self.lesson = Some(loaded);
        self.forget();
        self.happen(Event::Loaded { at, play: false });
    }

    /// More has happened in a cluster.
    fn grow(&mut self, n: usize, more: Vec<Entry>) {
        let Some(live) = &mut self.live else { return };
        if let Some(last) = more.last() {
            live.clusters[n].last = last.id.0;
        }
        if live.shown != Some(n) {
            if let Some(before) = live.clusters[n].loaded.take() {
                live.clusters[n].loaded = Some(grown(&before, more, &self.words));
            }
            return self.show_compare();
        }
        if let Some(before) = &self.lesson {
            self.replace(grown(before, more, &self.words));
        }
    }

    /// Puts more of the same trace in the place of what is there, and keeps the moment.
    fn replace(&mut self, next: Loaded) {
        let Some(before) = self.lesson.take() else { return };
        let moment = before.moment(self.state.at);
        // Time for reading that has passed is not asked for again.
        let is_last = moment.beat + 1 == before.timeline.beats().len();
        let read = if is_last { 0.0 } else { self.state.at - before.at(moment) };
        let at = next.at(moment) + read;
        self.lesson = Some(next);
        self.forget();
        let was = self.state;
        self.happen(Event::Grown(at));
        if self.state == was {
            self.show();
        }
    }

    /// Lets every part look anew: under the same numbers there may be something else.
    pub(super) fn forget(&mut self) {
        self.stage.forget();
        self.scrubber.forget();
        self.panels.forget();
        if let Some(lesson) = &self.lesson
            && let Some(rail) = &mut self.panels.rail
        {
            rail.chapters.list(lesson.timeline.steps(), &lesson.names);
        }
        dom::set_or_unset(&self.page.player, "data-entry", None);
    }

    /// Shows the bar, what can be done, and the running clock.
    pub(super) fn show_live(&mut self) {
        let is_live = self.is_live();
        let entry = self.acting_entry();
        let (Some(live), Some(lesson)) = (&mut self.live, &self.lesson) else { return };
        let place = live.place(is_live, entry);
        let time = live.cluster().map_or(ClusterTime::UNHEARD, |it| it.time);
        let is_ready = live.cluster().is_some_and(|it| !it.is_gone);
        live.bar.show(Looks { place, time, is_ready }, &self.words);
        let rail = self.panels.rail.as_ref();
        if rail.is_some_and(|it| it.tabs.is_chosen("try")) || live.menu.is_wanted() {
            live.offer(lesson, entry, place, &self.words);
        }
        self.wait();
        if !self.state.is_running() {
            self.show_compare();
        }
    }

    /// Lets the clock run while the edge is on stage.
    pub(super) fn keep_time(&mut self, handle: &Handle) {
        let Some(live) = &mut self.live else { return };
        let runs = live.cluster().is_some_and(|it| it.time.runs());
        let ticks = runs && self.state.phase == Phase::Live;
        if !ticks {
            live.ticker = None;
        } else if live.ticker.is_none() {
            let tell = teller(handle);
            live.ticker = Some(Ticker::every(TICK_MS, move || tell(News::Tick)));
        }
    }

    fn tick(&mut self) {
        if !dom::document().hidden() {
            self.wait();
        }
    }

    /// At the edge, shows how late it is there: what counts time goes on while nothing happens.
    fn wait(&mut self) {
        let time = self.live.as_ref().and_then(Sandbox::cluster).map(|it| it.time);
        let (Some(time), Some(lesson)) = (time, &self.lesson) else { return };
        if self.state.phase == Phase::Live {
            let (now, moment) = (time.at(net::now()), lesson.moment(self.state.at));
            self.panels.clock.show(now, &self.words);
            self.stage.wait(lesson, moment, now, (&self.state, &self.words));
        }
    }

    /// Whether what is done now is done at the edge.
    pub(super) fn is_live(&self) -> bool {
        let duration = self.lesson.as_ref().map_or(0.0, |it| it.marks.duration);
        self.state.follows || self.state.at >= duration
    }

    /// The entry after which something is done: the newest one, or the moment's.
    pub(super) fn acting_entry(&self) -> Option<EntryId> {
        let lesson = self.lesson.as_ref()?;
        if self.is_live() {
            return lesson.timeline.entries().last().map(|it| it.id);
        }
        lesson.timeline.entry_at(lesson.moment(self.state.at))
    }

    /// The place that the address names on this page; `None` where it names a moment.
    pub(super) fn live_fragment(&self) -> Option<String> {
        self.live.as_ref().map(|it| it.address.fragment())
    }
}

/// A trace with more at its end.
fn grown(before: &Loaded, more: Vec<Entry>, words: &Words) -> Loaded {
    let mut entries = before.timeline.entries().to_vec();
    entries.extend(more);
    told::tell(before.timeline.header(), entries, words, Some(before))
}

/// To the same page of another lesson, with all that the address says.
fn to_lesson(from: &str, to: &str) {
    let location = dom::window().location();
    let path = location.pathname().unwrap_or_default();
    let part = |id: &str| ["/lessons/", id, "/"].concat();
    let hash = location.hash().unwrap_or_default();
    let _ = location.replace(&[path.replace(&part(from), &part(to)), hash].concat());
}
