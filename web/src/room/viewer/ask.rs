//! A question from the presenter, as a dialog over the picture: everybody answers for themselves,
//! nobody sees who chose what.

use scene::Labels;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement, HtmlElement};

use crate::dom;
use crate::panels::help::{dialog, open};
use crate::room::on_stage::Asked;
use crate::room::questions::{Predict, Tally};
use crate::words::Words;

/// The dialog about one question.
pub struct Ask {
    asked: Asked,
    dialog: HtmlDialogElement,
    answers: Vec<Answer>,
    told: HtmlElement,
    because: HtmlElement,
    chosen: Option<u32>,
}

struct Answer {
    button: HtmlElement,
    mark: HtmlElement,
    count: HtmlElement,
    meter: HtmlElement,
}

impl Ask {
    /// Asks a question, in a dialog inside `player`. Its buttons carry the answer in `data-choice`.
    #[must_use]
    pub fn new(player: &Element, asked: &Asked, predict: &Predict, words: &Words) -> Self {
        let dialog = dialog(player, "ask-title", &words.get("live.room.question"), words);
        dialog.class_list().add_1("ask").unwrap_or_default();
        let question = dom::element("p", "question");
        question.set_inner_html(&predict.question);
        let list = dom::element("ol", "choices");
        let answers: Vec<Answer> =
            (0..).zip(&predict.options).map(|(n, html)| Answer::new(&list, n, html)).collect();
        let told = dom::text_element("p", "hint", &words.get("live.room.question_hint"));
        dom::set(&told, "role", "status");
        let because = dom::element("p", "because");
        because.set_inner_html(&predict.because);
        dom::set(&because, "hidden", "");
        for part in [&question, &list, &told, &because] {
            dom::append(&dialog, part);
        }
        open(&dialog);
        Self { asked: asked.clone(), dialog, answers, told, because, chosen: None }
    }

    /// Whether this dialog is about that question.
    #[must_use]
    pub fn is_about(&self, asked: &Asked) -> bool {
        self.asked.is_same(asked)
    }

    /// The question has come further: answers are closed, or the right one is shown.
    pub fn follow(&mut self, asked: &Asked, words: &Words) {
        self.asked = asked.clone();
        for answer in &self.answers {
            dom::set_or_unset(&answer.button, "disabled", (!asked.open).then_some(""));
        }
        if !asked.open {
            dom::set_text(&self.told, &words.get("live.room.closed"));
        }
        if let Some(right) = asked.answer {
            dom::set_or_unset(&self.because, "hidden", None);
            if let Some(answer) = self.answers.get(right as usize) {
                dom::set(&answer.button, "data-right", "");
                dom::set_text(&answer.mark, &words.get("live.room.right"));
            }
        }
    }

    /// Somebody chose an answer.
    pub fn choose(&mut self, choice: u32) {
        self.chosen = Some(choice);
        for (n, answer) in (0..).zip(&self.answers) {
            dom::set(&answer.button, "aria-pressed", if n == choice { "true" } else { "false" });
        }
    }

    /// The answer was counted, or did not arrive.
    pub fn counted(&self, is_counted: bool, words: &Words) {
        if self.asked.open {
            let word = if is_counted { "live.room.answered" } else { "live.room.not_answered" };
            dom::set_text(&self.told, &words.get(word));
        }
    }

    /// Shows how many chose what: to whoever has chosen, and to all once answers are closed.
    pub fn tally(&self, tally: &Tally, words: &Words) {
        if self.chosen.is_none() && self.asked.open {
            return;
        }
        for (answer, count) in self.answers.iter().zip(&tally.counts) {
            let n = count.to_string();
            dom::set_text(&answer.count, &words.label("live.room.votes", &[("n", &n)]));
            dom::set(&answer.meter, "max", &tally.voters.max(1).to_string());
            dom::set(&answer.meter, "value", &n);
            dom::set_or_unset(&answer.meter, "hidden", None);
        }
    }

    /// Takes the dialog away.
    pub fn close(&self) {
        self.dialog.close();
        self.dialog.remove();
    }
}

impl Answer {
    fn new(list: &HtmlElement, n: u32, html: &str) -> Self {
        let button = dom::element("button", "");
        dom::set(&button, "type", "button");
        dom::set(&button, "data-choice", &n.to_string());
        dom::set(&button, "aria-pressed", "false");
        let text = dom::element("span", "");
        text.set_inner_html(html);
        let mark = dom::element("b", "mark");
        dom::fill(&button, &[&text, &mark]);
        let meter = dom::element("meter", "");
        dom::set(&meter, "min", "0");
        dom::set(&meter, "hidden", "");
        // The number beside it says the same.
        dom::set(&meter, "aria-hidden", "true");
        let count = dom::element("span", "count");
        let item = dom::element("li", "");
        dom::fill(&item, &[&button, &meter, &count]);
        dom::append(list, &item);
        Self { button, mark, count, meter }
    }
}

/// The answer of the button that was pressed, if it is one.
#[must_use]
pub fn choice(target: &Element) -> Option<u32> {
    let button = target.closest("[data-choice]").ok().flatten()?;
    button.unchecked_ref::<HtmlElement>().get_attribute("data-choice")?.parse().ok()
}
