//! Places a lesson's steps and beats on a trace.

use std::collections::BTreeSet;

use trace::{Beat, Entry, EntryId, event_line};

use crate::mistake::Mistakes;

use super::{Pattern, Poster, Step};

/// The steps as the trace has them. What cannot be placed is a mistake, and searching goes on
/// from the same entry.
pub(super) fn place(
    file: &str,
    steps: &[Step],
    entries: &[Entry],
    mistakes: &mut Mistakes,
) -> Vec<trace::Step> {
    let mut placed: Vec<trace::Step> = Vec::new();
    let mut from = 0;
    for step in steps {
        let Some(begins) = find(file, &step.begins, entries, from, mistakes) else { continue };
        from = begins + 1;
        let mut beat_from = begins;
        let mut beats = Vec::new();
        for pattern in &step.beats {
            let Some(ends) = find(file, pattern, entries, beat_from, mistakes) else { continue };
            beat_from = ends + 1;
            beats.push(Beat { ends: id(ends) });
        }
        placed.push(trace::Step { id: step.id.clone(), begins: id(begins), beats });
    }
    for pair in placed.windows(2) {
        if let [step, next] = pair
            && let Some(beat) = step.beats.last()
            && beat.ends >= next.begins
            && let Some(source) = steps.iter().find(|it| it.id == step.id)
        {
            let message = format!(
                "the last beat of `{}` ends at entry {}, and `{}` begins at {} already: \
                 end the beat earlier or begin the step later",
                step.id, beat.ends, next.id, next.begins
            );
            let line = source.beats.last().map_or(source.line, Pattern::line);
            mistakes.add(file, line, message);
        }
    }
    check_posters(file, steps, &placed, entries, mistakes);
    placed
}

/// A line that a poster names must be found within the poster's own step.
fn check_posters(
    file: &str,
    steps: &[Step],
    placed: &[trace::Step],
    entries: &[Entry],
    mistakes: &mut Mistakes,
) {
    for (nth, step) in placed.iter().enumerate() {
        let source = steps.iter().find(|it| it.id == step.id);
        if let Some(Poster::After(line)) = source.map(|it| &it.poster) {
            let end = placed.get(nth + 1).map_or(entries.len(), |it| it.begins.index());
            find(file, line, &entries[..end], step.begins.index(), mistakes);
        }
    }
}

fn id(index: usize) -> EntryId {
    EntryId(u32::try_from(index + 1).expect("a trace numbers its entries with 32 bits"))
}

fn find(
    file: &str,
    pattern: &Pattern,
    entries: &[Entry],
    from: usize,
    mistakes: &mut Mistakes,
) -> Option<usize> {
    let found = pattern.find(entries, from);
    if found.is_none() {
        mistakes.add(file, pattern.line(), unmatched(pattern, entries, from));
    }
    found
}

/// Says that nothing matches, and what comes nearest.
pub(super) fn unmatched(pattern: &Pattern, entries: &[Entry], from: usize) -> String {
    let text = pattern.text();
    let start = format!("`{text}` matches nothing from entry {} on", from + 1);
    let rest = entries.get(from..).unwrap_or_default();
    match rest.iter().rev().max_by_key(|it| likeness(text, &event_line(&it.event))) {
        Some(near) => {
            format!("{start}: the nearest is entry {}, `{}`", near.id, event_line(&near.event))
        }
        None => format!("{start}: no entry is left"),
    }
}

/// How many words two lines share.
fn likeness(pattern: &str, line: &str) -> usize {
    let words: BTreeSet<&str> = line.split_whitespace().collect();
    pattern.split_whitespace().filter(|it| words.contains(it)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::structure::test_step as step;
    use trace::{Event, SimTime, Trace};

    fn trace() -> Trace {
        let mut trace = Trace::default();
        for (ms, event) in [
            Event::KubeletStarted { node: "n".into() },
            Event::ApiServerUp,
            Event::NodeSeen { node: "n".into() },
            Event::ApiServerDown,
            Event::ApiServerUp,
        ]
        .into_iter()
        .enumerate()
        {
            trace.push(SimTime(ms as u64), None, "", event);
        }
        trace
    }

    fn check(steps: &[Step]) -> (Vec<trace::Step>, Vec<String>) {
        let mut mistakes = Mistakes::default();
        let placed = place("l.yaml", steps, trace().entries(), &mut mistakes);
        (placed, mistakes.lines())
    }

    #[test]
    fn each_search_goes_on_where_the_one_before_ended() {
        let (placed, mistakes) = check(&[
            step("one", "kubelet n started", &["api server answers"]),
            step("two", "kubelet * knows its node", &["api server *", "api server answers"]),
        ]);
        assert_eq!(mistakes, Vec::<String>::new());
        let ends: Vec<u32> = placed.iter().flat_map(|it| &it.beats).map(|it| it.ends.0).collect();
        assert_eq!(ends, [2, 4, 5]);
        assert_eq!((placed[0].begins.0, placed[1].begins.0), (1, 3));
    }

    #[test]
    fn a_pattern_without_a_match_names_the_nearest_entry() {
        let (_, mistakes) =
            check(&[step("one", "kubelet m knows its node", &["kubelet n started"])]);
        let expected = "`kubelet m knows its node` matches nothing from entry 1 on: \
                        the nearest is entry 3, `kubelet n knows its node`";
        assert_eq!(mistakes, [format!("l.yaml:1: {expected}")]);
    }

    #[test]
    fn a_poster_names_a_line_of_its_own_step() {
        let one = |line: &str| Step {
            poster: Poster::After(step("x", line, &[line]).begins),
            ..step("one", "kubelet n started", &["api server answers"])
        };
        let two = || step("two", "kubelet n knows its node", &["api server answers"]);
        assert_eq!(check(&[one("api server *"), two()]).1, Vec::<String>::new());
        let (_, mistakes) = check(&[one("api server refuses connections"), two()]);
        assert_eq!(mistakes.len(), 1, "{mistakes:?}");
        assert!(mistakes[0].contains("the nearest is entry 2"), "{mistakes:?}");
    }

    #[test]
    fn a_step_that_begins_before_the_beats_before_it_end_is_a_mistake() {
        let (_, mistakes) = check(&[
            step("one", "kubelet n started", &["api server refuses connections"]),
            step("two", "api server answers", &["kubelet n knows its node"]),
        ]);
        assert_eq!(mistakes.len(), 1);
        assert!(mistakes[0].contains("end the beat earlier"), "{mistakes:?}");
    }
}
