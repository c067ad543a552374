//! Still pictures of a lesson, as markup for pages.

use content::{Lang, Words};
use scene::{Labels, Layout, Moment, Motion, Paint, StepSpan, SvgOptions, Timeline};
use trace::Event;
use trace::object::Object;

use crate::state::App;

/// The size for which pictures in pages are laid out; the page scales them.
const PAGE_SIZE: (f64, f64) = (1200.0, 600.0);

/// The words of one language, for the painter.
pub struct Spoken<'a>(pub &'a Words);

impl Labels for Spoken<'_> {
    fn label(&self, key: &str, args: &[(&str, &str)]) -> String {
        self.0.text(key, args)
    }
}

/// A picture and what it shows.
pub struct Picture {
    /// Markup.
    pub svg: String,
    /// Sentences.
    pub described: String,
}

/// The picture of a moment for a page in a language.
pub fn picture_of(app: &App, lang: Lang, timeline: &Timeline, moment: Moment) -> Picture {
    let spoken = Spoken(app.content.words(lang));
    let described = describe(&spoken, timeline, moment);
    let layout = Layout::for_size(PAGE_SIZE.0, PAGE_SIZE.1);
    let frame = scene::frame(timeline, &layout, moment, Motion::Reduced);
    let title = app.say(lang, "player.picture", &[]);
    let options = SvgOptions { standalone: false, title, desc: String::new() };
    Picture { svg: scene::svg(&frame, Paint::Page, &spoken, &options), described }
}

/// What a moment shows, in sentences.
pub fn describe(spoken: &Spoken<'_>, timeline: &Timeline, moment: Moment) -> String {
    let said = scene::describe(timeline, moment);
    said.iter().map(|message| message.say(spoken)).collect::<Vec<_>>().join(" ")
}

/// The steps and branches whose end is not what they are about, each with its telling beat.
///
/// `edit` tells most while the new Pod waits for the old, `drain` before the file is removed too,
/// and the two branches while only one side of the glass has moved.
const TELLING_BEATS: [(&str, usize); 4] =
    [("edit", 2), ("drain", 2), ("api-was-up", 1), ("forced-slow", 1)];

/// The moment of a step that tells most in one picture: where a mirror is deleted as such, the
/// moment at which it is gone and the container is not; elsewhere the end of a beat, the last one
/// as a rule.
pub fn telling_moment(timeline: &Timeline, step: usize) -> Moment {
    let end = timeline.moment_in_step(step, u32::MAX);
    let Some(span) = timeline.steps().get(step) else { return end };
    if span.id == "delete" {
        return mirror_gone(timeline, span).unwrap_or(end);
    }
    let beat = TELLING_BEATS.iter().find(|(id, _)| *id == span.id).map(|(_, beat)| *beat);
    match beat.filter(|beat| *beat < span.n_beats) {
        Some(beat) => timeline.clamped(Moment { beat: span.first_beat + beat, ms: u32::MAX }),
        None => end,
    }
}

fn mirror_gone(timeline: &Timeline, span: &StepSpan) -> Option<Moment> {
    let first = timeline.beats().get(span.first_beat)?.first;
    let is_mirror = |object: &Object| object.as_pod().is_some_and(|pod| pod.is_mirror());
    let gone = timeline.entries().iter().filter(|entry| entry.id >= first).find(
        |entry| matches!(&entry.event, Event::ObjectDeleted { object } if is_mirror(object)),
    )?;
    Some(timeline.moment_after(gone.id))
}
