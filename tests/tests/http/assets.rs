//! What pages ask for is there. A page leaves out what is not, so nobody would miss it otherwise.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The names that templates ask for, as `style.css`.
fn asked() -> BTreeSet<String> {
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/templates");
    let mut names = BTreeSet::new();
    for file in fs::read_dir(templates).expect("the server has templates").flatten() {
        let text = fs::read_to_string(file.path()).expect("a template is text");
        let calls = text.split("asset(\"").skip(1).filter_map(|it| it.split_once('"'));
        names.extend(calls.map(|(name, _)| name.to_owned()));
    }
    names
}

#[test]
fn every_file_that_a_template_asks_for_is_in_the_sources() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web");
    let names = asked();
    assert!(names.contains("style.css") && names.contains("favicon.svg"), "{names:?}");
    let is_there = |name: &String| {
        ["static", "vendor/fonts", "vendor/scripts"]
            .iter()
            .any(|it| web.join(it).join(name).is_file())
    };
    let stale: Vec<&String> = names.iter().filter(|name| !is_there(name)).collect();
    assert!(stale.is_empty(), "templates ask for files that are not there: {stale:?}");
}
