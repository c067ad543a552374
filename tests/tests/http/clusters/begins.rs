//! A live cluster goes on from wherever somebody left a lesson, a link or another cluster.

use serde_json::{Value, json};

use super::learner::{Event, Learner, WRITE, begin, begin_after};
use crate::reader::{LESSON, WHAT_IFS, get, shared_app};

/// The lesson's own entries, as streamed.
async fn lesson(branch: &str) -> Vec<Value> {
    let answer = get(&format!("/api/lessons/{LESSON}/timeline{branch}")).await;
    let data = answer.text().lines().filter_map(|it| it.strip_prefix("data: "));
    let entries: Vec<Value> = data.map(|it| serde_json::from_str(it).unwrap()).collect();
    entries[1..entries.len() - 1].to_vec()
}

/// The numbers of the entries, which follow upon `after` without a gap.
#[track_caller]
fn check_numbers(entries: &[Event], after: u32) {
    let ids: Vec<u32> = entries.iter().map(|it| it.id.unwrap()).collect();
    let wanted: Vec<u32> = (after + 1..).take(entries.len()).collect();
    assert_eq!(ids, wanted);
    assert!(entries.iter().all(|it| it.data["id"] == it.id.unwrap()));
}

#[tokio::test]
async fn a_cluster_says_where_it_left_the_lesson_and_numbers_go_on_from_there() {
    for after in [0, 1, 41, 100] {
        let learner = begin_after(shared_app(), after).await;
        let after = u32::try_from(learner.begun["after"].as_u64().unwrap()).unwrap();
        assert_eq!(learner.begun["lesson"], LESSON);
        assert_eq!(learner.begun["shared"], after);
        let header = learner.reads("").await.next().await.unwrap();
        assert_eq!((header.kind.as_str(), header.id), ("header", None));
        assert_eq!(header.data["forkedAfter"], after);
        let done = learner.acts(WRITE).await;
        let entries = learner.entries("").await;
        assert!(entries.last().unwrap().data["event"]["fileWritten"].is_object());
        assert_eq!(done["entries"], entries.last().unwrap().data["id"]);
        check_numbers(&entries, after);
    }
}

#[tokio::test]
async fn a_what_if_is_left_like_a_lesson() {
    for branch in WHAT_IFS {
        let body = json!({"lesson": LESSON, "branch": branch, "after": 30});
        let learner = begin(shared_app(), &body).await;
        assert_eq!(learner.begun["branch"], branch);
        assert!(lesson(&format!("?branch={branch}")).await.len() > 30);
    }
}

/// What somebody does to a cluster in this test.
async fn act(learner: &Learner) {
    learner.acts("kubectl delete pod hello-static-pair-worker").await;
    learner.leaps(1).await;
    learner.acts("stop kubelet pair-worker").await;
    learner.leaps(5).await;
    learner.acts("start kubelet pair-worker").await;
    learner.leaps(30).await;
}

#[tokio::test]
async fn a_link_opened_on_another_server_gives_the_same_entries() {
    let learner = begin_after(shared_app(), 100).await;
    act(&learner).await;
    let link = learner.link().await;
    let other = crate::reader::new_app();
    let friend = begin(&other, &json!({"situation": link, "rate": 0})).await;
    let (entries, again) = (learner.entries("").await, friend.entries("").await);
    assert!(entries.len() > 30);
    assert_eq!(entries, again[..entries.len()]);
    assert_eq!(friend.begun["shared"], learner.begun["shared"]);
}

#[tokio::test]
async fn a_fork_shares_its_past_and_goes_another_way() {
    let learner = begin_after(shared_app(), 100).await;
    act(&learner).await;
    let entries = learner.entries("").await;
    for n in [3, entries.len() / 2, entries.len() - 1] {
        let after = entries[n].id.unwrap();
        let body = json!({"fork": {"id": learner.id, "after": after}, "rate": 0});
        let fork = begin(shared_app(), &body).await;
        let other = fork.entries("").await;
        assert_eq!(other[..=n], entries[..=n]);
        let done = fork.acts("api down").await;
        assert!(done["entries"].as_u64().unwrap() > u64::from(after));
        // What was forked has not changed.
        assert_eq!(learner.entries("").await, entries);
    }
}

#[tokio::test]
async fn a_fork_before_ones_own_doings_is_the_lesson() {
    let learner = begin_after(shared_app(), 100).await;
    act(&learner).await;
    let body = json!({"fork": {"id": learner.id, "after": 40}, "rate": 0});
    let fork = begin(shared_app(), &body).await;
    assert_eq!(fork.begun["shared"], fork.begun["after"]);
    assert!(fork.begun["shared"].as_u64().unwrap() >= 40);
}
