//! What a bare machine may lack: Debian packages, Chromium, Node.

pub mod apt;
pub mod browser_tests;
pub mod chromium;
pub mod node;

use anyhow::Result;

use crate::wasm;

/// Finds or installs everything, and prints what was found.
pub fn run() -> Result<()> {
    println!("wasm32    {}", wasm::toolchain()?);
    let browser = browser_tests::Browser::ready()?;
    println!("node      {}", browser.node_program().display());
    println!("chromium  {}", browser.chromium().display());
    Ok(())
}
