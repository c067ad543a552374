//! Rooms: driven, watched, and kept apart from those who have no business there.

mod afterwards;
mod asks;
mod drives;
mod pages;
mod presenter;
mod secrets;
mod watches;
