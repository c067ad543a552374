//! Files as one ZIP archive.

use std::io::{Cursor, Write as _};

use anyhow::Result;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::export::Tree;

/// Files that are packed already gain nothing.
const PACKED: [&str; 4] = ["png", "woff2", "webp", "gif"];

/// The files as an archive. Its bytes depend on nothing but the files: each is as old as the
/// format, and for everybody to read.
///
/// # Errors
/// When it is larger than an archive may be.
pub fn archive(files: &Tree) -> Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        let kind = path.rsplit('.').next().unwrap_or_default();
        let method = match PACKED.contains(&kind) {
            true => CompressionMethod::Stored,
            false => CompressionMethod::Deflated,
        };
        archive.start_file(path.as_str(), options.compression_method(method))?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use zip::ZipArchive;

    use super::*;

    fn files() -> Tree {
        let file = |path: &str, bytes: &[u8]| (path.to_owned(), bytes.to_vec());
        [file("a/index.html", &b"<p>".repeat(900)), file("b.png", &[7; 300]), file("c.js", b"")]
            .into()
    }

    #[test]
    fn what_was_put_in_comes_out() {
        let bytes = archive(&files()).unwrap();
        let mut read = ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut out = Tree::new();
        for n in 0..read.len() {
            let mut file = read.by_index(n).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            out.insert(file.name().unwrap().into_owned(), bytes);
        }
        assert_eq!(out, files());
    }

    #[test]
    fn the_same_files_give_the_same_bytes_and_pages_are_packed() {
        let bytes = archive(&files()).unwrap();
        assert_eq!(bytes, archive(&files()).unwrap());
        assert!(bytes.len() < 300 + 1000, "{}", bytes.len());
    }
}
