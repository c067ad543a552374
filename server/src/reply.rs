//! Something made once and handed out many times, with a tag by which readers ask for news.

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::packed::Packed;

/// A body that is ready to be sent.
#[derive(Clone, Debug)]
pub struct Reply {
    kind: Kind,
    body: Packed,
    etag: HeaderValue,
}

/// What a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A page.
    Html,
    /// A picture of shapes.
    Svg,
    /// A picture of pixels.
    Png,
    /// A JSON document.
    Json,
}

impl Kind {
    const fn content_type(self) -> &'static str {
        match self {
            Self::Html => "text/html; charset=utf-8",
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Json => "application/json",
        }
    }

    /// Pages are asked about each time; pictures, which others embed, at most once an hour.
    const fn cache_control(self) -> &'static str {
        match self {
            Self::Html | Self::Json => "no-cache",
            Self::Svg | Self::Png => "public, max-age=3600",
        }
    }
}

impl Reply {
    /// Wraps a body.
    #[must_use]
    pub fn new(kind: Kind, body: impl Into<Bytes>) -> Self {
        let body = body.into();
        let digest = Sha256::digest(&body);
        let hex: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        // Weak, since the same page may leave packed in different ways.
        let etag = HeaderValue::from_str(&format!("W/\"{hex}\"")).expect("hex is plain text");
        Self { kind, body: Packed::new(body), etag }
    }

    /// The answer to a request with these headers: 304 when the reader has this body already.
    pub async fn answer(&self, headers: &HeaderMap) -> Response {
        let kept = [
            (ETAG, self.etag.clone()),
            (CACHE_CONTROL, self.cache_control()),
            (VARY, HeaderValue::from(ACCEPT_ENCODING)),
        ];
        if self.is_known(headers) {
            return (StatusCode::NOT_MODIFIED, kept).into_response();
        }
        let kind = [(CONTENT_TYPE, HeaderValue::from_static(self.kind.content_type()))];
        let body = match self.kind {
            // Pixels are packed by nature.
            Kind::Png => Body::from(self.body.plain().clone()).into_response(),
            Kind::Html | Kind::Svg | Kind::Json => self.body.answer(headers).await,
        };
        (kept, kind, body).into_response()
    }

    fn cache_control(&self) -> HeaderValue {
        HeaderValue::from_static(self.kind.cache_control())
    }

    /// Weak comparison (RFC 9110, section 8.8.3.2), as `If-None-Match` asks for.
    fn is_known(&self, headers: &HeaderMap) -> bool {
        let own = self.etag.to_str().unwrap_or_default().trim_start_matches("W/");
        headers
            .get_all(IF_NONE_MATCH)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(str::trim)
            .any(|tag| tag == "*" || tag.trim_start_matches("W/") == own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn check(tags: &str, status: u16) {
        let reply = Reply::new(Kind::Html, "<p>hello</p>");
        let tags = tags.replace("OWN", reply.etag.to_str().unwrap());
        let headers = HeaderMap::from_iter([(IF_NONE_MATCH, tags.parse().unwrap())]);
        assert_eq!(reply.answer(&headers).await.status().as_u16(), status, "{tags}");
    }

    #[tokio::test]
    async fn a_reader_who_has_it_gets_no_body() {
        check("OWN", 304).await;
        check("\"other\", OWN", 304).await;
        check("*", 304).await;
        check("\"other\"", 200).await;
        check("", 200).await;
    }
}
