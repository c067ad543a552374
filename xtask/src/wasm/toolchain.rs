//! Finds a compiler for wasm32: an installed target, Debian's own compiler if it is already there,
//! rustup, or Debian's packages, in this order.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::tools::apt;
use crate::{run, workspace};

/// The one target we build for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler of the newest Rust, its standard library's source, and the linker.
const DEBIAN: [&str; 5] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "lld-22"];

/// Long enough for a slow download of the target, short enough for a network that swallows packets.
const RUSTUP_LIMIT: Duration = Duration::from_secs(90);

/// What an outer cargo or a developer's shell may have set for native builds.
const INHERITED: [&str; 8] = [
    "RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_TARGET_DIR",
    "CARGO_BUILD_TARGET_DIR",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
];

/// A way to compile for the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toolchain {
    /// The compiler that builds everything else, with the target's standard library beside it.
    Own,
    /// Debian's compiler, which builds the standard library from source.
    Debian,
}

impl Toolchain {
    /// Finds or installs one. `XTASK_WASM=debian` insists on Debian's, to try that path anywhere.
    pub fn find() -> Result<Self> {
        let insists = env::var_os("XTASK_WASM").is_some_and(|value| value == "debian");
        if !insists && target_installed() {
            return Ok(Self::Own);
        }
        if apt::installed(&DEBIAN) {
            return Ok(Self::Debian);
        }
        if !insists && rustup_adds_target() {
            return Ok(Self::Own);
        }
        if apt::usable() {
            match apt::install(&DEBIAN) {
                Ok(()) => return Ok(Self::Debian),
                // Newer compilers than a Debian release began with come by these two suites.
                Err(error) => eprintln!(
                    "xtask: {error:#}\nxtask: apt's sources must include the release's updates \
                     and security suites"
                ),
            }
        }
        bail!(
            "the page needs Rust's {TARGET} target: run `rustup target add {TARGET}`, or on \
             Debian install {}",
            DEBIAN.join(" ")
        )
    }

    /// `cargo build` for the browser, up to the choice of package.
    pub fn cargo_build(self) -> Command {
        let mut command = match self {
            Self::Own => workspace::cargo(),
            Self::Debian => debian_cargo(),
        };
        for name in INHERITED {
            command.env_remove(name);
        }
        command.args(["build", "--profile", "wasm", "--target", TARGET, "--target-dir"]);
        command.arg(super::target_dir());
        if self == Self::Debian {
            command.arg("-Zbuild-std=std,panic_abort");
        }
        command
    }
}

fn debian_cargo() -> Command {
    let mut command = Command::new("/usr/bin/cargo");
    command
        .current_dir(workspace::root())
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC", "/usr/bin/rustc")
        .env("PATH", format!("/usr/bin:{}", env::var("PATH").unwrap_or_default()))
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("LD_LIBRARY_PATH");
    command
}

fn target_installed() -> bool {
    let Some(folder) = run::answer("rustc", &["--print", "target-libdir", "--target", TARGET])
    else {
        return false;
    };
    let Ok(files) = fs::read_dir(Path::new(&folder)) else { return false };
    files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
}

fn rustup_adds_target() -> bool {
    let Some(rustup) = run::find(&["rustup"]) else { return false };
    let mut command = Command::new(rustup);
    command.args(["target", "add", TARGET]).env("RUSTUP_MAX_RETRIES", "1");
    match run::quiet_for("rustup's wasm32 target", "rustup", &mut command, RUSTUP_LIMIT) {
        Ok(()) => target_installed(),
        Err(_) => {
            eprintln!("xtask: rustup cannot add {TARGET} (no network?); looking further");
            false
        }
    }
}
