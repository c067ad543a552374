//! `cargo xtask test`: every check and every test, in the order that fails soonest.

use std::env;
use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::server::{self, Server};
use crate::tools::browser_tests::Browser;
use crate::tools::{caddy, manifests, redis};
use crate::{dist, run, sizes, wasm, workspace};

/// What `test` takes.
#[derive(clap::Args)]
pub struct Args {
    /// Run only this step (may be repeated): format, page, lints, tests, sizes, browser,
    /// exported
    #[arg(long)]
    only: Vec<String>,
}

/// A step's end: what the table at the end says about it.
enum Outcome {
    Passed,
    /// The reason why there was nothing to do.
    Skipped(&'static str),
}

/// The page's program as it is in a frame of another page.
const FRAME: [&str; 5] = ["--package", "web", "--no-default-features", "--features", "embed"];

/// Specs that measure time, and have the machine to themselves. Most others wait most of the time.
const ALONE: [&str; 1] = ["room.test.mjs"];

struct Step {
    name: &'static str,
    run: fn() -> Result<Outcome>,
}

const STEPS: [Step; 7] = [
    Step { name: "format", run: format },
    Step { name: "page", run: page },
    Step { name: "lints", run: lints },
    Step { name: "tests", run: tests },
    Step { name: "sizes", run: sizes },
    Step { name: "browser", run: browser },
    Step { name: "exported", run: exported },
];

/// Runs the steps until one fails, then prints how long each took.
pub fn run(args: &Args) -> Result<()> {
    let mut table = String::new();
    let mut failure = None;
    let wanted = |step: &&Step| args.only.is_empty() || args.only.iter().any(|n| n == step.name);
    for step in STEPS.iter().filter(wanted) {
        eprintln!("\nxtask: === {} ===", step.name);
        let start = Instant::now();
        let outcome = (step.run)();
        table.push_str(&row(step.name, start.elapsed(), &outcome));
        if let Err(error) = outcome {
            failure = Some(error.context(format!("step `{}` failed", step.name)));
            break;
        }
    }
    println!("\n{table}");
    failure.map_or(Ok(()), Err)
}

fn row(name: &str, time: Duration, outcome: &Result<Outcome>) -> String {
    let end = match outcome {
        Ok(Outcome::Passed) => "passed".to_owned(),
        Ok(Outcome::Skipped(why)) => format!("skipped: {why}"),
        Err(_) => "FAILED".to_owned(),
    };
    format!("{name:<10} {:>8.1} s  {end}\n", time.as_secs_f32())
}

fn format() -> Result<Outcome> {
    if !have("fmt", "rustfmt") {
        return Ok(Outcome::Skipped("this toolchain has no rustfmt"));
    }
    run::loud(workspace::cargo().args(["fmt", "--all", "--check"]))?;
    Ok(Outcome::Passed)
}

/// Both modules: the page's own, and the engine's for the parity test.
fn page() -> Result<Outcome> {
    dist::build()?;
    wasm::build(wasm::ENGINE)?;
    Ok(Outcome::Passed)
}

fn lints() -> Result<Outcome> {
    if !have("clippy", "clippy") {
        return Ok(Outcome::Skipped("this toolchain has no clippy"));
    }
    // Together, the crates are built with all that any of them asks for: these modules are not.
    let parts: [&[&str]; 3] = [&["--workspace"], &["--package", "web"], &FRAME];
    for part in parts {
        let mut command = workspace::cargo();
        command.args(["clippy", "--quiet", "--all-targets"]).args(part);
        run::loud(command.args(["--", "-D", "warnings"]))?;
    }
    Ok(Outcome::Passed)
}

fn tests() -> Result<Outcome> {
    let browser = Browser::ready()?;
    let (redis, caddy, manifests) = (redis::find()?, caddy::find()?, manifests::packages()?);
    let engine = wasm::build(wasm::ENGINE)?;
    server::build(false)?;
    // nextest leaves out the examples in the documentation.
    let commands: &[&[&str]] = match run::find(&["cargo-nextest"]) {
        Some(_) => &[
            &["nextest", "run", "--workspace", "--no-fail-fast"],
            &["test", "--quiet", "--workspace", "--doc"],
        ],
        None => &[&["test", "--workspace", "--no-fail-fast"]],
    };
    for args in commands {
        let mut command = workspace::cargo();
        command
            .args(*args)
            // The parity test runs the engine's module in Node and compares it with the native one.
            .env("MIRRORPOD_ENGINE_JS", &engine.js)
            .env("MIRRORPOD_NODE", browser.node_program())
            .env("MIRRORPOD_DIST", workspace::dist())
            .env("MIRRORPOD_MANIFESTS", &manifests)
            // The tests of several processes start servers, a store and a proxy.
            .env("MIRRORPOD_PROGRAM", server::program(false))
            .env("MIRRORPOD_CADDY", &caddy);
        if let Some(redis) = &redis {
            command.env("MIRRORPOD_REDIS", redis);
        }
        run::loud(&mut command)?;
    }
    run::loud(workspace::cargo().args(["test", "--quiet", "--lib"]).args(FRAME))?;
    Ok(Outcome::Passed)
}

fn sizes() -> Result<Outcome> {
    sizes::check()?;
    Ok(Outcome::Passed)
}

fn browser() -> Result<Outcome> {
    let folder = workspace::browser_tests();
    let mut specs: Vec<_> = fs::read_dir(&folder)?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".test.mjs"))
        .collect();
    if specs.is_empty() {
        return Ok(Outcome::Skipped("no *.test.mjs in tests/browser yet"));
    }
    specs.sort();
    let browser = Browser::ready()?;
    server::build(false)?;
    let server = Server::start_on_free_port()?;
    let (alone, others): (Vec<_>, Vec<_>) =
        specs.into_iter().partition(|it| ALONE.contains(&it.as_str()));
    for (n_at_once, specs) in [("1", alone), ("2", others)] {
        let n_at_once = format!("--test-concurrency={n_at_once}");
        run::loud(browser.node(&server.url).args(["--test", &n_at_once]).args(specs))
            .with_context(|| format!("the server's output is in {}", server_log()))?;
    }
    Ok(Outcome::Passed)
}

/// The lesson and the sandbox once more, from an export on a plain file server.
fn exported() -> Result<Outcome> {
    let browser = Browser::ready()?;
    server::build(false)?;
    let specs = ["lesson.test.mjs", "sandbox.test.mjs", "exported/export.test.mjs"];
    // The script starts the file server; there is no other.
    run::loud(browser.node("").arg("exported.mjs").args(specs))?;
    Ok(Outcome::Passed)
}

fn server_log() -> String {
    workspace::scratch().join("server.log").display().to_string()
}

/// Whether cargo has a subcommand; a minimal rustup toolchain lacks these until asked.
fn have(subcommand: &str, component: &str) -> bool {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    if run::answer(&cargo, &[subcommand, "--version"]).is_some() {
        return true;
    }
    let Some(rustup) = run::find(&["rustup"]) else { return false };
    let mut command = std::process::Command::new(rustup);
    command.args(["component", "add", component]).env("RUSTUP_MAX_RETRIES", "1");
    run::quiet_for(component, component, &mut command, Duration::from_secs(90)).is_ok()
}
