//! The assets that a release build carries in itself, as a folder that can be served.
//!
//! A debug build carries nothing: there the same names are read from the disk.

use std::borrow::Cow;
use std::future::{Ready, ready};
use std::io::{self, Cursor, SeekFrom};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{self, Poll};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rust_embed::{EmbeddedFile, RustEmbed};
use tokio::io::{AsyncRead, AsyncSeek, ReadBuf};
use tower_http::services::fs::{Backend, File, Metadata};

#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Files;

/// The files compiled in.
#[derive(Clone, Copy, Debug)]
pub struct Embedded;

impl Embedded {
    /// A file's content.
    pub fn get_bytes(name: &str) -> Option<Cow<'static, [u8]>> {
        Files::get(name).map(|file| file.data)
    }
}

impl Backend for Embedded {
    type File = OpenFile;
    type Metadata = Facts;
    type OpenFuture = Ready<io::Result<OpenFile>>;
    type MetadataFuture = Ready<io::Result<Facts>>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        ready(find(&path).map(|(facts, bytes)| OpenFile { facts, bytes: Cursor::new(bytes) }))
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        ready(find(&path).map(|(facts, _)| facts))
    }
}

fn find(path: &Path) -> io::Result<(Facts, Cow<'static, [u8]>)> {
    let Some(name) = name_of(path) else { return Err(io::ErrorKind::NotFound.into()) };
    if name.is_empty() {
        return Ok((Facts { folder: true, len: 0, digest: 0 }, Cow::Borrowed(&[])));
    }
    let file = Files::get(&name).ok_or(io::ErrorKind::NotFound)?;
    let facts = Facts { folder: false, len: file.data.len() as u64, digest: digest(&file) };
    Ok((facts, file.data))
}

/// The name below the folder; empty for the folder itself. Paths arrive as `./style.css`.
fn name_of(path: &Path) -> Option<String> {
    let path = path.strip_prefix(".").unwrap_or(path);
    path.to_str().map(str::to_owned)
}

fn digest(file: &EmbeddedFile) -> u32 {
    let hash = file.metadata.sha256_hash();
    u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]])
}

/// What is known of a file without opening it.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    folder: bool,
    len: u64,
    digest: u32,
}

impl Metadata for Facts {
    fn is_dir(&self) -> bool {
        self.folder
    }

    /// A made-up time that differs where the content differs. `ServeDir` makes its ETag from time
    /// and size, and files compiled in have no time of their own.
    fn modified(&self) -> io::Result<SystemTime> {
        Ok(UNIX_EPOCH + Duration::from_secs(u64::from(self.digest)))
    }

    fn len(&self) -> u64 {
        self.len
    }
}

/// A file compiled in, being read.
#[derive(Debug)]
pub struct OpenFile {
    facts: Facts,
    bytes: Cursor<Cow<'static, [u8]>>,
}

impl File for OpenFile {
    type Metadata = Facts;
    type MetadataFuture<'a> = Ready<io::Result<Facts>>;

    fn metadata(&self) -> Self::MetadataFuture<'_> {
        ready(Ok(self.facts))
    }
}

impl AsyncRead for OpenFile {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut task::Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.bytes).poll_read(context, buffer)
    }
}

impl AsyncSeek for OpenFile {
    fn start_seek(mut self: Pin<&mut Self>, position: SeekFrom) -> io::Result<()> {
        Pin::new(&mut self.bytes).start_seek(position)
    }

    fn poll_complete(
        mut self: Pin<&mut Self>,
        cx: &mut task::Context<'_>,
    ) -> Poll<io::Result<u64>> {
        Pin::new(&mut self.bytes).poll_complete(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, name: &str) {
        assert_eq!(name_of(Path::new(path)).as_deref(), Some(name), "{path}");
    }

    #[test]
    fn a_name_is_found_however_its_path_begins() {
        check("./style.css", "style.css");
        check("style.css", "style.css");
        check("./", "");
        check(".", "");
        check("", "");
    }

    #[test]
    fn the_folder_itself_is_a_folder_and_nothing_else_is_made_up() {
        assert!(find(Path::new(".")).unwrap().0.is_dir());
        assert_eq!(
            find(Path::new("./no-such-file.css")).unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
    }
}
