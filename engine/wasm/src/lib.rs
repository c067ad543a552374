//! The engine as a WASM module of its own: so that a page can have live clusters with no server
//! behind it, and so that a test can compare traces with native ones, byte for byte.

mod in_page;

use wasm_bindgen::prelude::*;

pub use in_page::{Answer, InPage};

/// Runs a script on a new cluster and returns its entries, one line of JSON each.
///
/// `topology` is the JSON of a trace header's `topology`.
///
/// # Errors
/// A sentence that says what is wrong with the topology or, line by line, with the script.
#[wasm_bindgen]
pub fn record(topology: &str, seed: u64, script: &str) -> Result<String, JsError> {
    lines(topology, seed, script).map_err(|error| JsError::new(&error))
}

/// The same, for callers that are not in a page.
///
/// # Errors
/// As [`record`].
pub fn lines(topology: &str, seed: u64, script: &str) -> Result<String, String> {
    let topology = serde_json::from_str(topology).map_err(|error| error.to_string())?;
    let (trace, _) = engine::record(&topology, seed, &in_page::script(script)?);
    Ok(trace.entries().iter().map(|entry| entry.to_json() + "\n").collect())
}
