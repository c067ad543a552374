//! The questions of the step on stage: asked, answered, closed, explained.

use scene::Labels;
use web_sys::HtmlElement;

use super::look::Look;
use crate::dom;
use crate::room::on_stage::Asked;
use crate::room::questions::{Predict, Tally};
use crate::words::Words;

/// What can be done about a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Ask this one of the step's.
    Ask(u32),
    /// Take no more answers.
    Close,
    /// Show which answer is right.
    Reveal,
    /// Take it away.
    Clear,
}

/// The panel.
pub struct QuestionsPanel {
    body: HtmlElement,
    shown: Option<Shown>,
    counts: Vec<(HtmlElement, HtmlElement)>,
    total: HtmlElement,
    counted: Option<Tally>,
}

/// What it was made from.
#[derive(PartialEq, Eq)]
struct Shown {
    step: String,
    asked: Option<Asked>,
    drives: bool,
}

impl QuestionsPanel {
    /// Fills a part of the page.
    #[must_use]
    pub fn new(place: &HtmlElement, words: &Words) -> Self {
        let title = dom::text_element("h2", "label", &words.get("live.desk.questions"));
        let body = dom::element("div", "body");
        dom::fill(place, &[&title, &body]);
        let total = dom::element("p", "total");
        Self { body, shown: None, counts: Vec::new(), total, counted: None }
    }

    /// Shows the questions, or the one that is asked with what is answered.
    pub fn show(&mut self, look: &Look<'_>) {
        let Some(stage) = look.stage else { return };
        let next = Shown {
            step: stage.step.clone(),
            asked: stage.question.clone(),
            drives: look.drives(),
        };
        if self.shown.as_ref() != Some(&next) {
            self.counts.clear();
            self.counted = None;
            self.body.set_text_content(None);
            let asked = stage.question.as_ref();
            match asked.and_then(|it| Some((it, look.questions.asked(it)?))) {
                Some((asked, predict)) => self.answers(asked, predict, look),
                None => self.offers(look.questions.of_step(&stage.step), look.words),
            }
            self.shown = Some(next);
        }
        if self.counted.as_ref() != look.tally {
            self.counted = look.tally.cloned();
            self.count(look);
        }
    }

    fn offers(&self, questions: &[Predict], words: &Words) {
        if questions.is_empty() {
            let none = dom::text_element("p", "none", &words.get("live.desk.questions_none"));
            return dom::append(&self.body, &none);
        }
        for (n, predict) in questions.iter().enumerate() {
            let button = dom::element("button", "question");
            dom::set(&button, "type", "button");
            dom::set(&button, "data-ask", &n.to_string());
            button.set_inner_html(&predict.question);
            dom::append(&self.body, &button);
        }
    }

    fn answers(&mut self, asked: &Asked, predict: &Predict, look: &Look<'_>) {
        let words = look.words;
        let question = dom::element("p", "question");
        question.set_inner_html(&predict.question);
        let list = dom::element("ol", "choices");
        for (n, option) in (0..).zip(&predict.options) {
            let text = dom::element("span", "");
            text.set_inner_html(option);
            let meter = dom::element("meter", "");
            dom::set(&meter, "aria-hidden", "true");
            let count = dom::text_element("span", "count", "");
            let item = dom::element("li", "");
            // The presenter knows which is right; the room does when it is shown.
            dom::set_or_unset(&item, "data-right", (predict.answer == n).then_some(""));
            dom::fill(&item, &[&text, &meter, &count]);
            dom::append(&list, &item);
            self.counts.push((meter, count));
        }
        let button = |step: &str, word: &str| {
            let button = dom::text_element("button", "", &words.get(word));
            dom::set(&button, "type", "button");
            dom::set(&button, "data-question", step);
            button
        };
        let acts = dom::element("div", "acts");
        if asked.open {
            dom::append(&acts, &button("close", "live.desk.close_answers"));
        }
        if asked.answer.is_none() {
            dom::append(&acts, &button("reveal", "live.desk.reveal"));
        }
        dom::append(&acts, &button("clear", "live.desk.clear"));
        dom::fill(&self.body, &[&question, &list, &self.total, &acts]);
        self.count(look);
    }

    fn count(&self, look: &Look<'_>) {
        let asked = look.stage.and_then(|it| it.question.as_ref());
        let tally = look.tally.filter(|it| asked.is_some_and(|asked| asked.is_same(&it.question)));
        let voters = tally.map_or(0, |it| it.voters);
        let total = look.words.label("live.desk.answers", &[("n", &voters.to_string())]);
        dom::set_text(&self.total, &total);
        for (n, (meter, count)) in self.counts.iter().enumerate() {
            let votes = tally.and_then(|it| it.counts.get(n)).copied().unwrap_or(0).to_string();
            dom::set(meter, "min", "0");
            dom::set(meter, "max", &voters.max(1).to_string());
            dom::set(meter, "value", &votes);
            dom::set_text(count, &votes);
        }
    }
}

impl Step {
    /// What a button with `data-question` does.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "close" => Self::Close,
            "reveal" => Self::Reveal,
            "clear" => Self::Clear,
            _ => return None,
        })
    }

    /// As the server takes it.
    #[must_use]
    pub fn to_json(self, step: &str) -> String {
        let json = match self {
            Self::Ask(n) => serde_json::json!({"step": step, "n": n}),
            Self::Close => serde_json::json!({"close": true}),
            Self::Reveal => serde_json::json!({"reveal": true}),
            Self::Clear => serde_json::json!({"clear": true}),
        };
        json.to_string()
    }

    /// What the key does: ask the step's first question, close its answers, explain it, take it
    /// away.
    #[must_use]
    pub fn next(asked: Option<&Asked>, n_questions: usize) -> Option<Self> {
        match asked {
            None => (n_questions > 0).then_some(Self::Ask(0)),
            Some(asked) if asked.open => Some(Self::Close),
            Some(asked) if asked.answer.is_none() => Some(Self::Reveal),
            Some(_) => Some(Self::Clear),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_key_leads_a_question_from_its_beginning_to_its_end() {
        let open = Asked { open: true, ..Asked::default() };
        let closed = Asked::default();
        let explained = Asked { answer: Some(1), ..Asked::default() };
        assert_eq!(Step::next(None, 0), None);
        assert_eq!(Step::next(None, 2), Some(Step::Ask(0)));
        assert_eq!(Step::next(Some(&open), 2), Some(Step::Close));
        assert_eq!(Step::next(Some(&closed), 2), Some(Step::Reveal));
        assert_eq!(Step::next(Some(&explained), 2), Some(Step::Clear));
    }
}
