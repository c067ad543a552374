//! The lanes under the picture: what was there, how long; and the place in the lesson, to be drawn
//! by pointer and moved by keyboard.

use scene::{Labels, LaneStyle, Strip};
use web_sys::HtmlElement;

use crate::dom;
use crate::loaded::Loaded;
use crate::painter::Painter;
use crate::words::Words;

/// The scrubber.
pub struct Scrubber {
    place: HtmlElement,
    painter: Painter,
    width: f32,
    style: LaneStyle,
    strip: Option<Strip>,
    drawn: Option<u32>,
    said: Option<usize>,
}

impl Scrubber {
    /// A scrubber that is not yet drawn.
    #[must_use]
    pub fn new(place: &HtmlElement, words: &Words) -> Self {
        dom::set(place, "aria-label", &words.get("scrubber.name"));
        let mut scrubber = Self {
            place: place.clone(),
            painter: Painter::new(),
            width: 0.0,
            style: LaneStyle::Markers,
            strip: None,
            drawn: None,
            said: None,
        };
        scrubber.measure();
        scrubber
    }

    /// Makes it a slider that can be used.
    pub fn enter(&self) {
        self.painter.enter(&self.place);
        for (name, value) in [
            ("role", "slider"),
            ("tabindex", "0"),
            ("aria-orientation", "horizontal"),
            ("aria-valuemin", "0"),
        ] {
            dom::set(&self.place, name, value);
        }
    }

    /// Looks at its width; true when it must be drawn anew.
    pub fn measure(&mut self) -> bool {
        let width = self.place.client_width() as f32;
        let style = LaneStyle::for_width(width);
        let changed = width != self.width || style != self.style;
        (self.width, self.style) = (width, style);
        if changed {
            self.strip = None;
            self.drawn = None;
        }
        changed
    }

    /// Draws anew whatever comes next: the strip is another.
    pub fn forget(&mut self) {
        (self.strip, self.drawn, self.said) = (None, None, None);
    }

    /// The time at a place, in CSS pixels from the left end.
    #[must_use]
    pub fn at(&self, lesson: &Loaded, x: f64) -> f64 {
        let strip = self.strip.as_ref();
        strip.map_or(0.0, |it| f64::from(it.display_ms(x as f32))).min(lesson.marks.duration)
    }

    /// Shows a time.
    pub fn show(&mut self, lesson: &Loaded, at: f64, words: &Words) {
        // Times are never negative and far below 2^32 ms.
        let next = at as u32;
        if self.drawn == Some(next) {
            return;
        }
        self.drawn = Some(next);
        let strip = self.strip.get_or_insert_with(|| {
            let names: Vec<&str> = lesson.names.iter().map(String::as_str).collect();
            Strip::new(&lesson.timeline, &lesson.clock, self.width, self.style, &names)
        });
        self.painter.paint(&strip.frame(next), words);
        self.say(lesson, at, words);
    }

    /// Tells a screen reader the sentence that is on; a running number would never stop.
    fn say(&mut self, lesson: &Loaded, at: f64, words: &Words) {
        let ended = at >= lesson.marks.duration;
        let beat = lesson.moment(at).beat;
        let said = if ended { lesson.marks.beats.len() } else { beat };
        if self.said == Some(said) {
            return;
        }
        self.said = Some(said);
        let seconds = |ms: f64| ((ms / 1000.0) as u32).to_string();
        dom::set(&self.place, "aria-valuemax", &seconds(lesson.marks.duration));
        dom::set(&self.place, "aria-valuenow", &seconds(at));
        let step = lesson.timeline.beat(beat).step;
        let text = if ended {
            words.get("scrubber.end")
        } else {
            words.label(
                "scrubber.value",
                &[
                    ("n", &(step + 1).to_string()),
                    ("all", &lesson.timeline.steps().len().to_string()),
                    ("name", &lesson.names[step]),
                    ("caption", &lesson.caption(beat).text),
                ],
            )
        };
        dom::set(&self.place, "aria-valuetext", &text);
    }
}
