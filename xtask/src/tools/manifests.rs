//! What holds the files in `deploy/` against the rules of those who read them.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use super::python;
use crate::workspace;

/// The schemas of Kubernetes' objects, and a strict reader of compose files.
const PACKAGES: [&str; 2] = ["kubernetes-validate==1.37.0", "compose-spec==0.2.1"];

/// The folder of Python's packages.
pub fn packages() -> Result<PathBuf> {
    let folder = workspace::scratch().join("manifests");
    python::install("readers of manifests", &folder, &PACKAGES)
        .context("the manifests are checked by Python packages: install Python 3 with pip")?;
    Ok(folder)
}
