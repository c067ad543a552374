//! engine/wasm
