//! What every store promises, held against each of them.

use std::sync::Arc;
use std::time::Duration;

use mirrorpod::live::{LiveId, Memory, Redis, Store, StoreError, Talk};

use crate::redis_server::{Data, RedisServer, is_left_out};

/// Two ways to the same logs, as two processes have them, and to one another.
struct Pair {
    one: Arc<dyn Store>,
    other: Arc<dyn Store>,
    talks: [Arc<dyn Talk>; 2],
}

fn in_memory() -> Pair {
    let store: Arc<dyn Store> = Arc::new(Memory::new(1 << 20));
    let talk = store.clone().talk();
    Pair { one: store.clone(), other: store, talks: [talk.clone(), talk] }
}

async fn in_redis(server: &RedisServer) -> Pair {
    let (one, other) = (open(&server.url()), open(&server.url()));
    let talks = [one.clone().talk(), other.clone().talk()];
    let pair = Pair { one, other, talks };
    until(|| pair.one.is_up() && pair.other.is_up()).await;
    pair
}

fn open(url: &str) -> Arc<dyn Store> {
    Arc::new(Redis::open(url).expect("it is an address"))
}

/// Waits until something is so.
async fn until(is_so: impl Fn() -> bool) {
    for _ in 0..1000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it never came to be");
}

/// Holds a claim against the store in memory and against a real Redis.
async fn check(claim: impl AsyncFn(&Pair)) {
    claim(&in_memory()).await;
    check_redis(async |_, pair| claim(pair).await).await;
}

/// Holds a claim against a real Redis alone.
async fn check_redis(claim: impl AsyncFn(&RedisServer, &Pair)) {
    if !is_left_out() {
        let server = RedisServer::start(Data::Lost);
        claim(&server, &in_redis(&server).await).await;
    }
}

async fn append(store: &dyn Store, id: &LiveId, at: u64, text: &str) -> Result<(), StoreError> {
    store.append(id, at, store.now(), text.into()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_must_have_seen_everything_before() {
    check(async |Pair { one, other, .. }| {
        let id = LiveId::random();
        assert_eq!(one.read(&id, 0).await, Err(StoreError::Gone));
        assert_eq!(append(&**one, &id, 0, "a").await, Err(StoreError::Gone));
        one.create(&id, "a".into()).await.unwrap();
        assert_eq!(other.create(&id, "b".into()).await, Err(StoreError::Conflict));
        assert_eq!(append(&**other, &id, 0, "b").await, Err(StoreError::Conflict));
        append(&**other, &id, 1, "b").await.unwrap();
        assert_eq!(append(&**one, &id, 1, "c").await, Err(StoreError::Conflict));
        assert_eq!(one.read(&id, 0).await.unwrap(), ["a", "b"]);
        assert_eq!(other.read(&id, 1).await.unwrap(), ["b"]);
        assert!(one.read(&id, 2).await.unwrap().is_empty());
        assert_eq!(one.keep(&id).await, Ok(()));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_write_at_once_each_is_written_once_and_all_read_the_same() {
    check(async |Pair { one, other, .. }| {
        let id = LiveId::random();
        one.create(&id, "first".into()).await.unwrap();
        let writers = (0..20).map(|n: u32| {
            let store = if n.is_multiple_of(2) { one } else { other };
            let (store, id) = (store.clone(), id.clone());
            tokio::spawn(async move {
                loop {
                    let length = store.read(&id, 0).await.unwrap().len() as u64;
                    match append(&*store, &id, length, &n.to_string()).await {
                        Ok(()) => return,
                        Err(StoreError::Conflict) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            writer.await.unwrap();
        }
        let records = one.read(&id, 0).await.unwrap();
        assert_eq!(other.read(&id, 0).await.unwrap(), records);
        let mut numbers: Vec<u32> = records[1..].iter().map(|it| it.parse().unwrap()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..20).collect::<Vec<u32>>());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn news_of_an_append_reaches_everybody_who_waits() {
    check(async |Pair { one, other, .. }| {
        let id = LiveId::random();
        one.create(&id, "a".into()).await.unwrap();
        let (mut here, mut there) = (one.news(&id), other.news(&id));
        here.mark_unchanged();
        there.mark_unchanged();
        append(&**one, &id, 1, "b").await.unwrap();
        for news in [&mut here, &mut there] {
            tokio::time::timeout(Duration::from_secs(5), news.changed()).await.unwrap().unwrap();
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_name_leads_to_one_log() {
    check(async |Pair { one, other, .. }| {
        let (id, second) = (LiveId::random(), LiveId::random());
        assert_eq!(one.find("7KD3QF").await, Err(StoreError::Gone));
        for id in [&id, &second] {
            one.create(id, "a".into()).await.unwrap();
        }
        one.bind("7KD3QF", &id).await.unwrap();
        assert_eq!(other.bind("7KD3QF", &second).await, Err(StoreError::Conflict));
        assert_eq!(other.find("7KD3QF").await, Ok(id));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_is_everybodys_and_never_goes_back() {
    check(async |Pair { one, other, .. }| {
        let mut last = 0;
        for _ in 0..200 {
            let (a, b) = (one.now(), other.now());
            assert!(a.abs_diff(b) < 100, "{a} {b}");
            assert!(last <= a, "{last} {a}");
            last = a;
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert!(last > 1_700_000_000_000, "it counts from 1970: {last}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_listens_hears_what_is_told_of_that_log() {
    check(async |Pair { talks: [one, other], .. }| {
        let (id, elsewhere) = (LiveId::random(), LiveId::random());
        let mut heard = [one.listen(&id), other.listen(&id)];
        other.tell(&elsewhere, "elsewhere".into()).await.unwrap();
        one.tell(&id, "here we are".into()).await.unwrap();
        for listener in &mut heard {
            let said = tokio::time::timeout(Duration::from_secs(5), listener.recv()).await;
            assert_eq!(said.unwrap().unwrap(), "here we are");
        }
        let said = one.presence(&id, "one", "3 readers".into()).await;
        assert_eq!(said.unwrap(), ["3 readers"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_process_hears_what_the_others_say_of_themselves() {
    check_redis(async |server, Pair { talks: [one, other], .. }| {
        let id = LiveId::random();
        one.presence(&id, "one", "3 readers".into()).await.unwrap();
        let mut both = other.presence(&id, "other", "{} 4 {}".into()).await.unwrap();
        both.sort_unstable();
        assert_eq!(both, ["3 readers", "{} 4 {}"]);
        let left = one.presence(&id, "one", String::new()).await.unwrap();
        assert_eq!(left, ["{} 4 {}"]);
        let seconds = server.number(&format!("PTTL mirrorpod:present:{id}")) / 1000;
        assert!((10..=15).contains(&seconds), "{seconds}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_took_too_long_to_come_is_thought_of_again() {
    check_redis(async |_, Pair { one, .. }| {
        let id = LiveId::random();
        one.create(&id, "a".into()).await.unwrap();
        let slack = u64::try_from(one.slack().as_millis()).unwrap();
        let late = one.now() - slack;
        assert_eq!(one.append(&id, 1, late, "b".into()).await, Err(StoreError::Conflict));
        assert_eq!(append(&**one, &id, 1, "b").await, Ok(()));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_expires_and_what_is_used_lives_on() {
    check_redis(async |server, Pair { one, .. }| {
        let id = LiveId::random();
        one.create(&id, "a".into()).await.unwrap();
        one.bind("7KD3QF", &id).await.unwrap();
        let keys = ["log", "names"].map(|kind| format!("mirrorpod:{kind}:{id}"));
        let keys = keys.into_iter().chain(["mirrorpod:name:7KD3QF".to_owned()]);
        for key in keys {
            let hours = server.number(&format!("PTTL {key}")) / 3_600_000;
            assert!((5..=6).contains(&hours), "{key}: {hours} h");
            assert_eq!(server.number(&format!("PEXPIRE {key} 5000")), 1);
        }
        assert_eq!(one.keep(&id).await, Ok(()));
        assert!(server.number("PTTL mirrorpod:name:7KD3QF") > 3_600_000);
        // Nothing else is there but two marks of the store's own.
        assert_eq!(server.number("DBSIZE"), 3 + 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_full_says_so_and_loses_nothing() {
    check_redis(async |server, Pair { one, .. }| {
        let id = LiveId::random();
        one.create(&id, "a".into()).await.unwrap();
        assert_eq!(server.ask("CONFIG SET maxmemory 1mb").as_deref(), Some("+OK"));
        assert_eq!(append(&**one, &id, 1, "b").await, Err(StoreError::Full));
        assert_eq!(one.read(&id, 0).await.unwrap(), ["a"]);
        assert!(one.is_up());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_not_there_yet_is_waited_for() {
    if is_left_out() {
        return;
    }
    let mut server = RedisServer::start(Data::Lost);
    server.stop(crate::redis_server::End::Kill);
    let store = open(&server.url());
    let id = LiveId::random();
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(!store.is_up());
    assert_eq!(store.create(&id, "a".into()).await, Err(StoreError::Unavailable));
    assert_eq!(store.find("7KD3QF").await, Err(StoreError::Unavailable));
    server.start_again();
    until(|| store.is_up()).await;
    store.create(&id, "a".into()).await.unwrap();
}

#[test]
fn what_is_no_address_of_a_store_is_refused() {
    for url in ["", "http://127.0.0.1:6379", "redis://", "rediss://127.0.0.1:6379"] {
        assert!(Redis::open(url).is_err(), "{url}");
    }
}
