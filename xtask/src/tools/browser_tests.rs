//! The npm packages of tests/browser, at the versions of its lock.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::{chromium, node};
use crate::{run, server, workspace};

/// Everything a browser script needs, ready to run.
pub struct Browser {
    node: node::Node,
    chromium: PathBuf,
}

impl Browser {
    /// Finds or installs Chromium, Node and the locked npm packages.
    pub fn ready() -> Result<Self> {
        let browser = Self { chromium: chromium::find()?, node: node::find()? };
        browser.install_packages()?;
        Ok(browser)
    }

    /// `node …` in tests/browser, told where the browser and the server are, and how to start
    /// another one.
    pub fn node(&self, url: &str) -> Command {
        let mut command = self.node.command();
        command
            .current_dir(workspace::browser_tests())
            .env("CHROMIUM", &self.chromium)
            .env("MIRRORPOD_PROGRAM", server::program(false))
            .env("MIRRORPOD_ASSETS", workspace::dist())
            .env("MIRRORPOD_URL", url);
        command
    }

    /// The program `node`.
    pub fn node_program(&self) -> PathBuf {
        PathBuf::from(self.node.command().get_program())
    }

    /// The program `chromium`.
    pub fn chromium(&self) -> &Path {
        &self.chromium
    }

    fn install_packages(&self) -> Result<()> {
        let folder = workspace::browser_tests();
        let lock = fs::read(folder.join("package-lock.json"))?;
        let stamp = folder.join("node_modules/.mirrorpod-lock");
        if fs::read(&stamp).is_ok_and(|seen| seen == lock) {
            return Ok(());
        }
        let mut npm = self.node.npm();
        npm.current_dir(&folder)
            .args(["ci", "--no-audit", "--no-fund"])
            .env("PATH", self.node.path());
        run::quiet("npm packages of the browser tests", "npm-ci", &mut npm)?;
        Ok(fs::write(stamp, lock)?)
    }
}
