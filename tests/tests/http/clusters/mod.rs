//! Live clusters over HTTP: begun, acted on, read, forked, and refused.

mod begins;
mod in_page;
pub mod learner;
mod limits;
mod reads;
mod refuses;
