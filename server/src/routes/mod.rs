//! What each address answers.

pub mod answered;
pub mod asked;
pub mod clusters;
pub mod dev;
pub mod embed;
pub mod health;
pub mod home;
pub mod icon;
pub mod lesson;
pub mod model;
pub mod moving;
pub mod oembed;
pub mod openapi;
pub mod poster;
pub mod print;
pub mod refusals;
pub mod room_pages;
pub mod rooms;
pub mod sse;
pub mod timeline;
mod tongue;
pub mod try_it;

pub use tongue::Tongue;
