//! What the host listens to. Pure.

use super::call::Dialect;

/// What can be listened to in our own words. The first script tells `resize` and
/// `simevent`, the one for questions what was answered.
pub const EVENTS: [&str; 19] = [
    "ready",
    "play",
    "pause",
    "ended",
    "seeking",
    "seeked",
    "ratechange",
    "error",
    "timeupdate",
    "stepchange",
    "cuechange",
    "simevent",
    "statechange",
    "languagechange",
    "themechange",
    "resize",
    "predict",
    "checkpass",
    "checkfail",
];

/// What can be asked for in our own words.
pub const METHODS: [&str; 15] = [
    "play",
    "pause",
    "seek",
    "step",
    "setSpeed",
    "setLanguage",
    "setTheme",
    "setCaptions",
    "inject",
    "reset",
    "getState",
    "getCurrentTime",
    "getDuration",
    "addEventListener",
    "removeEventListener",
];

/// The events of player.js that a player without sound has.
pub const PLAYER_JS_EVENTS: [&str; 6] = ["ready", "play", "pause", "ended", "timeupdate", "seeked"];

/// The methods of player.js.
pub const PLAYER_JS_METHODS: [&str; 15] = [
    "play",
    "pause",
    "getPaused",
    "mute",
    "unmute",
    "getMuted",
    "setVolume",
    "getVolume",
    "getDuration",
    "setCurrentTime",
    "getCurrentTime",
    "setLoop",
    "getLoop",
    "addEventListener",
    "removeEventListener",
];

/// More listeners than this are not kept.
const MOST: usize = 64;

/// Who listens to what.
#[derive(Debug, Default)]
pub struct Ears {
    all: Vec<(Dialect, String, Option<String>)>,
}

impl Ears {
    /// From now on, this event is told.
    ///
    /// # Errors
    /// When there is no such event, or too many listen.
    pub fn add(&mut self, dialect: Dialect, event: &str, id: Option<&str>) -> Result<(), String> {
        let known: &[&str] = if dialect == Dialect::Own { &EVENTS } else { &PLAYER_JS_EVENTS };
        if !known.contains(&event) {
            return Err(["there is no event ", event].concat());
        }
        if self.all.len() == MOST {
            return Err("too many listeners".into());
        }
        // One of our own events is told once, however often it was asked for.
        if dialect == Dialect::PlayerJs || !self.hears(event) {
            self.all.push((dialect, event.to_owned(), id.map(str::to_owned)));
        }
        Ok(())
    }

    /// It is not told any more. One of player.js may name its listener.
    pub fn remove(&mut self, dialect: Dialect, event: &str, id: Option<&str>) {
        self.all.retain(|(whose, name, its)| {
            let is_it = *whose == dialect && name == event;
            let is_other = dialect == Dialect::PlayerJs && id.is_some() && its.as_deref() != id;
            !is_it || is_other
        });
    }

    /// Whether our own event is listened to.
    #[must_use]
    pub fn hears(&self, event: &str) -> bool {
        self.all.iter().any(|(whose, name, _)| *whose == Dialect::Own && name == event)
    }

    /// The listeners of player.js to an event, by the names they gave themselves.
    pub fn player_js<'a>(&'a self, event: &'a str) -> impl Iterator<Item = Option<&'a str>> {
        let those = self
            .all
            .iter()
            .filter(move |(whose, name, _)| *whose == Dialect::PlayerJs && name == event);
        those.map(|(_, _, id)| id.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_told_what_they_did_not_ask_for() {
        let mut ears = Ears::default();
        assert!(!ears.hears("play"));
        ears.add(Dialect::Own, "play", Some("1")).unwrap();
        ears.add(Dialect::PlayerJs, "pause", Some("a")).unwrap();
        assert!(ears.hears("play") && !ears.hears("pause"));
        assert_eq!(ears.player_js("pause").collect::<Vec<_>>(), [Some("a")]);
        ears.remove(Dialect::Own, "play", None);
        assert!(!ears.hears("play"));
    }

    #[test]
    fn a_listener_of_player_js_leaves_the_others_there() {
        let mut ears = Ears::default();
        for id in ["a", "b"] {
            ears.add(Dialect::PlayerJs, "play", Some(id)).unwrap();
        }
        ears.remove(Dialect::PlayerJs, "play", Some("a"));
        assert_eq!(ears.player_js("play").collect::<Vec<_>>(), [Some("b")]);
        ears.remove(Dialect::PlayerJs, "play", None);
        assert_eq!(ears.player_js("play").count(), 0);
    }

    #[test]
    fn what_is_no_event_is_refused_and_so_is_a_flood() {
        let mut ears = Ears::default();
        assert!(ears.add(Dialect::Own, "dance", None).is_err());
        for n in 0..MOST {
            ears.add(Dialect::PlayerJs, "play", Some(&n.to_string())).unwrap();
        }
        assert!(ears.add(Dialect::PlayerJs, "play", Some("more")).is_err());
    }
}
