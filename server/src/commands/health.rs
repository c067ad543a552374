//! `mirrorpod health`: one request, by hand, so that a container needs no other program for it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};

use crate::cli::Health;

const PATIENCE: Duration = Duration::from_secs(3);

/// Succeeds when the server answers `/healthz` with 200.
///
/// # Errors
/// Says why it is not well.
pub fn run(args: &Health) -> Result<()> {
    let host = match &args.url {
        Some(url) => host(url)?.to_owned(),
        None => args.listen.clone(),
    };
    let status = ask(&host).with_context(|| format!("no answer from {host}"))?;
    ensure!(status == 200, "{host} answers {status}");
    Ok(())
}

/// `127.0.0.1:8080` in `http://127.0.0.1:8080/`.
fn host(url: &str) -> Result<&str> {
    let Some(rest) = url.strip_prefix("http://") else {
        bail!("only http:// addresses can be asked, not {url}");
    };
    Ok(rest.split(['/', '?', '#']).next().unwrap_or_default())
}

fn ask(host: &str) -> Result<u16> {
    let with_port = if host.rsplit(']').next().is_some_and(|rest| rest.contains(':')) {
        host.to_owned()
    } else {
        format!("{host}:80")
    };
    let address = with_port.to_socket_addrs()?.next().context("the name has no address")?;
    let mut stream = TcpStream::connect_timeout(&reachable(address), PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    let status = line.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3));
    status.and_then(|status| status.parse().ok()).context("what answers does not speak HTTP")
}

/// A server that listens on every address is asked on the machine's own.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_a_url_keeps_its_port() {
        assert_eq!(host("http://[::1]:8080/x").unwrap(), "[::1]:8080");
        assert!(host("https://pods.example").is_err());
    }

    #[test]
    fn a_server_on_every_address_is_asked_on_this_machine() {
        assert_eq!(reachable("0.0.0.0:80".parse().unwrap()).to_string(), "127.0.0.1:80");
        assert_eq!(reachable("[::]:80".parse().unwrap()).to_string(), "[::1]:80");
        assert_eq!(reachable("10.0.0.1:80".parse().unwrap()).to_string(), "10.0.0.1:80");
    }
}
