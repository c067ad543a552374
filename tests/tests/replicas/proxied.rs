//! Two servers behind the proxy of `deploy/`, as people run them.

#![expect(clippy::print_stderr, reason = "it says why it tested nothing")]

use std::env;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

use crate::deeds::{DEEDS, EDIT};
use crate::place::Place;
use crate::process::{PATIENCE, ask};
use crate::redis_server::{Data, End, check, end, free_port};

/// Longer than anything may be held back on the way, and shorter than anybody would wait.
const AT_ONCE: Duration = Duration::from_secs(3);

/// Caddy on a port of its own, killed when dropped.
struct Proxy {
    port: u16,
    child: Child,
}

impl Proxy {
    async fn before(program: &PathBuf, ports: [u16; 2]) -> Self {
        let port = free_port();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/Caddyfile");
        let mut command = Command::new(program);
        command
            .args(["run", "--adapter", "caddyfile", "--config", file])
            .env("SITE", format!(":{port}"))
            .env("SERVERS", ports.map(|it| format!("127.0.0.1:{it}")).join(" "))
            // It keeps its own things where the test does.
            .env("HOME", env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let child = command.spawn().expect("Caddy starts");
        let start = Instant::now();
        while ask(port, "GET", "/readyz", "", "").await.is_none_or(|it| it.status != 200) {
            assert!(start.elapsed() < PATIENCE, "the proxy does not answer");
            sleep(Duration::from_millis(20)).await;
        }
        Self { port, child }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        end(&mut self.child, End::Kill);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_the_proxy_servers_come_and_go_and_facts_come_at_once() {
    let Some(program) = env::var_os("MIRRORPOD_CADDY").map(PathBuf::from) else {
        eprintln!("nothing was tested: `cargo xtask test` finds Caddy and names it");
        return;
    };
    check("behind the proxy", async || {
        let mut place = Place::without_readers(Data::Lost).await;
        let proxy = Proxy::before(&program, place.ports()).await;
        place.follow(&[[proxy.port]; 4]).await;
        let deeds = [EDIT, DEEDS[0], DEEDS[1]];
        for (deed, killed) in deeds.into_iter().zip([None, Some(0), Some(1)]) {
            if let Some(killed) = killed {
                place.servers[killed].stop(End::Kill);
            }
            let acted = place.act_at(proxy.port, deed).await;
            let last = acted["entries"].as_u64().and_then(|it| u32::try_from(it).ok());
            for follower in &place.followers {
                let heard = follower.hears("what was done", |told| Some(told.last()) >= last);
                // Whoever lost his server comes back by himself, and not at once.
                let limit = if killed.is_none() { AT_ONCE } else { PATIENCE };
                timeout(limit, heard).await.expect("nothing is held back on the way");
            }
            if let Some(killed) = killed {
                place.servers[killed].start_again().await;
            }
        }
        place.goes_on().await;
        place.agrees().await;
    })
    .await;
}
