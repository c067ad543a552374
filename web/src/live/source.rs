//! A live cluster's stream: read, put in order, handed on in small batches, and opened again when
//! it breaks.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use serde_json::Value;
use trace::{Entry, Header, SimTime};

use super::feed::Feed;
use super::timer;
use crate::driver::Trouble;
use crate::room::sse::Heard;
use crate::room::stream::{News, Stream};

/// What comes at once is handed on together after so many milliseconds.
const BATCH_MS: i32 = 100;
/// A broken stream is opened again after so many milliseconds, then twice as many, and so on.
const FIRST_PAUSE_MS: i32 = 500;
/// How often a stream may break before it is given up.
const MOST_BREAKS: u32 = 8;
/// How often something may be missing before it is given up.
const MOST_GAPS: u32 = 3;

/// What a cluster tells.
#[derive(Debug)]
pub enum Told {
    /// What it is, and everything that has happened so far.
    Begin(Box<Header>, Vec<Entry>),
    /// What has happened since.
    More(Vec<Entry>),
    /// How its time runs.
    Time {
        /// What it is.
        at: SimTime,
        /// How fast it runs, in thousandths of real time.
        rate: u32,
    },
    /// Whether the server can keep anything new.
    Keeps(bool),
    /// The connection broke, and is being made again.
    Lost,
    /// It is there again.
    Back,
    /// It is given up.
    GaveUp,
    /// The cluster is not kept any more.
    Gone,
    /// What came cannot be used.
    Trouble(Trouble),
}

/// Whom a source tells.
pub type Tell = Rc<dyn Fn(Told)>;

/// A stream that is opened again until it is dropped.
pub struct Source {
    _inner: Rc<RefCell<Inner>>,
}

struct Inner {
    url: String,
    feed: Feed,
    /// How many entries are the lesson's.
    shared: u32,
    /// Whether everything that had happened has come: the time is told after that.
    is_caught_up: bool,
    has_begun: bool,
    n_breaks: u32,
    n_gaps: u32,
    is_flush_due: bool,
    is_lost: bool,
    tell: Tell,
    stream: Option<Stream>,
}

impl Source {
    /// Opens the stream at `url` of a cluster of which so many entries are the lesson's; for what
    /// comes after `last`, if that much is there already.
    #[must_use]
    pub fn open(url: String, shared: u32, last: Option<u32>, tell: Tell) -> Self {
        let inner = Rc::new(RefCell::new(Inner {
            url,
            feed: Feed::after(last.unwrap_or(shared)),
            shared,
            is_caught_up: false,
            has_begun: last.is_some(),
            n_breaks: 0,
            n_gaps: 0,
            is_flush_due: false,
            is_lost: false,
            tell,
            stream: None,
        }));
        connect(&inner);
        Self { _inner: inner }
    }
}

fn connect(inner: &Rc<RefCell<Inner>>) {
    let weak = Rc::downgrade(inner);
    let tell = move |news| {
        if let Some(inner) = weak.upgrade() {
            hear(&inner, news);
        }
    };
    let mut url = inner.borrow().url.clone();
    url.push_str("?after=");
    url.push_str(&inner.borrow().feed.last().to_string());
    let stream = Stream::open(&url, None, Rc::new(tell));
    inner.borrow_mut().stream = Some(stream);
}

fn hear(inner: &Rc<RefCell<Inner>>, news: News) {
    match news {
        News::Opened => {}
        News::Heard(heard) => take(inner, &heard),
        // Whatever the reason, the cluster's name means nothing to the server any more.
        News::Refused(404 | 410) => tell(inner, Told::Gone),
        News::Broken | News::Refused(_) => broken(inner),
    }
}

fn take(inner: &Rc<RefCell<Inner>>, heard: &Heard) {
    let taken = {
        let mut inner = inner.borrow_mut();
        match heard.name.as_str() {
            "header" => inner.feed.header(&heard.data),
            "entry" => inner.feed.entry(&heard.data),
            "again" => {
                // What came before holds no longer; all of it follows.
                inner.feed = Feed::after(inner.shared);
                (inner.has_begun, inner.is_caught_up) = (false, false);
                Ok(())
            }
            _ => Ok(()),
        }
    };
    match taken {
        Ok(()) => came(inner),
        Err(Trouble::Gap) => {
            let n_gaps = inner.borrow().n_gaps + 1;
            inner.borrow_mut().n_gaps = n_gaps;
            if n_gaps > MOST_GAPS {
                return tell(inner, Told::Trouble(Trouble::Gap));
            }
            return reopen(inner, FIRST_PAUSE_MS);
        }
        Err(trouble) => {
            flush(inner);
            return tell(inner, Told::Trouble(trouble));
        }
    }
    match heard.name.as_str() {
        "header" | "entry" => flush_soon(inner),
        "clock" => {
            inner.borrow_mut().is_caught_up = true;
            if let Some(time) = time(&heard.data) {
                tell(inner, time);
            }
            if !inner.borrow().has_begun {
                flush(inner);
            }
        }
        "notice" => tell(inner, Told::Keeps(!heard.data.contains("store-lost"))),
        "gone" => tell(inner, Told::Gone),
        _ => {}
    }
}

/// Something good came: the connection stands.
fn came(inner: &Rc<RefCell<Inner>>) {
    let was_lost = {
        let mut inner = inner.borrow_mut();
        inner.n_breaks = 0;
        std::mem::take(&mut inner.is_lost)
    };
    if was_lost {
        tell(inner, Told::Back);
    }
}

fn broken(inner: &Rc<RefCell<Inner>>) {
    flush(inner);
    let (n_breaks, was_lost) = {
        let mut inner = inner.borrow_mut();
        inner.n_breaks += 1;
        (inner.n_breaks, std::mem::replace(&mut inner.is_lost, true))
    };
    if n_breaks > MOST_BREAKS {
        return tell(inner, Told::GaveUp);
    }
    if !was_lost {
        tell(inner, Told::Lost);
    }
    reopen(inner, FIRST_PAUSE_MS << (n_breaks - 1).min(4));
}

/// Opens the stream again after a while, and never from inside its own callback.
fn reopen(inner: &Rc<RefCell<Inner>>, pause_ms: i32) {
    let weak = Rc::downgrade(inner);
    timer::after(pause_ms, move || with(&weak, connect));
}

fn flush_soon(inner: &Rc<RefCell<Inner>>) {
    if !std::mem::replace(&mut inner.borrow_mut().is_flush_due, true) {
        let weak = Rc::downgrade(inner);
        timer::after(BATCH_MS, move || {
            with(&weak, |inner| {
                inner.borrow_mut().is_flush_due = false;
                flush(inner);
            });
        });
    }
}

fn flush(inner: &Rc<RefCell<Inner>>) {
    let told = {
        let mut inner = inner.borrow_mut();
        if inner.has_begun {
            let entries = inner.feed.take_entries();
            (!entries.is_empty()).then_some(Told::More(entries))
        } else {
            inner.begin()
        }
    };
    if let Some(told) = told {
        tell(inner, told);
    }
}

impl Inner {
    /// The beginning, once all that had happened by then has come.
    fn begin(&mut self) -> Option<Told> {
        if !self.is_caught_up {
            return None;
        }
        let header = self.feed.take_header()?;
        self.has_begun = true;
        Some(Told::Begin(Box::new(header), self.feed.take_entries()))
    }
}

fn with(weak: &Weak<RefCell<Inner>>, then: impl FnOnce(&Rc<RefCell<Inner>>)) {
    if let Some(inner) = weak.upgrade() {
        then(&inner);
    }
}

fn tell(inner: &Rc<RefCell<Inner>>, told: Told) {
    let tell = inner.borrow().tell.clone();
    tell(told);
}

/// `{"at":45000,"rate":1000,"now":…}`: the cluster has come to `at`, and goes on at `rate`.
fn time(json: &str) -> Option<Told> {
    let tree: Value = serde_json::from_str(json).ok()?;
    let whole = |name: &str| tree.get(name).and_then(Value::as_u64);
    let rate = u32::try_from(whole("rate")?).ok()?;
    Some(Told::Time { at: SimTime(whole("at")?), rate })
}
