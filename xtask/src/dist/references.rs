//! Replaces the names that files use for each other by the names they are served under.
//!
//! A reference is written relative to the folder of all served files: `url("./inter-latin.woff2")`
//! and `@import "./tokens.css" layer(tokens);` in CSS, `import … from "./app.js"` in JavaScript.
//! Imported CSS is copied into its importer, so a page loads one style sheet.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};

use super::assets::Asset;
use super::slim::slim;
use crate::digest::digest;

/// A file as it is served.
#[derive(Debug)]
pub struct Served {
    /// The name in the source.
    pub name: String,
    /// The name in `web/dist`, which holds a part of the content's hash.
    pub served_as: String,
    /// The content, with every name in it replaced, and without what only people read.
    pub bytes: Vec<u8>,
}

/// Names every asset after its final content. Style sheets that others import are not served.
pub fn resolve(assets: Vec<Asset>) -> Result<Vec<Served>> {
    let sources: BTreeMap<String, Vec<u8>> =
        assets.into_iter().map(|asset| (asset.name, asset.bytes)).collect();
    let mut resolver = Resolver { sources: &sources, served: BTreeMap::new(), open: Vec::new() };
    let mut imported = BTreeSet::new();
    for (name, bytes) in &sources {
        if let Some(text) = text_of(name, bytes).filter(|_| name.ends_with(".css")) {
            imported.extend(text.lines().filter_map(Import::parse).map(|import| import.name));
        }
    }
    for name in sources.keys().filter(|name| !imported.contains(*name)) {
        resolver.serve(name)?;
    }
    Ok(resolver.served.into_values().collect())
}

struct Resolver<'a> {
    sources: &'a BTreeMap<String, Vec<u8>>,
    served: BTreeMap<String, Served>,
    /// The files being resolved, outermost first: a file found here again is a circle.
    open: Vec<String>,
}

impl Resolver<'_> {
    /// The name under which `name` is served.
    fn serve(&mut self, name: &str) -> Result<String> {
        if let Some(served) = self.served.get(name) {
            return Ok(served.served_as.clone());
        }
        let bytes = match text_of(name, &self.sources[name]) {
            Some(text) => slim(name, self.text(name, text)?).into_bytes(),
            None => self.sources[name].clone(),
        };
        let served_as = hashed(name, &bytes);
        let served = Served { name: name.to_owned(), served_as: served_as.clone(), bytes };
        self.served.insert(name.to_owned(), served);
        Ok(served_as)
    }

    fn text(&mut self, name: &str, text: &str) -> Result<String> {
        if self.open.iter().any(|open| open == name) {
            bail!("files of the page refer to each other in a circle: {}", self.open.join(" → "));
        }
        self.open.push(name.to_owned());
        let mut text = if name.ends_with(".css") { self.inline(name, text)? } else { text.into() };
        for other in self.sources.keys() {
            for (before, after) in [("\"./", "\""), ("'./", "'")] {
                let reference = format!("{before}{other}{after}");
                if other != name && text.contains(&reference) {
                    let served_as = self.serve(other)?;
                    text = text.replace(&reference, &format!("{before}{served_as}{after}"));
                }
            }
        }
        self.open.pop();
        if name.ends_with(".css")
            && let Some(lost) = text.lines().find(|line| self.is_lost(line))
        {
            bail!("{name} refers to a file that is not there: {}", lost.trim());
        }
        Ok(text)
    }

    /// Whether a line of CSS names a file that is not among ours.
    fn is_lost(&self, line: &str) -> bool {
        let known = |file: &Served| line.contains(&format!("(\"./{}\")", file.served_as));
        line.contains("(\"./") && !self.served.values().any(known)
    }

    /// Copies imported style sheets into `text`.
    fn inline(&mut self, name: &str, text: &str) -> Result<String> {
        let mut whole = String::new();
        for line in text.lines() {
            let Some(import) = Import::parse(line) else {
                whole.push_str(line);
                whole.push('\n');
                continue;
            };
            let bytes = self.sources.get(&import.name);
            let bytes = bytes.with_context(|| format!("{name} imports no file: {line}"))?;
            let part = text_of(&import.name, bytes).context("a style sheet is UTF-8")?;
            let part = self.text(&import.name, part)?;
            whole.push_str(&match import.layer {
                Some(layer) => format!("@layer {layer} {{\n{part}}}\n"),
                None => part,
            });
        }
        Ok(whole)
    }
}

/// A line `@import "./name.css" layer(name);`, the layer being optional.
struct Import {
    name: String,
    layer: Option<String>,
}

impl Import {
    fn parse(line: &str) -> Option<Self> {
        let rest = line.trim().strip_prefix("@import \"./")?;
        let (name, rest) = rest.split_once('"')?;
        let layer = rest.trim().strip_prefix("layer(").and_then(|rest| rest.split_once(')'));
        Some(Self { name: name.to_owned(), layer: layer.map(|(layer, _)| layer.to_owned()) })
    }
}

/// Only text may refer to others.
fn text_of<'a>(name: &str, bytes: &'a [u8]) -> Option<&'a str> {
    let kind = name.rsplit('.').next()?;
    ["css", "js", "webmanifest"].contains(&kind).then(|| str::from_utf8(bytes).ok()).flatten()
}

/// `icons/play.svg` → `icons-play-0123456789ab.svg`
fn hashed(name: &str, bytes: &[u8]) -> String {
    let flat = name.replace('/', "-");
    let (stem, kind) = flat.rsplit_once('.').unwrap_or((&flat, "bin"));
    format!("{stem}-{}.{kind}", &digest(bytes)[..12])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)]) -> Result<BTreeMap<String, String>> {
        let asset = |&(name, text): &(&str, &str)| Asset { name: name.into(), bytes: text.into() };
        let served = resolve(files.iter().map(asset).collect())?;
        let text = |file: Served| (file.name, String::from_utf8(file.bytes).expect("UTF-8"));
        Ok(served.into_iter().map(text).collect())
    }

    #[test]
    fn references_carry_the_hash_of_what_they_name() {
        let files = [("a.css", "b { src: url(\"./f.woff2\") }\n"), ("f.woff2", "font")];
        let font = hashed("f.woff2", b"font");
        let served = check(&files).unwrap();
        assert_eq!(served["a.css"], format!("b {{ src: url(\"./{font}\") }}\n"));
    }

    #[test]
    fn a_changed_import_changes_the_name_of_its_importer() {
        let name = |app: &str| {
            let asset = |name: &str, text: &str| Asset { name: name.into(), bytes: text.into() };
            let files = vec![asset("app.js", app), asset("boot.js", "import \"./app.js\";")];
            resolve(files).unwrap().pop().unwrap().served_as
        };
        assert_ne!(name("1"), name("2"));
    }

    #[test]
    fn imported_style_sheets_are_copied_and_not_served() {
        let files = [("a.css", "@import \"./b.css\" layer(base);\n"), ("b.css", "p {}\n")];
        let served = check(&files).unwrap();
        assert_eq!(served["a.css"], "@layer base {\np {}\n}\n");
        assert!(!served.contains_key("b.css"));
    }

    #[test]
    fn circles_and_lost_files_are_refused() {
        let circle = [("a.js", "import './b.js'"), ("b.js", "import './a.js'")];
        assert!(check(&circle).unwrap_err().to_string().contains("a.js → b.js"));
        let lost = check(&[("a.css", "p { background: url(\"./none.svg\") }")]);
        assert!(lost.unwrap_err().to_string().contains("none.svg"));
    }
}
