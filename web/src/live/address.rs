//! What the fragment of a sandbox's address says: where the cluster leaves the lesson, or what has
//! been done to it already, and which cluster this tab has made of that.
//!
//! `#step=delete&t=1830`, `#e=41` or `#x=1…`, and after the cluster is there `&c=…`. Whoever does
//! not hold the cluster's token makes the same cluster anew from the rest.

use crate::link::Link;

/// An address, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// The whole situation, packed.
    pub situation: Option<String>,
    /// The cluster that this tab has made.
    pub cluster: Option<String>,
    /// Where the lesson is left.
    pub link: Link,
    /// All of it but the cluster.
    origin: String,
}

impl Address {
    /// Reads a fragment, with or without its `#`.
    #[must_use]
    pub fn parse(fragment: &str) -> Self {
        let text = fragment.strip_prefix('#').unwrap_or(fragment);
        let mut address = Self::default();
        let mut place = String::new();
        for part in text.split('&').filter(|it| !it.is_empty()) {
            if let Some(id) = part.strip_prefix("c=") {
                address.cluster = is_id(id).then(|| id.to_owned());
                continue;
            }
            join(&mut address.origin, part);
            match part.strip_prefix("x=") {
                Some(packed) => address.situation = Some(packed.to_owned()),
                None => join(&mut place, part),
            }
        }
        address.link = Link::parse(&place);
        address
    }

    /// Whether both lead to the same cluster, made anew.
    #[must_use]
    pub fn is_same_origin(&self, other: &Self) -> bool {
        self.origin == other.origin
    }

    /// The fragment, with its `#`, that leads here again.
    #[must_use]
    pub fn fragment(&self) -> String {
        let mut text = self.origin.clone();
        if let Some(id) = &self.cluster {
            let mut part = String::from("c=");
            part.push_str(id);
            join(&mut text, &part);
        }
        text.insert(0, '#');
        text
    }
}

fn join(text: &mut String, part: &str) {
    if !text.is_empty() {
        text.push('&');
    }
    text.push_str(part);
}

/// Ids are lower case letters and digits.
fn is_id(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 64
        && text.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::Place;

    /// The situation, the cluster, and the fragment it comes back as.
    #[track_caller]
    fn check(fragment: &str, situation: Option<&str>, cluster: Option<&str>, back: &str) {
        let address = Address::parse(fragment);
        assert_eq!(
            (address.situation.as_deref(), address.cluster.as_deref(), address.fragment().as_str()),
            (situation, cluster, back),
            "{fragment}"
        );
    }

    #[test]
    fn a_moment_or_a_situation_comes_back_with_its_cluster() {
        check("#step=delete&t=1830", None, None, "#step=delete&t=1830");
        check("#step=delete&t=1830&c=abc234", None, Some("abc234"), "#step=delete&t=1830&c=abc234");
        check("#x=1AbC_-&c=abc", Some("1AbC_-"), Some("abc"), "#x=1AbC_-&c=abc");
        check("", None, None, "#");
    }

    #[test]
    fn a_cluster_of_another_form_is_forgotten() {
        check("#e=41&c=../../etc", None, None, "#e=41");
        check("#e=41&c=", None, None, "#e=41");
    }

    #[test]
    fn the_place_is_read_without_what_is_not_its_own() {
        let address = Address::parse("#c=abc&e=41&colour=red");
        assert_eq!(address.link.place, Some(Place::Entry(41)));
        assert_eq!(address.link.stray.as_deref(), Some("colour=red"));
        assert_eq!(Address::parse("#x=1abc").link, Link::default());
    }
}
