//! Pages: complete without script, each in one language only, tied to its translations.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use content::{Lang, Message};

use crate::reader::{LANGUAGES, LESSON, STEPS, content, every_page, get, get_with};

async fn lesson(lang: &str) -> String {
    get(&format!("/{lang}/lessons/{LESSON}")).await.text().to_owned()
}

#[tokio::test]
async fn the_root_goes_to_a_language_of_the_reader() {
    for (wish, address) in [("fr-CA,en;q=0.5", "/fr/"), ("es", "/es/"), ("ja", "/en/")] {
        let answer = get_with("/", &[("accept-language", wish)]).await;
        assert_eq!(answer.status, 302);
        assert_eq!(answer.header("location"), address);
        assert_eq!(answer.header("vary"), "accept-language");
    }
    assert!(!get("/fr/").await.header("vary").contains("accept-language"));
}

#[tokio::test]
async fn each_page_has_one_address() {
    for (path, address) in [
        ("/fr", "/fr/"),
        ("/fr-CA/lessons/static-pods", "/fr/lessons/static-pods"),
        ("/ES/model?x=1", "/es/model?x=1"),
    ] {
        let answer = get(path).await;
        assert_eq!(answer.status, 308, "{path}");
        assert_eq!(answer.header("location"), address);
    }
}

#[tokio::test]
async fn every_page_names_its_translations_and_its_preview() {
    for path in every_page() {
        let page = get(&path).await;
        let (lang, rest) = path.trim_start_matches('/').split_once('/').unwrap();
        let text = page.text();
        assert!(text.contains(&format!("<html lang=\"{lang}\"")), "{path}");
        let canonical = format!("<link rel=\"canonical\" href=\"https://pods.example{path}\">");
        assert!(text.contains(&canonical), "{path} lacks {canonical}");
        for other in LANGUAGES {
            let link = format!("hreflang=\"{other}\" href=\"https://pods.example/{other}/{rest}\"");
            assert!(text.contains(&link), "{path} lacks {link}");
        }
        assert!(text.contains("hreflang=\"x-default\""), "{path}");
        let image = "property=\"og:image\" content=\"https://pods.example/poster/static-pods/";
        assert!(text.contains(image), "{path}");
    }
}

#[tokio::test]
async fn no_page_needs_what_the_policy_forbids() {
    for path in every_page() {
        let page = get(&path).await;
        let text = page.text();
        for forbidden in ["style=\"", "<style", "onclick=", "javascript:", "<form", "<iframe"] {
            assert!(!text.contains(forbidden), "{path} contains {forbidden}");
        }
        let inline = text.split("<script").skip(1).filter(|it| !it.contains("src=\"")).count();
        let data = text.matches("<script type=\"application/json\"").count();
        assert_eq!(inline, data, "{path} has a script of its own");
    }
}

#[tokio::test]
async fn a_lesson_is_complete_without_script() {
    for lang in Lang::ALL {
        let page = lesson(lang.code()).await;
        let words = content().lesson(LESSON).unwrap().words(lang);
        for (step, id) in words.steps.iter().zip(STEPS) {
            assert_eq!(step.id, id);
            let section = page.split_once(&format!("id=\"{id}\"")).expect("a section per step").1;
            let section = section.split("<section").next().unwrap();
            assert!(section.contains("<svg"), "{lang} {id} has no picture");
            for caption in &step.captions {
                assert!(section.contains(&caption.html()), "{lang} {id}: {}", caption.plain());
            }
            assert!(section.contains(&step.narration_html), "{lang} {id} lacks its narration");
            for command in &step.commands {
                let command = command.split(['<', '>', '&', '"', '\'']).next().unwrap();
                assert!(section.contains(command), "{lang} {id}: {command}");
            }
            assert_eq!(section.matches("<details>").count(), step.predict.len(), "{lang} {id}");
        }
        assert!(page.contains("<noscript>"));
    }
}

#[tokio::test]
async fn the_player_finds_what_it_needs() {
    let page = lesson("fr").await;
    for hook in ["stage", "caption", "step-no", "lanes", "clock", "live", "note", "chapters"] {
        assert!(page.contains(&format!("data-part=\"{hook}\"")), "{hook}");
    }
    assert!(page.contains("data-stream=\"/api/lessons/static-pods/timeline\""));
    let words = page.split_once("id=\"words\">").unwrap().1.split_once("</script>").unwrap().0;
    let words: serde_json::Value = serde_json::from_str(words).unwrap();
    assert_eq!(words["lang"], "fr");
    let steps = words["lesson"]["steps"].as_array().unwrap();
    assert_eq!(steps.iter().map(|it| it["id"].as_str().unwrap()).collect::<Vec<_>>(), STEPS);
    assert!(words["ui"]["control.play"].is_string());
}

/// The first parts of all keys, as `page` and `describe`.
fn areas() -> BTreeSet<&'static str> {
    let words = content().words(Lang::En);
    words.iter().filter_map(|(key, _)| key.split('.').next()).collect()
}

/// Every placeholder of the interface, as `{name}`.
fn placeholders() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (_, message) in content().words(Lang::En).iter() {
        if let Message::Text(text) = message {
            let parts = text.split('{').skip(1).filter_map(|it| it.split_once('}'));
            names.extend(parts.map(|(name, _)| format!("{{{name}}}")));
        }
    }
    names
}

#[tokio::test]
async fn no_page_shows_a_key_in_place_of_a_word() {
    for path in every_page() {
        says_no_key(&path, get(&path).await.text());
    }
}

/// Checks that a page shows words, no key of theirs and no place for a value.
pub fn says_no_key(path: &str, page: &str) {
    let (before, rest) = page.split_once("id=\"words\">").unwrap_or((page, ""));
    let after = rest.split_once("</script>").map_or("", |(_, after)| after);
    let shown = format!("{before}{after}");
    {
        for area in areas() {
            let key = |at: usize| {
                let begins = shown[..at].ends_with(['>', ' ', '"', '\'']);
                let next = shown[at + area.len() + 1..].chars().next().unwrap_or(' ');
                begins && next.is_ascii_lowercase()
            };
            let found = shown.match_indices(&format!("{area}.")).find(|(at, _)| key(*at));
            let around = found.map(|(at, _)| shown[at..].chars().take(40).collect::<String>());
            assert_eq!(around, None, "{path} shows a key");
        }
        for name in placeholders() {
            assert!(!shown.contains(&name), "{path} shows {name}");
        }
    }
}

#[test]
fn no_word_of_the_pages_is_left_unused() {
    let mut sources = String::new();
    for folder in ["templates", "src", "src/export/package", "src/pages", "src/routes"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server").join(folder);
        for file in fs::read_dir(folder).unwrap().flatten().filter(|it| it.path().is_file()) {
            sources.push_str(&fs::read_to_string(file.path()).unwrap());
        }
    }
    let words = content().words(Lang::En);
    let keys = words.iter().map(|(key, _)| key).filter(|key| key.starts_with("page."));
    let unused: Vec<&str> = keys.filter(|key| !sources.contains(&format!("\"{key}\""))).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// Every text of ours that a page in `lang` could show, longer than a word or two.
fn sentences(lang: Lang) -> Vec<String> {
    let words = content().words(lang);
    let mut all = Vec::new();
    for (_, message) in words.iter() {
        match message {
            Message::Text(text) => all.push(text.clone()),
            Message::Plural(forms) => all.extend(forms.values().cloned()),
        }
    }
    for lesson in content().lessons() {
        let words = lesson.words(lang);
        let frame = [&words.title, &words.question, &words.answer, &words.summary];
        all.extend(frame.map(Clone::clone));
        for step in words.steps.iter().chain(&words.branches) {
            all.extend([step.name.clone(), step.blurb.clone(), step.narration_html.clone()]);
            all.extend(step.captions.iter().map(content::Caption::plain));
            for predict in &step.predict {
                all.extend([predict.question.plain(), predict.because.plain()]);
                all.extend(predict.options.iter().map(content::Inline::plain));
            }
        }
    }
    all.extend(content().page("model", lang).map(|page| page.html.clone()));
    all
}

/// The text between placeholders, where it is long enough to be told from a coincidence.
fn parts(sentence: &str) -> Vec<String> {
    let parts = sentence.split(['{', '}']).step_by(2).map(str::trim);
    parts.filter(|part| part.chars().count() > 12).map(str::to_owned).collect()
}

#[tokio::test]
async fn a_page_speaks_one_language() {
    for path in every_page() {
        speaks_one_language(&path, get(&path).await.text());
    }
}

/// Of each language but English, every English text that is none of its own.
static FOREIGN: LazyLock<[(Lang, Vec<String>); 2]> = LazyLock::new(|| {
    let english: Vec<String> = sentences(Lang::En).iter().flat_map(|it| parts(it)).collect();
    assert!(english.len() > 100, "the dictionary is not empty");
    [Lang::Fr, Lang::Es].map(|lang| {
        let own = sentences(lang).join("\n");
        let foreign = english.iter().filter(|it| !own.contains(*it));
        (lang, foreign.map(|it| without_tags(it)).collect())
    })
});

/// Checks that a page says nothing in English, unless it is in English.
pub fn speaks_one_language(path: &str, page: &str) {
    // Spoken text without the markup between its words, as a reader sees it.
    let shown = without_tags(page);
    let of_page = |lang: Lang| path.starts_with(&format!("/{lang}/"));
    for (_, foreign) in FOREIGN.iter().filter(|(lang, _)| of_page(*lang)) {
        let found: Vec<_> = foreign.iter().filter(|it| shown.contains(*it)).collect();
        assert!(found.is_empty(), "{path} says in English: {found:#?}");
    }
}

fn without_tags(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut inside = false;
    for it in html.chars() {
        match it {
            '<' => inside = true,
            '>' if inside => inside = false,
            it if !inside => text.push(it),
            _ => {}
        }
    }
    text
}
