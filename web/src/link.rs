//! Places in a lesson as the fragment of an address: `#step=delete&t=1830` or `#e=41`.
//!
//! A link says where the picture is turned, too, if it is: `&node=pair-worker2&pod=default/web-x`.
//!
//! `t` counts milliseconds of motion since the step began, without the time for reading, so a link
//! means the same moment in every language.

use std::fmt::Write as _;

use scene::{Aim, PodName};

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Into a step.
    Step {
        /// Its id.
        id: String,
        /// Milliseconds of motion since it began.
        t: u32,
    },
    /// To the moment at which an event, by its number, has had its effect.
    Entry(u32),
}

/// What a fragment says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Where it leads; `None` when it speaks of no place in the lesson.
    pub place: Option<Place>,
    /// Where the picture is turned; to the lesson's own machine and Pods unless it says otherwise.
    pub aim: Aim,
    /// The first part that means nothing here, as it was written.
    pub stray: Option<String>,
}

impl Link {
    /// Reads a fragment, with or without its `#`. A fragment without `=` is an anchor of the page
    /// and none of our business.
    #[must_use]
    pub fn parse(fragment: &str) -> Self {
        let text = fragment.strip_prefix('#').unwrap_or(fragment);
        if !text.contains('=') {
            return Self::default();
        }
        let (mut step, mut t, mut entry, mut stray) = (None, 0, None, None);
        let mut aim = Aim::default();
        for part in text.split('&').filter(|it| !it.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let understood = match key {
                "step" => {
                    step = is_id(value).then(|| value.to_owned());
                    step.is_some()
                }
                "t" => value.parse().map(|it| t = it).is_ok(),
                "e" => value.parse().map(|it| entry = Some(it)).is_ok(),
                "node" => {
                    aim.node = is_name(value).then(|| value.into());
                    aim.node.is_some()
                }
                "pod" => {
                    aim.pod = pod(value);
                    aim.pod.is_some()
                }
                // One seed is recorded per lesson; a link may name it, and it changes nothing.
                "seed" => value.parse::<u64>().is_ok(),
                _ => false,
            };
            if !understood && stray.is_none() {
                stray = Some(shown(part));
            }
        }
        let place = match (entry, step) {
            (Some(entry), _) => Some(Place::Entry(entry)),
            (None, Some(id)) => Some(Place::Step { id, t }),
            (None, None) => None,
        };
        Self { place, aim, stray }
    }
}

impl Place {
    /// The fragment that leads here, with its `#`.
    #[must_use]
    pub fn fragment(&self) -> String {
        let mut text = String::from("#");
        match self {
            Self::Step { id, t: 0 } => text.push_str(&format!("step={id}")),
            Self::Step { id, t } => {
                let _ = write!(text, "step={id}&t={t}");
            }
            Self::Entry(entry) => {
                let _ = write!(text, "e={entry}");
            }
        }
        text
    }
}

/// The parts of a fragment that turn the picture there, each with its `&`; nothing where it is not
/// turned.
#[must_use]
pub fn turned(aim: &Aim) -> String {
    let mut text = String::new();
    if let Some(node) = &aim.node {
        text.push_str("&node=");
        text.push_str(node.as_str());
    }
    if let Some(pod) = &aim.pod {
        text.push_str("&pod=");
        text.push_str(&pod.namespace);
        text.push('/');
        text.push_str(&pod.name);
    }
    text
}

/// `namespace/name`
fn pod(text: &str) -> Option<PodName> {
    let (namespace, name) = text.split_once('/')?;
    let is_pod = is_name(namespace) && is_name(name);
    is_pod.then(|| PodName { namespace: namespace.to_owned(), name: name.to_owned() })
}

/// Names of objects are lower case words joined by dashes and dots.
fn is_name(text: &str) -> bool {
    text.len() <= 253 && text.split('.').all(is_word)
}

/// Step ids are lower case words joined by dashes.
fn is_id(text: &str) -> bool {
    text.len() <= 64 && is_word(text)
}

fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-')
}

/// A part of a link as it may be shown to people: short, and without anything invisible.
fn shown(part: &str) -> String {
    let clean: String = part.chars().filter(|it| !it.is_control()).take(40).collect();
    if clean.len() < part.len() { clean + "…" } else { clean }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(id: &str, t: u32) -> Option<Place> {
        Some(Place::Step { id: id.into(), t })
    }

    #[track_caller]
    fn check(fragment: &str, place: Option<Place>, stray: Option<&str>) {
        let link = Link::parse(fragment);
        assert_eq!((link.place, link.stray.as_deref()), (place, stray), "{fragment}");
    }

    #[test]
    fn steps_and_events_are_found_by_name_and_number() {
        check("#step=delete", step("delete", 0), None);
        check("#step=delete&t=1830", step("delete", 1830), None);
        check("t=5&step=scan", step("scan", 5), None);
        check("#e=41&seed=7", Some(Place::Entry(41)), None);
    }

    #[test]
    fn anchors_of_the_page_are_none_of_our_business() {
        check("", None, None);
        check("#", None, None);
        check("#delete", None, None);
    }

    #[test]
    fn what_means_nothing_is_reported_once_and_the_rest_still_counts() {
        check("#step=delete&t=soon", step("delete", 0), Some("t=soon"));
        check("#step=delete&t=-4&colour=red", step("delete", 0), Some("t=-4"));
        check("#step=../../etc", None, Some("step=../../etc"));
        check("#e=many", None, Some("e=many"));
        check("#t=99999999999999", None, Some("t=99999999999999"));
    }

    #[test]
    fn a_long_stray_part_is_cut_for_the_note() {
        let stray = Link::parse(&format!("#x={}", "é".repeat(500))).stray.unwrap();
        assert_eq!(stray.chars().count(), 41);
    }

    #[track_caller]
    fn check_turn(node: Option<&str>, pod: Option<(&str, &str)>, wanted: &str) {
        let pod = pod.map(|(namespace, name)| PodName {
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        });
        let aim = Aim { node: node.map(Into::into), pod };
        assert_eq!(turned(&aim), wanted);
        let mut link = step("scan", 0).unwrap().fragment();
        link.push_str(wanted);
        assert_eq!(Link::parse(&link), Link { place: step("scan", 0), aim, stray: None }, "{link}");
    }

    #[test]
    fn a_link_turns_the_picture_where_it_was_turned() {
        check_turn(None, None, "");
        check_turn(Some("pair-worker2"), None, "&node=pair-worker2");
        check_turn(None, Some(("default", "web-5d9.x")), "&pod=default/web-5d9.x");
        check_turn(Some("a"), Some(("b", "c")), "&node=a&pod=b/c");
        check("#step=scan&node=<b>", step("scan", 0), Some("node=<b>"));
        check("#step=scan&pod=default", step("scan", 0), Some("pod=default"));
        check("#step=scan&pod=a/b/c", step("scan", 0), Some("pod=a/b/c"));
    }

    #[test]
    fn a_place_survives_its_own_fragment() {
        for place in [step("scan", 0), step("what-if", 12), Some(Place::Entry(3))] {
            let place = place.unwrap();
            assert_eq!(Link::parse(&place.fragment()).place, Some(place));
        }
    }
}
