//! What people are told to put into their pages is what was built and looked at.

use std::fs;
use std::path::{Path, PathBuf};

/// Pages about hosts that are built by `cargo xtask recipes`.
const BUILT: [&str; 7] = ["docusaurus", "mdbook", "mkdocs", "pix", "plain", "reveal", "slidev"];

/// A piece of code in a page, and the source that the page says it is from.
struct Snippet {
    text: String,
    source: Option<PathBuf>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/embedding")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every page: its name without `.md`, and its text.
fn pages() -> Vec<(String, String)> {
    let entries = fs::read_dir(folder()).expect("the pages are there").flatten();
    let mut pages: Vec<_> = entries
        .map(|entry| {
            let path = entry.path();
            let name = path.file_stem().expect("a page has a name").to_string_lossy().into_owned();
            (name, read(&path))
        })
        .collect();
    pages.sort();
    pages
}

/// Where a line leads, if it is nothing but a link and a colon.
fn source(line: &str) -> Option<PathBuf> {
    let target = line.strip_suffix("):")?.strip_prefix('[')?.split_once("](")?.1;
    Some(folder().join(target))
}

fn snippets(page: &str) -> Vec<Snippet> {
    let mut snippets = Vec::new();
    let mut before = "";
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            let code: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            snippets.push(Snippet { text: code.join("\n"), source: source(before) });
        } else if !line.is_empty() {
            before = line;
        }
    }
    snippets
}

/// Where the links of a page lead, without those to other servers.
fn links(page: &str) -> Vec<&str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target).filter(|target| !target.starts_with("https://")).collect()
}

#[test]
fn what_a_page_shows_is_what_its_recipe_has() {
    let mut faults = Vec::new();
    for (name, page) in pages().iter().filter(|(name, _)| BUILT.contains(&name.as_str())) {
        let snippets = snippets(page);
        assert!(!snippets.is_empty(), "{name} shows nothing");
        for Snippet { text, source } in snippets {
            let first = text.lines().next().unwrap_or_default().to_owned();
            let Some(source) = source else {
                faults.push(format!("{name}: from no source: {first}"));
                continue;
            };
            if !read(&source).contains(&text) {
                faults.push(format!("{name}: not in {}: {first}", source.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_was_not_built_says_so() {
    for (name, page) in pages() {
        let told = page.contains("not run here");
        assert!(BUILT.contains(&name.as_str()) || name == "README" || told, "{name}");
    }
}

#[test]
fn links_between_the_pages_lead_somewhere() {
    for (name, page) in pages() {
        for link in links(&page) {
            let file = link.split('#').next().unwrap_or_default();
            assert!(folder().join(file).exists(), "{name}: {link}");
        }
    }
}

#[test]
fn the_first_page_leads_to_all_others() {
    let first = read(&folder().join("README.md"));
    for (name, _) in pages().iter().filter(|(name, _)| name != "README") {
        assert!(first.contains(&format!("]({name}.md)")), "{name}");
    }
}
