//! Who is asking, behind proxies.

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::HeaderMap;
use ipnet::IpNet;

pub use axum::http::HeaderName;

/// The proxies that are believed.
#[derive(Clone, Debug)]
pub struct Proxies {
    trusted: Vec<Proxy>,
    header: HeaderName,
}

/// An address or a network of proxies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proxy(IpNet);

impl FromStr for Proxy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let network = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        network.map(Self).map_err(|_| "neither an address nor a network, as 10.0.0.0/8".to_owned())
    }
}

impl Proxies {
    /// These proxies, who say in this header who is asking.
    #[must_use]
    pub const fn new(trusted: Vec<Proxy>, header: HeaderName) -> Self {
        Self { trusted, header }
    }

    /// Who is asking, when `peer` opened the connection.
    ///
    /// Each proxy appends the address it was asked from, so the list is believed from its end, as
    /// far as trusted proxies wrote it. A word that is no address ends what can be believed.
    #[must_use]
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let values = headers.get_all(&self.header).iter().filter_map(|it| it.to_str().ok());
        let hops: Vec<&str> = values.flat_map(|it| it.split(',')).collect();
        let mut client = peer.to_canonical();
        for hop in hops.iter().rev() {
            let (true, Some(before)) = (self.trusts(client), address(hop)) else { break };
            client = before;
        }
        client
    }

    /// Whether what this address says of others is believed.
    #[must_use]
    pub fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted.iter().any(|it| it.0.contains(&address))
    }
}

/// An address as proxies write it: bare, in brackets, with a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.parse::<IpAddr>().ok();
    let with_port = || text.parse::<std::net::SocketAddr>().ok().map(|it| it.ip());
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    bare.or_else(with_port).or_else(in_brackets).map(|it| it.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who is asking, when the connection comes from `peer` and the header says `forwarded`.
    #[track_caller]
    fn check(trusted: &str, peer: &str, forwarded: &[&str], wanted: &str) {
        let trusted = trusted.split_whitespace().map(|it| it.parse().unwrap()).collect();
        let proxies = Proxies::new(trusted, HeaderName::from_static("x-forwarded-for"));
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let client = proxies.client(peer.parse().unwrap(), &headers);
        assert_eq!(client.to_string(), wanted, "{peer} {forwarded:?}");
    }

    #[test]
    fn nobody_is_believed_who_is_not_trusted() {
        check("", "203.0.113.9", &["198.51.100.1"], "203.0.113.9");
        check("10.0.0.0/8", "203.0.113.9", &["198.51.100.1"], "203.0.113.9");
    }

    #[test]
    fn a_trusted_proxy_says_who_asked_it() {
        check("10.0.0.0/8", "10.1.2.3", &["198.51.100.1"], "198.51.100.1");
        check("10.1.2.3", "10.1.2.3", &["198.51.100.1:4711"], "198.51.100.1");
        check("fd00::/8", "fd00::1", &["[2001:db8::7]:80"], "2001:db8::7");
        check("fd00::/8", "fd00::1", &["[2001:db8::7]"], "2001:db8::7");
        check("10.0.0.0/8", "10.1.2.3", &[], "10.1.2.3");
        check("127.0.0.1", "::ffff:127.0.0.1", &["::ffff:198.51.100.1"], "198.51.100.1");
    }

    #[test]
    fn what_stands_before_the_first_untrusted_address_anybody_may_have_written() {
        check("10.0.0.0/8", "10.1.2.3", &["1.1.1.1, 198.51.100.1"], "198.51.100.1");
        check("10.0.0.0/8", "10.1.2.3", &["1.1.1.1", "198.51.100.1, 10.9.9.9"], "198.51.100.1");
        check("10.0.0.0/8", "10.1.2.3", &["10.0.0.1, 10.0.0.2"], "10.0.0.1");
        check("10.0.0.0/8", "10.1.2.3", &["1.1.1.1, rubbish"], "10.1.2.3");
        check("10.0.0.0/8", "10.1.2.3", &["1.1.1.1, rubbish, 10.0.0.2"], "10.0.0.2");
    }

    #[test]
    fn a_network_that_is_none_is_refused() {
        for bad in ["", "proxy", "10.0.0.0/40", "10.0.0"] {
            assert!(bad.parse::<Proxy>().is_err(), "{bad}");
        }
    }
}
