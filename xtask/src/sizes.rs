//! What the browser loads, in bytes, and the budgets it must keep.

use std::fs;

use anyhow::{Result, bail};

use crate::{dist, workspace};

/// Module, scripts and style of a lesson's first load, as Brotli.
const FIRST_LOAD: Budget = Budget {
    what: "first load (brotli)",
    limit: Some(150 * 1024),
    files: &["app.wasm", "app.js", "boot.js", "theme.js", "style.css"],
};

/// Module, scripts and style of a lesson in a frame of another page, as Brotli.
const FRAME: Budget = Budget {
    what: "first load of a frame (brotli)",
    limit: Some(120 * 1024),
    files: &["frame.wasm", "frame.js", "frame-boot.js", "frame.css"],
};

/// Fonts of the first load; they are compressed by their format.
const FONTS: Budget = Budget {
    what: "fonts of the first load",
    limit: Some(100 * 1024),
    files: &["inter-latin.woff2", "jetbrains-mono-latin.woff2"],
};

/// The script that other sites include, as Brotli.
const EMBED: Budget =
    Budget { what: "embed.js (brotli)", limit: Some(2 * 1024), files: &["embed.js"] };

/// What a page with a live cluster loads, as Brotli.
const LIVE: Budget = Budget {
    what: "load with a live cluster (brotli)",
    limit: None,
    files: &["live.wasm", "live.js", "boot.js", "theme.js", "style.css", "live.css"],
};

const BUDGETS: [Budget; 5] = [FIRST_LOAD, FRAME, LIVE, FONTS, EMBED];

/// A limit on the sum of some files; a file that is not there (yet) weighs nothing. Without a
/// limit, the sum is only shown.
struct Budget {
    what: &'static str,
    limit: Option<u64>,
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
        let Some(limit) = budget.limit else {
            println!("{:<34} {sum:>9} bytes, no limit", budget.what);
            continue;
        };
        println!("{:<34} {sum:>9} of {limit:>7} bytes, {:>3} %", budget.what, sum * 100 / limit);
        if sum > limit {
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
