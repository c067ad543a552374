//! Python's packages, each lot in a folder of its own under `target/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use super::apt;
use crate::run;

/// Python 3 with pip.
pub fn program() -> Option<PathBuf> {
    let python = run::find(&["python3"])?;
    run::answer(&python, &["-m", "pip", "--version"])?;
    Some(python)
}

/// Puts `packages`, each with its version, into `folder`, unless just these are there.
pub fn install(what: &str, folder: &Path, packages: &[&str]) -> Result<()> {
    let stamp = folder.join(".mirrorpod-packages");
    if fs::read_to_string(&stamp).is_ok_and(|seen| seen == packages.join("\n")) {
        return Ok(());
    }
    if program().is_none() && apt::usable() {
        apt::install(&["python3-pip"])?;
    }
    let Some(python) = program() else { bail!("no Python with pip") };
    let log = folder.file_name().and_then(|it| it.to_str()).unwrap_or("pip");
    let mut command = Command::new(python);
    command.args(["-m", "pip", "install", "--quiet", "--upgrade", "--target"]).arg(folder);
    run::quiet(what, log, command.args(packages))?;
    Ok(fs::write(stamp, packages.join("\n"))?)
}
