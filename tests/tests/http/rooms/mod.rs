//! Rooms: driven, watched, and kept apart from those who have no business there.

mod afterwards;
mod asks;
mod drives;
mod limits;
mod pages;
pub mod presenter;
mod secrets;
mod watches;
