//! What the browser loads, in bytes, and the budgets it must keep.

use std::fs;

use anyhow::{Result, bail};

use crate::{dist, workspace};

/// Module, scripts and style of a lesson's first load, as Brotli.
const FIRST_LOAD: Budget = Budget {
    what: "first load (brotli)",
    limit: 150 * 1024,
    files: &["app.wasm", "app.js", "boot.js", "theme.js", "style.css"],
};

/// Fonts of the first load; they are compressed by their format.
const FONTS: Budget = Budget {
    what: "fonts of the first load",
    limit: 100 * 1024,
    files: &["inter-latin.woff2", "jetbrains-mono-latin.woff2"],
};

/// The script that other sites include, as Brotli.
const EMBED: Budget = Budget { what: "embed.js (brotli)", limit: 2 * 1024, files: &["embed.js"] };

const BUDGETS: [Budget; 3] = [FIRST_LOAD, FONTS, EMBED];

/// A limit on the sum of some files; a file that is not there (yet) weighs nothing.
struct Budget {
    what: &'static str,
    limit: u64,
    files: &'static [&'static str],
}

/// Prints every file and every budget.
pub fn run() -> Result<()> {
    let manifest = dist::build()?;
    println!("{:<34} {:>9} {:>9} {:>9}", "file", "raw", "gzip", "brotli");
    for (name, served_as) in &manifest {
        let [raw, gz, br] = ["", ".gz", ".br"].map(|suffix| bytes(served_as, suffix));
        println!("{name:<34} {} {} {}", column(raw), column(gz), column(br));
    }
    println!();
    check()
}

/// Prints the budgets and fails if one is exceeded.
pub fn check() -> Result<()> {
    let manifest = dist::manifest()?;
    let mut exceeded = Vec::new();
    for budget in &BUDGETS {
        let files = budget.files.iter().filter_map(|name| manifest.get(*name));
        let sum: u64 =
            files.filter_map(|name| bytes(name, ".br").or_else(|| bytes(name, ""))).sum();
        let share = sum * 100 / budget.limit;
        println!("{:<34} {sum:>9} of {:>7} bytes, {share:>3} %", budget.what, budget.limit);
        if sum > budget.limit {
            exceeded.push(budget.what);
        }
    }
    if exceeded.is_empty() {
        return Ok(());
    }
    bail!("too large: {}", exceeded.join(", "))
}

fn bytes(served_as: &str, suffix: &str) -> Option<u64> {
    let path = workspace::dist().join(format!("{served_as}{suffix}"));
    fs::metadata(path).ok().map(|meta| meta.len())
}

fn column(bytes: Option<u64>) -> String {
    bytes.map_or_else(|| format!("{:>9}", "-"), |bytes| format!("{bytes:>9}"))
}
