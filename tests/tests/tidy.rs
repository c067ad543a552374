//! Rules about the repository itself, kept by tests because rules that nobody checks drift.

use std::fs;
use std::path::{Path, PathBuf};

/// No Rust file is longer than this.
const LONGEST_FILE: usize = 400;

/// No line of Rust is wider than this.
const WIDEST_LINE: usize = 100;

/// Rust files that may be longer for now. One that no longer needs it must leave this list.
const LONG: [&str; 0] = [];

/// Folders that hold products, not sources.
const PRODUCTS: [&str; 4] = ["target", ".git", "node_modules", "dist"];

/// Words of the machines that build this, which say nothing to a reader. Each is written in two
/// parts, so that this file does not contain them.
const ELSEWHERE: [(&str, &str); 6] = [
    ("/wo", "rk/"),
    ("../sha", "red"),
    ("registry.np", "mjs"),
    ("crates", ".io"),
    ("deb.deb", "ian.org"),
    ("pypi", ".org"),
];

/// Names that say nothing about what a file holds.
const VAGUE: [&str; 7] = ["common", "helper", "helpers", "misc", "shared", "util", "utils"];

#[test]
fn rust_files_stay_short() {
    check("longer than 400 lines", |file| {
        let long = file.is_rust() && file.text.lines().count() > LONGEST_FILE;
        match (long, LONG.contains(&file.path.as_str())) {
            (true, false) => vec![file.path.clone()],
            (false, true) => vec![format!("{}: take it from the list of exemptions", file.path)],
            (true, true) | (false, false) => Vec::new(),
        }
    });
}

#[test]
fn exempted_files_exist() {
    let files = files();
    let gone: Vec<_> = LONG.iter().filter(|long| files.iter().all(|f| f.path != **long)).collect();
    assert!(gone.is_empty(), "exempted but not there: {gone:?}");
}

#[test]
fn lines_of_rust_stay_narrow() {
    check("wider than 100 columns", |file| {
        // Tests quote what kubectl prints, and it prints wide lines.
        let ours = file.is_rust() && !format!("/{}", file.path).contains("/tests/");
        if ours { file.places(|line| line.chars().count() > WIDEST_LINE) } else { Vec::new() }
    });
}

#[test]
fn the_project_speaks_of_itself_alone() {
    let words = ELSEWHERE.map(|(start, end)| format!("{start}{end}"));
    check("speaks of a build machine or a registry", |file| {
        // Cargo writes where each package came from into its lock.
        if file.path.ends_with("Cargo.lock") {
            return Vec::new();
        }
        file.places(|line| words.iter().any(|word| line.contains(word.as_str())))
    });
}

#[test]
fn within_the_engine_only_manifest_knows_yaml() {
    check("reads YAML outside engine/src/manifest", |file| {
        let elsewhere = file.path.starts_with("engine/src/")
            && !file.path.starts_with("engine/src/manifest/")
            && file.path != "engine/src/manifest.rs";
        if elsewhere { file.places(|line| line.contains("saphyr")) } else { Vec::new() }
    });
}

#[test]
fn file_names_say_what_is_inside() {
    check("has a name that says nothing", |file| {
        let stem = Path::new(&file.path).file_stem().unwrap_or_default();
        let vague = file.is_rust() && VAGUE.iter().any(|vague| *vague == stem);
        if vague { vec![file.path.clone()] } else { Vec::new() }
    });
}

#[test]
fn text_files_end_with_a_newline() {
    check("lacks its last newline", |file| {
        let lacks = !file.text.is_empty() && !file.text.ends_with('\n');
        if lacks { vec![file.path.clone()] } else { Vec::new() }
    });
}

#[test]
fn a_newcomer_finds_the_first_pages() {
    let missing: Vec<_> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
        .into_iter()
        .filter(|page| !root().join(page).is_file())
        .collect();
    assert!(missing.is_empty(), "missing: {missing:?}");
}

/// A text file of the repository.
struct TextFile {
    /// Its path below the root, with `/` between parts.
    path: String,
    text: String,
}

impl TextFile {
    fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// `path:line` for each line that is `wrong`.
    fn places(&self, wrong: impl Fn(&str) -> bool) -> Vec<String> {
        let lines = self.text.lines().enumerate();
        lines
            .filter(|(_, line)| wrong(line))
            .map(|(index, _)| format!("{}:{}", self.path, index + 1))
            .collect()
    }
}

/// Fails with every place that `find` names in any file.
#[track_caller]
fn check(fault: &str, find: impl Fn(&TextFile) -> Vec<String>) {
    let places: Vec<String> = files().iter().flat_map(find).collect();
    assert!(places.is_empty(), "{fault}:\n  {}", places.join("\n  "));
}

fn files() -> Vec<TextFile> {
    let mut files = Vec::new();
    gather(&root(), "", &mut files);
    assert!(files.len() > 20, "the repository is not where this test looks for it");
    files
}

fn gather(folder: &Path, prefix: &str, files: &mut Vec<TextFile>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository is readable").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if PRODUCTS.contains(&name.as_str()) {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.path().is_dir() {
            gather(&entry.path(), &format!("{path}/"), files);
        } else if let Ok(text) = fs::read_to_string(entry.path()) {
            // What is not UTF-8 is a font or a picture.
            files.push(TextFile { path, text });
        }
    }
}

fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("tests lies in the workspace").to_path_buf()
}
