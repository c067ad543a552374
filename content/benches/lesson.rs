//! How long a lesson takes to be recorded, which a server does once when it starts.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use std::hint::black_box;

use content::Content;
use criterion::{Criterion, criterion_group, criterion_main};

fn recording(c: &mut Criterion) {
    let content = Content::embedded().expect("the content has no mistakes");
    let lesson = content.lesson("static-pods").expect("it is there");
    c.bench_function("Lesson::record, static-pods", |b| b.iter(|| black_box(lesson).record(None)));
}

criterion_group!(benches, recording);
criterion_main!(benches);
