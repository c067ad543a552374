//! What a bare machine may lack: Debian packages, Chromium, Node, Redis, Caddy.

pub mod apt;
pub mod browser_tests;
pub mod caddy;
pub mod chromium;
pub mod manifests;
pub mod node;
pub mod python;
pub mod redis;

use anyhow::Result;

use crate::wasm;

/// Finds or installs everything, and prints what was found.
pub fn run() -> Result<()> {
    println!("wasm32    {}", wasm::toolchain()?);
    let browser = browser_tests::Browser::ready()?;
    println!("node      {}", browser.node_program().display());
    println!("chromium  {}", browser.chromium().display());
    match redis::find()? {
        Some(path) => println!("redis     {}", path.display()),
        None => println!("redis     left out, by MIRRORPOD_NO_REDIS"),
    }
    println!("caddy     {}", caddy::find()?.display());
    println!("manifests {}", manifests::packages()?.display());
    Ok(())
}
