//! `web/vendor/lock.json`: the SHA-256 of every vendored file, so that none changes by hand.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::digest::digest;

const LOCK: &str = "lock.json";

/// From the path below `web/vendor` to the SHA-256 of the content.
type Lock = BTreeMap<String, String>;

/// Writes the lock of what is there.
pub fn write(vendor: &Path) -> Result<()> {
    let text = serde_json::to_string_pretty(&measure(vendor)?)? + "\n";
    fs::write(vendor.join(LOCK), text).context("cannot write web/vendor/lock.json")
}

/// Everything in the folders of `vendor`; its own few files are sources, not products.
fn measure(vendor: &Path) -> Result<Lock> {
    let mut lock = Lock::new();
    for folder in fs::read_dir(vendor)?.flatten().filter(|entry| entry.path().is_dir()) {
        add(&folder.path(), &folder.file_name().to_string_lossy(), &mut lock)?;
    }
    Ok(lock)
}

fn add(folder: &Path, name: &str, lock: &mut Lock) -> Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            add(&entry.path(), &name, lock)?;
        } else {
            lock.insert(name, digest(&fs::read(entry.path())?));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    #[test]
    fn every_vendored_file_is_what_the_lock_says() {
        let vendor = workspace::root().join("web/vendor");
        let lock: Lock =
            serde_json::from_slice(&fs::read(vendor.join(LOCK)).expect("there is a lock"))
                .expect("the lock is JSON");
        assert_eq!(measure(&vendor).unwrap(), lock, "run `cargo xtask vendor`");
    }
}
