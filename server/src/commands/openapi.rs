//! `mirrorpod openapi`.

use anyhow::Result;

/// Prints the description of the HTTP interface.
///
/// # Errors
/// When it cannot be written.
pub fn run() -> Result<()> {
    super::print(|out| out.write_all(crate::routes::openapi::text().as_bytes()))
}
