//! What the player keeps of one's own clusters: which there are, which is on stage, and what is
//! under way between them and the server.

use std::rc::Rc;

use scene::{Moment, facts};
use serde_json::json;
use trace::EntryId;
use web_sys::HtmlElement;

use super::address::Address;
use super::bar::{Bar, Where};
use super::compare::Compare;
use super::keep::{self, Birth};
use super::news::{News, Tell};
use super::offers::{Standing, running_command, sections};
use super::panel::{Menu, Panel, Printed};
use super::shape;
use super::source::Source;
use super::time::ClusterTime;
use super::timer::Ticker;
use crate::dom;
use crate::driver::{self, Lesson, Trouble};
use crate::languages::fragment;
use crate::link::Place;
use crate::loaded::Loaded;
use crate::page::Page;
use crate::room::net::{self, Pass};
use crate::words::Words;

/// One's own clusters.
pub struct Sandbox {
    /// The lesson of the page.
    pub lesson: String,
    /// Where its lines come from.
    lines_at: Option<driver::Source>,
    /// The ids of its what-ifs.
    branches: Vec<String>,
    /// What the address said.
    pub address: Address,
    /// The lesson's lines that have come.
    lines: Vec<(Option<String>, Rc<Lesson>)>,
    /// The cluster that is being opened.
    pub birth: Option<Birth>,
    /// Whether it left another one of this page.
    pub is_fork: bool,
    /// What is done to it once it is there.
    pub then: Option<String>,
    /// Every cluster of this page, in the order of their births.
    pub clusters: Vec<Cluster>,
    /// The one on stage.
    pub shown: Option<usize>,
    /// Whether something is on its way to the server.
    pub is_sending: bool,
    /// Whether its buttons are listened to.
    pub listens: bool,
    /// The bar.
    pub bar: Bar,
    panel: Panel,
    /// The menu of a thing in the picture.
    pub menu: Menu,
    offered: Option<Offered>,
    /// Lets the clock be seen to run.
    pub ticker: Option<Ticker>,
    /// Two clusters side by side, once that was asked for.
    pub compare: Option<Compare>,
    /// The one beside the one on stage.
    pub compared: Option<usize>,
}

/// A cluster.
pub struct Cluster {
    /// What the server said when it was made.
    pub birth: Birth,
    /// How its time runs.
    pub time: ClusterTime,
    /// Its stream, while it is followed: a browser has few connections for each server.
    pub source: Option<Source>,
    /// Whether the server does not keep it any more.
    pub is_gone: bool,
    /// The newest entry that has come.
    pub last: u32,
    /// Its trace, while it is not on stage.
    pub loaded: Option<Loaded>,
}

/// What the panel was last made from.
#[derive(Clone, PartialEq, Eq)]
struct Offered {
    cluster: Option<usize>,
    entry: Option<EntryId>,
    is_sending: bool,
    is_gone: bool,
    place: Where,
}

impl Sandbox {
    /// The parts of the page, if it is one for trying things out.
    #[must_use]
    pub fn find(page: &Page, words: &Words) -> Option<Self> {
        let place: HtmlElement = dom::find_in_page("[data-part=try]")?;
        let of = |name: &str| page.player.get_attribute(name).unwrap_or_default();
        let branches = place.get_attribute("data-branches").unwrap_or_default();
        Some(Self {
            lesson: of("data-lesson"),
            lines_at: page.source(),
            branches: branches.split_whitespace().map(str::to_owned).collect(),
            address: Address::default(),
            lines: Vec::new(),
            birth: None,
            is_fork: false,
            then: None,
            clusters: Vec::new(),
            shown: None,
            is_sending: false,
            listens: false,
            bar: Bar::new(&page.player, words),
            panel: Panel::new(&place, words),
            menu: Menu::new(&page.player),
            offered: None,
            ticker: None,
            compare: None,
            compared: None,
        })
    }

    /// Begins with what the address says: this tab's cluster, a situation, or a moment.
    pub fn begin(&mut self, tell: &Tell) {
        self.address = Address::parse(&fragment());
        let kept = self.address.cluster.as_deref().and_then(keep::read);
        self.address.cluster = None;
        if let Some(birth) = kept.filter(|it| it.lesson == self.lesson) {
            let branch = birth.branch.clone();
            self.birth = Some(birth);
            self.fetch_line(branch, tell);
        } else if let Some(packed) = &self.address.situation {
            make(&json!({ "situation": packed }).to_string(), tell);
        } else {
            self.fetch_line(self.branch(), tell);
        }
    }

    /// The what-if that the address's place lies in.
    pub fn branch(&self) -> Option<String> {
        let Some(Place::Step { id, .. }) = &self.address.link.place else { return None };
        self.branches.iter().find(|it| *it == id).cloned()
    }

    /// Makes a cluster that leaves a line of the lesson after an entry.
    pub fn leave(&mut self, branch: Option<&str>, after: u32, tell: &Tell) {
        let from = match branch {
            Some(branch) => json!({ "lesson": self.lesson, "branch": branch, "after": after }),
            None => json!({ "lesson": self.lesson, "after": after }),
        };
        make(&from.to_string(), tell);
    }

    /// Makes a cluster that leaves the one on stage after an entry, and then does something to it.
    pub fn fork(&mut self, after: u32, then: Option<String>, tell: &Tell) {
        let Some(cluster) = self.cluster() else { return };
        // A cluster whose time stands gives birth to one whose time stands.
        let rate = cluster.time.rate;
        let from = json!({ "fork": { "id": cluster.birth.id, "after": after }, "rate": rate });
        (self.is_fork, self.then) = (true, then);
        self.is_sending = true;
        make(&from.to_string(), tell);
    }

    /// A line of the lesson, if it has come.
    pub fn line(&self, branch: Option<&str>) -> Option<Rc<Lesson>> {
        let line = self.lines.iter().find(|(it, _)| it.as_deref() == branch);
        line.map(|(_, lesson)| Rc::clone(lesson))
    }

    /// A line of the lesson has come.
    pub fn keep_line(&mut self, branch: Option<String>, lesson: Lesson) {
        self.lines.push((branch, Rc::new(lesson)));
    }

    /// Asks for a line of the lesson.
    pub fn fetch_line(&self, branch: Option<String>, tell: &Tell) {
        let source = self.lines_at.as_ref().map(|it| it.of_branch(branch.as_deref()));
        let tell = Rc::clone(tell);
        let told = move |lesson: Result<Lesson, Trouble>| {
            tell(News::Line(branch.clone(), lesson.map(Box::new)));
        };
        if let Some(source) = source {
            driver::fetch(&source, Rc::new(told));
        }
    }

    /// Opens the stream of a new cluster.
    pub fn open(&mut self, birth: Birth, tell: &Tell) {
        let source = Some(source(&birth, None, tell));
        let (time, is_gone, last) = (ClusterTime::UNHEARD, false, birth.shared);
        self.clusters.push(Cluster { birth, time, source, is_gone, last, loaded: None });
    }

    /// Opens the stream of a cluster again, from where it broke or was left.
    pub fn reopen(&mut self, n: usize, tell: &Tell) {
        if let Some(cluster) = self.clusters.get_mut(n).filter(|it| !it.is_gone) {
            cluster.source = Some(source(&cluster.birth, Some(cluster.last), tell));
        }
    }

    /// Opens the stream of a cluster that is not followed.
    pub fn follow(&mut self, n: usize, tell: &Tell) {
        if self.clusters.get(n).is_some_and(|it| it.source.is_none()) {
            self.reopen(n, tell);
        }
    }

    /// Closes every stream but that of the cluster on stage.
    pub fn follow_only_shown(&mut self) {
        for (n, cluster) in self.clusters.iter_mut().enumerate() {
            if Some(n) != self.shown {
                cluster.source = None;
            }
        }
    }

    /// The clusters that are not on stage and can be shown beside it.
    #[must_use]
    pub fn others(&self) -> Vec<usize> {
        let all = self.clusters.iter().enumerate();
        let others = all.filter(|(n, it)| Some(*n) != self.shown && it.loaded.is_some());
        others.map(|(n, _)| n).collect()
    }

    /// The cluster on stage.
    pub fn cluster(&self) -> Option<&Cluster> {
        self.clusters.get(self.shown?)
    }

    /// Says something to the cluster on stage, under one of its addresses.
    pub fn post(&self, what: &str, json: &str, tell: &Tell, news: fn(net::Answer) -> News) {
        let Some(cluster) = self.cluster() else { return };
        let pass = Pass { token: cluster.birth.token.clone(), tab: String::new() };
        let tell = Rc::clone(tell);
        net::post(&address(&cluster.birth, what), Some(&pass), json, move |it| tell(news(it)));
    }

    /// Asks for the cluster's whole situation as a link.
    pub fn ask_link(&self, tell: &Tell) {
        if let Some(cluster) = self.cluster() {
            let tell = Rc::clone(tell);
            let url = address(&cluster.birth, "situation");
            net::get(&url, None, move |answer| tell(News::Linked(answer)));
        }
    }

    /// Where a moment lies, which is after `entry` of the cluster on stage.
    pub fn place(&self, is_live: bool, entry: Option<EntryId>) -> Where {
        let shared = self.cluster().map_or(0, |it| it.birth.shared);
        match (is_live, entry) {
            (true, _) => Where::Live,
            (false, Some(entry)) if entry.0 > shared => Where::Past,
            (false, _) => Where::Lesson,
        }
    }

    /// Shows what can be done as things stand after `entry`.
    pub fn offer(&mut self, lesson: &Loaded, entry: Option<EntryId>, place: Where, words: &Words) {
        let is_gone = self.cluster().is_none_or(|it| it.is_gone);
        let (cluster, is_sending) = (self.shown, self.is_sending);
        let next = Offered { cluster, entry, is_sending, is_gone, place };
        if self.offered.as_ref() == Some(&next) {
            return;
        }
        self.offered = Some(next);
        let view = lesson.timeline.view_after(entry);
        let n_entries = entry.map_or(0, |it| it.0 as usize);
        let entries = lesson.timeline.entries().get(..n_entries).unwrap_or_default();
        let wait = match (is_gone, is_sending) {
            (true, _) => Some(words.get("live.reason.no_cluster")),
            (false, true) => Some(words.get("live.reason.sending")),
            (false, false) => None,
        };
        let running = running_command(entries.iter().map(|it| (it.id, &it.event)));
        let header = lesson.timeline.header();
        let sections = sections(&Standing { header, view: &view, running, wait, words });
        let notice = match place {
            Where::Live => String::new(),
            Where::Past => words.get("live.in_past"),
            Where::Lesson => words.get("live.in_lesson"),
        };
        self.panel.show(&sections, &Printed::of(entries), &notice, words);
        self.menu.show(&sections, &notice, words);
    }

    /// Opens the menu of what a shape of the picture stands for, or closes it where that is
    /// nothing.
    pub fn point(&mut self, shape: Option<(String, [f64; 2])>, lesson: &Loaded, moment: Moment) {
        let timeline = &lesson.timeline;
        let thing = shape.and_then(|(shape, at)| {
            let view = timeline.view_at(moment);
            let facts = facts(timeline, moment);
            Some((shape::thing(&shape, timeline, &view, &facts)?, at))
        });
        match thing {
            Some((key, at)) => {
                self.menu.ask(key, at);
                self.offered = None;
            }
            None => self.menu.close(),
        }
    }

    /// Goes on in the panel with a thing, by its key.
    pub fn edit(&mut self, key: &str) {
        self.menu.close();
        self.panel.unfold(key);
    }
}

/// Asks the server for a cluster. Who makes one needs no token yet.
fn make(json: &str, tell: &Tell) {
    let tell = Rc::clone(tell);
    net::post("/api/clusters", None, json, move |answer| tell(News::Made(answer)));
}

fn source(birth: &Birth, last: Option<u32>, tell: &Tell) -> Source {
    let (id, tell) = (birth.id.clone(), Rc::clone(tell));
    let told = move |told| tell(News::Told(id.clone(), told));
    Source::open(address(birth, "events"), birth.shared, last, Rc::new(told))
}

fn address(birth: &Birth, what: &str) -> String {
    ["/api/clusters/", &birth.id, "/", what].concat()
}
