//! Still pictures of a lesson, as markup for pages.

use content::{Lang, Words};
use scene::{Frame, Labels, Layout, Moment, Motion, Paint, StepSpan, SvgOptions, Timeline};
use trace::Event;
use trace::object::Object;

use crate::state::App;

/// The words of one language, for the painter.
pub struct Spoken<'a>(pub &'a Words);

impl Labels for Spoken<'_> {
    fn label(&self, key: &str, args: &[(&str, &str)]) -> String {
        self.0.text(key, args)
    }
}

/// A picture and what it shows.
pub struct Picture {
    /// Markup, for pages and sheets that are wide.
    pub wide: String,
    /// Markup, for phones held upright.
    pub tall: String,
    /// Sentences.
    pub described: String,
}

impl Picture {
    /// Both shapes; the style sheet shows the one that fits.
    pub fn both(&self) -> String {
        let Self { wide, tall, .. } = self;
        format!("<div class=\"wide-picture\">{wide}</div><div class=\"tall-picture\">{tall}</div>")
    }
}

/// A still for a page in a language, under a name for those who do not see it.
pub fn picture_of(app: &App, lang: Lang, name: &str, timeline: &Timeline, still: Still) -> Picture {
    let spoken = Spoken(app.content.words(lang));
    let described = describe(&spoken, timeline, still);
    let options = SvgOptions { standalone: false, title: name.to_owned(), desc: String::new() };
    let drawn = |frame: &Frame| scene::svg(frame, Paint::Page, &spoken, &options);
    Picture {
        wide: drawn(&still.wide(timeline)),
        tall: drawn(&still.frame(timeline, &Layout::for_size(390.0, 800.0))),
        described,
    }
}

/// What a still shows, in sentences.
pub fn describe(spoken: &Spoken<'_>, timeline: &Timeline, still: Still) -> String {
    let said = scene::describe(timeline, still.moment);
    said.iter().map(|message| message.say(spoken)).collect::<Vec<_>>().join(" ")
}

/// A still picture: a moment, and how its motion is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Still {
    pub moment: Moment,
    pub motion: Motion,
}

impl Still {
    /// The still as shapes in two rows of four cells; readers scale it.
    pub fn wide(self, timeline: &Timeline) -> Frame {
        self.frame(timeline, &Layout::for_size(1200.0, 600.0))
    }

    fn frame(self, timeline: &Timeline, layout: &Layout) -> Frame {
        scene::frame(timeline, layout, self.moment, self.motion)
    }
}

/// The steps and branches whose end is not what they are about, each with its telling beat.
///
/// `edit` tells most while the new Pod waits for the old, `drain` before the file is removed too,
/// and the two branches while only one side of the glass has moved.
const TELLING_BEATS: [(&str, usize); 4] =
    [("edit", 2), ("drain", 2), ("api-was-up", 1), ("forced-slow", 1)];

/// The still of the very first beat: what the player's place shows before there is a player.
pub fn first_still(timeline: &Timeline) -> Still {
    let moment = timeline.clamped(Moment { beat: 0, ms: u32::MAX });
    Still { moment, motion: Motion::Reduced }
}

/// The still of a step that tells most: where a mirror is deleted as such, the moment at which it
/// is gone and the container is not; elsewhere the whole of a beat, the last one as a rule.
pub fn telling_still(timeline: &Timeline, step: usize) -> Still {
    let end = timeline.moment_in_step(step, u32::MAX);
    let whole = |moment| Still { moment, motion: Motion::Reduced };
    let Some(span) = timeline.steps().get(step) else { return whole(end) };
    if span.id == "delete"
        && let Some(moment) = mirror_gone(timeline, span)
    {
        return Still { moment, motion: Motion::Full };
    }
    let beat = TELLING_BEATS.iter().find(|(id, _)| *id == span.id).map(|(_, beat)| *beat);
    match beat.filter(|beat| *beat < span.n_beats) {
        Some(beat) => {
            whole(timeline.clamped(Moment { beat: span.first_beat + beat, ms: u32::MAX }))
        }
        None => whole(end),
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
