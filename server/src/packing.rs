//! Which packed form of a stored body a reader takes.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

use crate::log::Packing;

/// The smallest form that the reader accepts; `None` when it takes the plain one only.
#[must_use]
pub fn best(headers: &HeaderMap) -> Option<Packing> {
    [(Packing::Brotli, "br"), (Packing::Gzip, "gzip")]
        .into_iter()
        .find(|(_, name)| accepts(headers, name))
        .map(|(packing, _)| packing)
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
}
