//! What the page that shows the frame asks for, in the query of its address. Pure.

use crate::link::Place;
use crate::state::{Motion, Pace, Speed};
use crate::tree::Tree;

/// What is asked for. What was not asked for, or not understood, is as on a first visit.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Where it begins. It stands there: a place never means that it plays.
    pub place: Option<Place>,
    /// Whether it plays by itself.
    pub autoplay: bool,
    /// How fast display time passes.
    pub speed: Speed,
    /// Whether captions are shown.
    pub captions: bool,
    /// Whether things may move; `None` is as the person wishes.
    pub motion: Option<Motion>,
    /// Whether keys do something.
    pub keys: bool,
    /// Whether each step is waited after.
    pub pace: Pace,
    /// The first step that can be seen, by its id.
    pub from: Option<String>,
    /// The last one.
    pub to: Option<String>,
    /// The origin of the page that shows the frame.
    pub parent: Option<String>,
    /// The first part that means nothing, as it was written.
    pub stray: Option<String>,
}

impl Options {
    /// What nobody has asked for anything in.
    pub const DEFAULT: Self = Self {
        place: None,
        autoplay: false,
        speed: Speed::ONE,
        captions: true,
        motion: None,
        keys: true,
        pace: Pace::Through,
        from: None,
        to: None,
        parent: None,
        stray: None,
    };

    /// Reads the names and values of the query, as a JSON object of texts.
    #[must_use]
    pub fn read(json: &str) -> Self {
        let mut options = Self::DEFAULT;
        let Some(asked) = Tree::fields(json) else { return options };
        let (mut step, mut t) = (None, 0);
        for (name, value) in &asked.0 {
            let value = value.as_text().unwrap_or_default();
            let understood = match name.as_str() {
                "step" => text(&mut step, value),
                "t" => value.parse().map(|it| t = it).is_ok(),
                "from" => text(&mut options.from, value),
                "to" => text(&mut options.to, value),
                "parent" => text(&mut options.parent, value),
                "autoplay" => flag(&mut options.autoplay, value),
                "captions" => flag(&mut options.captions, value),
                "keys" => flag(&mut options.keys, value),
                "speed" => speed(value).map(|it| options.speed = it).is_some(),
                "motion" => motion(value).map(|it| options.motion = it).is_some(),
                "lock" => lock(value).map(|it| options.pace = it).is_some(),
                // These are for the page's scripts and for style sheets.
                "lang" | "theme" | "controls" | "questions" | "strings" => true,
                _ => false,
            };
            if !understood && options.stray.is_none() {
                let part = [name.as_str(), "=", value].concat();
                options.stray = Some(part.chars().filter(|it| !it.is_control()).take(40).collect());
            }
        }
        options.place = step.map(|id| Place::Step { id, t });
        options
    }
}

fn text(place: &mut Option<String>, value: &str) -> bool {
    let is_there = !value.is_empty() && value.len() <= 200;
    *place = is_there.then(|| value.to_owned());
    is_there
}

fn flag(place: &mut bool, value: &str) -> bool {
    let read = match value {
        "1" => true,
        "0" => false,
        _ => return false,
    };
    *place = read;
    true
}

/// One of our speeds, as `1.5`.
fn speed(value: &str) -> Option<Speed> {
    Speed::ALL.into_iter().find(|it| it.text(".") == value)
}

fn motion(value: &str) -> Option<Option<Motion>> {
    match value {
        "auto" => Some(None),
        "reduce" => Some(Some(Motion::Reduced)),
        "full" => Some(Some(Motion::Full)),
        _ => None,
    }
}

fn lock(value: &str) -> Option<Pace> {
    match value {
        "steps" => Some(Pace::OneStep),
        "free" => Some(Pace::Through),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, change: impl FnOnce(&mut Options)) {
        let mut wanted = Options::DEFAULT;
        change(&mut wanted);
        assert_eq!(Options::read(json), wanted, "{json}");
    }

    #[test]
    fn nothing_asked_for_is_a_first_visit_that_waits() {
        check("{}", |_| ());
        check("not json", |_| ());
        check(r#"{"lang":"fr","theme":"dark","controls":"mini"}"#, |_| ());
    }

    #[test]
    fn every_part_is_understood() {
        let delete = Some(Place::Step { id: "delete".into(), t: 1830 });
        check(r#"{"step":"delete","t":"1830"}"#, |it| it.place = delete);
        check(r#"{"autoplay":"1","captions":"0","keys":"0"}"#, |it| {
            (it.autoplay, it.captions, it.keys) = (true, false, false);
        });
        let fast = speed("1.5").unwrap();
        check(r#"{"speed":"1.5"}"#, |it| it.speed = fast);
        check(r#"{"motion":"reduce"}"#, |it| it.motion = Some(Motion::Reduced));
        check(r#"{"lock":"steps"}"#, |it| it.pace = Pace::OneStep);
        check(r#"{"from":"mirror","to":"edit"}"#, |it| {
            (it.from, it.to) = (Some("mirror".into()), Some("edit".into()));
        });
        let parent = "https://course.example";
        check(r#"{"parent":"https://course.example"}"#, |it| it.parent = Some(parent.into()));
    }

    #[test]
    fn what_means_nothing_is_remarked_once_and_the_rest_counts() {
        check(r#"{"colour":"red","keys":"0"}"#, |it| {
            it.keys = false;
            it.stray = Some("colour=red".into());
        });
        check(r#"{"speed":"9"}"#, |it| it.stray = Some("speed=9".into()));
        check(r#"{"autoplay":"yes"}"#, |it| it.stray = Some("autoplay=yes".into()));
        // A time is a time within a step.
        check(r#"{"t":"5"}"#, |_| ());
    }
}
