//! The modules that the browser loads: compiled for wasm32, then bound to JavaScript.

mod bindgen;
mod toolchain;

use std::path::PathBuf;

use anyhow::Result;

use crate::{run, workspace};
use toolchain::{TARGET, Toolchain};

/// A package that becomes a module of the page.
#[derive(Clone, Copy, Debug)]
pub struct Module {
    package: &'static str,
    /// Features of the package besides which it has none, separated by commas.
    features: &'static str,
    /// The library's file name, without extension.
    library: &'static str,
    /// What the page calls it: `<name>.wasm` and `<name>.js`.
    pub name: &'static str,
}

/// The page's program.
pub const APP: Module = Module { package: "web", features: "rail", library: "web", name: "app" };

/// The same for pages with a live cluster.
pub const LIVE: Module = Module { package: "web", features: "live", library: "web", name: "live" };

/// The player in a frame of another page, with nothing beside it.
pub const FRAME: Module =
    Module { package: "web", features: "embed", library: "web", name: "frame" };

/// The simulated cluster, for pages without a server, and for parity tests.
pub const ENGINE: Module =
    Module { package: "engine-wasm", features: "", library: "engine_wasm", name: "engine" };

/// A built module: files `<name>.wasm` and `<name>.js`.
pub struct Built {
    /// The module itself.
    pub wasm: PathBuf,
    /// Its JavaScript side, an ES module.
    pub js: PathBuf,
}

/// Compiles and binds `module`; quick when nothing changed.
pub fn build(module: Module) -> Result<Built> {
    let toolchain = Toolchain::find()?;
    let note = match toolchain {
        Toolchain::Own => "",
        Toolchain::Debian => " with Debian's compiler (the first time takes minutes)",
    };
    let mut command = toolchain.cargo_build();
    command.args(["--package", module.package, "--no-default-features"]);
    command.args(["--features", module.features]);
    let what = format!("compiling {}.wasm{note}", module.name);
    run::quiet(&what, &format!("wasm-{}", module.name), &mut command)?;
    let compiled = target_dir().join(TARGET).join("wasm").join(module.library);
    bindgen::bind(&compiled.with_extension("wasm"), module.name)
}

/// Finds or installs a compiler for wasm32, and says which.
pub fn toolchain() -> Result<&'static str> {
    Ok(match Toolchain::find()? {
        Toolchain::Own => "the installed target",
        Toolchain::Debian => "Debian's compiler, with a standard library built from source",
    })
}

/// Apart from the native builds, so that neither waits for or undoes the other.
fn target_dir() -> PathBuf {
    workspace::target().join("wasm")
}
