//! What the picture says in words, and what it comes down to.

mod lesson;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use lesson::{LANGUAGES, Words, end_of, lesson, moments};
use scene::{Facts, Labels, Moment, Timeline, describe, facts, why};
use trace::{Event, SimTime};

/// What a moment comes down to, in a line: tie, whether there is a container, and a mirror.
fn check(timeline: &Timeline, moment: Moment, want: &str) {
    let Facts { container_id, mirror_uid, tie } = facts(timeline, moment);
    let there = |id: &str| if id.is_empty() { "none" } else { "there" };
    let found = format!(
        "{}, container {}, mirror {}",
        tie.name(),
        there(&container_id),
        there(&mirror_uid)
    );
    assert_eq!(found, want, "at {moment:?}");
}

/// Just after the first entry from a step on that is this event.
fn after(timeline: &Timeline, step: &str, is: impl Fn(&Event) -> bool) -> Moment {
    let first = timeline.beat(end_of(timeline, step, 0).beat).first;
    let found = timeline.entries().iter().find(|it| it.id >= first && is(&it.event));
    timeline.moment_after(found.expect("such an event").id)
}

fn is_mirror(object: &trace::object::Object) -> bool {
    object.as_pod().is_some_and(|it| it.is_mirror())
}

#[test]
fn the_tie_tells_what_the_mirror_is_worth() {
    let timeline = lesson();
    check(&timeline, end_of(&timeline, "scan", 2), "unknown, container none, mirror none");
    check(&timeline, end_of(&timeline, "start", 2), "unknown, container there, mirror none");
    check(&timeline, end_of(&timeline, "mirror", 0), "none, container there, mirror none");
    check(&timeline, end_of(&timeline, "mirror", 1), "differs, container there, mirror there");
    check(&timeline, end_of(&timeline, "mirror", 2), "equal, container there, mirror there");
    let gone = after(&timeline, "delete", |it| matches!(it, Event::ObjectDeleted { .. }));
    check(&timeline, gone, "none, container there, mirror none");
    let back = after(
        &timeline,
        "delete",
        |it| matches!(it, Event::ObjectCreated { object } if is_mirror(object)),
    );
    check(&timeline, back, "differs, container there, mirror there");
    check(&timeline, end_of(&timeline, "delete", 2), "equal, container there, mirror there");
    check(&timeline, end_of(&timeline, "edit", 0), "differs, container there, mirror there");
    check(&timeline, end_of(&timeline, "edit", 4), "equal, container there, mirror there");
    check(&timeline, end_of(&timeline, "drain", 2), "equal, container there, mirror there");
    check(&timeline, end_of(&timeline, "drain", 3), "differs, container there, mirror there");
    check(&timeline, end_of(&timeline, "drain", 4), "none, container none, mirror none");
}

#[test]
fn a_deletion_changes_the_mirror_and_leaves_the_container() {
    let timeline = lesson();
    let before = facts(&timeline, end_of(&timeline, "mirror", 2));
    let after = facts(&timeline, end_of(&timeline, "delete", 2));
    assert_eq!(before.container_id, after.container_id);
    assert_ne!(before.mirror_uid, after.mirror_uid);
}

#[test]
fn a_mirror_that_came_back_is_owed_to_a_command() {
    let timeline = lesson();
    let back = after(
        &timeline,
        "delete",
        |it| matches!(it, Event::ObjectCreated { object } if is_mirror(object)),
    );
    let entry = timeline.entry_at(back).expect("an entry");
    let created = timeline.entries()[..=entry.index()].iter().rev();
    let created = created.clone().find(|it| matches!(it.event, Event::ObjectCreated { .. }));
    let causes = why(&timeline, created.expect("the mirror").id);
    let keys: Vec<_> = causes.iter().map(|it| it.key).collect();
    assert_eq!(keys.first(), Some(&"why.object_created"));
    assert!(keys.contains(&"why.mirror_create") && keys.contains(&"why.sync_loop_mirror_delete"));
    assert_eq!(keys.last(), Some(&"why.command_typed"), "{keys:?}");
    assert!(causes.iter().any(|it| it.upstream.contains("kubelet.go")), "{causes:?}");
}

#[test]
fn every_entry_and_every_moment_can_be_told_in_every_language() {
    let timeline = lesson();
    for language in LANGUAGES {
        let words = Words::of(language);
        let say = |key: &str, args: &[(&str, String)]| {
            let args: Vec<_> = args.iter().map(|it| (it.0, it.1.as_str())).collect();
            words.label(key, &args)
        };
        for entry in timeline.entries() {
            for cause in why(&timeline, entry.id) {
                assert!(!say(cause.key, &cause.args).is_empty());
            }
        }
        for moment in moments(&timeline) {
            let told = describe(&timeline, moment);
            assert!(told.len() >= 2, "{told:?}");
            for message in told {
                assert!(!say(message.key, &message.args).is_empty());
            }
        }
    }
}

#[test]
fn an_ended_trace_is_told_without_a_running_clock() {
    let timeline = lesson();
    let end = timeline.end();
    assert_eq!(timeline.sim_time(end), timeline.sim_time(end).max(SimTime::ZERO));
    let keys: Vec<_> = describe(&timeline, end).iter().map(|it| it.key).collect();
    assert!(keys.contains(&"describe.no_container") && keys.contains(&"describe.no_mirror"));
}

/// Every text in the sources that looks like a key: words in lower case, joined by dots.
fn keys_in_sources() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(folder).expect("a folder of sources").flatten() {
            let path = file.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(path).expect("a source file");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code = code.lines().filter(|it| !it.trim_start().starts_with("//"));
            for line in code {
                let quoted = line.split('"').skip(1).step_by(2);
                keys.extend(quoted.filter(|it| is_key(it)).map(str::to_owned));
            }
        }
    }
    keys
}

fn is_key(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let is_word =
        |it: &&str| it.len() > 1 && it.chars().all(|it| it.is_ascii_lowercase() || it == '_');
    parts.len() >= 2 && parts.iter().all(is_word)
}

#[test]
fn every_key_has_words_and_every_word_has_a_use() {
    let used = keys_in_sources();
    for language in LANGUAGES {
        let there: BTreeSet<String> = Words::of(language).0.into_keys().collect();
        let missing: Vec<_> = used.difference(&there).collect();
        let idle: Vec<_> = there.difference(&used).collect();
        assert!(missing.is_empty(), "{language} lacks {missing:?}");
        assert!(idle.is_empty(), "{language} has words nobody uses: {idle:?}");
    }
}
