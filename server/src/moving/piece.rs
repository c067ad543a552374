//! An element of a picture, ready to be compared and to be written.

use scene::{Element, Role, TextStyle, push_escaped, text_width};

/// An element whose content is markup already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The same thing in every picture.
    pub key: String,
    /// Its name: `rect`, `circle`, `path` or `text`.
    pub tag: &'static str,
    /// Its presentation attributes.
    pub attrs: Vec<(&'static str, String)>,
    /// What stands between its tags.
    pub inner: String,
}

impl From<Element> for Piece {
    fn from(element: Element) -> Self {
        let length = length_in_line(&element);
        let Element { key, tag, mut attrs, text } = element;
        if let Some(length) = length {
            attrs.push(("textLength", format!("{length:.1}")));
            attrs.push(("lengthAdjust", "spacingAndGlyphs".to_owned()));
        }
        let inner = text.as_deref().map(escaped).unwrap_or_default();
        Self { key, tag, attrs, inner }
    }
}

impl Piece {
    /// Appends it as it is, with nothing that moves.
    pub fn push(&self, text: &mut String) {
        text.push('<');
        text.push_str(self.tag);
        for (name, value) in &self.attrs {
            push_attr(text, name, value);
        }
        push_end(text, self.tag, &self.inner);
    }
}

/// How long a text is in the shipped font, if others stand beside it on its line: there a wider
/// font must not run into the next one. The fixed-width face is as wide as all such faces are.
fn length_in_line(element: &Element) -> Option<f32> {
    let attr = |name: &str| element.attrs.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
    let (_, nth) = element.key.rsplit('/').next()?.rsplit_once('.')?;
    if nth.parse::<u8>().is_err() || attr("font-family").is_some() {
        return None;
    }
    let style = TextStyle::sans(Role::Ink, attr("font-size")?.parse().ok()?);
    let style = match attr("font-weight") {
        Some("560") => style.medium(),
        Some(_) => style.bold(),
        None => style,
    };
    Some(text_width(element.text.as_deref()?, &style))
}

/// Appends ` name="value"`.
pub fn push_attr(text: &mut String, name: &str, value: &str) {
    text.push(' ');
    text.push_str(name);
    text.push_str("=\"");
    push_escaped(text, value);
    text.push('"');
}

/// Ends an element's first tag, and after its content the element.
pub fn push_end(text: &mut String, tag: &str, inner: &str) {
    if inner.is_empty() {
        text.push_str("/>");
    } else {
        text.push('>');
        text.push_str(inner);
        text.push_str("</");
        text.push_str(tag);
        text.push('>');
    }
}

/// A text as markup.
pub fn escaped(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    push_escaped(&mut text, raw);
    text
}
