//! Tells cargo that a release build contains the files of `web/dist`, so that it is made anew when
//! they change. A debug build reads them from the disk instead.

fn main() {
    let embedded = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let watched = if embedded { "../web/dist" } else { "build.rs" };
    println!("cargo::rerun-if-changed={watched}");
}
