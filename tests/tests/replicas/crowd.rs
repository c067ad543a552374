//! The crowd of the program `load`, small: whether it still runs, and is told everything.

use std::process::Command;

use crate::process::program;

/// Lets a small crowd run to its end. What it holds of what it was told, it holds then.
#[track_caller]
fn check(crowd: &[&str], says: &[&str]) {
    let mut load = Command::new(env!("CARGO_BIN_EXE_load"));
    load.args(crowd).args(["--seconds", "2", "--every", "200", "--server"]).arg(program());
    let out = load.output().expect("it starts");
    let told = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success(), "{told}\n{}", String::from_utf8_lossy(&out.stderr));
    for what in says {
        assert!(told.contains(what), "it does not say {what:?}:\n{told}");
    }
}

#[test]
fn a_room_full_of_viewers_is_told_the_same() {
    let says = ["20 viewers of one room", "per processor second", "p99"];
    check(&["room", "--count", "20"], &says);
}

#[test]
fn every_busy_learner_is_told_of_what_was_done() {
    let says = ["5 sandboxes", "per processor second", "p99", "not gone from memory"];
    check(&["sandboxes", "--count", "5", "--calm", "0", "--rest", "0"], &says);
}
