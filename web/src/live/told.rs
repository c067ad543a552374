//! What is said of one's own part of a trace: a sentence for each beat, from what happened, and a
//! name for each step, from what somebody did.

use scene::{BeatSpan, Labels, Message, Moment, Timeline, describe, why};
use trace::{Entry, EntryId, Event, Header, short_id};

use crate::loaded::Loaded;
use crate::words::{Caption, Words};

/// A trace of which the last part is somebody's own. What `before` says of beats that are no other
/// now is said again.
#[must_use]
pub fn tell(
    header: &Header,
    entries: Vec<Entry>,
    words: &Words,
    before: Option<&Loaded>,
) -> Loaded {
    let timeline = Timeline::new(header, entries);
    let said = timeline.beats().iter().enumerate().map(|(n, beat)| {
        let step = &timeline.steps()[beat.step];
        if !step.own && !step.id.is_empty() {
            return words.caption(&step.id, beat.index_in_step);
        }
        let known = before.filter(|it| it.timeline.beats().get(n) == Some(beat));
        known.map_or_else(|| caption(&timeline, n, beat, words), |it| it.caption(n).clone())
    });
    let captions = said.collect();
    let names = timeline.steps().iter().map(|step| {
        let first = timeline.entry(timeline.beat(step.first_beat).first);
        match first.filter(|_| step.own) {
            Some(entry) => name(&entry.event, words),
            None => words.step_name(&step.id).to_owned(),
        }
    });
    let names = names.collect();
    let mut loaded = Loaded::told(timeline, captions, names);
    // What grows is looked at from where one looked before.
    if let Some(before) = before {
        loaded.turn(before.timeline.aim().clone());
    }
    loaded.marks.grows = true;
    loaded
}

/// What somebody did and what came of it; or what happened, and whether the cluster knows.
fn caption(timeline: &Timeline, n: usize, beat: &BeatSpan, words: &Words) -> Caption {
    if beat.last < beat.first {
        return captioned(&[words.get("live.caption.nothing")]);
    }
    let told = describe(timeline, Moment { beat: n, ms: beat.motion_ms });
    let happened = |entry: EntryId| {
        let cause = why(timeline, entry).into_iter().next()?;
        Some(Message { key: cause.key, args: cause.args })
    };
    let is_event = |it: &&Message| !it.key.starts_with("describe.");
    let weighty = told.iter().find(is_event).cloned().or_else(|| happened(beat.last));
    let did = timeline.entry(beat.first).filter(|it| it.event.is_input());
    let did = did.and_then(|it| happened(it.id)).filter(|it| Some(it) != weighty.as_ref());
    let tie = told.iter().find(|it| it.key.starts_with("describe.tie.")).cloned();
    let second = if did.is_some() { None } else { tie };
    let said = [did, weighty, second].into_iter().flatten().map(|it| it.say(words));
    captioned(&said.collect::<Vec<_>>())
}

/// A caption of these sentences, without any markup of their own. Each stands on a line, since what
/// was typed ends without a full stop.
fn captioned(sentences: &[String]) -> Caption {
    let (mut html, mut text) = (String::new(), String::new());
    for sentence in sentences {
        if !text.is_empty() {
            html.push_str("<br>");
            text.push_str(if text.ends_with('.') { " " } else { ". " });
        }
        text.push_str(sentence);
        for letter in sentence.chars() {
            match letter {
                '<' => html.push_str("&lt;"),
                '&' => html.push_str("&amp;"),
                _ => html.push(letter),
            }
        }
    }
    Caption { html, text }
}

/// What somebody did, in a few words.
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest happens by itself")]
fn name(event: &Event, words: &Words) -> String {
    let label = |key: &str, args: &[(&str, &str)]| words.label(key, args);
    match event {
        Event::CommandTyped { line } => line.lines().next().unwrap_or_default().to_owned(),
        Event::FileWritten { path, .. } => label("live.step.write", &[("file", file_name(path))]),
        Event::FileRemoved { path, .. } => label("live.step.remove", &[("file", file_name(path))]),
        Event::FileRenamed { from, to, .. } => {
            label("live.step.rename", &[("from", file_name(from)), ("to", file_name(to))])
        }
        Event::KubeletStarted { node } => {
            label("live.step.kubelet_start", &[("node", node.as_str())])
        }
        Event::KubeletStopped { node } => {
            label("live.step.kubelet_stop", &[("node", node.as_str())])
        }
        Event::ApiServerUp => label("live.step.api_up", &[]),
        Event::ApiServerDown => label("live.step.api_down", &[]),
        Event::ContainerCrashed { container, .. } => {
            label("live.step.crash", &[("id", short_id(container.as_str()))])
        }
        Event::FaultSet { fault } => label("live.step.fault", &[("fault", fault)]),
        _ => label("live.step.goes_on", &[]),
    }
}

/// The last part of a path.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::sample;

    /// The lesson, left after an entry; what the lesson did from there on counts as one's own.
    fn fork(after: u32, n_entries: usize, before: Option<&Loaded>) -> Loaded {
        let (header, entries) = sample::recording();
        let entries = entries[..n_entries].to_vec();
        tell(&header.forked(EntryId(after)), entries, &sample::words(), before)
    }

    fn own_names(loaded: &Loaded) -> Vec<&str> {
        let steps = loaded.timeline.steps().iter().zip(&loaded.names);
        steps.filter(|(step, _)| step.own).map(|(_, name)| name.as_str()).collect()
    }

    #[test]
    fn a_step_is_named_after_what_somebody_did() {
        let names = fork(58, 104, None);
        let names = own_names(&names);
        assert!(names[0].starts_with("kubectl patch pod hello-static-pair-worker"), "{names:?}");
        assert_eq!(names[1..], ["live.step.write", "kubectl apply -f -"]);
        assert_eq!(own_names(&fork(40, 50, None))[0], "live.step.goes_on");
    }

    #[test]
    fn every_beat_of_ones_own_is_told_and_what_is_told_carries_no_markup() {
        let loaded = fork(58, 120, None);
        for n in 0..loaded.timeline.beats().len() {
            let own = loaded.timeline.steps()[loaded.timeline.beat(n).step].own;
            assert_eq!(loaded.caption(n).text.is_empty(), !own, "beat {n}");
        }
        let told = captioned(&["typed: <b>&".into(), "Done.".into(), "Well.".into()]);
        assert_eq!(told.html, "typed: &lt;b>&amp;<br>Done.<br>Well.");
        assert_eq!(told.text, "typed: <b>&. Done. Well.");
    }

    #[test]
    fn a_lesson_left_before_its_first_step_has_every_entry_in_its_place() {
        for after in [0, 1, 3] {
            let loaded = fork(after, 60, None);
            let entries = loaded.timeline.entries();
            assert!(entries.iter().all(|it| loaded.timeline.span(it.id).is_some()), "{after}");
        }
    }

    #[test]
    fn a_trace_without_anything_of_its_own_says_that() {
        let (header, _) = sample::recording();
        let nothing = tell(&header.forked(EntryId(0)), Vec::new(), &sample::words(), None);
        assert_eq!(nothing.caption(0).text, "live.caption.nothing");
        assert!(nothing.marks.grows);
    }

    #[test]
    fn what_was_told_before_is_told_the_same_way_when_more_has_come() {
        let mut before = fork(58, 59, None);
        for n_entries in 60..130 {
            let grown = fork(58, n_entries, Some(&before));
            let fresh = fork(58, n_entries, None);
            for n in 0..fresh.timeline.beats().len() {
                let (one, other) = (&grown.caption(n).text, &fresh.caption(n).text);
                assert_eq!(one, other, "beat {n} of {n_entries}");
            }
            before = grown;
        }
    }
}
