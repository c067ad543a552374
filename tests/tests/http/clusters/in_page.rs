//! Clusters in a page with no server behind it answer as a server does, and tell the same facts,
//! byte for byte.

use engine_wasm::{Answer, InPage};
use serde_json::{Value, json};

use super::learner::{Learner, WRITE, begin, post};
use crate::reader::{LESSON, content, shared_app};

const ID: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaa";

/// The same person, once with a server and once without.
struct Both {
    learner: Learner,
    page: InPage,
}

/// A page that knows the lesson and its what-ifs.
fn page() -> InPage {
    let lesson = content().lesson(LESSON).expect("there is the lesson");
    let mut page = InPage::new();
    let branches = lesson.branches.iter().map(|it| Some(it.id.as_str()));
    for branch in std::iter::once(None).chain(branches) {
        let header = lesson.record(branch).expect("it can be recorded").header;
        let script = lesson.script(branch).expect("there is such a line");
        page.learn(&json!({ "header": header, "script": script }).to_string()).expect("it fits");
    }
    page
}

fn value(answer: &Answer) -> Value {
    serde_json::from_str(&answer.text()).expect("an answer is JSON")
}

impl Both {
    /// Begins with time that stands still.
    async fn begin(body: &Value) -> Self {
        let learner = begin(shared_app(), body).await;
        let mut page = page();
        let begun = page.begin(ID, &body.to_string(), 0.0);
        assert_eq!(begun.status(), 201, "{}", begun.text());
        let mut wanted = learner.begun.clone();
        wanted["id"] = ID.into();
        wanted["token"] = "".into();
        assert_eq!(value(&begun), wanted);
        Self { learner, page }
    }

    /// Says the same to both, and sees the same answer.
    #[track_caller]
    fn same(server: &crate::reader::Answer, page: &Answer) {
        assert_eq!(page.status(), server.status.as_u16(), "{}", page.text());
        let wanted: Value = serde_json::from_slice(&server.body).unwrap();
        assert_eq!(value(page), wanted);
    }

    async fn acts(&mut self, text: &str) {
        let there = self.learner.tries(text).await;
        let here = self.page.act(ID, &json!({ "text": text }).to_string(), 0.0);
        Self::same(&there, &here);
    }

    async fn clock(&mut self, body: &Value) {
        let (path, token) = (self.learner.path("clock"), &self.learner.token);
        let there = post(shared_app(), &path, Some(token), body).await;
        Self::same(&there, &self.page.clock(ID, &body.to_string(), 0.0));
    }

    /// Everything that is told, from the same entry on.
    async fn told(&mut self, after: u32) -> usize {
        let there: Vec<String> = self
            .learner
            .entries(&after.to_string())
            .await
            .into_iter()
            .map(|it| format!("id: {}\ndata: {}", it.id.expect("an entry has one"), it.data))
            .collect();
        let reading = self.page.listen(ID, after).expect("there is the cluster");
        let text = self.page.tell(reading, 0.0);
        let here: Vec<String> = text
            .split("\n\n")
            .filter_map(|it| it.strip_prefix("event: entry\n"))
            .map(|it| {
                let (id, data) = it.split_once("\ndata: ").expect("an event has data");
                let data: Value = serde_json::from_str(data).expect("data are JSON");
                format!("{id}\ndata: {data}")
            })
            .collect();
        assert_eq!(here, there);
        here.len()
    }
}

#[tokio::test]
async fn what_is_done_in_a_page_gives_the_facts_that_a_server_tells() {
    let mut both = Both::begin(&json!({"lesson": LESSON, "after": 100, "rate": 0})).await;
    both.acts("kubectl delete pod hello-static-pair-worker").await;
    for _ in 0..8 {
        both.clock(&json!({"skip": true})).await;
    }
    both.acts(WRITE).await;
    let n = both.told(0).await;
    assert!(n > 10, "{n} facts");
    let seen = both.learner.begun["shared"].as_u64().expect("a number") + 4;
    assert_eq!(both.told(u32::try_from(seen).expect("few")).await, n - 4);
    assert_eq!(value(&both.page.situation(ID))["x"], both.learner.link().await);
}

#[tokio::test]
async fn a_what_if_and_a_link_begin_alike() {
    let branch = json!({"lesson": LESSON, "branch": "forced-quick", "after": 10, "rate": 0});
    let mut both = Both::begin(&branch).await;
    both.acts("api down").await;
    both.told(0).await;
    let link = both.learner.link().await;
    Both::begin(&json!({"situation": link, "rate": 0})).await.told(0).await;
}

#[tokio::test]
async fn what_a_server_refuses_a_page_refuses_in_the_same_words() {
    let mut both = Both::begin(&json!({"lesson": LESSON, "after": 100, "rate": 0})).await;
    both.acts("dance").await;
    both.acts("crash pair-worker nobody 1").await;
    both.clock(&json!({"rate": 20_001})).await;
    both.clock(&json!({})).await;
    for body in [
        json!({"lesson": "no-such"}),
        json!({"lesson": LESSON, "branch": "no-such"}),
        json!({"lesson": LESSON, "after": 9_999}),
        json!({"situation": "1abc"}),
        json!({"situation": format!("1{}", "A".repeat(9_000))}),
        json!({"lesson": LESSON, "situation": "1abc"}),
        json!({"lesson": LESSON, "rate": 20_001}),
        json!({}),
    ] {
        let there = post(shared_app(), "/api/clusters", None, &body).await;
        Both::same(&there, &both.page.begin("b", &body.to_string(), 0.0));
    }
}

#[test]
fn a_cluster_comes_back_from_its_log_and_from_nothing_else() {
    let mut page = page();
    page.begin(ID, &json!({"lesson": LESSON, "after": 100}).to_string(), 1_000.0);
    page.act(ID, &json!({ "text": WRITE }).to_string(), 2_000.0);
    page.advance(ID, 9_000.0);
    let log = page.log(ID).expect("there is the cluster");
    let all = |page: &mut InPage| {
        let reading = page.listen(ID, 0).expect("there is the cluster");
        page.tell(reading, 9_000.0)
    };
    let before = all(&mut page);
    let mut other = self::page();
    assert!(other.restore(ID, &log));
    while other.advance(ID, 9_000.0) == Some(0.0) {}
    assert_eq!(all(&mut other), before);
    for bad in ["", "{}", "nonsense", &log.replacen("static-pods", "other", 1)] {
        assert!(!self::page().restore(ID, bad), "{bad}");
    }
    assert_eq!(self::page().listen(ID, 0), None);
    assert_eq!(self::page().act("b", "{}", 0.0).status(), 404);
}
