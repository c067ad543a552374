//! Tells cargo that the words belong to the crate: a file added to one of these folders is
//! embedded by the next build, which the embedding macro alone would not notice.

fn main() {
    for folder in ["glossary", "lessons", "pages", "ui"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
