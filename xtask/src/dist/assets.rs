//! Gathers what the pages load: the modules, `web/static`, and vendored fonts and scripts.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::wasm::Built;
use crate::workspace;

/// Kinds of files below `web/static` and `web/vendor` that are served.
const KINDS: [&str; 9] = ["css", "ico", "jpg", "js", "png", "svg", "webmanifest", "webp", "woff2"];

/// A file under the name that the source uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its path below its folder, such as `style.css` or `icons/play.svg`.
    pub name: String,
    /// Its content, before names in it are replaced.
    pub bytes: Vec<u8>,
}

/// Every asset, sorted by name.
pub fn collect(modules: &[Built]) -> Result<Vec<Asset>> {
    let web = workspace::root().join("web");
    let mut assets = Vec::new();
    for path in modules.iter().flat_map(|module| [&module.wasm, &module.js]) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        assets.push(read(&name, path)?);
    }
    for folder in ["static", "vendor/fonts", "vendor/scripts"] {
        gather(&web.join(folder), "", &mut assets)?;
    }
    assets.sort_by(|a, b| a.name.cmp(&b.name));
    for pair in assets.windows(2) {
        ensure!(pair[0].name != pair[1].name, "two files of the page are named {}", pair[0].name);
    }
    Ok(assets)
}

fn gather(folder: &Path, prefix: &str, assets: &mut Vec<Asset>) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default();
        if path.is_dir() {
            gather(&path, &format!("{prefix}{name}/"), assets)?;
        } else if KINDS.contains(&kind) {
            assets.push(read(&format!("{prefix}{name}"), &path)?);
        }
    }
    Ok(())
}

fn read(name: &str, path: &Path) -> Result<Asset> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Asset { name: name.to_owned(), bytes })
}
