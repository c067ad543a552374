//! The subcommands, but for `serve`.

pub mod export;
pub mod health;
pub mod openapi;
pub mod picture;
pub mod trace;

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use anyhow::{Result, anyhow};
use content::{Content, Mistake};

/// The content in a folder, or what is compiled in.
///
/// # Errors
/// Every mistake in it.
pub fn content(folder: Option<&Path>) -> Result<Content> {
    folder.map_or_else(Content::embedded, Content::load).map_err(|found| mistakes(&found))
}

/// Every mistake, one per line, as one error.
pub fn mistakes(found: &[Mistake]) -> anyhow::Error {
    let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    anyhow!("the content has mistakes:\n{}", lines.join("\n"))
}

/// Writes to standard output. A reader who closed it early, such as `head`, has what it wanted.
fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}
