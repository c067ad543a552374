//! What was typed and what came of it, as a terminal shows it.

use scene::Labels;
use trace::{Entry, EntryId, Event};
use web_sys::{Element, HtmlElement};

use crate::dom;
use crate::words::Words;

/// How many of the newest commands are shown.
const MOST_COMMANDS: usize = 4;

/// A command and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    command: EntryId,
    line: String,
    output: Vec<(bool, String)>,
    code: Option<i32>,
}

impl Printed {
    /// The newest commands of these entries, oldest first.
    #[must_use]
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest is not seen in a terminal")]
    pub fn of(entries: &[Entry]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for entry in entries {
            match &entry.event {
                Event::CommandTyped { line } => {
                    if all.len() == MOST_COMMANDS {
                        all.remove(0);
                    }
                    let (line, output) = (line.clone(), Vec::new());
                    all.push(Self { command: entry.id, line, output, code: None });
                }
                Event::CommandPrinted { command, stderr, text } => {
                    if let Some(it) = all.iter_mut().find(|it| it.command == *command) {
                        it.output.push((*stderr, text.clone()));
                    }
                }
                Event::CommandExited { command, code } => {
                    if let Some(it) = all.iter_mut().find(|it| it.command == *command) {
                        it.code = Some(*code);
                    }
                }
                _ => {}
            }
        }
        all
    }
}

/// The terminal.
pub struct Terminal {
    element: HtmlElement,
    text: HtmlElement,
    shown: Vec<Printed>,
}

impl Terminal {
    /// A terminal in which nothing was typed yet; it is not seen.
    pub fn new(words: &Words) -> Self {
        let element = dom::element("section", "terminal");
        dom::set(&element, "hidden", "");
        let title = words.get("live.console");
        let text = dom::element("pre", "");
        // What scrolls must be reachable by keyboard, and what is reachable must have a name.
        dom::set(&text, "tabindex", "0");
        dom::set(&text, "role", "log");
        dom::set(&text, "aria-label", &title);
        dom::fill(&element, &[&dom::text_element("h3", "", &title), &text]);
        Self { element, text, shown: Vec::new() }
    }

    /// Its element.
    pub fn element(&self) -> &Element {
        &self.element
    }

    /// Shows these commands.
    pub fn show(&mut self, next: &[Printed], words: &Words) {
        if self.shown == next {
            return;
        }
        self.shown = next.to_vec();
        dom::set_or_unset(&self.element, "hidden", next.is_empty().then_some(""));
        self.text.set_text_content(None);
        let add = |class: &str, text: &str| {
            dom::append(&self.text, &dom::text_element("span", class, text));
        };
        for printed in next {
            add("typed", &["$ ", &printed.line].concat());
            for (is_error, text) in &printed.output {
                add(if *is_error { "error" } else { "" }, text);
            }
            if let Some(code) = printed.code.filter(|it| *it != 0) {
                add("code", &words.label("live.console_code", &[("code", &code.to_string())]));
            }
        }
        self.text.set_scroll_top(self.text.scroll_height());
    }
}

#[cfg(test)]
mod tests {
    use super::Printed;
    use crate::live::sample;

    #[test]
    fn the_newest_commands_stand_with_what_they_printed_and_how_they_ended() {
        let (_, entries) = sample::recording();
        let printed = Printed::of(&entries[..65]);
        assert_eq!(printed.len(), 2);
        assert!(printed[0].line.starts_with("kubectl delete pod"));
        assert_eq!(printed[0].code, Some(0));
        assert!(printed[0].output[0].1.contains("deleted"), "{printed:?}");
        assert_eq!(Printed::of(&entries).len(), super::MOST_COMMANDS);
    }
}
