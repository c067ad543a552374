//! A lesson as one file of HTML, which opens from a disk: its pages in all languages, its facts and
//! its program lie in it.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use content::Lang;
use flate2::Compression;
use flate2::write::GzEncoder;
use lol_html::errors::RewritingError;
use lol_html::html_content::{ContentType, Element};
use lol_html::{RewriteStrSettings, element, rewrite_str};

use super::Tree;
use super::address::{file_of, stored};

/// What the one file may load: itself.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; \
                      style-src 'unsafe-inline'; img-src data:; font-src data:; \
                      connect-src blob: data:; base-uri 'none'; form-action 'none'";

/// What leads out of the lesson, where there is nothing.
const OUTWARD: &str = ".ways, .what-if-link, .foot a, .actions a:not([href^=\"#\"])";

/// What one file is made of.
pub(super) struct Single<'a> {
    /// The pages of an export.
    pub(super) site: &'a Tree,
    /// The lesson's id.
    pub(super) lesson: &'a str,
    /// The names under which assets are served, by their own: `assets/app-0123.js`.
    pub(super) asset: &'a dyn Fn(&str) -> Option<String>,
}

impl Single<'_> {
    /// The file.
    ///
    /// # Errors
    /// What is not there.
    pub(super) fn html(&self) -> Result<Vec<u8>, String> {
        let first = self.page(Lang::En)?;
        let (head, rest) = first.split_once("</body>").ok_or("the page has no body")?;
        let mut html = head.to_owned();
        for lang in Lang::ALL.into_iter().filter(|it| *it != Lang::En) {
            let page = self.page(lang)?;
            let title = between(&page, "<title>", "</title>").ok_or("the page has no title")?;
            let body = between(&page, "<body>", "</body>").ok_or("the page has no body")?;
            let template = format!(
                "<template data-part=\"language\" lang=\"{lang}\" data-title=\"{title}\">\
                 {body}</template>\n"
            );
            html.push_str(&template);
        }
        let recording = file_of(&stored(self.lesson, None));
        for (name, bytes) in [
            ("js", self.named("app.js")?),
            ("wasm", self.named("app.wasm")?),
            ("recording", self.file(&recording)?),
        ] {
            let packed = packed(bytes);
            let held =
                format!("<script type=\"text/plain\" data-file=\"{name}\">{packed}</script>\n");
            html.push_str(&held);
        }
        html.push_str("<script type=\"module\">\n");
        html.push_str(self.text("single-boot.js")?);
        html.push_str("</script>\n</body>");
        html.push_str(rest);
        Ok(html.into_bytes())
    }

    /// The lesson's page in a language, with what it loads at first inside it.
    fn page(&self, lang: Lang) -> Result<String, String> {
        let page = file_of(&format!("/{lang}/lessons/{}", self.lesson));
        let html = str::from_utf8(self.file(&page)?).map_err(|error| error.to_string())?;
        let style = style(self.text("style.css")?, &|it| self.file(&format!("assets/{it}")))?;
        let style = format!("<style>\n{style}</style>");
        let theme = format!("<script>\n{}</script>", self.text("theme.js")?);
        let icon = data_url("image/svg+xml", self.named("favicon.svg")?);
        let settings = RewriteStrSettings {
            element_content_handlers: vec![
                element!("link[rel=stylesheet]", |it| with(it, &style)),
                element!("link[rel=icon]", |it| Ok(it.set_attribute("href", &icon)?)),
                element!("link[rel=preload], link[rel=modulepreload]", gone),
                element!("meta[http-equiv]", |it| Ok(it.set_attribute("content", POLICY)?)),
                element!("head script[src]", |it| with(it, &theme)),
                element!("body script[src]", gone),
                element!("#player", |it: &mut Element<'_, '_>| {
                    for name in ["data-js", "data-wasm", "data-recording"] {
                        it.remove_attribute(name);
                    }
                    Ok(())
                }),
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
        rewrite_str(html, settings).map_err(|error: RewritingError| error.to_string())
    }

    fn file(&self, path: &str) -> Result<&[u8], String> {
        self.site.get(path).map(Vec::as_slice).ok_or_else(|| format!("{path} is not there"))
    }

    /// An asset, by the name that the source uses.
    fn named(&self, name: &str) -> Result<&[u8], String> {
        let address = (self.asset)(name).ok_or_else(|| format!("there is no asset {name}"))?;
        self.file(&file_of(&address))
    }

    fn text(&self, name: &str) -> Result<&str, String> {
        str::from_utf8(self.named(name)?).map_err(|error| error.to_string())
    }
}

type Done = Result<(), Box<dyn std::error::Error + Send + Sync>>;

fn gone(it: &mut Element<'_, '_>) -> Done {
    it.remove();
    Ok(())
}

fn with(it: &mut Element<'_, '_>, other: &str) -> Done {
    it.replace(other, ContentType::Html);
    Ok(())
}

/// A style sheet with its fonts in it.
fn style<'a>(css: &str, file: &dyn Fn(&str) -> Result<&'a [u8], String>) -> Result<String, String> {
    let mut parts = css.split("url(\"./");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('"').ok_or("a font of the style sheet has no name")?;
        whole.push_str("url(\"");
        whole.push_str(&data_url("font/woff2", file(name)?));
        whole.push('"');
        whole.push_str(rest);
    }
    Ok(whole)
}

fn data_url(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(bytes))
}

/// Bytes as text: compressed first.
fn packed(bytes: &[u8]) -> String {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(bytes).and_then(|()| packer.finish());
    STANDARD.encode(packed.expect("a vector takes every byte"))
}

fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    Some(text.split_once(begin)?.1.split_once(end)?.0)
}
