//! The page of a package that a platform opens, and what it loads.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use askama::Template;
use content::{Lang, Lesson};
use serde_json::{Value, json};

use super::{About, Kind};
use crate::export::Tree;
use crate::state::App;

pub(super) const SCORM_PAGE: &str = "scorm.html";
pub(super) const CMI5_PAGE: &str = "cmi5.html";

const STYLE: &str = "launcher.css";

/// The sentences that the page may need, by what its script calls them.
const WORDS: [(&str, &str); 6] = [
    ("back", "page.package.back"),
    ("lost", "page.package.lost"),
    ("parameters", "page.package.parameters"),
    ("refused", "page.package.refused"),
    ("unreachable", "page.package.unreachable"),
    ("used", "page.package.used"),
];

impl Kind {
    const fn page(self) -> &'static str {
        match self {
            Self::Scorm => SCORM_PAGE,
            Self::Cmi5 => CMI5_PAGE,
        }
    }

    /// The page's script, and those that it needs.
    const fn scripts(self) -> &'static [&'static str] {
        match self {
            Self::Scorm => {
                &["scorm.js", "connect.js", "launcher.js", "progress.js", "scorm-session.js"]
            }
            Self::Cmi5 => &[
                "cmi5.js",
                "cmi5-session.js",
                "connect.js",
                "launcher.js",
                "lrs.js",
                "progress.js",
                "statements.js",
            ],
        }
    }
}

#[derive(Template)]
#[template(path = "package.html")]
struct LaunchPage<'a> {
    title: &'a str,
    style: &'a str,
    script: &'a str,
    /// Where there is no script: what that means, and the frame's own page, in each language.
    frames: Vec<(Lang, String, String)>,
    about: String,
}

/// The page and its files.
pub(super) fn files(
    app: &App,
    lesson: &Lesson,
    kind: Kind,
    about: &About,
    site: &Tree,
) -> Result<Tree> {
    let mut files = Tree::new();
    let mut add = |name: &str| -> Result<String> {
        let file = app.assets.read(name).with_context(|| format!("no {name} among the assets"))?;
        let path = format!("assets/{}", file.served_as);
        files.insert(path.clone(), file.bytes);
        Ok(path)
    };
    let style = add(STYLE)?;
    let scripts: Vec<String> = kind.scripts().iter().map(|it| add(it)).collect::<Result<_>>()?;
    let frames = frames(about);
    for frame in frames.values() {
        ensure!(site.contains_key(frame), "the export lacks {frame}");
    }
    let say = |lang: Lang| app.say(lang, "page.embed.noscript", &[]);
    let page = LaunchPage {
        title: about.title(),
        style: &style,
        script: scripts.first().map_or("", String::as_str),
        frames: frames.iter().map(|(lang, path)| (*lang, say(*lang), path.clone())).collect(),
        about: told(app, lesson, about, &frames),
    };
    files.insert(kind.page().to_owned(), page.render()?.into_bytes());
    Ok(files)
}

/// The page of the lesson's frame, in each language.
fn frames(about: &About) -> BTreeMap<Lang, String> {
    Lang::ALL.map(|lang| (lang, format!("embed/{}/{lang}/index.html", about.id))).into()
}

/// What the page's script is told, as JSON that can stand in a script element.
fn told(app: &App, lesson: &Lesson, about: &About, frames: &BTreeMap<Lang, String>) -> String {
    let by_lang = |of: &dyn Fn(Lang) -> Value| -> Value {
        Lang::ALL.iter().map(|lang| (lang.code().to_owned(), of(*lang))).collect()
    };
    let words = |lang: Lang| {
        let mut words: BTreeMap<&str, String> =
            WORDS.iter().map(|(name, key)| (*name, app.say(lang, key, &[]))).collect();
        let title = [("title", lesson.words(lang).title.as_str())];
        words.insert("name", app.say(lang, "page.embed.name", &title));
        json!(words)
    };
    let step_name = |lang: Lang, id: &str| {
        let step = lesson.words(lang).steps.iter().find(|it| it.id == id);
        json!(step.map(|it| it.name.as_str()))
    };
    let steps: Vec<&str> = lesson.steps.iter().map(|it| it.id.as_str()).collect();
    let names: Value =
        steps.iter().map(|id| ((*id).to_owned(), by_lang(&|lang| step_name(lang, id)))).collect();
    let told = json!({
        "home": about.home,
        "steps": steps,
        "names": names,
        "titles": by_lang(&|lang| json!(lesson.words(lang).title)),
        "frames": by_lang(&|lang| json!(frames.get(&lang))),
        "words": by_lang(&words),
    });
    // Nothing in the JSON may end the element it stands in.
    told.to_string().replace('<', "\\u003c")
}
