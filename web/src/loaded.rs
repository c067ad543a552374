//! A lesson that has arrived, with its clock in the page's language. Translates between the places
//! people name and milliseconds of display time.

#[cfg(feature = "rail")]
use scene::Aim;
use scene::{BeatSpan, Clock, Moment, Span, Timeline};
use trace::{EntryId, View};

use crate::driver::Lesson;
use crate::focus::Cast;
use crate::link::{Link, Place};
use crate::state::{BeatMark, Marks};
use crate::words::{Caption, Words};

/// A lesson, ready to be shown.
#[derive(Debug)]
pub struct Loaded {
    /// The trace in time.
    pub timeline: Timeline,
    /// Display time: motion and time to read.
    pub clock: Clock,
    /// Where it can stop.
    pub marks: Marks,
    /// The names of its steps, in order; empty where one has none.
    pub names: Vec<String>,
    captions: Vec<Caption>,
}

/// Why a link leads elsewhere than it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// This part of it means nothing.
    Part(String),
    /// There is no such step.
    Step,
    /// The step is shorter.
    Time,
    /// There is no such event.
    Event,
}

impl Loaded {
    /// Gives a lesson its times.
    #[must_use]
    pub fn new(lesson: Lesson, words: &Words) -> Self {
        let timeline = Timeline::new(&lesson.header, lesson.entries);
        let said =
            |beat: &BeatSpan| words.caption(&timeline.steps()[beat.step].id, beat.index_in_step);
        let captions = timeline.beats().iter().map(said).collect();
        let names = timeline.steps().iter().map(|it| words.step_name(&it.id).to_owned());
        let names = names.collect();
        Self::told(timeline, captions, names)
    }

    /// A timeline with a sentence for each beat and a name for each step.
    #[must_use]
    pub(crate) fn told(timeline: Timeline, captions: Vec<Caption>, names: Vec<String>) -> Self {
        let lengths: Vec<usize> = captions.iter().map(|it| it.text.chars().count()).collect();
        let clock = Clock::new(&timeline, &lengths);
        let marks = marks(&timeline, &clock);
        Self { timeline, clock, marks, names, captions }
    }

    /// The same, turned where a link says, if it says something of that.
    #[cfg(feature = "rail")]
    #[must_use]
    pub fn turned(mut self, aim: &Aim) -> Self {
        if *aim != Aim::default() {
            self.turn(aim.clone());
        }
        self
    }

    /// Turns the picture elsewhere. Times stay what they are.
    #[cfg(feature = "rail")]
    pub fn turn(&mut self, aim: Aim) {
        self.timeline.turn(aim);
        self.marks.events = events(&self.timeline, &self.clock);
    }

    /// What is shown at a time.
    #[must_use]
    pub fn moment(&self, at: f64) -> Moment {
        // Times are never negative and far below 2^32 ms.
        self.clock.moment(at as u32)
    }

    /// When a moment is shown.
    #[must_use]
    pub fn at(&self, moment: Moment) -> f64 {
        f64::from(self.clock.display(moment))
    }

    /// The sentence of a beat; the last one's for any higher number.
    #[must_use]
    pub fn caption(&self, beat: usize) -> &Caption {
        &self.captions[beat.min(self.captions.len() - 1)]
    }

    /// The three that a beat compares.
    #[must_use]
    pub fn cast(&self, beat: usize) -> Cast {
        let node = self.timeline.node().clone();
        let pod = self.timeline.focus(beat);
        let (namespace, name) =
            pod.map(|it| (it.namespace.clone(), it.name.clone())).unwrap_or_default();
        let is_static = pod.is_none_or(|it| self.timeline.is_static(it));
        Cast { node, namespace, name, is_static }
    }

    /// How things stood before a beat.
    #[must_use]
    pub fn view_before(&self, beat: usize) -> View {
        let first = self.timeline.beat(beat).first;
        self.timeline.view_after(first.0.checked_sub(1).filter(|it| *it > 0).map(EntryId))
    }

    /// When the place that a link names is shown, and what must be remarked about the link. `None`
    /// when it names no place.
    #[must_use]
    pub fn follow(&self, link: &Link) -> (Option<f64>, Option<Remark>) {
        let stray = link.stray.clone().map(Remark::Part);
        let (at, remark) = match &link.place {
            None => (None, None),
            Some(Place::Entry(number)) => match self.timeline.entry(EntryId(*number)) {
                Some(entry) => (Some(self.timeline.moment_after(entry.id)), None),
                None => (None, Some(Remark::Event)),
            },
            Some(Place::Step { id, t }) => match self.timeline.step_of_id(id) {
                Some(step) => {
                    let moment = self.timeline.moment_in_step(step, *t);
                    let reached = self.timeline.place_in_step(moment).1;
                    (Some(moment), (reached < *t).then_some(Remark::Time))
                }
                None => (None, Some(Remark::Step)),
            },
        };
        (at.map(|it| self.at(it)), stray.or(remark))
    }

    /// The place that is shown at a time.
    #[must_use]
    pub fn place(&self, at: f64) -> Place {
        let (step, t) = self.timeline.place_in_step(self.moment(at));
        Place::Step { id: self.timeline.steps()[step].id.clone(), t }
    }
}

fn marks(timeline: &Timeline, clock: &Clock) -> Marks {
    let display = |moment| f64::from(clock.display(moment));
    let beats = timeline.beats().iter().enumerate().map(|(n, beat)| BeatMark {
        begins: f64::from(clock.beat_begin(n)),
        settles: display(Moment { beat: n, ms: beat.motion_ms }),
        ends: f64::from(clock.beat_end(n)),
    });
    let steps = timeline.steps().iter().map(|it| f64::from(clock.beat_begin(it.first_beat)));
    Marks {
        beats: beats.collect(),
        steps: steps.collect(),
        events: events(timeline, clock),
        begins: 0.0,
        duration: f64::from(clock.duration()),
        grows: false,
    }
}

/// When each event that moves anything has had its effect, in order; those that come to rest
/// together count as one.
fn events(timeline: &Timeline, clock: &Clock) -> Vec<f64> {
    let mut events: Vec<f64> = Vec::new();
    for entry in timeline.entries() {
        if timeline.span(entry.id).is_some_and(Span::moves) {
            let at = f64::from(clock.display(timeline.moment_after(entry.id)));
            // They come almost in order, so this is cheap, and far smaller than a sort.
            let place = events.partition_point(|it| *it < at);
            if events.get(place) != Some(&at) {
                events.insert(place, at);
            }
        }
    }
    events
}
