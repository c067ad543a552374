//! The player in a frame of somebody else's page: what its address asks for, what the page around
//! it asks for, and what that page is told. Nothing is stored, and nothing is fetched but the
//! lesson.
//!
//! The frame's first script (`frame-boot.js`) tells the height, and why there is no program, if
//! there is none; everything else is told from here.

pub mod call;
pub mod ears;
pub mod host;
pub mod js;
pub mod options;
