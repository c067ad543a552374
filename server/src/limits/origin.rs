//! Where readers find this server, as the one who asks has found it.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};

use super::Proxies;
use super::address::peer;
use crate::state::{App, Site};

const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The longest name of a host that is believed (RFC 1035, 2.3.4), with its port.
const LONGEST_HOST: usize = 255 + 6;

/// Scheme and host, without a slash at the end: what the server was told of itself, or else what
/// this request was sent to. A phone in the same network finds the server where the computer did
/// that shows it the address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    /// An address on this server, by this origin.
    #[must_use]
    pub fn absolute(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// The host, and the port if it needs to be said.
    #[must_use]
    pub fn host(&self) -> &str {
        self.0.split_once("://").map_or("", |(_, host)| host)
    }

    /// Whether everybody is told this one, so that what says it can be kept for all.
    #[must_use]
    pub fn is_of(&self, site: &Site) -> bool {
        self.0 == site.base_url
    }

    fn of(site: &Site, proxies: &Proxies, peer: IpAddr, headers: &HeaderMap) -> Self {
        let of_request = || {
            let named = |name| {
                let values = headers.get(name)?.to_str().ok()?;
                values.split(',').next().map(str::trim)
            };
            // Anybody can say that they are a proxy.
            let forwarded = |name| named(name).filter(|_| proxies.trusts(peer));
            let host = forwarded(FORWARDED_HOST).or_else(|| named(HOST)).filter(is_host)?;
            let is_safe = forwarded(FORWARDED_PROTO) == Some("https");
            Some(format!("{}://{host}", if is_safe { "https" } else { "http" }))
        };
        let found = if site.base_url_is_told { None } else { of_request() };
        Self(found.unwrap_or_else(|| site.base_url.clone()))
    }
}

/// A name or an address, perhaps with a port: nothing that means something elsewhere in an address.
fn is_host(text: &&str) -> bool {
    let is_plain = |it: u8| it.is_ascii_alphanumeric() || b".-_:[]".contains(&it);
    !text.is_empty() && text.len() <= LONGEST_HOST && text.bytes().all(is_plain)
}

impl FromRequestParts<App> for Origin {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self::of(&app.site, &app.gates.proxies, peer(parts), &parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEAR: &str = "192.168.1.20";
    const PROXY: &str = "10.1.2.3";

    /// The origin of a request with these headers, from `peer`, where 10.0.0.0/8 is trusted.
    #[track_caller]
    fn check(is_told: bool, peer: &str, headers: &[(&'static str, &str)], wanted: &str) {
        let site = Site {
            base_url: "http://0.0.0.0:8080".into(),
            base_url_is_told: is_told,
            is_exported: false,
            frame_ancestors: "'self'".into(),
            embed_ancestors: "*".into(),
            dev_stamp: None,
        };
        let trusted = vec!["10.0.0.0/8".parse().unwrap()];
        let proxies = Proxies::new(trusted, HeaderName::from_static("x-forwarded-for"));
        let mut all = HeaderMap::new();
        for (name, value) in headers {
            all.append(*name, value.parse().unwrap());
        }
        let origin = Origin::of(&site, &proxies, peer.parse().unwrap(), &all);
        assert_eq!(origin.0, wanted, "{peer} {headers:?}");
    }

    #[test]
    fn who_is_told_nothing_is_where_it_was_found() {
        check(false, NEAR, &[("host", "192.168.1.5:8080")], "http://192.168.1.5:8080");
        check(false, NEAR, &[("host", "[fe80::1]:8080")], "http://[fe80::1]:8080");
        check(false, NEAR, &[], "http://0.0.0.0:8080");
        check(true, NEAR, &[("host", "192.168.1.5:8080")], "http://0.0.0.0:8080");
    }

    #[test]
    fn what_is_no_host_is_not_believed() {
        for bad in ["", "a/b", "a@b", "a\"b", "a b", "a?b", "a#b", "<a>"] {
            check(false, NEAR, &[("host", bad)], "http://0.0.0.0:8080");
        }
        check(false, NEAR, &[("host", &"x".repeat(300))], "http://0.0.0.0:8080");
    }

    #[test]
    fn only_trusted_proxies_say_what_they_were_asked_for() {
        let said = [
            ("host", "mirrorpod:8080"),
            ("x-forwarded-host", "pods.example"),
            ("x-forwarded-proto", "https"),
        ];
        check(false, PROXY, &said, "https://pods.example");
        check(false, NEAR, &said, "http://mirrorpod:8080");
        check(false, PROXY, &said[..1], "http://mirrorpod:8080");
    }
}
