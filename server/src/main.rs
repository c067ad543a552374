//! The `mirrorpod` program.
fn main() {}
