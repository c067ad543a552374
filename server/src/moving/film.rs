//! A step as the player shows it, picture by picture: what every moving picture is made from.

use content::{Content, Lang, LessonWords, Step, StepWords};
use scene::{Clock, Layout, Moment, Motion, Paint, Timeline, elements};

use super::caption::{BAND, Said};
use super::piece::Piece;
use crate::pages::{self, Spoken, Still};
use crate::problem::Problem;
use crate::recordings::Recordings;

/// How long the last picture stays before the first one comes again.
const END_HOLD_MS: u32 = 1_500;

/// A step of a lesson in one language, as it plays.
pub struct Film<'a> {
    timeline: &'a Timeline,
    step: &'a Step,
    words: &'a StepWords,
    lesson: &'a LessonWords,
    spoken: Spoken<'a>,
    layout: Layout,
    clock: Clock,
    /// Its first beat, and how many there are.
    beats: (usize, usize),
}

impl<'a> Film<'a> {
    /// The film of a step.
    ///
    /// # Errors
    /// When there is no such lesson or step.
    pub fn of(
        content: &'a Content,
        recordings: &'a Recordings,
        lesson: &str,
        step: &str,
        lang: Lang,
    ) -> Result<Self, Problem> {
        let found = content.lesson(lesson).ok_or_else(|| Problem::lesson(lesson))?;
        let timeline = &recordings.find(lesson, None)?.timeline;
        let nth = found.steps.iter().position(|it| it.id == step);
        let words = found.words(lang);
        let parts = nth.and_then(|nth| Some((&found.steps[nth], words.steps.get(nth)?)));
        let span = timeline.step_of_id(step).and_then(|nth| timeline.steps().get(nth));
        let (Some((step, said)), Some(span)) = (parts, span) else {
            return Err(Problem::step(step));
        };
        Ok(Self {
            timeline,
            step,
            words: said,
            lesson: words,
            spoken: Spoken(content.words(lang)),
            layout: Still::wide_layout(),
            clock: Clock::new(timeline, &caption_lengths(timeline, words)),
            beats: (span.first_beat, span.n_beats.max(1)),
        })
    }

    /// What it is called, for those who do not see it.
    pub fn title(&self) -> String {
        format!("{} · {}", self.lesson.title, self.words.name)
    }

    /// What it shows: its captions.
    pub fn told(&self) -> String {
        self.words.captions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    /// How long it takes from the beginning to the beginning of the next time, in milliseconds.
    pub fn duration_ms(&self) -> u32 {
        let (first, n_beats) = self.beats;
        self.clock.beat_end(first + n_beats - 1) - self.clock.beat_begin(first) + END_HOLD_MS
    }

    /// Its width and height, in units of the canvas.
    pub fn size(&self) -> (f32, f32) {
        (self.layout.width, self.layout.height + BAND)
    }

    /// The moment that is shown so many milliseconds after its beginning.
    pub fn moment(&self, at_ms: u32) -> Moment {
        let (first, n_beats) = self.beats;
        let end = self.clock.beat_end(first + n_beats - 1).saturating_sub(1);
        self.clock.moment(self.clock.beat_begin(first).saturating_add(at_ms).min(end))
    }

    /// What is on it at a moment, in paint order.
    pub fn picture(&self, moment: Moment, paint: Paint) -> Vec<Piece> {
        self.drawn(Still { moment, motion: Motion::Running }, paint)
    }

    /// The picture that stands for it where nothing moves: that of its poster.
    pub fn still(&self, paint: Paint) -> Vec<Piece> {
        self.drawn(pages::telling_still(self.timeline, self.step), paint)
    }

    fn drawn(&self, still: Still, paint: Paint) -> Vec<Piece> {
        let frame = still.frame(self.timeline, &self.layout);
        let all = elements(&frame, paint, &self.spoken);
        let mut pieces: Vec<Piece> = all.into_iter().map(Piece::from).collect();
        let (first, n_beats) = self.beats;
        let nth = still.moment.beat.saturating_sub(first).min(n_beats - 1);
        if let Some(caption) = self.words.captions.get(nth) {
            let said = Said { step: &self.words.name, place: (nth + 1, n_beats), caption };
            pieces.extend(said.pieces(self.layout.height, paint));
        }
        pieces
    }
}

/// How long each caption is, for as long as it is read.
fn caption_lengths(timeline: &Timeline, words: &LessonWords) -> Vec<usize> {
    let length = |beat: &scene::BeatSpan| {
        let id = &timeline.steps().get(beat.step)?.id;
        let step = words.steps.iter().find(|it| it.id == *id)?;
        step.captions.get(beat.index_in_step).map(content::Inline::chars)
    };
    timeline.beats().iter().map(|beat| length(beat).unwrap_or_default()).collect()
}
