//! The remote control: two large buttons, and what a presenter wants to glance at.

use scene::Labels;
use web_sys::HtmlElement;

use super::look::Look;
use super::notes::NotesPanel;
use super::time::pacing;
use crate::dom;
use crate::room::on_stage::Cover;
use crate::room::pace::clock;
use crate::words::Words;

/// The phone's face.
pub struct RemoteFace {
    time: HtmlElement,
    pace: HtmlElement,
    place: HtmlElement,
    sentence: HtmlElement,
    next: HtmlElement,
    black: HtmlElement,
    /// The notes.
    pub notes: NotesPanel,
}

impl RemoteFace {
    /// Fills the page; `None` when it is another one.
    #[must_use]
    pub fn find(words: &Words) -> Option<Self> {
        let part = |name: &str| dom::find_in_page(&["[data-part=", name, "]"].concat());
        let time = dom::text_element("span", "elapsed", "00:00");
        dom::set(&time, "role", "timer");
        let pace = dom::element("b", "pace");
        let (time_place, place_place) = (part("time")?, part("place")?);
        dom::fill(&time_place, &[&time, &pace]);
        let place = dom::element("p", "where");
        let sentence = dom::element("p", "sentence");
        let next = dom::element("p", "next");
        dom::fill(&place_place, &[&place, &sentence, &next]);
        let buttons = part("buttons")?;
        let back = dom::act_button("prev-beat", &words.get("live.remote.back"));
        let forward = dom::act_button("next-beat", &words.get("live.remote.next"));
        let black = dom::act_button("black", &words.get("live.remote.black"));
        dom::fill(&buttons, &[&back, &forward, &black]);
        let notes = NotesPanel::new(&part("notes")?, words);
        Some(Self { time, pace, place, sentence, next, black, notes })
    }

    /// Shows where the talk is.
    pub fn show(&mut self, look: &Look<'_>) {
        let words = look.words;
        dom::set_text(&self.time, &clock(look.time.elapsed_s()));
        let (sign, text, name) = pacing(&look.time, words);
        dom::set_text(&self.pace, &[sign, " ", &text].concat());
        dom::set(&self.pace, "data-pace", name);
        let is_black = look.stage.and_then(|it| it.black) == Some(Cover::Black);
        dom::set(&self.black, "aria-pressed", if is_black { "true" } else { "false" });
        self.notes.show(look);
        let (Some(lesson), Some(beat)) = (look.lesson, look.beat()) else { return };
        let span = lesson.timeline.beat(beat);
        let step = &lesson.timeline.steps()[span.step];
        let numbers = [span.index_in_step + 1, step.n_beats].map(|it| it.to_string());
        let args = [
            ("step", lesson.names[span.step].as_str()),
            ("beat", &numbers[0]),
            ("beats", &numbers[1]),
        ];
        dom::set_text(&self.place, &words.label("live.remote.place", &args));
        dom::set_text(&self.sentence, &lesson.caption(beat).text);
        let next = beat + 1;
        let is_last = next >= lesson.timeline.beats().len();
        let text = if is_last {
            words.get("live.desk.next_none")
        } else {
            ["→ ", &lesson.caption(next).text].concat()
        };
        dom::set_text(&self.next, &text);
    }
}
