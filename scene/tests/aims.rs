//! What holds when the picture is turned to another Pod or another machine.

mod lesson;

use std::collections::BTreeSet;

use lesson::text::text_is_in_its_box;
use lesson::{LANGUAGES, Words, end_of, lesson, moments, recording};
use scene::{
    Aim, Layout, Moment, Motion, Paint, PodName, SizeClass, Timeline, describe, elements, facts,
    frame,
};
use trace::NodeSpec;

const CLASSES: [SizeClass; 4] =
    [SizeClass::Wide, SizeClass::Medium, SizeClass::Small, SizeClass::Tall];

/// Every way the lesson can be looked at: each machine, with each Pod on it.
fn aims() -> Vec<Timeline> {
    let mut all = Vec::new();
    for node in &lesson().header().topology.nodes {
        let aim = Aim { node: Some(node.name.clone()), pod: None };
        let mut timeline = lesson();
        timeline.turn(aim.clone());
        for pod in timeline.pods().to_vec() {
            let mut pinned = timeline.clone();
            pinned.turn(Aim { pod: Some(pod), ..aim.clone() });
            all.push(pinned);
        }
        all.push(timeline);
    }
    all
}

/// The lesson with the Pod of its first node whose name begins so in focus all along.
fn pinned(name: &str) -> Timeline {
    let mut timeline = lesson();
    let pod = timeline.pods().iter().find(|it| it.name.starts_with(name)).cloned();
    timeline.turn(Aim { node: None, pod: Some(pod.expect("a Pod of the lesson")) });
    timeline
}

/// The texts of a picture that are the same in every language, by key.
fn text(timeline: &Timeline, moment: Moment, key: &str) -> String {
    let layout = Layout::with_rows(SizeClass::Wide, 2);
    let picture = frame(timeline, &layout, moment, Motion::Full);
    let all = elements(&picture, Paint::Light, &Words::of("en"));
    let found = all.iter().filter(|it| it.key == key || it.key.starts_with(&format!("{key}.")));
    found.filter_map(|it| it.text.clone()).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_pods_of_a_machine_are_known_static_ones_first() {
    let names = |timeline: &Timeline| -> Vec<String> {
        let short = |it: &PodName| it.name.rsplit_once('-').map(|it| it.0.to_owned());
        timeline.pods().iter().filter_map(short).collect()
    };
    let mut timeline = lesson();
    assert_eq!(names(&timeline), ["hello-static-pair", "web", "agent"]);
    assert!(timeline.is_static(&timeline.pods()[0]) && !timeline.is_static(&timeline.pods()[1]));
    timeline.turn(Aim { node: Some("pair-worker2".into()), pod: None });
    assert_eq!(names(&timeline), ["agent", "web"]);
}

#[test]
fn a_pinned_pod_stands_in_the_pair_and_the_lessons_own_in_a_row() {
    let timeline = pinned("web-");
    let running = end_of(&timeline, "drain", 0);
    let name = text(&timeline, running, "container/name");
    assert!(name.starts_with("web-"), "{name}");
    assert_eq!(text(&timeline, running, "api/mirror/line/phase"), "says Running · Ready");
    let row = "rows/default/hello-static-pair-worker/left-name";
    assert_eq!(text(&timeline, running, row), "hello-static");
    assert_eq!(text(&lesson(), running, row), "");
}

#[test]
fn an_ordinary_pod_and_its_container_agree_until_it_is_evicted() {
    let timeline = pinned("web-");
    let tie = |step, beat| facts(&timeline, end_of(&timeline, step, beat)).tie.name();
    assert_eq!(tie("edit", 4), "none");
    assert_eq!(tie("drain", 0), "equal");
    assert_eq!(tie("drain", 2), "none");
    let told = |moment| {
        let keys = describe(&timeline, moment).into_iter().map(|it| it.key);
        keys.collect::<Vec<_>>()
    };
    let running = told(end_of(&timeline, "drain", 0));
    assert!(running.contains(&"describe.pod") && running.contains(&"describe.tie.pod_equal"));
    assert!(told(timeline.end()).contains(&"describe.no_pod"));
}

#[test]
fn an_ordinary_pod_is_no_mirror() {
    let timeline = pinned("web-");
    for moment in moments(&timeline) {
        let layout = Layout::with_rows(SizeClass::Wide, 2);
        let picture = frame(&timeline, &layout, moment, Motion::Full);
        let mirrored = picture.items.iter().find(|it| it.key == "api/mirror/hatch");
        assert_eq!(mirrored, None, "{moment:?}");
    }
}

#[test]
fn who_turns_to_what_is_not_there_sees_the_lesson() {
    let mut timeline = lesson();
    let nobody = PodName { namespace: "default".into(), name: "nobody".into() };
    timeline.turn(Aim { node: Some("nowhere".into()), pod: Some(nobody) });
    assert_eq!(*timeline.aim(), Aim::default());
    let own = lesson();
    let layout = Layout::with_rows(SizeClass::Wide, 2);
    for moment in moments(&own).into_iter().step_by(7) {
        let [one, other] = [&own, &timeline].map(|it| frame(it, &layout, moment, Motion::Full));
        assert!(one == other, "{moment:?}");
    }
}

#[test]
fn turning_away_and_back_gives_the_same_picture() {
    let mut timeline = pinned("agent-");
    timeline.turn(Aim { node: Some("pair-worker2".into()), pod: None });
    timeline.turn(Aim::default());
    let own = lesson();
    let layout = Layout::with_rows(SizeClass::Wide, 2);
    for moment in moments(&own).into_iter().step_by(5) {
        let [one, other] = [&own, &timeline].map(|it| frame(it, &layout, moment, Motion::Full));
        assert!(one == other, "{moment:?}");
    }
}

#[test]
fn a_moment_means_the_same_wherever_the_picture_is_turned() {
    let own = lesson();
    for timeline in aims() {
        assert_eq!(own.beats(), timeline.beats());
        for moment in moments(&own) {
            let when = |it: &Timeline| (it.entry_at(moment), it.sim_time(moment));
            assert_eq!(when(&own), when(&timeline), "{moment:?} of {:?}", timeline.aim());
        }
    }
}

#[test]
fn what_is_seen_from_elsewhere_keeps_to_its_beat() {
    for timeline in aims() {
        for entry in timeline.entries() {
            let span = timeline.span(entry.id).expect("a span");
            if !span.moves() {
                continue;
            }
            let number = timeline.beats().iter().position(|it| it.last >= entry.id);
            let beat = timeline.beat(number.expect("a beat"));
            let within = beat.begins_ms..=beat.begins_ms + beat.motion_ms;
            assert!(within.contains(&span.begins) && within.contains(&span.ends), "{entry}");
            assert!(span.begins <= span.arrives && span.arrives <= span.applies, "{entry}");
        }
    }
}

#[test]
fn another_machine_shows_what_happens_on_it() {
    let mut timeline = lesson();
    timeline.turn(Aim { node: Some("pair-worker2".into()), pod: None });
    let nodes: BTreeSet<String> = timeline
        .entries()
        .iter()
        .filter(|it| timeline.span(it.id).is_some_and(|it| it.moves()))
        .filter_map(|it| it.event.node().map(ToString::to_string))
        .collect();
    assert_eq!(nodes.into_iter().collect::<Vec<_>>(), ["pair-worker2"]);
}

#[test]
fn every_pod_on_every_machine_makes_whole_pictures() {
    let aims = aims();
    assert_eq!(aims.len(), 7);
    for (n, timeline) in aims.iter().enumerate() {
        let words = Words::of(LANGUAGES[n % LANGUAGES.len()]);
        for class in CLASSES {
            let layout = Layout::with_rows(class, 2);
            for moment in moments(timeline).into_iter().step_by(6) {
                text_is_in_its_box(timeline, &layout, moment, &words);
                let picture = frame(timeline, &layout, moment, Motion::Full);
                let mut keys = BTreeSet::new();
                for element in elements(&picture, Paint::Page, &words) {
                    let key = &element.key;
                    let place = format!("{:?}, {class:?}, {moment:?}", timeline.aim());
                    assert!(keys.insert(key.clone()), "{key} twice: {place}");
                }
            }
        }
    }
}

#[test]
fn the_machine_that_is_drawn_is_named_and_the_others_are_counted() {
    let mut timeline = lesson();
    let sizes = |class| Layout::with_rows(class, 2);
    let said = |timeline: &Timeline, class, moment, key: &str| {
        let picture = frame(timeline, &sizes(class), moment, Motion::Full);
        let all = elements(&picture, Paint::Light, &Words::of("en"));
        all.into_iter().find(|it| it.key == key).and_then(|it| it.text).unwrap_or_default()
    };
    let moment = end_of(&timeline, "drain", 4);
    let other = "rows/other-pair-worker2/pods";
    assert_eq!(said(&timeline, SizeClass::Wide, moment, other), "Pods: 2");
    timeline.turn(Aim { node: Some("pair-worker2".into()), pod: None });
    assert_eq!(said(&timeline, SizeClass::Wide, moment, other), "");
    for (class, key, want) in [
        (SizeClass::Wide, "title-machine", "pair-worker2"),
        (SizeClass::Medium, "title-machine", "pair-worker2"),
        (SizeClass::Small, "manifests/machine", "pair-worker2"),
        (SizeClass::Tall, "manifests/directory", "pair-worker2:…/manifests"),
        (SizeClass::Wide, "rows/other-pair-worker/pods", "cordoned · Pods: 1"),
        (SizeClass::Medium, "rows/other-pair-worker/pods", "cordoned · Pods: 1"),
    ] {
        assert_eq!(said(&timeline, class, moment, key), want, "{class:?}");
    }
}

#[test]
fn of_many_machines_one_is_named_and_the_rest_are_counted() {
    let (mut header, entries) = recording();
    let spare = header.topology.nodes[1].clone();
    for name in ["three", "four"] {
        header.topology.nodes.push(NodeSpec { name: name.into(), ..spare.clone() });
    }
    let timeline = Timeline::new(&header, entries);
    assert_eq!(text(&timeline, timeline.end(), "rows/others-more"), "and 2 more");
    assert_eq!(text(&timeline, timeline.end(), "rows/other-pair-worker2/name"), "pair-worker2");
    assert_eq!(text(&timeline, timeline.end(), "rows/other-three/name"), "");
}
