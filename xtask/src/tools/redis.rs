//! The store that the tests of several processes start for themselves.

use std::env;
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::apt;
use crate::run;

const NAMES: [&str; 2] = ["redis-server", "valkey-server"];

/// Redis or Valkey: named by `MIRRORPOD_REDIS`, in PATH, or Debian's package when we are root.
/// `None` only for those who said that they do without.
pub fn find() -> Result<Option<PathBuf>> {
    if env::var_os("MIRRORPOD_NO_REDIS").is_some() {
        return Ok(None);
    }
    if let Some(path) = env::var_os("MIRRORPOD_REDIS").map(PathBuf::from) {
        if path.is_file() {
            return Ok(Some(path));
        }
        bail!("MIRRORPOD_REDIS names no file ({})", path.display());
    }
    if run::find(&NAMES).is_none() && apt::usable() {
        // Whether it helped shows next.
        let _ = apt::install(&["redis-server"]);
    }
    match run::find(&NAMES) {
        Some(path) => Ok(Some(path)),
        None => bail!(
            "tests of several processes need redis-server or valkey-server: install it, name its \
             program in MIRRORPOD_REDIS, or leave these tests out with MIRRORPOD_NO_REDIS=1"
        ),
    }
}
