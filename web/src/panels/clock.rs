//! The cluster's own time.

use scene::Labels;
use trace::SimTime;
use web_sys::HtmlElement;

use crate::dom;
use crate::words::Words;

/// The clock beside the buttons. It is never read aloud: it would never stop.
pub struct ClusterClock {
    place: HtmlElement,
    shown: Option<u64>,
}

impl ClusterClock {
    /// The clock has this place in the page.
    #[must_use]
    pub fn new(place: HtmlElement) -> Self {
        dom::set(&place, "aria-live", "off");
        Self { place, shown: None }
    }

    /// Shows a time, in tenths of a second.
    pub fn show(&mut self, time: SimTime, words: &Words) {
        let tenths = time.0 / 100;
        if self.shown == Some(tenths) {
            return;
        }
        self.shown = Some(tenths);
        let time = text(tenths, &words.get("number.point"));
        dom::set_text(&self.place, &words.label("clock.cluster", &[("time", &time)]));
    }
}

/// `00:41.8`
#[must_use]
pub fn text(tenths: u64, point: &str) -> String {
    let (minutes, seconds, tenth) = (tenths / 600, tenths / 10 % 60, tenths % 10);
    format!("{minutes:02}:{seconds:02}{point}{tenth}")
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn times_have_minutes_seconds_and_tenths() {
        assert_eq!(text(0, "."), "00:00.0");
        assert_eq!(text(418, "."), "00:41.8");
        assert_eq!(text(6_059, ","), "10:05,9");
    }
}
