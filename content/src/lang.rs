//! The languages.

use std::fmt;

use serde::{Serialize, Serializer};

/// A language every word exists in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lang {
    /// English, which the others are translated from.
    En,
    /// French.
    Fr,
    /// Spanish.
    Es,
}

/// A plural category of the Unicode CLDR that one of our languages uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Plural {
    /// One thing; in French none, too.
    One,
    /// Whole millions, in French and Spanish.
    Many,
    /// Any other number.
    Other,
}

impl Lang {
    /// Every language, the source first.
    pub const ALL: [Self; 3] = [Self::En, Self::Fr, Self::Es];

    /// The language with this code. A region is allowed and ignored, as in `fr-CA`.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        let language = code.split(['-', '_']).next().unwrap_or(code);
        Self::ALL.into_iter().find(|it| it.code().eq_ignore_ascii_case(language))
    }

    /// Its code, as in `<html lang>` and in paths.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fr => "fr",
            Self::Es => "es",
        }
    }

    /// Its own name for itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Fr => "Français",
            Self::Es => "Español",
        }
    }

    /// The plural category of a whole number (Unicode CLDR, cardinal rules).
    #[must_use]
    pub const fn plural(self, n: u64) -> Plural {
        match (self, n) {
            (Self::En | Self::Es, 1) | (Self::Fr, 0 | 1) => Plural::One,
            (Self::Fr | Self::Es, n) if n != 0 && n % 1_000_000 == 0 => Plural::Many,
            _ => Plural::Other,
        }
    }
}

impl Plural {
    /// The category with this CLDR name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "one" => Self::One,
            "many" => Self::Many,
            "other" => Self::Other,
            _ => return None,
        })
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Lang {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_counts_nothing_as_one_and_english_does_not() {
        assert_eq!(Lang::Fr.plural(0), Plural::One);
        assert_eq!(Lang::En.plural(0), Plural::Other);
        assert_eq!(Lang::Es.plural(2_000_000), Plural::Many);
    }

    #[test]
    fn a_region_names_its_language() {
        assert_eq!(Lang::parse("fr-CA"), Some(Lang::Fr));
        assert_eq!(Lang::parse("de"), None);
    }
}
