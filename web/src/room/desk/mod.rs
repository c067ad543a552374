//! Somebody who presents.

pub mod drive;
pub mod edge;
