//! A lesson as one file of HTML, in all languages, which opens from a disk; and the lesson for
//! frames, one such file for each language.

use content::Lang;
use lol_html::html_content::Element;
use lol_html::{RewriteStrSettings, element, rewrite_str};

use super::Tree;
use super::address::{file_of, stored};
use super::held::{Files, Loads, gone};

/// What leads out of the lesson, where there is nothing.
const OUTWARD: &str = ".ways, .what-if-link, .foot a, .actions a:not([href^=\"#\"])";

/// What only these files need of the site's assets: they hold it.
pub(super) const HELD: [&str; 8] = [
    "held.js",
    "single-boot.js",
    "frame.js",
    "frame.wasm",
    "frame.css",
    "frame-boot.js",
    "frame-questions.css",
    "frame-questions.js",
];

/// The lesson's own page.
///
/// # Errors
/// What is not there.
pub(super) fn lesson(files: &Files<'_>, id: &str) -> Result<Vec<u8>, String> {
    let recording = file_of(&stored(id, None));
    let loads = Loads { program: "app", recording: &recording };
    let page = |lang: Lang| {
        let path = file_of(&format!("/{lang}/lessons/{id}"));
        alone(&files.page(&path)?)
    };
    let first = page(Lang::En)?;
    let (head, rest) = first.split_once("</body>").ok_or("the page has no body")?;
    let mut html = head.to_owned();
    for lang in Lang::ALL.into_iter().filter(|it| *it != Lang::En) {
        let page = page(lang)?;
        let title = between(&page, "<title>", "</title>").ok_or("the page has no title")?;
        let body = between(&page, "<body>", "</body>").ok_or("the page has no body")?;
        html.push_str(&format!(
            "<template data-part=\"language\" lang=\"{lang}\" data-title=\"{title}\">\
             {body}</template>\n"
        ));
    }
    html.push_str(&files.held(&loads)?);
    html.push_str("<script type=\"module\">\n");
    html.push_str(files.text("single-boot.js")?);
    html.push_str("</script>\n</body>");
    html.push_str(rest);
    Ok(html.into_bytes())
}

/// Lets the lesson's pages for frames hold what they load.
///
/// # Errors
/// What is not there.
pub(super) fn frames(files: &Files<'_>, id: &str) -> Result<Tree, String> {
    let recording = file_of(&stored(id, None));
    let loads = Loads { program: "frame", recording: &recording };
    let held = files.held(&loads)? + "</body>";
    let folder = format!("embed/{id}/");
    let paths = files.site.keys().filter(|path| path.starts_with(&folder));
    paths
        .map(|path| {
            let html = files.page(path)?.replacen("</body>", &held, 1);
            Ok((path.clone(), html.into_bytes()))
        })
        .collect()
}

/// A page that has no others beside it: it leads to itself in other languages, and nowhere else.
fn alone(html: &str) -> Result<String, String> {
    let settings = RewriteStrSettings {
        element_content_handlers: vec![
            element!(OUTWARD, gone),
            element!("a.brand", |it: &mut Element<'_, '_>| {
                it.remove_attribute("href");
                Ok(())
            }),
            element!("a[hreflang]", |it: &mut Element<'_, '_>| {
                let lang = it.get_attribute("hreflang").unwrap_or_default();
                Ok(it.set_attribute("href", &format!("?lang={lang}"))?)
            }),
        ],
        ..RewriteStrSettings::new()
    };
    rewrite_str(html, settings).map_err(|error| error.to_string())
}

fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    Some(text.split_once(begin)?.1.split_once(end)?.0)
}
