//! Live clusters over HTTP: begun, acted on, read, forked, and refused.

mod begins;
mod learner;
mod reads;
mod refuses;
