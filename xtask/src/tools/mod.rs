//! What a bare machine may lack: Debian packages, Chromium, Node.

pub mod apt;
pub mod browser_tests;
pub mod chromium;
pub mod node;
