//! Tells the page around the frame what has become of the player: what differs from what it knows,
//! and of that what it listens to.

use wasm_bindgen::JsValue;

use super::Player;
use crate::dom;
use crate::embed::ears;
use crate::embed::host;
use crate::embed::js::{self, object};
use crate::link::Place;
use crate::loaded::Loaded;
use crate::state::Phase;

/// How often the time is told while it passes, in milliseconds.
const TIME_MS: f64 = 250.0;

/// What the host knows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Told {
    is_running: bool,
    is_ended: bool,
    is_seeking: bool,
    at: f64,
    step: usize,
    beat: usize,
    entry: u32,
    speed: u8,
}

impl Player {
    /// Tells the host what is another than it knows.
    pub(super) fn tell_host(&mut self) {
        let Some(lesson) = &self.lesson else { return };
        let moment = lesson.moment(self.state.at);
        let next = Told {
            is_running: self.state.is_running(),
            is_ended: self.state.phase == Phase::Ended,
            is_seeking: self.is_seeking(),
            at: self.state.at,
            step: lesson.timeline.beat(moment.beat).step,
            beat: moment.beat,
            entry: lesson.timeline.entry_at(moment).map_or(0, |it| it.0),
            speed: self.state.speed.quarters(),
        };
        let Some(last) = self.embed.last.replace(next.clone()) else { return self.say_ready() };
        if next != last {
            dom::set(&self.page.player, "data-started", "");
            self.tell_changes(&last, &next);
        }
        self.embed.is_asked = false;
    }

    fn tell_changes(&mut self, last: &Told, next: &Told) {
        if next.is_running != last.is_running {
            self.tell_both(if next.is_running { "play" } else { "pause" });
        }
        if next.is_seeking && !last.is_seeking {
            self.tell_own("seeking", || JsValue::NULL);
        }
        // Frames move the time a little; everything else that moves it is a leap.
        let leaps = next.is_running && last.is_running && (next.at - last.at).abs() > 1_000.0;
        let moved = !next.is_running && next.at != last.at && !last.is_running;
        if !next.is_seeking && (last.is_seeking || leaps || moved) {
            self.tell_both("seeked");
        }
        if next.speed != last.speed {
            let speed = self.state.speed.factor();
            self.tell_own("ratechange", || object(&[("speed", speed.into())]));
        }
        if next.step != last.step {
            self.tell_step(next.step, next.is_running && last.is_running && !leaps);
        }
        if next.beat != last.beat {
            self.tell_cue(next.beat);
        }
        if next.entry != last.entry {
            self.tell_own("statechange", || self.told_things());
        }
        if next.at != last.at {
            self.tell_time(next.is_running);
        }
        if next.is_ended && !last.is_ended {
            self.tell_both("ended");
        }
    }

    fn say_ready(&self) {
        let Some(lesson) = &self.lesson else { return };
        let data = object(&[
            ("lesson", js::text(self.page.player.get_attribute("data-lesson").as_deref())),
            ("lang", self.words.lang.as_str().into()),
            ("steps", step_ids(lesson)),
            ("duration", self.times(lesson).1.into()),
            ("methods", js::texts(&ears::METHODS)),
            ("events", js::texts(&ears::EVENTS)),
        ]);
        host::tell("ready", data);
        let value = object(&[
            ("src", dom::window().location().href().unwrap_or_default().into()),
            ("events", js::texts(&ears::PLAYER_JS_EVENTS)),
            ("methods", js::texts(&ears::PLAYER_JS_METHODS)),
        ]);
        host::tell_player_js("ready", value, None);
    }

    fn tell_step(&self, step: usize, plays: bool) {
        let reason = match (plays, self.embed.is_asked) {
            (true, _) => "play",
            (false, true) => "link",
            (false, false) => "user",
        };
        self.tell_own("stepchange", || {
            let id = self.lesson.as_ref().map(|it| it.timeline.steps()[step].id.as_str());
            object(&[
                ("step", js::text(id)),
                ("index", (step as u32).into()),
                ("reason", reason.into()),
            ])
        });
    }

    fn tell_cue(&self, beat: usize) {
        self.tell_own("cuechange", || {
            let text = self.lesson.as_ref().map(|it| it.caption(beat).text.as_str());
            object(&[("lang", self.words.lang.as_str().into()), ("text", js::text(text))])
        });
    }

    /// The time, at most four times a second while it passes.
    fn tell_time(&mut self, passes: bool) {
        let now = dom::window().performance().map_or(0.0, |it| it.now());
        if passes && now - self.embed.timed < TIME_MS {
            return;
        }
        self.embed.timed = now;
        let Some(lesson) = &self.lesson else { return };
        let (at, duration) = self.times(lesson);
        let Place::Step { id, .. } = lesson.place(self.state.at) else { return };
        self.tell_own("timeupdate", || {
            let percent = if duration > 0.0 { at / duration * 100.0 } else { 0.0 };
            object(&[
                ("t", at.into()),
                ("duration", duration.into()),
                ("percent", percent.into()),
                ("step", id.into()),
            ])
        });
        for listener in self.embed.ears.player_js("timeupdate") {
            let parts = [("seconds", at / 1000.0), ("duration", duration / 1000.0)];
            let value = object(&parts.map(|(name, it)| (name, it.into())));
            host::tell_player_js("timeupdate", value, listener);
        }
    }

    /// What is there now: files, running containers, Pods of the API.
    fn told_things(&self) -> JsValue {
        let Some(lesson) = &self.lesson else { return JsValue::NULL };
        let view = lesson.timeline.view_at(lesson.moment(self.state.at));
        let (mut files, mut containers) = (Vec::new(), Vec::new());
        for (node, it) in view.nodes.iter() {
            let node = JsValue::from_str(node.as_str());
            let file =
                |path: &String| object(&[("node", node.clone()), ("path", path.as_str().into())]);
            files.extend(it.files.keys().map(file));
            containers.extend(it.running().map(|it| {
                object(&[
                    ("node", node.clone()),
                    ("pod", it.pod.name.as_str().into()),
                    ("name", it.name.as_str().into()),
                    ("id", it.id.as_str().into()),
                ])
            }));
        }
        let pods = view.pods().map(|it| {
            object(&[
                ("namespace", it.metadata.namespace.as_str().into()),
                ("name", it.metadata.name.as_str().into()),
                ("uid", it.metadata.uid.as_str().into()),
                ("phase", it.status.phase.as_str().into()),
                ("mirror", it.is_mirror().into()),
            ])
        });
        object(&[
            ("files", js::list(files)),
            ("containers", js::list(containers)),
            ("pods", js::list(pods)),
        ])
    }

    fn tell_both(&self, event: &str) {
        self.tell_own(event, || JsValue::NULL);
        for listener in self.embed.ears.player_js(event) {
            host::tell_player_js(event, JsValue::UNDEFINED, listener);
        }
    }

    pub(super) fn tell_own(&self, event: &str, data: impl FnOnce() -> JsValue) {
        if self.embed.ears.hears(event) {
            host::tell(event, data());
        }
    }
}

/// The steps of a lesson, by their ids.
pub(super) fn step_ids(lesson: &Loaded) -> JsValue {
    js::list(lesson.timeline.steps().iter().map(|it| JsValue::from_str(&it.id)))
}
