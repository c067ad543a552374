//! The style sheet and the pictures agree on every colour.

use scene::TOKENS;

const SHEET: &str = include_str!("../static/css/tokens.css");

/// The sheet outside and inside of its block for more contrast.
fn parts() -> (&'static str, &'static str) {
    let (first, rest) = SHEET.split_once("@media (prefers-contrast: more)").expect("a block");
    let (more, _) = rest.split_once("@media (forced-colors: active)").expect("a block");
    (first, more)
}

#[track_caller]
fn check(part: &str, name: &str, light: &str, dark: &str) {
    let line = format!("--{name}: light-dark({light}, {dark});");
    assert!(part.contains(&line), "the style sheet has no {line}");
}

#[test]
fn a_picture_in_the_page_has_the_colours_of_a_picture_in_a_file() {
    let (usual, more) = parts();
    for token in TOKENS {
        check(usual, token.name, token.light, token.dark);
        check(more, token.name, token.light_more, token.dark_more);
    }
}

#[test]
fn every_colour_gives_way_to_the_colours_a_person_chose() {
    let (_, forced) = SHEET.split_once("@media (forced-colors: active)").expect("a block");
    for token in TOKENS {
        let start = format!("--{}: ", token.name);
        assert!(forced.contains(&start), "{} keeps its own colour", token.name);
    }
}
