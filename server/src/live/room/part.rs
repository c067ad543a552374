//! A part of what is told in a room: what it is, whether it is news, and the event that tells it.

use axum::body::Bytes;

/// A part of the level, with a number that rises whenever it changes.
#[derive(Clone, Debug)]
pub struct Part<T> {
    value: T,
    n: u64,
    /// The event that tells it, where that is the same for everybody.
    frame: Bytes,
}

impl<T: PartialEq> Part<T> {
    /// A part of which there is nothing to tell.
    pub const fn new(value: T) -> Self {
        Self { value, n: 1, frame: Bytes::new() }
    }

    /// A number that rises whenever it changes.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// The event that tells it, where that is the same for everybody.
    pub fn frame(&self) -> Bytes {
        self.frame.clone()
    }

    /// What it is.
    pub const fn get(&self) -> &T {
        &self.value
    }

    /// Changes it; `tell` makes the event if it is another than before.
    pub fn set(&mut self, value: T, tell: impl FnOnce(&T) -> Bytes) {
        if self.value != value {
            self.frame = tell(&value);
            self.value = value;
            self.n += 1;
        }
    }

    /// Whether somebody who has seen `seen` has to be told, and whether for the first time. It
    /// counts as seen from then on.
    pub fn news(&self, seen: &mut u64) -> News {
        match std::mem::replace(seen, self.n) {
            0 => News::First,
            seen if seen != self.n => News::Again,
            _ => News::None,
        }
    }

    /// The event for somebody who has seen `seen`; empty when there is nothing to tell.
    pub fn news_frame(&self, seen: &mut u64) -> Bytes {
        match self.news(seen) {
            News::First | News::Again => self.frame.clone(),
            News::None => Bytes::new(),
        }
    }
}

/// Whether somebody has to be told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// For the first time.
    First,
    /// Another value than before.
    Again,
    /// Nothing.
    None,
}
