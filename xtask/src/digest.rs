//! SHA-256 in hexadecimal: names of served files, stamps, the lock of vendored files.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// The SHA-256 of `bytes`, 64 hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("a String takes every write");
        hex
    })
}
