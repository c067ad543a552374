//! The scrub strip: a lane over time for each actor. The unbroken bar of the container above the
//! broken bar of the mirror is the whole lesson in one look. The strip is drawn in CSS pixels.

mod bars;
mod draw;

use crate::clock::Clock;
use crate::frame::Frame;
use crate::number::{between, whole};
use crate::timeline::{Moment, Timeline};

use bars::{Bars, bars};

/// How much of it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneStyle {
    /// File, kubelet, container, mirror and you.
    Five,
    /// File, container and mirror.
    Three,
    /// A track with the steps as marks.
    Markers,
}

/// A scrub strip of some width, in CSS pixels.
#[derive(Clone, Debug)]
pub struct Strip {
    style: LaneStyle,
    width: f32,
    left: f32,
    duration: u32,
    steps: Vec<(f32, String)>,
    /// Whether the object on the third lane is a mirror.
    is_static: bool,
    bars: Bars,
    folds: Vec<(f32, f32, u64)>,
}

impl LaneStyle {
    /// The style for a strip of this width, in CSS pixels.
    #[must_use]
    pub fn for_width(width_px: f32) -> Self {
        if width_px >= 800.0 {
            Self::Five
        } else if width_px >= 280.0 {
            Self::Three
        } else {
            Self::Markers
        }
    }
}

/// The strip at a moment. While a caption is held its playhead stands still; [`Strip::frame`] moves
/// it on.
#[must_use]
pub fn lanes(
    timeline: &Timeline,
    clock: &Clock,
    width: f32,
    style: LaneStyle,
    moment: Moment,
) -> Frame {
    Strip::new(timeline, clock, width, style, &[]).frame(clock.display(moment))
}

impl Strip {
    /// A strip as wide as this. `step_names` are the steps' names in the reader's language; steps
    /// without one are numbered only.
    #[must_use]
    pub fn new(
        timeline: &Timeline,
        clock: &Clock,
        width: f32,
        style: LaneStyle,
        step_names: &[&str],
    ) -> Self {
        let left = match style {
            LaneStyle::Five | LaneStyle::Three if width >= 560.0 => 94.0,
            LaneStyle::Five | LaneStyle::Three => 80.0,
            LaneStyle::Markers => 12.0,
        };
        let mut strip = Self {
            style,
            width,
            left,
            duration: clock.duration().max(1),
            steps: Vec::new(),
            is_static: timeline.focus(0).is_none_or(|it| timeline.is_static(it)),
            bars: Bars::default(),
            folds: Vec::new(),
        };
        for (number, step) in timeline.steps().iter().enumerate() {
            let x = strip.x(clock.beat_begin(step.first_beat));
            let mut name = whole(number as u64 + 1);
            if let Some(it) = step_names.get(number).filter(|it| !it.is_empty()) {
                name.push(' ');
                name.push_str(it);
            }
            strip.steps.push((x, name));
        }
        let display = |motion_ms: u32| clock.display(timeline.moment_at(motion_ms));
        for fold in timeline.folds() {
            let (from, to) = (strip.x(display(fold.begins)), strip.x(display(fold.ends)));
            strip.folds.push((from, to, fold.sim_ms));
        }
        strip.bars = bars(timeline, &|entry| {
            let motion_ms = timeline.span(entry).map_or(0, |it| it.applies);
            strip.x(display(motion_ms))
        });
        strip
    }

    /// How high the strip is.
    #[must_use]
    pub fn height(&self) -> f32 {
        match self.style {
            LaneStyle::Five => 152.0,
            LaneStyle::Three if self.is_narrow() => 84.0,
            LaneStyle::Three => 104.0,
            LaneStyle::Markers => 32.0,
        }
    }

    /// Where a moment of display time lies.
    #[must_use]
    pub fn x(&self, display_ms: u32) -> f32 {
        let share = display_ms.min(self.duration) as f32 / self.duration as f32;
        self.left + share * self.span()
    }

    /// Which moment of display time lies there.
    #[must_use]
    pub fn display_ms(&self, x: f32) -> u32 {
        let share = between((x - self.left) / self.span(), 0.0, 1.0);
        // A lesson is minutes long: the product fits.
        (share * self.duration as f32).round() as u32
    }

    /// Too narrow for the steps' names: a phone has them in its caption.
    fn is_narrow(&self) -> bool {
        self.width < 480.0
    }

    fn span(&self) -> f32 {
        (self.width - self.left - 12.0).max(1.0)
    }
}
