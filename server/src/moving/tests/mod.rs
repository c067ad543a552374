//! The law of moving pictures: at each moment from which one was made, it shows the picture of that
//! moment, as the painter of still pictures draws it.

mod pixels;
mod player;

use std::sync::LazyLock;

use content::{Content, Lesson};
use resvg::usvg::roxmltree::Document;
use scene::{Layout, Moment, Motion, SvgOptions};

use self::player::{Seen, animations, are_equal, group, seen};
use super::smil::Cut;
use super::*;
use crate::pages::{self, Spoken, Still};
use crate::recordings::Recordings;

static CONTENT: LazyLock<Content> =
    LazyLock::new(|| Content::embedded().expect("the content has no mistakes"));
static RECORDINGS: LazyLock<Recordings> =
    LazyLock::new(|| Recordings::of(&CONTENT).expect("every lesson can be recorded"));

/// A step in a language and its colours.
struct Case {
    lesson: &'static Lesson,
    step: usize,
    lang: Lang,
    look: Look,
}

/// Every step, in languages and colours by turns, with the picture that plays again and again.
static CASES: LazyLock<Vec<(Case, String)>> = LazyLock::new(|| {
    const LOOKS: [Look; 4] = [Look::Light, Look::Dark, Look::Auto, Look::Light];
    let of = |lesson: &'static Lesson| {
        (0..lesson.steps.len()).map(move |step| {
            let lang = Lang::ALL[step % Lang::ALL.len()];
            let case = Case { lesson, step, lang, look: LOOKS[step % LOOKS.len()] };
            let text = case.document(Plays::Forever);
            (case, text)
        })
    };
    CONTENT.lessons().iter().flat_map(of).collect()
});

impl Case {
    fn film(&self) -> Film<'static> {
        let step = &self.lesson.steps[self.step].id;
        let film = Film::of(&CONTENT, &RECORDINGS, &self.lesson.id, step, self.lang);
        film.expect("a step of the lesson")
    }

    fn document(&self, plays: Plays) -> String {
        document(&self.film(), self.look, plays)
    }

    /// What the painter of still pictures draws of a moment.
    fn drawn(&self, still: Still) -> Vec<Seen> {
        let timeline = &RECORDINGS.find(&self.lesson.id, None).expect("a lesson").timeline;
        let frame = still.frame(timeline, &Layout::for_size(1200.0, 600.0));
        let spoken = Spoken(CONTENT.words(self.lang));
        let options = SvgOptions { standalone: true, ..SvgOptions::default() };
        let text = scene::svg(&frame, self.look.paint(), &spoken, &options);
        let document = Document::parse(&text).expect("XML");
        // The first is the ground, which lies behind captions, too.
        seen(document.root_element(), 0.0).split_off(1)
    }

    /// What is said below it: the step's name, which beat it is, and its caption.
    fn said(&self, moment: Moment) -> Vec<String> {
        let words = &self.lesson.words(self.lang).steps[self.step];
        let timeline = &RECORDINGS.find(&self.lesson.id, None).expect("a lesson").timeline;
        let nth = moment.beat - timeline.steps()[self.step].first_beat;
        let place = format!("{} / {}", nth + 1, words.captions.len());
        vec![words.name.clone(), place, words.captions[nth].plain()]
    }

    /// Holds what is seen against what is drawn and said.
    #[track_caller]
    fn check(&self, mut seen: Vec<Seen>, still: Still, place: &str) {
        let drawn = self.drawn(still);
        let below = seen.split_off(drawn.len().min(seen.len()));
        check_equal(&seen, &drawn, place);
        let mut below: Vec<String> = below.into_iter().map(|it| it.text).collect();
        let caption = below.split_off(2.min(below.len())).join(" ");
        below.push(caption);
        assert_eq!(below, self.said(still.moment), "{place}");
    }
}

#[track_caller]
fn check_equal(moving: &[Seen], still: &[Seen], place: &str) {
    let what = |all: &[Seen]| -> Vec<_> {
        all.iter().map(|it| (it.tag.clone(), it.text.clone())).collect()
    };
    assert_eq!(what(moving), what(still), "{place}");
    for (moving, still) in moving.iter().zip(still) {
        let names = moving.attrs.keys().chain(still.attrs.keys());
        // How long a text is for whoever has another font is told by moving pictures only.
        for name in names.filter(|it| !matches!(it.as_str(), "textLength" | "lengthAdjust")) {
            let without = if name.ends_with("opacity") { "1" } else { "0" };
            let value = |it: &Seen| it.attrs.get(name).cloned().unwrap_or(without.to_owned());
            let (one, other) = (value(moving), value(still));
            assert!(are_equal(name, &one, &other), "{place}: {name} {one}, not that of {still:?}");
        }
    }
}

#[test]
fn at_each_of_its_moments_a_moving_picture_is_the_picture_of_that_moment() {
    for (case, text) in CASES.iter() {
        let film = case.film();
        let document = Document::parse(text).expect("XML");
        let moving = group(&document, "moving");
        let cut = Cut::of(&film);
        let n_times = cut.times().len();
        let mut last = film.moment(0);
        for (n, at) in cut.times().enumerate() {
            let moment = film.moment(at);
            // A third of the moments at which things move tells, and fewer while a caption is read.
            let moves = std::mem::replace(&mut last, moment) != moment;
            if n % if moves { 3 } else { 24 } == 0 || n + 1 == n_times {
                let seen = seen(moving, n as f64 / n_times as f64);
                let place = format!("step {} in {} at {at} ms", case.step, case.lang);
                case.check(seen, Still { moment, motion: Motion::Running }, &place);
            }
        }
    }
}

#[test]
fn who_wants_no_motion_sees_the_poster() {
    for (case, text) in CASES.iter() {
        let document = Document::parse(text).expect("XML");
        let timeline = &RECORDINGS.find(&case.lesson.id, None).expect("a lesson").timeline;
        let still = pages::telling_still(timeline, &case.lesson.steps[case.step]);
        case.check(seen(group(&document, "still"), 0.0), still, &format!("step {}", case.step));
        let style = document.descendants().find(|it| it.has_tag_name("style"));
        let rules = style.and_then(|it| it.text()).expect("a style sheet");
        assert!(rules.starts_with("@media(prefers-reduced-motion:reduce){.moving{display:none}"));
    }
}

#[test]
fn only_what_differs_moves_and_all_of_it_keeps_one_time() {
    for (case, text) in CASES.iter() {
        let document = Document::parse(text).expect("XML");
        let dur = format!("{}s", f64::from(case.film().duration_ms()) / 1000.0);
        assert!(animations(&document).count() > 10);
        for animation in animations(&document) {
            let mut values = animation.attribute("values").expect("values").split(';');
            let first = values.next();
            assert!(values.any(|it| Some(it) != first), "nothing differs: {animation:?}");
            assert_eq!(animation.attribute("dur"), Some(dur.as_str()));
            assert_eq!(animation.attribute("repeatCount"), Some("indefinite"));
        }
    }
}

#[test]
fn what_plays_once_stays_as_it_ends() {
    let (case, forever) = &CASES[0];
    let once = case.document(Plays::Once);
    assert_eq!(once.replace("fill=\"freeze\"", "repeatCount=\"indefinite\""), *forever);
    assert!(!once.contains("repeatCount"));
}

#[test]
fn a_moving_picture_refers_to_nothing_and_is_told_in_words() {
    for (case, text) in CASES.iter() {
        for foreign in ["<script", "href", "url(", "@import", " id=", "style=", "var(", "NaN"] {
            assert!(!text.contains(foreign), "{foreign} in step {}", case.step);
        }
        let document = Document::parse(text).expect("XML");
        let told = document.descendants().find(|it| it.has_tag_name("desc"));
        let told = told.and_then(|it| it.text()).unwrap_or_default();
        for caption in &case.lesson.words(case.lang).steps[case.step].captions {
            assert!(told.contains(&caption.plain()), "{told}");
        }
        assert!(text.len() < 160_000, "{} bytes in step {}", text.len(), case.step);
    }
}
