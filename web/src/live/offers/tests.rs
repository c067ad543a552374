//! What is offered at moments of the lesson's recording.

use trace::{Entry, EntryId, Header, View};

use super::*;
use crate::live::sample;

/// After so many entries of the recording.
fn sections_after(n_entries: u32, wait: Option<&str>) -> Vec<Section> {
    let (header, entries) = sample::recording();
    let entries = &entries[..n_entries as usize];
    let view = view(&header, entries);
    let running = running_command(entries.iter().map(|it| (it.id, &it.event)));
    let words = sample::words();
    let wait = wait.map(str::to_owned);
    sections(&Standing { header: &header, view: &view, running, wait, words: &words })
}

fn view(header: &Header, entries: &[Entry]) -> View {
    let mut view = View::new(&header.topology);
    for entry in entries {
        view.apply(&entry.event);
    }
    view
}

fn all(n_entries: u32) -> Vec<Offer> {
    let sections = sections_after(n_entries, None).into_iter();
    sections.flat_map(|it| it.things).flat_map(|it| it.offers).collect()
}

/// The offer of this act whose text begins so, and the reason against it.
#[track_caller]
fn check(n_entries: u32, act: &str, input: &str, reason: &str) {
    let offers = all(n_entries);
    let found = offers.iter().find(|it| it.act == act && it.input.starts_with(input));
    let found = found.unwrap_or_else(|| panic!("no {act} {input} after {n_entries}"));
    assert_eq!(found.reason, reason, "{act} {input} after {n_entries}");
}

#[test]
fn a_mirror_offers_what_kubectl_does_to_pods() {
    let pod = "hello-static-pair-worker";
    check(34, "live.act.delete", &format!("kubectl delete pod {pod}"), "");
    check(34, "live.act.force", &format!("kubectl delete pod {pod} --grace-period=0 --force"), "");
    check(34, "live.act.label", &format!("kubectl label pod {pod} {{}}"), "");
    let offers = all(34);
    let image = offers.iter().find(|it| it.act == "live.act.image").unwrap();
    let field = image.field.as_ref().unwrap();
    let patch =
        format!(r#"{{"spec":{{"containers":[{{"name":"main","image":"{}"}}]}}}}"#, field.value);
    let wanted = format!("kubectl patch pod {pod} -p '{patch}'");
    assert_eq!(image.input.replace("{}", &field.value), wanted);
    assert_eq!(field.value, "registry.k8s.io/pause:3.9", "another than it runs");
}

#[test]
fn what_cannot_apply_says_why() {
    check(34, "live.act.kubelet_start", "start kubelet pair-worker", "live.reason.runs");
    check(34, "live.act.kubelet_stop", "stop kubelet pair-worker", "");
    check(16, "live.act.api_down", "api down", "live.reason.down");
    check(34, "live.act.api_up", "api up", "live.reason.up");
    check(34, "live.act.cordon", "kubectl cordon pair-worker2", "live.reason.cordoned");
    check(34, "live.act.uncordon", "kubectl uncordon pair-worker", "live.reason.open");
    check(3, "live.act.drain", "kubectl drain pair-worker ", "live.reason.unknown");
}

#[test]
fn while_a_command_runs_kubectl_waits_and_the_machine_does_not() {
    let (_, entries) = sample::recording();
    let typed = entries.iter().find(|it| matches!(it.event, Event::CommandTyped { .. })).unwrap();
    let n = typed.id.0;
    check(n, "live.act.cordon", "kubectl cordon pair-worker", "live.reason.busy");
    check(n, "live.act.crash", "crash pair-worker ", "");
    check(n - 1, "live.act.cordon", "kubectl cordon pair-worker", "");
}

#[test]
fn while_nothing_can_be_done_everything_says_so() {
    for thing in sections_after(58, Some("sending")).iter().flat_map(|it| &it.things) {
        assert!(thing.offers.iter().all(|it| it.reason == "sending"), "{thing:?}");
    }
}

#[test]
fn every_thing_has_a_key_of_its_own() {
    let things: Vec<_> = sections_after(100, None).into_iter().flat_map(|it| it.things).collect();
    for (n, thing) in things.iter().enumerate() {
        assert!(things[..n].iter().all(|it| it.key != thing.key), "{}", thing.key);
    }
}

#[test]
fn a_command_that_has_ended_runs_no_longer() {
    let typed = Event::CommandTyped { line: "kubectl get pods".into() };
    let exited = |it| Event::CommandExited { command: EntryId(it), code: 0 };
    let events = [typed.clone(), exited(1), typed];
    let running = |n: usize| {
        running_command(events[..n].iter().enumerate().map(|(n, it)| (EntryId(n as u32 + 1), it)))
    };
    assert_eq!(running(1).as_deref(), Some("kubectl get pods"));
    assert_eq!((running(0), running(2)), (None, None));
    assert!(running(3).is_some());
}

#[track_caller]
fn check_rule(rule: &Rule, value: &str, wanted: Option<&str>) {
    assert_eq!(rule.against(value), wanted, "{value}");
}

#[test]
fn a_field_takes_one_word_and_a_file_a_name_that_is_free() {
    check_rule(&Rule::Word, "registry.k8s.io/pause:3.9@sha256:0a", None);
    check_rule(&Rule::Word, "colour=blue", None);
    for value in ["", "a b", "a'b", "a\"b", "a\\b", "<<EOF", &"a".repeat(201)] {
        check_rule(&Rule::Word, value, Some("live.reason.field"));
    }
    let name = Rule::FileName(vec!["hello.yaml".into()]);
    check_rule(&name, "mine.yaml", None);
    check_rule(&name, ".draft.yaml", None);
    for value in ["hello.yaml", "a/b.yaml", "..", "", "my file.yaml"] {
        check_rule(&name, value, Some("live.reason.name"));
    }
}

#[test]
fn a_document_ends_where_none_of_its_lines_does() {
    assert_eq!(with_document("write n /m/a", "x\n"), "write n /m/a <<EOF\nx\nEOF");
    assert_eq!(
        with_document("write n /m/a", "EOF\nEOFF"),
        "write n /m/a <<EOFFF\nEOF\nEOFF\nEOFFF"
    );
    assert_eq!(with_document("write n /m/a", ""), "write n /m/a");
}
