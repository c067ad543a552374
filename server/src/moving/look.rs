//! In which colours a moving picture is, and what becomes of it for readers who want no motion.

use std::fmt::Write as _;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clap::ValueEnum;
use scene::{Paint, TOKENS};
use sha2::{Digest as _, Sha256};

/// In which colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Look {
    /// Dark on light
    #[default]
    Light,
    /// Light on dark
    Dark,
    /// As whoever looks at it has chosen for all pages
    Auto,
}

/// Whoever wants no motion sees the still picture.
const STILL: &str =
    "@media(prefers-reduced-motion:reduce){.moving{display:none}.still{display:inline}}";

static STYLE: LazyLock<Style> = LazyLock::new(|| Style::new(STILL.to_owned()));
static STYLE_AUTO: LazyLock<Style> = LazyLock::new(|| Style::new(STILL.to_owned() + &dark()));

/// A style sheet, and by what a browser knows that it is this one.
pub struct Style {
    /// The rules.
    pub rules: String,
    /// As a source of a Content-Security-Policy.
    pub source: String,
}

impl Look {
    /// The look of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::from_str(name, false).ok()
    }

    /// What the shapes are painted with.
    #[must_use]
    pub const fn paint(self) -> Paint {
        match self {
            // The style sheet then changes each colour of the light palette.
            Self::Light | Self::Auto => Paint::Light,
            Self::Dark => Paint::Dark,
        }
    }

    /// The picture's style sheet.
    pub fn style(self) -> &'static Style {
        match self {
            Self::Light | Self::Dark => &STYLE,
            Self::Auto => &STYLE_AUTO,
        }
    }
}

impl Style {
    fn new(rules: String) -> Self {
        let source = format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(&rules)));
        Self { rules, source }
    }
}

/// The dark colour in the place of each light one.
fn dark() -> String {
    let mut rules = "@media(prefers-color-scheme:dark){".to_owned();
    for token in TOKENS.iter().filter(|it| it.light != it.dark) {
        for name in ["fill", "stroke"] {
            let _ = write!(rules, "[{name}=\"{}\"]{{{name}:{}}}", token.light, token.dark);
        }
    }
    rules.push('}');
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_light_colour_stands_for_one_dark_colour_only() {
        for one in TOKENS {
            let other = TOKENS.iter().find(|it| it.light == one.light && it.dark != one.dark);
            assert_eq!(other, None, "as light as {}", one.name);
        }
    }

    #[test]
    fn a_style_sheet_needs_no_escaping() {
        for look in [Look::Light, Look::Dark, Look::Auto] {
            assert!(!look.style().rules.contains(['<', '&']));
        }
    }
}
