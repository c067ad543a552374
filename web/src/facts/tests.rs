//! What is read here is what serde reads.

use trace::{Entry, Header, Line};

use super::*;

/// An entry with this event is read as serde reads it.
#[track_caller]
fn check(event: &str) {
    let text = format!(r#"{{"id":7,"at":1200,"cause":3,"by":"a.go f","event":{event}}}"#);
    let wanted = Entry::from_json(&text).expect("serde reads it");
    assert_eq!(read::<Entry>(&text), Ok(wanted));
}

#[test]
fn every_form_of_a_fact_is_read() {
    check(r#""apiServerUp""#);
    check(r#"{"fileWritten":{"node":"n","path":"/p","text":"kind: Pod\n"}}"#);
    check(r#"{"commandPrinted":{"command":3,"stderr":true,"text":"no"}}"#);
    check(
        r#"{"mirrorDecided":{"node":"n","pod":{"namespace":"d","name":"p","uid":"u"},
        "decision":{"delete":{"mirror":"m"}}}}"#,
    );
    check(
        r#"{"mirrorDecided":{"node":"n","pod":{"namespace":"d","name":"p","uid":"u"},
        "decision":"nodeUnknown"}}"#,
    );
    check(
        r#"{"requestSent":{"client":{"kubelet":"n"},"request":{"verb":"patchStatus",
        "resource":"pods","namespace":"d","name":"p","gracePeriodSeconds":0}}}"#,
    );
    check(
        r#"{"containerExited":{"node":"n","container":{"id":"c","sandbox":"s",
        "pod":{"namespace":"d","name":"p","uid":"u"},"name":"main","image":"i","attempt":1,
        "state":"exited","createdAt":5,"startedAt":6,"finishedAt":7,"exitCode":-1}}}"#,
    );
}

#[test]
fn what_the_picture_needs_of_objects_is_read() {
    check(
        r#"{"objectCreated":{"object":{"pod":{
        "metadata":{"name":"p","namespace":"d","uid":"u","annotations":{"a":"b"},
            "deletionTimestamp":"now","deletionGracePeriodSeconds":0,
            "ownerReferences":[{"controller":true,"kind":"Node","name":"n"}]},
        "spec":{"nodeName":"n","containers":[{"name":"main","image":"i"}]},
        "status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}
        }}}}"#,
    );
    check(
        r#"{"objectModified":{"object":{"node":{"metadata":{"name":"n"},
        "spec":{"unschedulable":true}}}}}"#,
    );
    check(
        r#"{"objectDeleted":{"object":{"replicaSet":{"metadata":{"name":"r"},
        "spec":{"replicas":1}}}}}"#,
    );
    check(r#"{"objectDeleted":{"object":{"daemonSet":{"metadata":{"name":"d"}}}}}"#);
}

#[cfg(not(feature = "rail"))]
#[test]
fn what_only_stands_in_the_text_of_an_object_is_passed_over_in_a_frame() {
    let entry = |more: &str| {
        let pod = format!(r#"{{"metadata":{{"name":"p"{more}}},"status":{{"phase":"Pending"}}}}"#);
        format!(r#"{{"id":7,"at":0,"event":{{"objectCreated":{{"object":{{"pod":{pod}}}}}}}}}"#)
    };
    let wanted = Entry::from_json(&entry("")).expect("serde reads it");
    let labelled = entry(r#","labels":{"a":"b"},"generation":2,"resourceVersion":"7""#);
    assert_eq!(read::<Entry>(&labelled), Ok(wanted));
}

#[cfg(feature = "rail")]
#[test]
fn whole_objects_are_read_and_unknown_fields_passed_over() {
    check(
        r#"{"objectCreated":{"object":{"pod":{
        "metadata":{"name":"p","labels":{"a":"b"},"generation":2,"later":[1,{"x":null}],
            "ownerReferences":[{"apiVersion":"v1","controller":true,"kind":"Node","name":"n",
                "uid":"u"}]},
        "spec":{"containers":[{"name":"main","image":"i","resources":{"limits":{"cpu":"1"}},
            "ports":[{"containerPort":80}]}],"enableServiceLinks":false,"securityContext":{},
            "affinity":{"a":[null,true,1,-1,1.5,"x",{"b":{}}]},"priority":-5},
        "status":{"phase":"Running","podIP":"10.0.0.1","podIPs":[{"ip":"10.0.0.1"}],
            "conditions":[{"type":"Ready","status":"True","lastTransitionTime":"now"}],
            "containerStatuses":[{"name":"main","image":"i","imageID":"","ready":true,
                "containerID":"containerd://c","restartCount":1,"lastState":{},
                "state":{"running":{"startedAt":"now"}}}]}
        }}}}"#,
    );
    check(
        r#"{"objectModified":{"object":{"node":{"metadata":{"name":"n"},
        "spec":{"unschedulable":true,"taints":[{"key":"k","effect":"NoSchedule"}]},
        "status":{"conditions":[{"type":"Ready","status":"True","lastTransitionTime":"now",
            "message":"","reason":""}]}}}}}"#,
    );
    check(
        r#"{"objectDeleted":{"object":{"replicaSet":{"metadata":{"name":"r"},
        "spec":{"replicas":2,"selector":{"matchLabels":{"a":"b"}}},"status":{"replicas":1,
            "readyReplicas":0}}}}}"#,
    );
}

#[test]
fn a_header_is_read_with_its_steps() {
    let text = r#"{"format":1,"kubernetes":"v1.36.2","lesson":"l","branch":"b","version":"v",
        "seed":7,"entries":2,"topology":{"epoch":"now","apiServerUp":true,"nodes":[{"name":"n",
            "manifestDir":"/m","registered":true,"unschedulable":true,"images":["i"]}]},
        "steps":[{"id":"scan","begins":1,"beats":[{"ends":1},{"ends":2}]}]}"#;
    assert_eq!(read::<Header>(text), Ok(Header::from_json(text).expect("serde reads it")));
}

#[test]
fn lines_of_a_recording_are_read() {
    assert!(matches!(read(r#"{"end":{"last":3}}"#), Ok(Line::End(it)) if it.last == 3));
    let entry = r#"{"entry":{"id":1,"at":0,"event":"apiServerUp"}}"#;
    assert!(matches!(read(entry), Ok(Line::Entry(it)) if it.id.0 == 1));
    assert_eq!(read::<Line>(r#"{"middle":{}}"#), Err(Malformed));
}

#[test]
fn what_is_no_fact_is_refused() {
    for text in ["", "{}", "[]", "7", r#"{"id":"1"}"#, r#"{"id":1,"at":0,"event":"dance"}"#] {
        assert_eq!(read::<Entry>(text), Err(Malformed), "{text}");
    }
    let event = |event: &str| format!(r#"{{"id":1,"at":0,"event":{event}}}"#);
    for text in [r#""fileWritten""#, r#"{"a":1,"b":2}"#, "null", r#"{"nodeSeen":{"node":4}}"#] {
        assert_eq!(read::<Entry>(&event(text)), Err(Malformed), "{text}");
    }
    assert_eq!(read::<Header>(r#"{"format":-1}"#), Err(Malformed));
}

#[test]
fn a_name_is_the_same_in_both_spellings() {
    for (json, rust) in [("containerID", "container_id"), ("podIPs", "pod_ips"), ("a", "a")] {
        assert!(is_same(json, rust), "{json}");
    }
    for (json, rust) in [("name", "names"), ("names", "name"), ("", "a"), ("pod_ip", "pod_ip")] {
        assert!(!is_same(json, rust), "{json}");
    }
}
