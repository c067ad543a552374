//! What holds for every picture of the lesson.

mod lesson;

use std::collections::BTreeSet;

use lesson::text::{extent, text_is_in_its_box};
use lesson::{LANGUAGES, Words, clock, end_of, lesson, moments, recording};
use scene::{
    Layout, Moment, Motion, Paint, SizeClass, Strip, SvgOptions, Timeline, elements, frame, svg,
};
use trace::Event;

const CLASSES: [SizeClass; 4] =
    [SizeClass::Wide, SizeClass::Medium, SizeClass::Small, SizeClass::Tall];

/// Looks at every picture of the lesson, in every composition, moving and still.
fn check(look: impl Fn(&str, &scene::Frame)) {
    let timeline = lesson();
    for class in CLASSES {
        let layout = Layout::with_rows(class, 2);
        for motion in [Motion::Full, Motion::Reduced] {
            for moment in moments(&timeline) {
                let picture = frame(&timeline, &layout, moment, motion);
                look(&format!("{class:?} {motion:?} {moment:?}"), &picture);
            }
        }
    }
}

#[test]
fn a_picture_depends_on_its_moment_alone() {
    let timeline = lesson();
    let layout = Layout::with_rows(SizeClass::Wide, 2);
    let draw = |moment: &Moment| frame(&timeline, &layout, *moment, Motion::Full);
    let moments = moments(&timeline);
    let forwards: Vec<_> = moments.iter().map(draw).collect();
    let backwards: Vec<_> = moments.iter().rev().map(draw).collect();
    assert!(forwards.iter().eq(backwards.iter().rev()));
}

#[test]
fn every_shape_has_a_key_of_its_own() {
    let words = Words::of("en");
    check(|place, picture| {
        let elements = elements(picture, Paint::Page, &words);
        let mut keys = BTreeSet::new();
        for element in &elements {
            assert!(keys.insert(&element.key), "{} twice in {place}", element.key);
        }
    });
}

#[test]
fn a_picture_stays_small() {
    let words = Words::of("en");
    check(|place, picture| {
        let n_elements = elements(picture, Paint::Page, &words).len();
        assert!(n_elements <= 190, "{n_elements} elements in {place}");
    });
}

#[test]
fn text_stays_on_the_canvas_in_every_language() {
    for language in LANGUAGES {
        let words = Words::of(language);
        check(|place, picture| {
            for element in elements(picture, Paint::Light, &words) {
                if let Some((from, to)) = extent(&element) {
                    let text = element.text.as_deref().unwrap_or_default();
                    assert!(from >= -0.5, "{text:?} sticks out left in {place}, {language}");
                    let right = picture.width + 0.5;
                    assert!(to <= right, "{text:?} sticks out right in {place}, {language}");
                }
            }
        });
    }
}

#[test]
fn text_stays_in_its_box_in_every_language() {
    let timeline = lesson();
    for (language, class) in LANGUAGES.iter().flat_map(|it| CLASSES.map(|class| (it, class))) {
        let words = Words::of(language);
        let layout = Layout::with_rows(class, 2);
        for moment in moments(&timeline).into_iter().step_by(3) {
            text_is_in_its_box(&timeline, &layout, moment, &words);
        }
    }
}

#[test]
fn standing_pictures_show_nothing_under_way() {
    let timeline = lesson();
    let layout = Layout::with_rows(SizeClass::Wide, 2);
    for moment in moments(&timeline) {
        let picture = frame(&timeline, &layout, moment, Motion::Reduced);
        let under_way = picture.items.iter().find(|it| it.key.starts_with("message/dot"));
        assert_eq!(under_way, None, "{moment:?}");
    }
}

#[test]
fn a_standing_picture_points_out_what_the_beat_changed_and_no_more() {
    let timeline = lesson();
    let layout = Layout::with_rows(SizeClass::Wide, 2);
    let outlined = |moment: Moment| {
        let picture = frame(&timeline, &layout, moment, Motion::Reduced);
        let keys = picture.items.iter().map(|it| it.key.clone());
        keys.filter(|it| it.contains("changed")).collect::<Vec<_>>()
    };
    let end = end_of(&timeline, "mirror", 1);
    assert!(outlined(end).contains(&"api/mirror-changed".to_owned()), "{:?}", outlined(end));
    assert_eq!(outlined(Moment { beat: end.beat, ms: 0 }), Vec::<String>::new());
}

#[test]
fn files_that_stand_alone_refer_to_nothing() {
    let timeline = lesson();
    let layout = Layout::with_rows(SizeClass::Wide, 2);
    let picture = frame(&timeline, &layout, end_of(&timeline, "drain", 1), Motion::Full);
    let options = SvgOptions { standalone: true, title: "a <b> & c".into(), desc: "d".into() };
    for paint in [Paint::Light, Paint::Dark] {
        let text = svg(&picture, paint, &Words::of("fr"), &options);
        for foreign in ["var(", "url(", "style=", "class=", "id=", "href", "<script", "NaN", "inf"]
        {
            assert!(!text.contains(foreign), "{foreign} in a picture that stands alone");
        }
        assert!(text.contains("aria-label=\"a &lt;b&gt; &amp; c\""));
    }
}

#[test]
fn a_trace_without_entries_or_steps_is_a_picture_too() {
    let (mut header, entries) = recording();
    let empty = Timeline::new(&header, Vec::new());
    header.steps.clear();
    let unstepped = Timeline::new(&header, entries);
    for timeline in [empty, unstepped] {
        for class in CLASSES {
            let layout = Layout::with_rows(class, 2);
            for moment in [Moment::default(), timeline.end(), Moment { beat: 99, ms: 99 }] {
                let picture = frame(&timeline, &layout, moment, Motion::Full);
                assert!(!picture.items.is_empty());
            }
        }
        let clock = clock(&timeline);
        let strip = Strip::new(&timeline, &clock, 300.0, scene::LaneStyle::Five, &[]);
        assert!(!strip.frame(0).items.is_empty());
    }
}

#[test]
fn a_header_that_makes_no_sense_still_gives_pictures() {
    let (mut header, entries) = recording();
    for (n, step) in header.steps.iter_mut().enumerate() {
        step.begins.0 = [900, 3, 0, 250, 4, 7][n % 6];
        for beat in &mut step.beats {
            beat.ends.0 = beat.ends.0.wrapping_mul(2_654_435_761);
        }
    }
    let timeline = Timeline::new(&header, entries);
    let layout = Layout::with_rows(SizeClass::Wide, 2);
    for moment in moments(&timeline) {
        let _ = frame(&timeline, &layout, moment, Motion::Full);
    }
}

/// The things that stand back in the middle of a beat, each by the beginning of its keys.
#[track_caller]
fn check_aside(step: &str, beat: usize, want: &str) {
    let timeline = lesson();
    let layout = Layout::with_rows(SizeClass::Wide, 2);
    let end = end_of(&timeline, step, beat);
    let middle = Moment { ms: end.ms / 2, ..end };
    let all = frame(&timeline, &layout, middle, Motion::Full);
    let running = frame(&timeline, &layout, middle, Motion::Running);
    let mut aside: Vec<&str> = Vec::new();
    for (before, after) in all.items.iter().zip(&running.items) {
        assert_eq!(before.key, after.key);
        assert_eq!((&before.shape, before.fill), (&after.shape, after.fill));
        if before.opacity != after.opacity {
            assert!(after.opacity < before.opacity, "{}", before.key);
            let parts: Vec<&str> = before.key.split('/').collect();
            let name = if parts[0] == "api" { parts[1] } else { parts[0] };
            if !aside.contains(&name) {
                aside.push(name);
            }
        }
    }
    assert_eq!(aside.join(" "), want, "{step} {beat}");
}

#[test]
fn what_takes_no_part_stands_back_while_a_beat_moves() {
    check_aside("scan", 1, "you rows");
    check_aside("start", 1, "manifests you rows");
    check_aside("mirror", 1, "manifests you rows");
    check_aside("delete", 0, "manifests rows");
    check_aside("edit", 1, "server you rows");
    check_aside("drain", 1, "manifests kubelet rows");
    check_aside("drain", 3, "server drain rows");
}

#[test]
fn nothing_stands_back_at_either_end_of_a_beat() {
    let timeline = lesson();
    let layout = Layout::with_rows(SizeClass::Wide, 2);
    for (beat, span) in timeline.beats().iter().enumerate() {
        for ms in [0, span.motion_ms] {
            let [all, running] = [Motion::Full, Motion::Running]
                .map(|motion| frame(&timeline, &layout, Moment { beat, ms }, motion));
            assert_eq!(all, running, "beat {beat} at {ms} ms");
        }
    }
}

#[test]
fn the_pair_and_its_tie_never_stand_back() {
    let timeline = lesson();
    for class in CLASSES {
        let layout = Layout::with_rows(class, 2);
        for moment in moments(&timeline) {
            let [all, running] = [Motion::Full, Motion::Running]
                .map(|motion| frame(&timeline, &layout, moment, motion));
            for (before, after) in all.items.iter().zip(&running.items) {
                let pair = ["container", "waiting", "tie", "api/mirror", "message", "cordon"];
                if pair.iter().any(|it| before.key.starts_with(it)) {
                    assert_eq!(before, after, "{class:?} at {moment:?}");
                }
                assert!(after.opacity >= before.opacity * 0.549, "{} fades away", before.key);
            }
        }
    }
}

/// The lesson with another command in the place of the deletion.
fn with_command(command: &str) -> Timeline {
    let (header, mut entries) = recording();
    for entry in &mut entries {
        if let Event::CommandTyped { line } = &mut entry.event
            && line.starts_with("kubectl delete")
        {
            command.clone_into(line);
        }
    }
    Timeline::new(&header, entries)
}

#[track_caller]
fn check_command(command: &str, class: SizeClass, want: &str) {
    let timeline = with_command(command);
    let layout = Layout::with_rows(class, 2);
    let moment = end_of(&timeline, "delete", 0);
    let picture = frame(&timeline, &layout, moment, Motion::Full);
    let all = elements(&picture, Paint::Light, &Words::of("en"));
    let lines = all.iter().filter(|it| it.key.starts_with("you/command"));
    let lines: Vec<_> = lines.filter_map(|it| it.text.as_deref()).collect();
    assert_eq!(lines.join("|"), want, "{class:?}");
    text_is_in_its_box(&timeline, &layout, moment, &Words::of("en"));
}

#[test]
fn a_command_is_seen_with_all_its_options() {
    let forced = "kubectl delete pod hello-static-pair-worker --grace-period=0 --force";
    let wide = r"kubectl delete pod \|hello-sta…r-worker \|--grace-period=0 \|--force";
    check_command(forced, SizeClass::Wide, wide);
    let medium = r"kubectl delete \|pod hello…rker \|--grace-period=0|--force";
    check_command(forced, SizeClass::Medium, medium);
    let tall = r"kubectl delete pod \|hello-stati…pair-worker \|--grace-period=0 --force";
    check_command(forced, SizeClass::Tall, tall);
    check_command(forced, SizeClass::Small, "delete…|--force");
    let drain = "kubectl drain pair-worker --ignore-daemonsets";
    check_command(drain, SizeClass::Wide, r"kubectl drain \|pair-worker \|--ignore-daemonsets");
    check_command("kubectl get pods", SizeClass::Wide, "kubectl get pods");
    check_command("kubectl get pods", SizeClass::Tall, "kubectl get pods");
}
