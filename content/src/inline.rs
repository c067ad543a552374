//! One sentence with code and role spans: captions, predictions.

use std::collections::BTreeSet;
use std::fmt;

use crate::role::Role;

/// A sentence of a caption.
pub type Caption = Inline;

/// One run of text: words, code and words that name a drawn thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inline {
    spans: Vec<Span>,
}

/// A stretch of text of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The text, as shown.
    pub text: String,
    /// What kind of text it is.
    pub kind: Kind,
}

/// What a stretch of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Words,
    /// A command, a file name, a field: never translated.
    Code,
    /// Words that name a drawn thing.
    Role(Role),
}

impl Inline {
    /// Appends a stretch; two of one kind become one.
    pub(crate) fn push(&mut self, kind: Kind, text: &str) {
        match self.spans.last_mut() {
            Some(last) if last.kind == kind => last.text.push_str(text),
            _ => self.spans.push(Span { text: text.into(), kind }),
        }
    }

    /// The stretches, in order.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The text alone.
    #[must_use]
    pub fn plain(&self) -> String {
        self.spans.iter().map(|it| it.text.as_str()).collect()
    }

    /// The text as HTML, escaped: `<code>` for code, `<span class="role-mirror">` for a role.
    #[must_use]
    pub fn html(&self) -> String {
        let mut html = String::new();
        for Span { text, kind } in &self.spans {
            let text = escape(text);
            match kind {
                Kind::Words => html.push_str(&text),
                Kind::Code => html.push_str(&format!("<code>{text}</code>")),
                Kind::Role(role) => {
                    html.push_str(&format!("<span class=\"role-{}\">{text}</span>", role.name()));
                }
            }
        }
        html
    }

    /// How long it reads: characters of the plain text.
    #[must_use]
    pub fn chars(&self) -> usize {
        self.spans.iter().map(|it| it.text.chars().count()).sum()
    }

    /// The drawn things it names.
    pub(crate) fn roles(&self) -> BTreeSet<Role> {
        let role = |span: &Span| match span.kind {
            Kind::Role(role) => Some(role),
            Kind::Words | Kind::Code => None,
        };
        self.spans.iter().filter_map(role).collect()
    }

    /// The code in it, in order.
    pub(crate) fn code(&self) -> Vec<&str> {
        let code = self.spans.iter().filter(|it| it.kind == Kind::Code);
        code.map(|it| it.text.as_str()).collect()
    }
}

impl fmt::Display for Inline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.plain())
    }
}

/// Text as HTML shows it, in content and in quoted attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            it => escaped.push(it),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_escaped_and_plain_text_is_not() {
        let mut caption = Inline::default();
        caption.push(Kind::Role(Role::Mirror), "mirror <1>");
        caption.push(Kind::Words, " & ");
        caption.push(Kind::Code, "a\"b");
        assert_eq!(caption.plain(), "mirror <1> & a\"b");
        assert_eq!(
            caption.html(),
            "<span class=\"role-mirror\">mirror &lt;1&gt;</span> &amp; <code>a&quot;b</code>"
        );
        assert_eq!(caption.chars(), 16);
    }
}
