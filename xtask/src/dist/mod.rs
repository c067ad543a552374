//! `web/dist`: every file the page loads, named after its content, with compressed siblings, and
//! `manifest.json` that maps the names used in the source to those names.
//!
//! A file is written once per content, so a second build with the same input writes nothing.

mod assets;
mod compress;
mod references;
mod slim;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::{wasm, workspace};

/// The name of the map inside `web/dist`.
pub const MANIFEST: &str = "manifest.json";

/// From the name in the source to the name in `web/dist`.
pub type Manifest = BTreeMap<String, String>;

/// Builds the pages' modules and writes `web/dist`.
pub fn build() -> Result<Manifest> {
    let modules = [wasm::APP, wasm::LIVE, wasm::FRAME, wasm::ENGINE].map(wasm::build);
    let modules = modules.into_iter().collect::<Result<Vec<_>>>()?;
    let files = references::resolve(assets::collect(&modules)?)?;
    let folder = workspace::dist();
    fs::create_dir_all(&folder)?;
    let mut written = 0;
    for file in &files {
        written += usize::from(write(&folder, &file.served_as, &file.bytes)?);
    }
    let manifest: Manifest =
        files.iter().map(|file| (file.name.clone(), file.served_as.clone())).collect();
    write_manifest(&folder, &manifest)?;
    remove_others(&folder, &manifest)?;
    let n_files = manifest.len();
    eprintln!("xtask: web/dist: {n_files} files, {written} of them new");
    Ok(manifest)
}

/// The map of the last build.
pub fn manifest() -> Result<Manifest> {
    let path = workspace::dist().join(MANIFEST);
    let text = fs::read(&path).context("no web/dist yet: run `cargo xtask dist`")?;
    Ok(serde_json::from_slice(&text)?)
}

/// Writes a file and its siblings; false if it is there already.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<bool> {
    let path = folder.join(name);
    if path.is_file() {
        return Ok(false);
    }
    for (suffix, packed) in compress::siblings(name, bytes)? {
        fs::write(folder.join(format!("{name}.{suffix}")), packed)?;
    }
    // The file itself comes last: if it is there, so are its siblings.
    fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(true)
}

/// Writes the map after the files that it names, and only if it changed.
fn write_manifest(folder: &Path, manifest: &Manifest) -> Result<()> {
    let text = serde_json::to_string_pretty(manifest)? + "\n";
    let path = folder.join(MANIFEST);
    if fs::read_to_string(&path).is_ok_and(|last| last == text) {
        return Ok(());
    }
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn remove_others(folder: &Path, manifest: &Manifest) -> Result<()> {
    let mut keep: BTreeSet<String> = manifest
        .values()
        .flat_map(|name| [name.clone(), format!("{name}.br"), format!("{name}.gz")])
        .collect();
    keep.insert(MANIFEST.to_owned());
    for entry in fs::read_dir(folder)?.flatten() {
        if !keep.contains(entry.file_name().to_string_lossy().as_ref()) && entry.path().is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
