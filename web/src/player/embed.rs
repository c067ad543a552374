//! The player in a frame: does what the host asks, and tells it what has become of it.

use scene::facts;
use wasm_bindgen::JsValue;

use super::Player;
use crate::dom;
use crate::embed::call::{Call, Constant, Dialect, Method};
use crate::embed::ears::Ears;
use crate::embed::host;
use crate::embed::js::{self, object};
use crate::embed::options::Options;
use crate::link::{Link, Place};
use crate::loaded::Loaded;
use crate::page::Page;
use crate::state::{Event, Phase, State, Way};

use super::tell_host::{Told, step_ids};
use crate::store::Settings;

/// What the frame was asked for, and what was told of it.
#[derive(Debug)]
pub struct Embed {
    options: Options,
    pub(super) ears: Ears,
    pub(super) last: Option<Told>,
    /// When the time was told last, in milliseconds of the browser's own clock.
    pub(super) timed: f64,
    /// Whether the host asked for what is shown.
    pub(super) is_asked: bool,
}

impl Embed {
    /// A frame of which nothing was told yet.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options, ears: Ears::default(), last: None, timed: 0.0, is_asked: false }
    }

    /// Whether it plays by itself.
    #[must_use]
    pub const fn plays(&self) -> bool {
        self.options.autoplay
    }

    /// Where it begins.
    #[must_use]
    pub fn link(&self) -> Link {
        Link {
            place: self.options.place.clone(),
            stray: self.options.stray.clone(),
            ..Link::default()
        }
    }

    /// Lets only those steps be seen that were asked for.
    #[must_use]
    pub fn limited(&self, mut lesson: Loaded) -> Loaded {
        let step = |id: &Option<String>| lesson.timeline.step_of_id(id.as_deref()?);
        let (from, to) = (step(&self.options.from), step(&self.options.to));
        lesson.marks.limit(from, to);
        lesson
    }
}

/// What the address asks for, in the place of what would be remembered elsewhere.
pub fn asked_for(page: &Page, settings: Settings, state: State) -> (Settings, State, Embed) {
    let asked = page.player.get_attribute("data-asked").unwrap_or_default();
    let options = Options::read(&asked);
    let settings = Settings {
        pace: options.pace,
        speed: options.speed,
        captions: options.captions,
        letters: options.keys,
        ..settings
    };
    let motion = options.motion.unwrap_or(state.motion);
    let state = State { pace: options.pace, speed: options.speed, motion, ..state };
    (settings, state, Embed::new(options))
}

impl Player {
    /// Whether keys do something.
    #[must_use]
    pub const fn keys(&self) -> bool {
        self.embed.options.keys
    }

    /// The host asks for something.
    pub(super) fn asked(&mut self, message: &JsValue, text: &str, origin: &str) {
        let Some(call) = Call::read(text) else { return };
        let answer = match call.method.clone() {
            Err(wrong) => Err(wrong),
            Ok(method) if method.is_reserved() && !self.is_parent(origin) => {
                Err("only the page that parent= names may ask for this".into())
            }
            Ok(method) => self.obey(method, &call),
        };
        host::answer(&call, message, answer);
    }

    fn is_parent(&self, origin: &str) -> bool {
        self.embed.options.parent.as_deref() == Some(origin)
    }

    fn obey(&mut self, method: Method, call: &Call) -> Result<JsValue, String> {
        let Some(lesson) = &self.lesson else {
            return Err("the lesson is not there yet".into());
        };
        let marks = &lesson.marks;
        let (begins, duration) = (marks.begins, marks.duration);
        self.embed.is_asked = true;
        match method {
            Method::Play => self.happen(Event::Play),
            Method::Pause => self.happen(Event::Pause),
            Method::Seek(ms) => self.happen(Event::Seek(begins + ms)),
            Method::SeekStep(id, t) => {
                let link = Link { place: Some(Place::Step { id, t }), ..Link::default() };
                let at = lesson.follow(&link).0.ok_or("there is no such step")?;
                self.happen(Event::Seek(at));
            }
            Method::Step(n) => {
                let way = if n < 0 { Way::Back } else { Way::Forward };
                for _ in 0..n.unsigned_abs().min(100) {
                    self.happen(Event::Step(way));
                }
            }
            Method::SetSpeed(speed) => {
                self.state.speed = speed;
                self.show_settings();
            }
            Method::SetLanguage(lang) => return self.speak(&lang),
            Method::SetTheme(theme) => {
                if let Some(root) = dom::document().document_element() {
                    dom::set(&root, "data-theme", &theme);
                }
                self.tell_own("themechange", || object(&[("theme", theme.as_str().into())]));
            }
            Method::SetCaptions(on) => {
                self.settings.captions = on;
                self.show_settings();
            }
            Method::Reset => {
                self.happen(Event::Pause);
                self.happen(Event::Seek(begins));
            }
            Method::GetState => return Ok(self.told_state()),
            Method::GetCurrentTime => return Ok(Self::time(call.dialect, self.state.at - begins)),
            Method::GetDuration => return Ok(Self::time(call.dialect, duration - begins)),
            Method::GetPaused => return Ok((!self.state.is_running()).into()),
            Method::GetConstant(it) => {
                return Ok(match it {
                    Constant::Yes => JsValue::TRUE,
                    Constant::No => JsValue::FALSE,
                    Constant::Zero => 0.into(),
                });
            }
            Method::SetConstant => {}
            Method::AddEventListener(event) => {
                self.embed.ears.add(call.dialect, &event, call.listener.as_deref())?;
            }
            Method::RemoveEventListener(event) => {
                self.embed.ears.remove(call.dialect, &event, call.listener.as_deref());
            }
        }
        Ok(JsValue::NULL)
    }

    /// Another language is another page, which begins where this one stands.
    fn speak(&self, lang: &str) -> Result<JsValue, String> {
        let is_code =
            lang.len() <= 12 && lang.bytes().all(|it| it.is_ascii_alphabetic() || it == b'-');
        let Some(lesson) = self.lesson.as_ref().filter(|_| is_code) else {
            return Err("a language is a code, as fr".into());
        };
        let location = dom::window().location();
        let query = location.search().unwrap_or_default();
        let kept = query.trim_start_matches('?').split('&').filter(|it| {
            let name = it.split('=').next().unwrap_or_default();
            !it.is_empty() && !matches!(name, "lang" | "step" | "t" | "autoplay")
        });
        let place = lesson.place(self.state.at).fragment();
        let place = place.strip_prefix('#').unwrap_or_default();
        let mut next = ["?lang=", lang, "&", place].concat();
        for part in kept {
            next.push('&');
            next.push_str(part);
        }
        self.tell_own("languagechange", || object(&[("lang", lang.into())]));
        let _ = location.set_search(&next);
        Ok(JsValue::NULL)
    }

    fn time(dialect: Dialect, ms: f64) -> JsValue {
        match dialect {
            Dialect::Own => ms.round().into(),
            Dialect::PlayerJs => (ms.round() / 1000.0).into(),
        }
    }

    fn told_state(&self) -> JsValue {
        let Some(lesson) = &self.lesson else { return JsValue::NULL };
        let facts = facts(&lesson.timeline, lesson.moment(self.state.at));
        let Place::Step { id, t } = lesson.place(self.state.at) else { return JsValue::NULL };
        let (time, duration) = self.times(lesson);
        object(&[
            ("steps", step_ids(lesson)),
            ("lesson", js::text(self.page.player.get_attribute("data-lesson").as_deref())),
            ("lang", self.words.lang.as_str().into()),
            ("step", id.into()),
            ("t", t.into()),
            ("time", time.into()),
            ("duration", duration.into()),
            ("playing", self.state.is_running().into()),
            ("ended", (self.state.phase == Phase::Ended).into()),
            ("speed", self.state.speed.factor().into()),
            ("captions", self.settings.captions.into()),
            ("containerId", facts.container_id.into()),
            ("mirrorUid", facts.mirror_uid.into()),
        ])
    }

    /// Where it is and how long it is, in whole milliseconds of display time.
    pub(super) fn times(&self, lesson: &Loaded) -> (f64, f64) {
        let begins = lesson.marks.begins;
        ((self.state.at - begins).round(), (lesson.marks.duration - begins).round())
    }
}
