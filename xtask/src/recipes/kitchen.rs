//! The tools that build the recipes, each at the version that its recipe names.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::source;
use crate::tools::{node, python};
use crate::{run, workspace};

/// Where the lock of the packages that are installed is written down.
pub const STAMP: &str = ".mirrorpod-lock";

/// What Slidev needs; the others ask for less.
const NODE: node::Version = (22, 12);

const MDBOOK: &str = "0.5.4";

/// Node, and whatever else turns out to be needed.
pub struct Kitchen {
    node: node::Node,
}

impl Kitchen {
    /// Finds or installs Node; the rest is installed when it is needed.
    pub fn open() -> Result<Self> {
        Ok(Self { node: node::at_least(NODE)? })
    }

    /// `mkdocs build`, strictly.
    pub fn mkdocs(&self, work: &Path, site: &Path) -> Result<()> {
        let packages = fs::read_to_string(work.join("requirements.txt"))?;
        let packages: Vec<&str> = packages.lines().collect();
        let folder = workspace::scratch().join("mkdocs");
        python::install("MkDocs", &folder, &packages)?;
        let python = python::program().context("MkDocs needs Python 3 with pip")?;
        let mut command = Command::new(python);
        command.args(["-m", "mkdocs", "build", "--strict", "--site-dir"]).arg(site);
        command.current_dir(work).env("PYTHONPATH", folder);
        run::quiet("recipe mkdocs", "recipe-mkdocs", &mut command)
    }

    /// `mdbook build`.
    pub fn mdbook(&self, work: &Path, site: &Path) -> Result<()> {
        let folder = workspace::scratch().join("mdbook");
        let program = folder.join("bin/mdbook");
        if run::answer(&program, &["--version"]).is_none_or(|it| !it.ends_with(MDBOOK)) {
            let mut cargo = workspace::cargo();
            cargo.args(["install", "--quiet", "--locked", "--force", "--version", MDBOOK]);
            // Its default features are a server and a watcher of files; readers of a book search.
            cargo.args(["--no-default-features", "--features", "search", "mdbook", "--root"]);
            run::quiet("mdBook", "mdbook", cargo.arg(folder))?;
        }
        let mut command = Command::new(program);
        command.args(["build", "--dest-dir"]).arg(site).current_dir(work);
        run::quiet("recipe mdbook", "recipe-mdbook", &mut command)
    }

    /// `docusaurus build`.
    pub fn docusaurus(&self, work: &Path, site: &Path) -> Result<()> {
        self.packages(work, "docusaurus")?;
        let mut command = self.script(work, "node_modules/@docusaurus/core/bin/docusaurus.mjs");
        command.args(["build", "--out-dir"]).arg(site);
        run::quiet("recipe docusaurus", "recipe-docusaurus", &mut command)
    }

    /// A deck is a page beside the files of reveal.js.
    pub fn reveal(&self, work: &Path, site: &Path) -> Result<()> {
        self.packages(work, "reveal")?;
        source::copy(work, site)?;
        source::copy(&work.join("node_modules/reveal.js/dist"), &site.join("dist"))
    }

    /// `slidev build`. Its package.json holds back Vite, whose newest version wishes for a package
    /// that not every registry has.
    pub fn slidev(&self, work: &Path, site: &Path) -> Result<()> {
        self.packages(work, "slidev")?;
        let mut command = self.script(work, "node_modules/@slidev/cli/bin/slidev.mjs");
        command.args(["build", "--out"]).arg(site);
        run::quiet("recipe slidev", "recipe-slidev", &mut command)
    }

    /// The npm packages of the recipe's lock; none of them runs anything at its installation.
    fn packages(&self, work: &Path, name: &str) -> Result<()> {
        let lock = fs::read(work.join("package-lock.json"))?;
        let stamp = work.join(STAMP);
        if fs::read(&stamp).is_ok_and(|seen| seen == lock) {
            return Ok(());
        }
        let mut npm = self.node.npm();
        npm.current_dir(work).env("PATH", self.node.path());
        npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
        run::quiet(&format!("npm packages of {name}"), &format!("npm-{name}"), &mut npm)?;
        Ok(fs::write(stamp, lock)?)
    }

    /// `node <script> …` in the recipe's folder.
    fn script(&self, work: &Path, script: &str) -> Command {
        let mut command = self.node.command();
        command.current_dir(work).arg(script).env("PATH", self.node.path());
        command
    }
}
