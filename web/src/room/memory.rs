//! What a room's page remembers. Storage may be forbidden: then nothing is remembered, and nothing
//! breaks.
//!
//! The name of a window is remembered only while the page is away: a page that is loaded again
//! finds it and is the same window, while a window that was copied finds none and is another.

use web_sys::Storage;

use crate::dom;

/// The keys of the storage, so that they are seen in one place.
const TOKEN: &str = "token ";
const TAB: &str = "tab ";
const VIEWER: &str = "viewer";
const STARTED: &str = "started ";
const PLANNED: &str = "planned ";
const LAYOUT: &str = "desk layout";
const NOTES_SIZE: &str = "notes size";

/// What is remembered about one room.
#[derive(Clone, Debug)]
pub struct Memory {
    session: String,
}

impl Memory {
    /// The memory of the room with this session; of viewers, with its code.
    #[must_use]
    pub fn of(session: &str) -> Self {
        Self { session: session.to_owned() }
    }

    /// The token of the room.
    #[must_use]
    pub fn token(&self) -> Option<String> {
        read(window_storage().as_ref(), &self.key(TOKEN))
    }

    /// Remembers the token, for as long as the window is open.
    pub fn set_token(&self, token: &str) {
        write(window_storage().as_ref(), &self.key(TOKEN), token);
    }

    /// The name of this window, which is forgotten until the page goes away.
    #[must_use]
    pub fn take_tab(&self) -> String {
        let storage = window_storage();
        let key = self.key(TAB);
        let known = read(storage.as_ref(), &key);
        if let Some(storage) = storage {
            let _ = storage.remove_item(&key);
        }
        known.unwrap_or_else(random)
    }

    /// Remembers the name of this window for the next page in it.
    pub fn leave_tab(&self, tab: &str) {
        write(window_storage().as_ref(), &self.key(TAB), tab);
    }

    /// When the presenter began, in milliseconds since 1970 by the server's clock.
    #[must_use]
    pub fn started(&self) -> Option<f64> {
        read(window_storage().as_ref(), &self.key(STARTED))?.parse().ok()
    }

    /// Remembers when the presenter began.
    pub fn set_started(&self, at: Option<f64>) {
        let text = at.map(|it| (it as u64).to_string()).unwrap_or_default();
        write(window_storage().as_ref(), &self.key(STARTED), &text);
    }

    /// How many minutes the presenter has.
    #[must_use]
    pub fn planned(&self) -> Option<u32> {
        read(window_storage().as_ref(), &self.key(PLANNED))?.parse().ok()
    }

    /// Remembers how many minutes the presenter has.
    pub fn set_planned(&self, minutes: u32) {
        write(window_storage().as_ref(), &self.key(PLANNED), &minutes.to_string());
    }

    fn key(&self, what: &str) -> String {
        [what, &self.session].concat()
    }
}

/// The name of this viewer: random, and forgotten with the window.
#[must_use]
pub fn viewer() -> String {
    let storage = window_storage();
    read(storage.as_ref(), VIEWER).unwrap_or_else(|| {
        let made = random();
        write(storage.as_ref(), VIEWER, &made);
        made
    })
}

/// The arrangement of the speaker view, remembered for this browser.
#[must_use]
pub fn layout() -> Option<String> {
    read(browser_storage().as_ref(), LAYOUT)
}

/// Remembers the arrangement of the speaker view.
pub fn set_layout(name: &str) {
    write(browser_storage().as_ref(), LAYOUT, name);
}

/// How large the notes are, remembered for this browser.
#[must_use]
pub fn notes_size() -> Option<u32> {
    read(browser_storage().as_ref(), NOTES_SIZE)?.parse().ok()
}

/// Remembers how large the notes are.
pub fn set_notes_size(size: u32) {
    write(browser_storage().as_ref(), NOTES_SIZE, &size.to_string());
}

/// A name that nobody else has.
fn random() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let letter = || {
        // Below 32, so it is one of the letters.
        let n = (js_sys::Math::random() * 32.0) as usize;
        LETTERS.get(n).copied().map_or('a', char::from)
    };
    (0..20).map(|_| letter()).collect()
}

fn window_storage() -> Option<Storage> {
    dom::window().session_storage().ok().flatten()
}

fn browser_storage() -> Option<Storage> {
    dom::window().local_storage().ok().flatten()
}

fn read(storage: Option<&Storage>, key: &str) -> Option<String> {
    storage?.get_item(key).ok().flatten().filter(|it| !it.is_empty())
}

fn write(storage: Option<&Storage>, key: &str, value: &str) {
    if let Some(storage) = storage {
        let _ = storage.set_item(key, value);
    }
}
