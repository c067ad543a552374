//! Writes pictures of a recorded timeline to `target/scene`, to be looked at.
//!
//! `cargo run -p scene --example stills -- TIMELINE.ndjson WORDS.yaml [full|running|reduced] \
//! [BEAT|all] [NODE] \
//! [NAMESPACE/POD]`
//!
//! With the number of a beat, every 300 ms of that beat.

#![expect(clippy::print_stdout, reason = "a tool for people")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use scene::{
    Aim, Clock, Labels, LaneStyle, Layout, Moment, Motion, Paint, PodName, SizeClass, Strip,
    SvgOptions, Timeline, frame, svg,
};
use trace::{Entry, Header, Line};

struct Words(BTreeMap<String, String>);

impl Labels for Words {
    fn label(&self, key: &str, args: &[(&str, &str)]) -> String {
        let mut text = self.0.get(key).cloned().unwrap_or_else(|| format!("⟨{key}⟩"));
        for (name, value) in args {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }
}

fn words(text: &str) -> Words {
    let line = |it: &str| {
        let (key, value) = it.split_once(": \"")?;
        Some((key.to_owned(), value.strip_suffix('"')?.replace("\\\"", "\"")))
    };
    Words(text.lines().filter_map(line).collect())
}

fn load(path: &str) -> (Header, Vec<Entry>) {
    let text = fs::read_to_string(path).expect("the timeline can be read");
    let mut header = None;
    let mut entries = Vec::new();
    for line in text.lines() {
        match serde_json::from_str(line).expect("a timeline line") {
            Line::Header(it) => header = Some(*it),
            Line::Entry(it) => entries.push(*it),
            Line::End(_) => {}
        }
    }
    (header.expect("a header"), entries)
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (header, entries) = load(&args[1]);
    let words = words(&fs::read_to_string(&args[2]).expect("the words can be read"));
    let motion = match args.get(3).map(String::as_str) {
        Some("reduced") => Motion::Reduced,
        Some("running") => Motion::Running,
        _ => Motion::Full,
    };
    let mut timeline = Timeline::new(&header, entries);
    let pod = args.get(6).and_then(|it| it.split_once('/'));
    let pod =
        pod.map(|(namespace, name)| PodName { namespace: namespace.into(), name: name.into() });
    timeline.turn(Aim { node: args.get(5).map(|it| it.as_str().into()), pod });
    let clock = report(&timeline);
    fs::create_dir_all("target/scene").expect("a directory for pictures");
    if let Some(beat) = args.get(4).and_then(|it| it.parse().ok()) {
        film(&timeline, &words, motion, beat);
        return;
    }
    let names = ["Scan", "Start", "Mirror", "Delete", "Edit", "Drain"];
    for class in [SizeClass::Wide, SizeClass::Medium, SizeClass::Small, SizeClass::Tall] {
        let layout = Layout::with_rows(class, 2);
        for (n, beat) in timeline.beats().iter().enumerate() {
            for (part, ms) in [("a", 0), ("m", beat.motion_ms / 2), ("z", beat.motion_ms)] {
                let moment = Moment { beat: n, ms };
                let picture = frame(&timeline, &layout, moment, motion);
                for (theme, paint) in [("light", Paint::Light), ("dark", Paint::Dark)] {
                    let options = SvgOptions { standalone: true, ..SvgOptions::default() };
                    let text = svg(&picture, paint, &words, &options);
                    let name = format!("target/scene/{class:?}-{n:02}{part}-{theme}.svg");
                    fs::write(name, text).expect("a picture can be written");
                }
            }
        }
    }
    for (name, style, width) in [
        ("five", LaneStyle::Five, 980.0),
        ("three", LaneStyle::Three, 362.0),
        ("markers", LaneStyle::Markers, 480.0),
    ] {
        let strip = Strip::new(&timeline, &clock, width, style, &names);
        for part in [0_u32, 3, 6, 8, 10] {
            let picture = strip.frame(clock.duration() / 10 * part);
            let options = SvgOptions { standalone: true, ..SvgOptions::default() };
            let text = svg(&picture, Paint::Light, &words, &options);
            fs::write(format!("target/scene/lanes-{name}-{part}.svg"), text).expect("written");
        }
    }
}

/// Says how long everything takes.
fn report(timeline: &Timeline) -> Clock {
    println!("Pods of {}: {:?}", timeline.node(), timeline.pods());
    let lengths = vec![80; timeline.beats().len()];
    let clock = Clock::new(timeline, &lengths);
    let mut report = String::new();
    for (n, beat) in timeline.beats().iter().enumerate() {
        let step = &timeline.steps()[beat.step];
        let _ = writeln!(
            report,
            "{n:2} {:8} {} entries {}..{} motion {:5} ms, shown {:5} ms",
            step.id,
            beat.index_in_step,
            beat.first,
            beat.last,
            beat.motion_ms,
            clock.beat_end(n) - clock.beat_begin(n),
        );
    }
    println!("{report}in all {} ms", clock.duration());
    clock
}

fn film(timeline: &Timeline, words: &Words, motion: Motion, beat: usize) {
    let layout = Layout::with_rows(SizeClass::Wide, 2);
    for ms in (0..=timeline.beat(beat).motion_ms).step_by(300) {
        let picture = frame(timeline, &layout, Moment { beat, ms }, motion);
        let options = SvgOptions { standalone: true, ..SvgOptions::default() };
        let text = svg(&picture, Paint::Light, words, &options);
        let name = format!("target/scene/film-{beat:02}-{ms:05}.svg");
        fs::write(name, text).expect("a picture can be written");
    }
}
