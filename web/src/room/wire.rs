//! A stream that stays open: opened again from where it broke, sooner at first and later then, and
//! given up for dead when it says nothing for too long.

use std::rc::Rc;

use super::net::Pass;
use super::stream::{News, Stream};

/// After such a silence a stream is dead, in milliseconds: the server says something every 15 s.
const SILENCE_MS: f64 = 40_000.0;
/// How long to wait before the first try, and at most, in milliseconds.
const FIRST_MS: u32 = 250;
const MOST_MS: u32 = 5_000;

/// When to try again. Pure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    n: u32,
}

impl Tries {
    /// How long to wait before the next try, in milliseconds. `dice`, from 0 to 1, spreads those
    /// who lost the same server, so that they do not all come back at once.
    pub fn next_ms(&mut self, dice: f64) -> u32 {
        let wait = (FIRST_MS << self.n.min(8)).min(MOST_MS);
        self.n = self.n.saturating_add(1);
        // At most half as long again, so it fits.
        wait + (f64::from(wait) * dice / 2.0) as u32
    }

    /// It worked.
    pub const fn succeed(&mut self) {
        self.n = 0;
    }
}

/// The stream.
pub struct Wire {
    url: String,
    pass: Option<Pass>,
    tell: Rc<dyn Fn(News)>,
    stream: Option<Stream>,
    tries: Tries,
    cursor: String,
    heard_at: f64,
}

impl Wire {
    /// A stream at this address, which already has a `?`, that is not yet open.
    #[must_use]
    pub fn new(url: String, pass: Option<Pass>, tell: Rc<dyn Fn(News)>) -> Self {
        let (tries, cursor) = (Tries::default(), String::new());
        Self { url, pass, tell, stream: None, tries, cursor, heard_at: 0.0 }
    }

    /// Opens it, also when it is open, from where it was.
    pub fn open(&mut self, now: f64) {
        let mut url = self.url.clone();
        if !self.cursor.is_empty() {
            url.push_str("&after=");
            url.push_str(&self.cursor);
        }
        self.heard_at = now;
        self.stream = Some(Stream::open(&url, self.pass.as_ref(), Rc::clone(&self.tell)));
    }

    /// Something was heard, with this id.
    pub fn heard(&mut self, id: &str, now: f64) {
        self.heard_at = now;
        self.tries.succeed();
        if self.cursor != id {
            id.clone_into(&mut self.cursor);
        }
    }

    /// It broke. After so many milliseconds it is to be opened again.
    pub fn broke(&mut self) -> u32 {
        self.stream = None;
        self.tries.next_ms(js_sys::Math::random())
    }

    /// Whether nothing was heard for so long that nothing will be.
    #[must_use]
    pub fn is_dead(&self, now: f64) -> bool {
        self.stream.is_some() && now - self.heard_at > SILENCE_MS
    }

    /// Whether it is open, or about to be.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.stream.is_some()
    }

    /// Closes it for good.
    pub fn close(&mut self) {
        self.stream = None;
    }

    /// Another pass from now on, for the next time it is opened.
    pub fn set_pass(&mut self, pass: Pass) {
        self.pass = Some(pass);
    }
}

#[cfg(test)]
mod tests {
    use super::Tries;

    #[test]
    fn each_try_waits_twice_as_long_up_to_a_limit() {
        let mut tries = Tries::default();
        let waits: Vec<u32> = (0..7).map(|_| tries.next_ms(0.0)).collect();
        assert_eq!(waits, [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
        tries.succeed();
        assert_eq!(tries.next_ms(0.0), 250);
    }

    #[test]
    fn nobody_waits_more_than_half_as_long_again() {
        assert_eq!(Tries::default().next_ms(1.0), 375);
    }
}
