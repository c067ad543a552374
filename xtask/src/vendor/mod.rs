//! `cargo xtask vendor`: writes `web/vendor` anew from the packages that `web/vendor/package.json`
//! names, and `web/vendor/lock.json` with what came out. Node and Python are needed here only.

mod lock;

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::tools::node::{self, Node};
use crate::{run, workspace};

/// The tools that cut fonts, at the versions that make the same bytes again.
const PYTHON_TOOLS: [&str; 2] = ["fonttools==4.68.0", "brotli==1.2.1"];

/// Licences to ship beside the fonts: where each lies in its package, and its name with us.
const LICENCES: [(&str, &str); 2] = [
    ("inter-ui/LICENSE.txt", "inter-OFL.txt"),
    ("@fontsource-variable/jetbrains-mono/LICENSE", "jetbrains-mono-OFL.txt"),
];

/// Downloads the locked packages, cuts the fonts, and writes the lock.
pub fn run() -> Result<()> {
    let vendor = workspace::root().join("web/vendor");
    let work = workspace::scratch().join("vendor");
    fs::create_dir_all(&work)?;
    unpack(&node::find()?, &vendor, &work)?;
    let packages = work.join("node_modules");
    fonts(&packages, &vendor.join("fonts"), &work)?;
    for (from, to) in LICENCES {
        fs::copy(packages.join(from), vendor.join("fonts").join(to)).context(from)?;
    }
    lock::write(&vendor)?;
    eprintln!("xtask: web/vendor is written; `git diff` shows what changed");
    Ok(())
}

fn unpack(node: &Node, vendor: &Path, work: &Path) -> Result<()> {
    for file in ["package.json", "package-lock.json", ".npmrc"] {
        fs::copy(vendor.join(file), work.join(file)).context(file)?;
    }
    let mut npm = node.npm();
    npm.current_dir(work).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    run::quiet("packages to vendor", "vendor-npm", &mut npm)
}

fn fonts(packages: &Path, out: &Path, work: &Path) -> Result<()> {
    let python = work.join("python");
    if !python.is_dir() {
        let mut venv = Command::new("python3");
        run::quiet("Python", "vendor-venv", venv.args(["-m", "venv"]).arg(&python))?;
    }
    let program = python.join("bin/python");
    let mut pip = Command::new(&program);
    pip.args(["-m", "pip", "install", "--quiet"]).args(PYTHON_TOOLS);
    run::quiet("font tools", "vendor-pip", &mut pip)?;
    let mut cut = Command::new(&program);
    cut.arg(workspace::root().join("xtask/src/vendor/fonts.py")).arg(packages).arg(out);
    run::quiet("fonts", "vendor-fonts", &mut cut)
}
