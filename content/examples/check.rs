//! For authors: reads a content directory and prints every mistake in it; then plays each lesson
//! and each branch, and prints every claim that is not borne out and what each caption covers.
//!
//! ```sh
//! cargo run -p content --example check -- content [--trace]
//! ```

#![expect(clippy::print_stdout, reason = "printing is all it is for")]

use std::path::PathBuf;
use std::process::ExitCode;

use content::{Content, Lang, Lesson, Mistake, Recording};

fn main() -> ExitCode {
    let mut dir = PathBuf::from("content");
    let mut with_trace = false;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--trace" => with_trace = true,
            other => dir = other.into(),
        }
    }
    let content = match Content::load(&dir) {
        Ok(content) => content,
        Err(mistakes) => return complain(&mistakes),
    };
    let mut good = true;
    for lesson in content.lessons() {
        for branch in std::iter::once(None).chain(lesson.branches.iter().map(|it| Some(&*it.id))) {
            println!("\n{} {}", lesson.id, branch.unwrap_or_default());
            good &= play(lesson, branch, with_trace);
        }
        for proof in &lesson.proofs {
            println!("\n{} proof {}", lesson.id, proof.id);
            match lesson.prove(proof) {
                Ok(recording) if with_trace => print_trace(&recording),
                Ok(_) => {}
                Err(mistakes) => good &= complain(&mistakes) == ExitCode::SUCCESS,
            }
        }
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn complain(mistakes: &[Mistake]) -> ExitCode {
    for mistake in mistakes {
        println!("{mistake}");
    }
    ExitCode::FAILURE
}

fn play(lesson: &Lesson, branch: Option<&str>, with_trace: bool) -> bool {
    let recording = match lesson.record(branch) {
        Ok(recording) => recording,
        Err(mistakes) => return complain(&mistakes) == ExitCode::SUCCESS,
    };
    if with_trace {
        print_trace(&recording);
    }
    print_beats(lesson, &recording);
    match lesson.check_claims(&recording) {
        Ok(()) => true,
        Err(mistakes) => complain(&mistakes) == ExitCode::SUCCESS,
    }
}

fn print_trace(recording: &Recording) {
    for entry in &recording.entries {
        println!("{entry}");
    }
}

fn print_beats(lesson: &Lesson, recording: &Recording) {
    let words = lesson.words(Lang::En);
    for step in &recording.header.steps {
        let mut first = step.begins;
        let mine = words.steps.iter().chain(&words.branches).find(|it| it.id == step.id);
        for (nth, beat) in step.beats.iter().enumerate() {
            let at = recording.entries.get(beat.ends.index()).map(|it| it.at).unwrap_or_default();
            let caption = mine.and_then(|it| it.captions.get(nth));
            let caption = caption.map(ToString::to_string).unwrap_or_default();
            println!("{:>10} {first:>4} to {:>4}, {at:>8} s  {caption}", step.id, beat.ends);
            first.0 = beat.ends.0 + 1;
        }
    }
}
