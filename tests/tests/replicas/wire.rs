//! A wire that can be cut, or made slow.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::sleep;

/// A wire to a server on this machine.
pub struct Wire {
    port: u16,
    state: Arc<State>,
}

struct State {
    to: u16,
    is_cut: AtomicBool,
    cut: Notify,
    /// What goes over the wire takes up to so many milliseconds.
    slow: AtomicU64,
    turn: AtomicU64,
}

impl Wire {
    /// A wire to a port.
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there are ports");
        let state = State {
            to: port,
            is_cut: AtomicBool::default(),
            cut: Notify::new(),
            slow: AtomicU64::default(),
            turn: AtomicU64::default(),
        };
        let wire = Self {
            port: listener.local_addr().expect("it has an address").port(),
            state: Arc::new(state),
        };
        tokio::spawn(carry_all(listener, wire.state.clone()));
        wire
    }

    /// Where it begins.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0", self.port)
    }

    /// Cuts it: what is connected breaks, and what comes waits in vain.
    pub fn cut(&self) {
        self.state.is_cut.store(true, Ordering::SeqCst);
        self.state.cut.notify_waiters();
    }

    /// Mends it.
    pub fn mend(&self) {
        self.state.is_cut.store(false, Ordering::SeqCst);
    }

    /// From now on, what goes over the wire takes up to so many milliseconds, each time another.
    pub fn slow_down(&self, most: u64) {
        self.state.slow.store(most, Ordering::SeqCst);
    }
}

impl State {
    fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::SeqCst)
    }

    /// Spread evenly, and the same each time.
    fn delay(&self) -> Duration {
        let turn = self.turn.fetch_add(7, Ordering::SeqCst);
        let most = self.slow.load(Ordering::SeqCst);
        Duration::from_millis(turn % 11 * most / 10)
    }
}

async fn carry_all(listener: TcpListener, state: Arc<State>) {
    while let Ok((near, _)) = listener.accept().await {
        let state = state.clone();
        tokio::spawn(async move {
            while state.is_cut() {
                sleep(Duration::from_millis(20)).await;
            }
            let Ok(far) = TcpStream::connect(("127.0.0.1", state.to)).await else { return };
            let (near_in, near_out) = near.into_split();
            let (far_in, far_out) = far.into_split();
            tokio::select! {
                () = carry(near_in, far_out, &state) => {}
                () = carry(far_in, near_out, &state) => {}
                () = state.cut.notified() => {}
            }
        });
    }
}

async fn carry(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, state: &State) {
    let mut bytes = vec![0; 64 * 1024];
    loop {
        let n = from.read(&mut bytes).await.unwrap_or(0);
        let delay = state.delay();
        if !delay.is_zero() {
            sleep(delay).await;
        }
        if n == 0 || to.write_all(&bytes[..n]).await.is_err() {
            return;
        }
    }
}
