//! Posters: the telling moment of a step as a file of its own.

mod card;
mod pixels;

use content::{Lang, Lesson};
use scene::{Paint, SvgOptions, Timeline};

use crate::pages::{self, Spoken, Still};
use crate::problem::Problem;
use crate::reply::{Kind, Reply};
use crate::state::App;

pub use pixels::{PREVIEW_SIZE, pixmap};

/// Which poster.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PosterKey {
    /// The lesson's id.
    pub lesson: String,
    /// The step's id.
    pub step: String,
    /// SVG or PNG.
    pub kind: Kind,
    /// Its colours.
    pub theme: Theme,
    /// The language of its words.
    pub lang: Lang,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    const fn paint(self) -> Paint {
        match self {
            Self::Light => Paint::Light,
            Self::Dark => Paint::Dark,
        }
    }
}

/// What a poster is drawn from.
struct Subject<'a> {
    lesson: &'a Lesson,
    timeline: &'a Timeline,
    still: Still,
    /// Which step, from 0.
    step: usize,
    spoken: Spoken<'a>,
}

/// A poster, from the cache if it was drawn before.
///
/// # Errors
/// When there is no such lesson or step.
pub fn poster(app: &App, key: PosterKey) -> Result<Reply, Problem> {
    let lesson = app.content.lesson(&key.lesson).ok_or_else(|| Problem::lesson(&key.lesson))?;
    let timeline = &app.recordings.find(&key.lesson, None)?.timeline;
    let step = lesson.steps.iter().position(|step| step.id == key.step);
    let step = step.ok_or_else(|| Problem::step(&key.step))?;
    app.posters.get_or_make(key, |key| {
        let still = pages::telling_still(timeline, &lesson.steps[step]);
        let spoken = Spoken(app.content.words(key.lang));
        let subject = Subject { lesson, timeline, still, step, spoken };
        match key.kind {
            Kind::Png => {
                let card = card::card(&subject, key);
                Ok(Reply::new(Kind::Png, pixels::draw(&card)?))
            }
            Kind::Svg | Kind::Html | Kind::Json => {
                Ok(Reply::new(Kind::Svg, subject.svg(key, true)))
            }
        }
    })
}

impl Subject<'_> {
    fn svg(&self, key: &PosterKey, standalone: bool) -> String {
        let words = self.lesson.words(key.lang);
        let step = words.steps.get(self.step).map_or("", |step| &step.name);
        let options = SvgOptions {
            standalone,
            title: format!("{} · {step}", words.title),
            desc: pages::describe(&self.spoken, self.timeline, self.still),
        };
        scene::svg(&self.still.wide(self.timeline), key.theme.paint(), &self.spoken, &options)
    }
}
