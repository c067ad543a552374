//! A page whose links name files beside it instead of addresses of a server.

use lol_html::errors::RewritingError;
use lol_html::html_content::Element;
use lol_html::{RewriteStrSettings, element, rewrite_str};

use super::address::{file_of, relative};

/// Attributes that hold an address.
const ADDRESSES: [&str; 11] = [
    "href",
    "src",
    "data-js",
    "data-wasm",
    "data-recording",
    "data-engine-js",
    "data-engine-wasm",
    "data-lines",
    "data-in-en",
    "data-in-fr",
    "data-in-es",
];

/// The page that lies at `file`, and every address of the server that it names.
///
/// # Errors
/// When it is too strange to be read.
pub(super) fn made_relative(
    html: &str,
    file: &str,
) -> Result<(String, Vec<String>), RewritingError> {
    let mut found = Vec::new();
    let rewrite = |it: &mut Element<'_, '_>| {
        for name in ADDRESSES {
            if let Some(link) = it.get_attribute(name).filter(|it| is_ours(it)) {
                let (address, fragment) = link.split_once('#').unwrap_or((&link, ""));
                let mut link = relative(file, &file_of(address));
                if !fragment.is_empty() {
                    link.push('#');
                    link.push_str(fragment);
                }
                it.set_attribute(name, &link)?;
                found.push(address.to_owned());
            }
        }
        Ok(())
    };
    let settings = RewriteStrSettings {
        element_content_handlers: vec![element!("*", rewrite)],
        ..RewriteStrSettings::new()
    };
    let html = rewrite_str(html, settings)?;
    Ok((html, found))
}

/// The addresses that a style sheet names: they are relative already, and lie beside it.
pub(super) fn named_by_style(css: &str, address: &str) -> Vec<String> {
    let folder = address.rsplit_once('/').map_or("", |(it, _)| it);
    let names = css.split("url(\"./").skip(1).filter_map(|it| it.split('"').next());
    names.map(|it| format!("{folder}/{it}")).collect()
}

/// Whether a link is an address of this server.
fn is_ours(link: &str) -> bool {
    link.starts_with('/') && !link.starts_with("//")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_the_server_become_links_to_files_and_others_stay() {
        let page = r##"<a href="/en/lessons/a#step=mirror">b</a><a href="#c">d</a>
<a href="https://e.example/">f</a><script src="/assets/g.js"></script><p title="/h">i</p>"##;
        let (html, found) = made_relative(page, "en/index.html").expect("it is a page");
        let wanted = r##"<a href="lessons/a/index.html#step=mirror">b</a><a href="#c">d</a>
<a href="https://e.example/">f</a><script src="../assets/g.js"></script><p title="/h">i</p>"##;
        assert_eq!(html, wanted);
        assert_eq!(found, ["/en/lessons/a", "/assets/g.js"]);
    }

    #[test]
    fn a_style_sheet_names_its_fonts() {
        let css = r#"@font-face { src: url("./inter.woff2") format("woff2"); }"#;
        assert_eq!(named_by_style(css, "/assets/style.css"), ["/assets/inter.woff2"]);
    }
}
