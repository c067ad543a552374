//! The page reads every fact that the engine can tell as serde would read it.

use content::Content;
use engine::Script;
use trace::{Entry, Header};
use web::facts::read;

const TOPOLOGY: &str = r#"{"epoch":"2026-01-15T09:00:00Z","apiServerUp":true,"nodes":[
    {"name":"node1","images":[]},{"name":"node2","registered":true,"unschedulable":true}]}"#;

/// What the lessons do not come to: refusals, crashes, restarts.
const TROUBLE: &str = "mirrorpod script 1
0s start kubelet node1
1s write node1 /etc/kubernetes/manifests/bad.yaml <<EOF
kind: Pod
metadata: [
EOF
2s write node1 /etc/kubernetes/manifests/web.yaml <<EOF
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: main
    image: registry.k8s.io/pause:3.9
    ports:
    - containerPort: 80
    env:
    - name: A
      value: b
EOF
20s crash node1 main 3
40s stop kubelet node1
45s api down
50s start kubelet node1
60s api up
70s rename node1 /etc/kubernetes/manifests/web.yaml /etc/kubernetes/manifests/.web.yaml
90s end
";

#[track_caller]
fn check(header: Option<&Header>, entries: &[Entry]) {
    assert!(entries.len() > 20, "there is something to read");
    for entry in entries {
        let text = entry.to_json();
        assert_eq!(read::<Entry>(&text).as_ref(), Ok(entry), "{text}");
    }
    if let Some(header) = header {
        assert_eq!(read::<Header>(&header.to_json()).as_ref(), Ok(header));
    }
}

#[test]
fn every_lesson_and_every_what_if_is_read() {
    let content = Content::embedded().expect("the content has no mistake");
    let lesson = content.lesson("static-pods").expect("it is there");
    let branches = lesson.branches.iter().map(|it| Some(it.id.as_str()));
    for branch in branches.chain([None]) {
        let recording = lesson.record(branch).expect("the lesson fits its trace");
        check(Some(&recording.header), &recording.entries);
    }
}

#[test]
fn trouble_is_read() {
    let topology = serde_json::from_str(TOPOLOGY).expect("the topology is one");
    let script = Script::parse(TROUBLE).expect("the script is one");
    let (trace, refused) = engine::record(&topology, 5, &script);
    assert!(refused.is_empty(), "every input is taken: {refused:?}");
    check(None, trace.entries());
}
