//! Interface words: one dictionary per language, put together from all its files.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::files::Files;
use crate::lang::{Lang, Plural};
use crate::mistake::Mistakes;
use crate::typeset::{missing_space, typeset};
use crate::yaml::{self, Node, Value};

/// The words of one language, by key.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Words {
    messages: BTreeMap<String, Message>,
    #[serde(skip)]
    lang: Option<Lang>,
}

/// One message. `{name}` in it stands for a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Message {
    /// The same for every value.
    Text(String),
    /// One wording per plural category of the value `n`; [`Plural::Other`] is always there.
    Plural(BTreeMap<Plural, String>),
}

impl Words {
    /// The message with this key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Message> {
        self.messages.get(key)
    }

    /// Every key and its message, by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Message)> {
        self.messages.iter().map(|(key, message)| (key.as_str(), message))
    }

    /// The message with its placeholders filled in. The value named `n` chooses the plural.
    ///
    /// A key that does not exist comes back as it is, so that it shows instead of a hole.
    #[must_use]
    pub fn text(&self, key: &str, values: &[(&str, &str)]) -> String {
        let Some(message) = self.get(key) else { return key.to_owned() };
        let n = values.iter().find(|(name, _)| *name == "n").and_then(|(_, n)| n.parse().ok());
        let plural = self.lang.zip(n).map_or(Plural::Other, |(lang, n)| lang.plural(n));
        fill(message.wording(plural), values)
    }
}

impl Message {
    /// The wording for a plural category.
    #[must_use]
    pub fn wording(&self, plural: Plural) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Plural(wordings) => {
                let exact = wordings.get(&plural).or_else(|| wordings.get(&Plural::Other));
                exact.map_or("", String::as_str)
            }
        }
    }

    fn placeholders(&self) -> BTreeSet<&str> {
        match self {
            Self::Text(text) => placeholders(text).collect(),
            Self::Plural(wordings) => wordings.values().flat_map(|it| placeholders(it)).collect(),
        }
    }
}

fn fill(wording: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(wording.len());
    let mut rest = wording;
    while let Some((before, name, after)) = next_placeholder(rest) {
        filled.push_str(before);
        match values.iter().find(|(it, _)| *it == name) {
            Some((_, value)) => filled.push_str(value),
            None => filled.push_str(&rest[before.len()..rest.len() - after.len()]),
        }
        rest = after;
    }
    filled + rest
}

/// The text before the first `{name}`, the name, and the text after it.
fn next_placeholder(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, name, after) = next_placeholder(rest)?;
        rest = after;
        Some(name)
    })
}

/// Where each key of a language stands.
type Places = BTreeMap<String, (String, u32)>;

/// Reads the dictionaries of every language and holds them against each other.
pub(crate) fn load(files: &Files, mistakes: &mut Mistakes) -> BTreeMap<Lang, Words> {
    for name in files.names("ui") {
        if Lang::ALL.iter().all(|it| it.code() != name) {
            let message = "is a language the program does not know: add it to Lang, or remove it";
            mistakes.add(&format!("ui/{name}"), 1, message);
        }
    }
    let mut all = BTreeMap::new();
    let mut places = BTreeMap::new();
    for lang in Lang::ALL {
        let mut words = Words { messages: BTreeMap::new(), lang: Some(lang) };
        let mut mine = Places::new();
        for (path, text) in files.below(&format!("ui/{lang}")) {
            add_file(path, text, &mut words, &mut mine, mistakes);
        }
        all.insert(lang, words);
        places.insert(lang, mine);
    }
    compare(files, &all, &places, mistakes);
    all
}

fn add_file(path: &str, text: &str, words: &mut Words, places: &mut Places, out: &mut Mistakes) {
    let lang = words.lang.unwrap_or(Lang::En);
    let Some(node) = yaml::parse(path, text, 1, out) else { return };
    let Some(entries) = node.entries() else {
        return out.add(path, node.line, "must be a map from keys to words");
    };
    for (key, node) in entries {
        if let Some((file, line)) = places.get(&key.text) {
            let message = format!("`{}` stands in {file}:{line} already: keep one", key.text);
            out.add(path, key.line, message);
        } else if let Some(message) = message(path, lang, node, out) {
            places.insert(key.text.clone(), (path.into(), key.line));
            words.messages.insert(key.text.clone(), message);
        }
    }
}

fn message(path: &str, lang: Lang, node: &Node, out: &mut Mistakes) -> Option<Message> {
    match &node.value {
        Value::Scalar { .. } => wording(path, lang, node, out).map(Message::Text),
        Value::Map(entries) => {
            let mut wordings = BTreeMap::new();
            for (key, node) in entries {
                match Plural::parse(&key.text) {
                    Some(plural) => {
                        wordings.extend(wording(path, lang, node, out).map(|it| (plural, it)));
                    }
                    None => out.add(path, key.line, "is no plural: use one, many or other"),
                }
            }
            if !wordings.contains_key(&Plural::Other) {
                out.add(path, node.line, "the plural `other` is missing: add it");
                return None;
            }
            Some(Message::Plural(wordings))
        }
        Value::List(_) => {
            out.add(path, node.line, "must be a text, or a map of plurals");
            None
        }
    }
}

fn wording(path: &str, lang: Lang, node: &Node, out: &mut Mistakes) -> Option<String> {
    let Some(text) = node.text() else {
        out.add(path, node.line, "must be a text");
        return None;
    };
    let text = typeset(lang, text.trim_end());
    for name in placeholders(&text) {
        let plain =
            !name.is_empty() && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        if !plain {
            out.add(
                path,
                node.line,
                format!("{{{name}}} is no placeholder: use letters and digits"),
            );
        }
    }
    if let Some(word) = missing_space(lang, &text) {
        out.add(path, node.line, format!("“{word}” lacks its space: French puts one there"));
    }
    Some(text)
}

fn compare(
    files: &Files,
    all: &BTreeMap<Lang, Words>,
    places: &BTreeMap<Lang, Places>,
    mistakes: &mut Mistakes,
) {
    let keys: BTreeSet<&String> = places.values().flat_map(BTreeMap::keys).collect();
    for key in keys {
        let (first, (file, line)) = places
            .iter()
            .find_map(|(lang, it)| Some((*lang, it.get(key)?)))
            .expect("the key came from one of these maps");
        let source = &all[&first].messages[key];
        for lang in Lang::ALL {
            let Some((message, (mine, at))) =
                all[&lang].messages.get(key).zip(places[&lang].get(key))
            else {
                let theirs = file.replace(&format!("ui/{first}/"), &format!("ui/{lang}/"));
                if files.get(&theirs).is_none() {
                    mistakes.add(&theirs, 1, format!("is missing, and {file} is there: write it"));
                } else {
                    mistakes.add(file, *line, format!("`{key}` is missing in {lang}: add it"));
                }
                continue;
            };
            let (found, wanted) = (message.placeholders(), source.placeholders());
            if found != wanted {
                let text = format!(
                    "`{key}` has the placeholders {found:?}, {first} has {wanted:?}: use the same"
                );
                mistakes.add(mine, *at, text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)]) -> (BTreeMap<Lang, Words>, Vec<String>) {
        let mut all = Files::default();
        for (path, text) in files {
            all.insert(path, text);
        }
        let mut mistakes = Mistakes::default();
        let words = load(&all, &mut mistakes);
        (words, mistakes.lines())
    }

    #[test]
    fn files_of_a_language_are_one_dictionary_and_plurals_follow_the_language() {
        let plural = "{one: \"{n} Pod\", other: \"{n} Pods\"}";
        let (words, mistakes) = check(&[
            ("ui/en/a.yaml", "play: Play\n"),
            ("ui/en/b.yaml", &format!("pods: {plural}\n")),
            ("ui/fr/a.yaml", &format!("play: Lire\npods: {plural}\n")),
            ("ui/es/a.yaml", &format!("play: Reproducir\npods: {plural}\n")),
        ]);
        assert_eq!(mistakes, Vec::<String>::new());
        assert_eq!(words[&Lang::En].text("play", &[]), "Play");
        assert_eq!(words[&Lang::En].text("pods", &[("n", "0")]), "0 Pods");
        assert_eq!(words[&Lang::Fr].text("pods", &[("n", "0")]), "0 Pod");
        assert_eq!(words[&Lang::Fr].text("no.such.key", &[]), "no.such.key");
    }

    #[test]
    fn every_mistake_of_every_file_is_reported_with_its_line() {
        let (_, mistakes) = check(&[
            ("ui/en/a.yaml", "a: one {x}\nb: two\n"),
            ("ui/fr/a.yaml", "a: un {y}\nc: {one: seul}\nd: oui!\n"),
            ("ui/es/a.yaml", "a: uno {x}\nb: dos\n"),
            ("ui/en/b.yaml", "e: three\nf: four\n"),
            ("ui/fr/b.yaml", "e: trois\nf: quatre\n"),
            ("ui/de/a.yaml", "a: eins\n"),
        ]);
        let all = mistakes.join("\n");
        for part in [
            "ui/de:1: is a language the program does not know",
            "ui/fr/a.yaml:1: `a` has the placeholders {\"y\"}, en has {\"x\"}",
            "ui/fr/a.yaml:2: the plural `other` is missing",
            "ui/fr/a.yaml:3: “oui!” lacks its space",
            "ui/en/a.yaml:2: `b` is missing in fr",
            "ui/fr/a.yaml:3: `d` is missing in es",
            "ui/es/b.yaml:1: is missing, and ui/en/b.yaml is there",
        ] {
            assert!(all.contains(part), "{part}\n— is not in —\n{all}");
        }
    }
}
