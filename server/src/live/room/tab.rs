//! The tab of a browser from which somebody presents.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::live::id::NoSuchName;

/// The longest name of a tab.
const LONGEST: usize = 64;

/// A name that a tab gives itself and keeps when it is loaded again. It is no secret, and no right
/// comes with it: it tells the tabs of one presenter apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TabId(String);

impl FromStr for TabId {
    type Err = NoSuchName;

    fn from_str(text: &str) -> Result<Self, NoSuchName> {
        let plain = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'_';
        let fits = (1..=LONGEST).contains(&text.len()) && text.bytes().all(plain);
        fits.then(|| Self(text.to_owned())).ok_or(NoSuchName)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_has_a_short_plain_name() {
        assert!("k3_b-9Q".parse::<TabId>().is_ok());
        for text in ["", "a b", "é", "<script>", &"a".repeat(65)] {
            assert_eq!(text.parse::<TabId>(), Err(NoSuchName), "{text}");
        }
    }
}
