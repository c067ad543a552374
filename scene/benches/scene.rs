//! How long a picture takes: each part of what is done for one place of the scrubber.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

#[path = "../tests/lesson/mod.rs"]
mod lesson;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use lesson::{Words, clock, end_of, lesson};
use scene::{
    LaneStyle, Layout, Moment, Motion, Paint, SizeClass, Strip, Timeline, describe, elements,
    facts, frame, lanes,
};

/// A moment at rest, and two at which much moves: a mirror comes back, and a drain sorts.
fn moments(timeline: &Timeline) -> [(&'static str, Moment); 3] {
    let middle = |step, beat| {
        let end = end_of(timeline, step, beat);
        Moment { ms: end.ms / 2, ..end }
    };
    [
        ("at rest", end_of(timeline, "edit", 4)),
        ("mid-motion", middle("delete", 1)),
        ("busiest", middle("drain", 2)),
    ]
}

fn pictures(c: &mut Criterion) {
    let timeline = lesson();
    let layout = Layout::with_rows(SizeClass::Wide, 2);
    let words = Words::of("en");
    for (name, moment) in moments(&timeline) {
        let draw = || frame(&timeline, &layout, black_box(moment), Motion::Full);
        c.bench_function(&format!("frame, {name}"), |b| b.iter(draw));
        let picture = draw();
        let set = || elements(black_box(&picture), Paint::Page, &words);
        c.bench_function(&format!("elements, {name}"), |b| b.iter(set));
        c.bench_function(&format!("facts, {name}"), |b| {
            b.iter(|| facts(&timeline, black_box(moment)));
        });
        c.bench_function(&format!("describe, {name}"), |b| {
            b.iter(|| describe(&timeline, black_box(moment)));
        });
    }
}

fn strips(c: &mut Criterion) {
    let timeline = lesson();
    let clock = clock(&timeline);
    let words = Words::of("en");
    let names = ["Scan", "Start", "Mirror", "Delete", "Edit", "Drain"];
    let moment = end_of(&timeline, "edit", 1);
    c.bench_function("lanes", |b| {
        b.iter(|| lanes(&timeline, &clock, 980.0, LaneStyle::Five, black_box(moment)));
    });
    let strip = Strip::new(&timeline, &clock, 980.0, LaneStyle::Five, &names);
    let at = clock.display(moment);
    c.bench_function("strip, playhead only", |b| b.iter(|| strip.frame(black_box(at))));
    let picture = strip.frame(at);
    c.bench_function("strip, elements", |b| {
        b.iter(|| elements(black_box(&picture), Paint::Page, &words));
    });
}

fn views(c: &mut Criterion) {
    let timeline = lesson();
    // The entry farthest from a kept view.
    let entry = timeline.entries()[222].id;
    let moment = timeline.moment_after(entry);
    c.bench_function("view, farthest from a kept one", |b| {
        b.iter(|| timeline.view_at(black_box(moment)));
    });
    c.bench_function("timeline, from entries", |b| {
        b.iter(|| Timeline::new(timeline.header(), timeline.entries().to_vec()));
    });
}

criterion_group!(benches, pictures, strips, views);
criterion_main!(benches);
