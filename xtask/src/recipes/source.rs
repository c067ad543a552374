//! The sources of a recipe, laid out where its tool may write beside them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// What the sources call the server of the lessons.
const HOST: &str = "https://HOST";

/// What tools keep from one build to the next.
const KEPT: [&str; 2] = ["node_modules", super::kitchen::STAMP];

/// Copies `source` to `work`, with `host` in the place of the server's name. Of what was in `work`,
/// only installed packages stay.
pub fn lay_out(source: &Path, work: &Path, host: &str) -> Result<()> {
    fs::create_dir_all(work)?;
    for entry in fs::read_dir(work)?.flatten() {
        if KEPT.iter().any(|kept| entry.file_name() == *kept) {
            continue;
        }
        let path = entry.path();
        if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    walk(source, work, &|text| text.replace(HOST, host))
}

/// Copies a folder as it is.
pub fn copy(source: &Path, into: &Path) -> Result<()> {
    walk(source, into, &|text| text)
}

fn walk(source: &Path, into: &Path, change: &dyn Fn(String) -> String) -> Result<()> {
    fs::create_dir_all(into)?;
    let entries = fs::read_dir(source).with_context(|| source.display().to_string())?;
    for entry in entries.flatten() {
        let (from, to) = (entry.path(), into.join(entry.file_name()));
        if from.is_dir() {
            // Packages that somebody installed there by hand are not part of the recipe.
            if entry.file_name() != "node_modules" {
                walk(&from, &to, change)?;
            }
            continue;
        }
        // What is no text has nothing to be changed.
        match String::from_utf8(fs::read(&from)?) {
            Ok(text) => fs::write(to, change(text))?,
            Err(bytes) => fs::write(to, bytes.into_bytes())?,
        }
    }
    Ok(())
}
