//! Brotli and gzip siblings at the best level, once per content.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;

/// What gains from compression; fonts and pictures are compressed already.
const KINDS: [&str; 8] = ["css", "js", "json", "svg", "txt", "wasm", "webmanifest", "xml"];

/// The compressed forms of a file, by the suffix that the server looks for.
pub fn siblings(name: &str, bytes: &[u8]) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let kind = Path::new(name).extension().and_then(|kind| kind.to_str()).unwrap_or_default();
    if !KINDS.contains(&kind) {
        return Ok(Vec::new());
    }
    Ok(vec![("br", brotli(bytes)?), ("gz", gzip(bytes)?)])
}

fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let params = BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &params)?;
    Ok(packed)
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_gets_both_siblings_and_a_font_none() {
        let text = "a".repeat(1000);
        let kinds: Vec<_> = siblings("a.css", text.as_bytes()).unwrap();
        assert_eq!(kinds.iter().map(|(suffix, _)| *suffix).collect::<Vec<_>>(), ["br", "gz"]);
        assert!(kinds.iter().all(|(_, packed)| packed.len() < 100));
        assert!(siblings("a.woff2", text.as_bytes()).unwrap().is_empty());
    }
}
