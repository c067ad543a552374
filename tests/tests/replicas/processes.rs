//! Two servers over one Redis: each of the three may go at any time, and readers lose nothing.

use serde_json::json;

use crate::deeds::{DEEDS, EDIT};
use crate::follower::Told;
use crate::place::Place;
use crate::redis_server::{Data, End, check};

#[tokio::test(flavor = "multi_thread")]
async fn readers_of_a_server_that_is_killed_go_on_with_the_other() {
    check("each server killed in turn", async || {
        let mut place = Place::open(Data::Lost).await;
        place.act(1, EDIT).await;
        place.servers[0].stop(End::Kill);
        place.act(1, DEEDS[0]).await;
        place.goes_on().await;
        place.servers[0].start_again().await;
        place.act(1, DEEDS[1]).await;
        place.servers[1].stop(End::Kill);
        place.act(0, DEEDS[2]).await;
        place.goes_on().await;
        place.servers[1].start_again().await;
        let all = place.agrees().await;
        assert!(all[..4].iter().all(|told| told.n_streams > 1), "each lost a server: {all:#?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rolling_restart_is_no_more_than_another_stream() {
    check("a rolling restart", async || {
        let mut place = Place::open(Data::Lost).await;
        place.act(0, EDIT).await;
        for server in [0, 1] {
            place.servers[server].stop(End::Term);
            place.act(1 - server, DEEDS[server]).await;
            place.servers[server].start_again().await;
        }
        place.act(0, DEEDS[2]).await;
        place.goes_on().await;
        let all = place.agrees().await;
        assert!(all.iter().all(|told| told.notices.is_empty()), "the store was there: {all:#?}");
    })
    .await;
}

/// The store ends and comes back: what runs goes on, says so, and takes no inputs meanwhile.
async fn a_store_ends(data: Data, how: End) {
    let mut place = Place::open(data).await;
    place.act(0, EDIT).await;
    place.store.stop(how);
    for follower in &place.followers {
        let is_told = |told: &Told| told.notices == ["store-lost"];
        follower.hears("that the store is lost", is_told).await;
    }
    for server in [0, 1] {
        let port = place.ports()[server];
        let refused = place.post(port, "inputs", &json!({ "text": DEEDS[0] })).await;
        assert_eq!(refused.status, 503, "{refused:?}");
        let says = refused.json()["detail"].as_str().unwrap_or_default().to_owned();
        assert!(says.contains("store"), "{refused:?}");
    }
    place.goes_on().await;
    place.store.start_again();
    for follower in &place.followers {
        let is_told = |told: &Told| told.notices == ["store-lost", "store-back"];
        follower.hears("that the store is back", is_told).await;
    }
    for (n, deed) in DEEDS.into_iter().enumerate() {
        place.act(n % 2, deed).await;
    }
    let all = place.agrees().await;
    assert!(all[..4].iter().all(|told| told.n_streams == 1), "nobody lost his stream: {all:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_stopped_is_waited_for() {
    check("the store stopped", async || a_store_ends(Data::Kept, End::Term).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_killed_is_waited_for() {
    check("the store killed", async || a_store_ends(Data::Kept, End::Kill).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_stopped_and_forgets_is_told_everything_again() {
    check("the store emptied", async || a_store_ends(Data::Lost, End::Term).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_killed_and_forgets_is_told_everything_again() {
    check("the store killed and emptied", async || a_store_ends(Data::Lost, End::Kill).await).await;
}

/// While the store is away, a server may go too: who reads there waits, and loses nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_while_the_store_is_away_is_missed_by_nobody() {
    check("a server killed while the store is away", async || {
        let mut place = Place::open(Data::Lost).await;
        place.act(0, EDIT).await;
        place.goes_on().await;
        place.store.stop(End::Kill);
        place.followers[2].hears("that the store is lost", |it| !it.notices.is_empty()).await;
        place.servers[0].stop(End::Kill);
        place.goes_on().await;
        place.store.start_again();
        place.servers[0].start_again().await;
        for (n, deed) in DEEDS.into_iter().enumerate() {
            place.act(n % 2, deed).await;
        }
        place.agrees().await;
    })
    .await;
}
