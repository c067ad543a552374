//! Pages that hold what they load: their style, their program and their facts lie in them as text.
//! Such a page asks for nothing, so it works where nothing may be fetched: from a disk, and in a
//! sandboxed frame of a file server that knows nothing of foreign origins.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use lol_html::errors::RewritingError;
use lol_html::html_content::{ContentType, Element};
use lol_html::{RewriteStrSettings, element, rewrite_str};

use super::Tree;
use super::address::file_of;

/// What such a page may load: itself.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; \
                      style-src 'unsafe-inline'; img-src data:; font-src data:; \
                      connect-src blob: data:; base-uri 'none'; form-action 'none'";

/// The script that gives what is held back to the page.
const UNPACKER: &str = "held.js";

/// The files of a site, by the names that the source uses for them.
pub(super) struct Files<'a> {
    pub(super) site: &'a Tree,
    /// From an asset's name to its address.
    pub(super) address: &'a dyn Fn(&str) -> Option<String>,
}

/// What a page holds in the end.
pub(super) struct Loads<'a> {
    /// The program's name, as `app` of `app.js` and `app.wasm`.
    pub(super) program: &'a str,
    /// The facts' path in the site.
    pub(super) recording: &'a str,
}

impl Files<'_> {
    /// A file, by its path.
    ///
    /// # Errors
    /// When it is not there.
    pub(super) fn file(&self, path: &str) -> Result<&[u8], String> {
        self.site.get(path).map(Vec::as_slice).ok_or_else(|| format!("{path} is not there"))
    }

    /// The path of an asset.
    ///
    /// # Errors
    /// When there is none of this name.
    pub(super) fn path(&self, name: &str) -> Result<String, String> {
        let address = (self.address)(name).ok_or_else(|| format!("there is no asset {name}"))?;
        Ok(file_of(&address))
    }

    /// An asset that is text.
    ///
    /// # Errors
    /// When it is not there.
    pub(super) fn text(&self, name: &str) -> Result<&str, String> {
        str::from_utf8(self.file(&self.path(name)?)?).map_err(|error| error.to_string())
    }

    /// The page at `path` with its style, the scripts in its head and its icon inside it, and
    /// without its program.
    ///
    /// # Errors
    /// What is not there.
    pub(super) fn page(&self, path: &str) -> Result<String, String> {
        let html = str::from_utf8(self.file(path)?).map_err(|error| error.to_string())?;
        let icon = data_url("image/svg+xml", self.file(&self.path("favicon.svg")?)?);
        let settings = RewriteStrSettings {
            element_content_handlers: vec![
                element!("link[rel=stylesheet]", |it: &mut Element<'_, '_>| {
                    let css = self.style(&it.get_attribute("href").unwrap_or_default())?;
                    with(it, &format!("<style>\n{css}</style>"))
                }),
                element!("link[rel=icon]", |it| Ok(it.set_attribute("href", &icon)?)),
                element!("link[rel=preload], link[rel=modulepreload]", gone),
                element!("meta[http-equiv]", |it| Ok(it.set_attribute("content", POLICY)?)),
                element!("head script[src]", |it: &mut Element<'_, '_>| {
                    let src = it.get_attribute("src").unwrap_or_default();
                    with(it, &format!("<script>\n{}</script>", self.named(&src)?))
                }),
                element!("body script[src]", gone),
                element!("#player", |it: &mut Element<'_, '_>| {
                    for name in ["data-js", "data-wasm", "data-recording"] {
                        it.remove_attribute(name);
                    }
                    Ok(())
                }),
            ],
            ..RewriteStrSettings::new()
        };
        rewrite_str(html, settings).map_err(|error: RewritingError| error.to_string())
    }

    /// The program and the facts as elements, and the script that unpacks them.
    ///
    /// # Errors
    /// What is not there.
    pub(super) fn held(&self, loads: &Loads<'_>) -> Result<String, String> {
        let asset = |kind: &str| self.path(&format!("{}.{kind}", loads.program));
        let mut html = String::new();
        for (name, path) in
            [("js", asset("js")?), ("wasm", asset("wasm")?), ("recording", loads.recording.into())]
        {
            let packed = packed(self.file(&path)?);
            html.push_str(&format!(
                "<script type=\"text/plain\" data-held=\"{name}\">{packed}</script>\n"
            ));
        }
        html.push_str(&format!("<script>\n{}</script>\n", self.text(UNPACKER)?));
        Ok(html)
    }

    /// The text of an asset that a page names.
    fn named(&self, link: &str) -> Result<&str, String> {
        let name = link.rsplit('/').next().unwrap_or(link);
        str::from_utf8(self.file(&format!("assets/{name}"))?).map_err(|error| error.to_string())
    }

    /// A style sheet with its fonts in it.
    fn style(&self, link: &str) -> Result<String, String> {
        let mut parts = self.named(link)?.split("url(\"./");
        let mut whole = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (font, rest) = part.split_once('"').ok_or("a font in a style sheet has no name")?;
            let font = self.file(&format!("assets/{font}"))?;
            whole.push_str(&format!("url(\"{}\"{rest}", data_url("font/woff2", font)));
        }
        Ok(whole)
    }
}

type Done = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// Takes an element away.
pub(super) fn gone(it: &mut Element<'_, '_>) -> Done {
    it.remove();
    Ok(())
}

fn with(it: &mut Element<'_, '_>, other: &str) -> Done {
    it.replace(other, ContentType::Html);
    Ok(())
}

fn data_url(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(bytes))
}

/// Bytes as text, compressed first.
fn packed(bytes: &[u8]) -> String {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(bytes).and_then(|()| packer.finish());
    STANDARD.encode(packed.expect("a vector takes every byte"))
}
