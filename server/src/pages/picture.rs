//! Still pictures of a lesson, as markup for pages.

use content::{Lang, Poster, Step, Words};
use scene::{Frame, Labels, Layout, Moment, Motion, Paint, SvgOptions, Timeline};

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
    /// Two rows of four cells.
    pub fn wide_layout() -> Layout {
        Layout::for_size(1200.0, 600.0)
    }

    /// The still as shapes in two rows of four cells; readers scale it.
    pub fn wide(self, timeline: &Timeline) -> Frame {
        self.frame(timeline, &Self::wide_layout())
    }

    /// The still as shapes in these places.
    pub fn frame(self, timeline: &Timeline, layout: &Layout) -> Frame {
        scene::frame(timeline, layout, self.moment, self.motion)
    }
}

/// The still of the very first beat: what the player's place shows before there is a player.
pub fn first_still(timeline: &Timeline) -> Still {
    let moment = timeline.clamped(Moment { beat: 0, ms: u32::MAX });
    Still { moment, motion: Motion::Reduced }
}

/// The still that stands for a step, as its lesson chose it.
pub fn telling_still(timeline: &Timeline, step: &Step) -> Still {
    let nth = timeline.step_of_id(&step.id).unwrap_or_default();
    let span = &timeline.steps()[nth];
    match &step.poster {
        Poster::Beat(beat) => {
            let beat = span.first_beat + beat.min(&(span.n_beats - 1));
            let moment = timeline.clamped(Moment { beat, ms: u32::MAX });
            Still { moment, motion: Motion::Reduced }
        }
        Poster::After(line) => {
            let first = timeline.beat(span.first_beat).first.index();
            let named = timeline.entries()[first..].iter().find(|entry| line.matches(entry));
            let moment = named.map_or_else(|| timeline.end(), |it| timeline.moment_after(it.id));
            Still { moment, motion: Motion::Full }
        }
    }
}
