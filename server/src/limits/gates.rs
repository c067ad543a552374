//! Gates that let through so much and no more, each with its sentence.

use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use governor::clock::{Clock as _, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use super::{Address, Limits, Proxies};
use crate::live::LiveId;
use crate::problem::Problem;

/// Everything that is counted.
pub struct Gates {
    /// Who is asking.
    pub proxies: Proxies,
    begin: Rate<Address>,
    act: Rate<LiveId>,
    drive: Rate<LiveId>,
    say: Rate<Address>,
    streams: Arc<Streams>,
}

/// How many moves of a room's stage and its pointer, and how many words of one address's viewers,
/// are taken in the time of one input: they cost less, and a class shares one address.
const MOVES: NonZeroU32 = NonZeroU32::new(10).unwrap();

/// So many in a minute for each key; as many at once.
struct Rate<K: Clone + Hash + Eq>(RateLimiter<K, HashMapStateStore<K>, DefaultClock>);

/// How many streams are open from each address.
struct Streams {
    open: Mutex<HashMap<Address, u32>>,
    most: u32,
}

/// One open stream; it counts until this is dropped.
pub struct Pass {
    streams: Arc<Streams>,
    address: Address,
}

impl Gates {
    /// Gates with these limits.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let (trusted, header) = (limits.trusted_proxies.clone(), limits.forwarded_header.clone());
        Self {
            proxies: Proxies::new(trusted, header),
            begin: Rate::per_minute(limits.clusters_per_minute),
            act: Rate::per_minute(limits.inputs_per_minute),
            drive: Rate::per_minute(limits.inputs_per_minute.saturating_mul(MOVES)),
            say: Rate::per_minute(limits.inputs_per_minute.saturating_mul(MOVES)),
            streams: Arc::new(Streams { open: Mutex::default(), most: limits.streams_per_address }),
        }
    }

    /// Somebody begins a live cluster or a room.
    ///
    /// # Errors
    /// When there were too many from this address.
    pub fn begin(&self, address: Address) -> Result<(), Problem> {
        let what = "too many clusters and rooms were begun from your address in the last minute";
        self.begin.pass(&address, what)
    }

    /// Somebody acts on a live cluster or on its clock, or on the one on a room's stage.
    ///
    /// # Errors
    /// When it happened too often.
    pub fn act(&self, id: &LiveId) -> Result<(), Problem> {
        self.act.pass(id, "too much was done here in the last minute")
    }

    /// Somebody drives a room.
    ///
    /// # Errors
    /// When it happened too often.
    pub fn drive(&self, session: &LiveId) -> Result<(), Problem> {
        self.drive.pass(session, "too much was done in this room in the last minute")
    }

    /// A viewer answers a question, or says what they look at.
    ///
    /// # Errors
    /// When it happened too often from this address.
    pub fn say(&self, address: Address) -> Result<(), Problem> {
        self.say.pass(&address, "too much was said from your address in the last minute")
    }

    /// Somebody opens a stream that has no end.
    ///
    /// # Errors
    /// When too many are open from this address.
    pub fn open(&self, address: Address) -> Result<Pass, Problem> {
        let mut open = self.streams.open();
        let n_open = open.entry(address).or_default();
        if *n_open >= self.streams.most {
            let detail = "as many streams are open from your address as may be; close another";
            return Err(Problem::refused(StatusCode::TOO_MANY_REQUESTS, detail).retry_after(30));
        }
        *n_open += 1;
        Ok(Pass { streams: self.streams.clone(), address })
    }

    /// Forgets those who have not asked for a minute.
    pub fn sweep(&self) {
        self.begin.sweep();
        self.act.sweep();
        self.drive.sweep();
        self.say.sweep();
    }
}

impl<K: Clone + Hash + Eq> Rate<K> {
    fn per_minute(n: NonZeroU32) -> Self {
        Self(RateLimiter::hashmap(Quota::per_minute(n)))
    }

    fn sweep(&self) {
        self.0.retain_recent();
        self.0.shrink_to_fit();
    }

    fn pass(&self, key: &K, what: &str) -> Result<(), Problem> {
        let Err(not_yet) = self.0.check_key(key) else { return Ok(()) };
        let wait = not_yet.wait_time_from(DefaultClock::default().now());
        // Rounded up: who comes in time is let in.
        let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
        let detail = format!("{what}; try again in {seconds} s");
        Err(Problem::refused(StatusCode::TOO_MANY_REQUESTS, detail).retry_after(seconds))
    }
}

impl Streams {
    /// A panic elsewhere leaves the map whole: every change of it is one step.
    fn open(&self) -> MutexGuard<'_, HashMap<Address, u32>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut open = self.streams.open();
        if let Some(n_open) = open.get_mut(&self.address) {
            *n_open -= 1;
            if *n_open == 0 {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn gates() -> Gates {
        let few = NonZeroU32::new(3).unwrap();
        Gates::new(&Limits {
            clusters_per_minute: few,
            inputs_per_minute: few,
            streams_per_address: 2,
            ..Limits::default()
        })
    }

    fn address(n: u8) -> Address {
        std::net::IpAddr::from(Ipv4Addr::new(192, 0, 2, n)).into()
    }

    #[track_caller]
    fn check_refused(passed: Result<(), Problem>, says: &str) {
        let problem = passed.expect_err("it is one too many");
        assert_eq!(problem.status, StatusCode::TOO_MANY_REQUESTS);
        assert!(problem.detail.contains(says), "{}", problem.detail);
        assert!((1..=60).contains(&problem.retry_after.unwrap()));
    }

    #[test]
    fn one_address_does_not_use_up_anothers_share() {
        let gates = gates();
        for _ in 0..3 {
            gates.begin(address(1)).unwrap();
        }
        check_refused(gates.begin(address(1)), "try again in 20 s");
        gates.begin(address(2)).unwrap();
        gates.sweep();
        check_refused(gates.begin(address(1)), "from your address");
    }

    #[test]
    fn one_cluster_does_not_use_up_anothers_share() {
        let (gates, one, other) = (gates(), LiveId::random(), LiveId::random());
        for _ in 0..3 {
            gates.act(&one).unwrap();
        }
        check_refused(gates.act(&one), "in the last minute");
        gates.act(&other).unwrap();
    }

    #[test]
    fn a_room_is_moved_ten_times_as_often_as_it_is_acted_on() {
        let (gates, one, other) = (gates(), LiveId::random(), LiveId::random());
        for _ in 0..30 {
            gates.drive(&one).unwrap();
            gates.say(address(1)).unwrap();
        }
        check_refused(gates.drive(&one), "in this room in the last minute");
        check_refused(gates.say(address(1)), "from your address");
        gates.act(&one).unwrap();
        gates.drive(&other).unwrap();
        gates.say(address(2)).unwrap();
    }

    #[test]
    fn a_stream_counts_until_it_is_closed() {
        let gates = gates();
        let first = gates.open(address(1)).unwrap();
        let _second = gates.open(address(1)).unwrap();
        check_refused(gates.open(address(1)).map(|_| ()), "close another");
        let _other = gates.open(address(2)).unwrap();
        drop(first);
        let third = gates.open(address(1)).unwrap();
        drop((third, _second));
        assert_eq!(gates.streams.open().len(), 1, "who has none open is forgotten");
    }
}
