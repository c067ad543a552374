//! The assets that a release build carries in itself, as a folder that can be served.
//!
//! A debug build carries nothing: there the same names are read from the disk.

use std::borrow::Cow;
use std::future::{Ready, ready};
use std::io::{self, Cursor, SeekFrom};
use std::path::PathBuf;
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

fn find(path: &std::path::Path) -> io::Result<(Facts, Cow<'static, [u8]>)> {
    // The folder itself arrives as "." or as nothing.
    if path.as_os_str().is_empty() || path.as_os_str() == "." {
        return Ok((Facts { folder: true, len: 0, digest: 0 }, Cow::Borrowed(&[])));
    }
    let file = path.to_str().and_then(Files::get).ok_or(io::ErrorKind::NotFound)?;
    let facts = Facts { folder: false, len: file.data.len() as u64, digest: digest(&file) };
    Ok((facts, file.data))
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
