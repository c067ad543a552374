//! wasm-bindgen's code generator as a library, so that its version is locked with the client's.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

use super::Built;
use crate::digest::digest;
use crate::workspace;

/// Writes `target/xtask/<name>/<name>.{wasm,js}` from what the compiler made.
pub fn bind(compiled: &Path, name: &str) -> Result<Built> {
    let folder = workspace::scratch().join(name);
    let built = Built {
        wasm: folder.join(name).with_extension("wasm"),
        js: folder.join(name).with_extension("js"),
    };
    let bytes = fs::read(compiled).with_context(|| format!("no {}", compiled.display()))?;
    let (seen, stamp) = (digest(&bytes), folder.join("input"));
    if fs::read_to_string(&stamp).is_ok_and(|last| last == seen) && built.wasm.is_file() {
        return Ok(built);
    }
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    generate(compiled, name, &folder)?;
    fs::rename(folder.join(format!("{name}_bg.wasm")), &built.wasm)?;
    fs::write(stamp, seen)?;
    Ok(built)
}

fn generate(compiled: &Path, name: &str, folder: &PathBuf) -> Result<()> {
    Bindgen::new()
        .input_path(compiled)
        .out_name(name)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(true)
        .generate(folder)
        .with_context(|| format!("cannot bind {}", compiled.display()))?;
    ensure!(!folder.join("snippets").exists(), "{name} uses JavaScript snippets; keep to web-sys");
    Ok(())
}
