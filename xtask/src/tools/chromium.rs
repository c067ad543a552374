//! The browser that the browser tests and the pictures use.

use std::env;
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::apt;
use crate::run;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Chromium: named by `CHROMIUM`, in PATH, or Debian's package when we are root.
pub fn find() -> Result<PathBuf> {
    if let Some(path) = env::var_os("CHROMIUM").map(PathBuf::from) {
        if path.is_file() {
            return Ok(path);
        }
        bail!("CHROMIUM names no file ({})", path.display());
    }
    if let Some(path) = run::find(&NAMES) {
        return Ok(path);
    }
    if apt::usable()
        && apt::install(&["chromium"]).is_ok()
        && let Some(path) = run::find(&NAMES)
    {
        return Ok(path);
    }
    bail!("browser tests need Chromium: install it, or name its program in CHROMIUM")
}
