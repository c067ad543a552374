//! One connection to the store, and what is said over it. Each request is one small script, so that
//! it happens whole or not at all, and is sent whole, so that a restarted store needs no preparing.

use std::time::{Duration, Instant};

use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, FromRedisValue, PushInfo, RedisError, RedisResult};
use tokio::sync::mpsc;

use crate::live::id::LiveId;
use crate::live::store::{LIFE, PRESENCE};

/// How long an answer may take, and a new connection.
pub const PATIENCE: Duration = Duration::from_secs(1);
/// How old a stamp may be when its record comes into the log, in milliseconds. Together with what
/// the clocks of two processes may differ by, it is less than the slack.
const FRESH: u64 = 150;
/// How long everybody has to come back before anything is appended, in milliseconds.
const SETTLING: u64 = 2_000;

/// Where processes tell one another that a log has grown: its name, a length, and the record.
pub const GROWN: &str = "mirrorpod:grown";
/// Where processes speak to one another: a log's name, and what is said.
pub const SAID: &str = "mirrorpod:said";

const SHIFT: &str = "mirrorpod:shift";
const RUN: &str = "mirrorpod:run";
const SETTLES: &str = "mirrorpod:settling";

/// A script with what it needs before it.
macro_rules! script {
    ($name:literal) => {
        concat!(
            include_str!("scripts/prelude.lua"),
            include_str!(concat!("scripts/", $name, ".lua"))
        )
    };
}

const CREATE: &str = script!("create");
const APPEND: &str = script!("append");
const READ: &str = include_str!("scripts/read.lua");
const KEEP: &str = script!("keep");
const BIND: &str = script!("bind");
const RESTORE: &str = script!("restore");
const GREET: &str = script!("greet");

/// A connection. Clones share it.
#[derive(Clone)]
pub struct Link(MultiplexedConnection);

/// What the store answers to a greeting.
pub struct Greeting {
    /// When the answer came, and the shared clock at the latest then.
    pub clock: (Instant, u64),
    /// How long nothing is appended yet.
    pub settles_in: Duration,
}

impl Link {
    /// Connects, and hears from then on what is told to everybody.
    pub async fn connect(
        client: &Client,
    ) -> RedisResult<(Self, mpsc::UnboundedReceiver<PushInfo>)> {
        let (sender, heard) = mpsc::unbounded_channel();
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE))
            .set_push_sender(sender);
        let mut link = client.get_multiplexed_async_connection_with_config(&config).await?;
        link.subscribe(&[GROWN, SAID]).await?;
        Ok((Self(link), heard))
    }

    /// Tells the store the shared clock as this process has it, and whether the process was alone.
    pub async fn greet(&self, now: Option<u64>, was_alone: bool) -> RedisResult<Greeting> {
        let keys = [SHIFT.into(), RUN.into(), SETTLES.into()];
        let now = now.unwrap_or_default().to_string();
        let was_alone = u8::from(was_alone).to_string();
        let args = [now, was_alone, SETTLING.to_string()];
        let (wall, left): (u64, u64) = self.run(GREET, &keys, &args).await?;
        let settles_in = Duration::from_millis(left);
        Ok(Greeting { clock: (Instant::now(), wall), settles_in })
    }

    /// Begins a log. Answers `done` or `conflict`.
    pub async fn create(&self, id: &LiveId, first: String) -> RedisResult<String> {
        self.run(CREATE, &[log(id), names(id)], &[first, life()]).await
    }

    /// Appends to a log. Answers `done`, `conflict`, `gone` or `settling`.
    pub async fn append(
        &self,
        id: &LiveId,
        expected: u64,
        stamped: u64,
        record: String,
    ) -> RedisResult<String> {
        let keys = [log(id), names(id), SHIFT.into(), SETTLES.into()];
        let (expected, stamped) = (expected.to_string(), stamped.to_string());
        let (fresh, channel, id) = (FRESH.to_string(), GROWN.to_owned(), id.to_string());
        self.run(APPEND, &keys, &[record, expected, stamped, fresh, life(), channel, id]).await
    }

    /// The records of a log from a place on, and how many there are in all.
    pub async fn read(&self, id: &LiveId, from: u64) -> RedisResult<(u64, Vec<String>)> {
        self.run(READ, &[log(id)], &[from.to_string()]).await
    }

    /// Says that a log is in use. Answers `done` or `gone`.
    pub async fn keep(&self, id: &LiveId) -> RedisResult<String> {
        self.run(KEEP, &[log(id), names(id)], &[life()]).await
    }

    /// Binds a short name to a log. Answers `done`, `conflict` or `gone`.
    pub async fn bind(&self, name: &str, id: &LiveId) -> RedisResult<String> {
        self.run(BIND, &[log(id), names(id), short(name)], &[id.to_string(), life()]).await
    }

    /// What a short name is bound to.
    pub async fn find(&self, name: &str) -> RedisResult<Option<String>> {
        redis::cmd("GET").arg(short(name)).query_async(&mut self.0.clone()).await
    }

    /// Writes a log back, as far as the store lacks it. Answers `same`, `restored` or `another`.
    pub async fn restore(
        &self,
        id: &LiveId,
        records: Vec<String>,
        bound: &[String],
    ) -> RedisResult<String> {
        let mut keys = vec![log(id), names(id)];
        keys.extend(bound.iter().map(|name| short(name)));
        let mut args = vec![id.to_string(), life(), GROWN.to_owned()];
        args.extend(records);
        self.run(RESTORE, &keys, &args).await
    }

    /// Tells something to everybody who listens to a log.
    pub async fn tell(&self, id: &LiveId, said: &str) -> RedisResult<()> {
        let said = format!("{id} {said}");
        redis::cmd("PUBLISH").arg(SAID).arg(said).exec_async(&mut self.0.clone()).await
    }

    /// Says how things stand in a process, and asks what each said, with the time at which it did.
    pub async fn presence(
        &self,
        id: &LiveId,
        process: &str,
        said: Option<String>,
    ) -> RedisResult<Vec<String>> {
        let key = format!("mirrorpod:present:{id}");
        let life = PRESENCE.as_millis().to_string();
        let mut pipe = redis::pipe();
        pipe.atomic();
        match said {
            Some(said) => pipe.cmd("HSET").arg(&key).arg(process).arg(said).ignore(),
            None => pipe.cmd("HDEL").arg(&key).arg(process).ignore(),
        };
        pipe.cmd("PEXPIRE").arg(&key).arg(life).ignore().cmd("HVALS").arg(&key);
        let (all,): (Vec<String>,) = pipe.query_async(&mut self.0.clone()).await?;
        Ok(all)
    }

    async fn run<T: FromRedisValue>(
        &self,
        script: &str,
        keys: &[String],
        args: &[String],
    ) -> RedisResult<T> {
        let mut command = redis::cmd("EVAL");
        command.arg(script).arg(keys.len()).arg(keys).arg(args);
        command.query_async(&mut self.0.clone()).await
    }
}

/// Whether a connection that said this is of no more use.
pub fn is_broken(error: &RedisError) -> bool {
    let is_late = error.is_timeout() || error.is_io_error();
    is_late || error.is_connection_dropped() || error.is_unrecoverable_error()
}

fn log(id: &LiveId) -> String {
    format!("mirrorpod:log:{id}")
}

fn names(id: &LiveId) -> String {
    format!("mirrorpod:names:{id}")
}

fn short(name: &str) -> String {
    format!("mirrorpod:name:{name}")
}

fn life() -> String {
    LIFE.as_millis().to_string()
}
