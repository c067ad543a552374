//! A body that is sent many times and packed once: the smallest form that the reader takes.

use std::io::{self, Write as _};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::sync::OnceCell;

/// A body and its packed forms. Clones share them.
#[derive(Clone, Debug)]
pub struct Packed {
    plain: Bytes,
    brotli: Arc<OnceCell<Bytes>>,
    gzip: Arc<OnceCell<Bytes>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Brotli,
    Gzip,
}

impl Packed {
    /// Wraps a body; nothing is packed yet.
    #[must_use]
    pub fn new(plain: impl Into<Bytes>) -> Self {
        Self { plain: plain.into(), brotli: Arc::default(), gzip: Arc::default() }
    }

    /// The body as it is.
    #[must_use]
    pub const fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// A response with the smallest form that a reader with these headers takes.
    pub async fn answer(&self, headers: &HeaderMap) -> Response {
        let packing = best(headers);
        let body = match packing {
            Some(packing) => self.in_form(packing).await,
            None => self.plain.clone(),
        };
        let mut response = Body::from(body).into_response();
        let out = response.headers_mut();
        out.insert(VARY, HeaderValue::from(ACCEPT_ENCODING));
        if let Some(packing) = packing {
            out.insert(CONTENT_ENCODING, HeaderValue::from_static(packing.name()));
        }
        response
    }

    /// The first reader of a form waits until it is made, and so do those who come meanwhile.
    async fn in_form(&self, packing: Packing) -> Bytes {
        let cell = match packing {
            Packing::Brotli => &self.brotli,
            Packing::Gzip => &self.gzip,
        };
        let pack = || async {
            let plain = self.plain.clone();
            let packed = tokio::task::spawn_blocking(move || packing.pack(&plain)).await;
            packed.expect("packing does not panic").expect("memory takes every byte").into()
        };
        cell.get_or_init(pack).await.clone()
    }
}

impl Packing {
    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    fn pack(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::Brotli => {
                // Quality 9 is within a few per cent of the best and takes a fraction of its time.
                let params = BrotliEncoderParams { quality: 9, ..BrotliEncoderParams::default() };
                let mut packed = Vec::new();
                brotli::BrotliCompress(&mut &*bytes, &mut packed, &params)?;
                Ok(packed)
            }
            Self::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
                encoder.write_all(bytes)?;
                encoder.finish()
            }
        }
    }
}

/// The smallest form that the reader accepts; `None` when it takes the plain one only.
fn best(headers: &HeaderMap) -> Option<Packing> {
    [Packing::Brotli, Packing::Gzip].into_iter().find(|it| accepts(headers, it.name()))
}

fn accepts(headers: &HeaderMap, name: &str) -> bool {
    let mut all = headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    all.any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let found = parts.next().is_some_and(|coding| coding.eq_ignore_ascii_case(name));
        let refused = |part: &str| {
            part.strip_prefix("q=").and_then(|q| q.parse().ok()).is_some_and(|q: f32| q <= 0.0)
        };
        found && !parts.any(refused)
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn check(header: &str, packing: Option<Packing>) {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, header.parse().unwrap())]);
        assert_eq!(best(&headers), packing, "{header}");
    }

    #[test]
    fn brotli_comes_before_gzip_and_a_refusal_is_heard() {
        check("gzip, deflate, br", Some(Packing::Brotli));
        check("br;q=0, GZIP;q=0.5", Some(Packing::Gzip));
        check("br;q=0.000, zstd", None);
        check("", None);
    }

    #[tokio::test]
    async fn packed_is_smaller_and_unpacks_to_the_same() {
        let packed = Packed::new("the same again, ".repeat(500));
        let mut unpacked = Vec::new();
        let brotli = packed.in_form(Packing::Brotli).await;
        ::brotli::BrotliDecompress(&mut &*brotli, &mut unpacked).unwrap();
        assert_eq!(unpacked, *packed.plain());
        unpacked.clear();
        let gzip = packed.in_form(Packing::Gzip).await;
        flate2::read::GzDecoder::new(&*gzip).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, *packed.plain());
        assert!(gzip.len() * 10 < unpacked.len() && brotli.len() * 10 < unpacked.len());
    }
}
