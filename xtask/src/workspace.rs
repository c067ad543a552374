//! Where things are.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the workspace's Cargo.toml.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// Cargo's target folder: the one this very program was built into.
pub fn target() -> PathBuf {
    let ours = env::current_exe().ok();
    let target = ours.as_deref().and_then(Path::parent).and_then(Path::parent);
    target.map_or_else(|| root().join("target"), Path::to_path_buf)
}

/// What xtask itself leaves behind: logs, stamps, downloaded tools.
pub fn scratch() -> PathBuf {
    target().join("xtask")
}

/// What the browser loads. `XTASK_DIST` names another folder, so that a build can leave alone what
/// a running server serves.
pub fn dist() -> PathBuf {
    env::var_os("XTASK_DIST").map_or_else(|| root().join("web/dist"), PathBuf::from)
}

/// The browser tests, an npm package of its own.
pub fn browser_tests() -> PathBuf {
    root().join("tests/browser")
}

/// The cargo that runs us, on the workspace.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}
