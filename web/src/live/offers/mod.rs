//! What can be done to a cluster as it stands: each thing in it, with what it offers. Pure.
//!
//! An offer carries the very text that is sent, so that what a person reads before pressing is what
//! is done.

mod cluster;
mod machine;
#[cfg(test)]
mod tests;

use scene::Labels;
use trace::{EntryId, Event, Header, View};

use crate::words::Words;

/// The cluster as it stands.
pub struct Standing<'a> {
    /// What precedes its entries.
    pub header: &'a Header,
    /// Its state.
    pub view: &'a View,
    /// The command that has not ended yet.
    pub running: Option<String>,
    /// Why nothing at all can be done just now, in words.
    pub wait: Option<String>,
    /// The words.
    pub words: &'a Words,
}

/// A machine, or the API, and what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// The things.
    pub things: Vec<Thing>,
}

/// Something that things can be done to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thing {
    /// Tells it from all others, as long as it is there.
    pub key: String,
    /// Its colour's role, as in the picture.
    pub role: &'static str,
    /// What kind of thing it is.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// How it stands, in a few words.
    pub state: String,
    /// What the kubelet said when it refused it, in words; empty when it did not.
    pub refusal: String,
    /// What can be done to it.
    pub offers: Vec<Offer>,
}

/// Something that can be done at a press.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The key of its name, as `live.act.delete`.
    pub act: &'static str,
    /// What is sent: a statement of a script. `{}` stands for what is in the field.
    pub input: String,
    /// What must be filled in first.
    pub field: Option<Field>,
    /// What is written.
    pub document: Option<Document>,
    /// Why it cannot be done, in words; empty when it can.
    pub reason: String,
}

/// A line to be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The key of its name.
    pub word: &'static str,
    /// What stands in it at first.
    pub value: String,
    /// What may stand in it.
    pub rule: Rule,
}

/// What may stand in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// One word of a command.
    Word,
    /// The name of a file that is none of these.
    FileName(Vec<String>),
}

/// A text to be written, sent with the statement as a here-document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// What stands in it at first.
    pub text: String,
    /// Where it was refused, as line and column from 1.
    pub place: Option<(u32, u32)>,
}

impl Rule {
    /// Why this may not stand there, as a key; `None` when it may.
    #[must_use]
    pub fn against(&self, value: &str) -> Option<&'static str> {
        let is_strange = |it: char| {
            it.is_whitespace() || it.is_control() || matches!(it, '"' | '\'' | '\\' | '<')
        };
        let is_word = !value.is_empty() && value.len() <= 200 && !value.contains(is_strange);
        match self {
            Self::Word if is_word => None,
            Self::Word => Some("live.reason.field"),
            Self::FileName(taken) => {
                let is_name = is_word && !value.contains('/') && !matches!(value, "." | "..");
                let is_free = taken.iter().all(|it| it != value);
                if is_name && is_free { None } else { Some("live.reason.name") }
            }
        }
    }
}

/// A statement with a text of any form after it, under a delimiter that none of its lines is.
#[must_use]
pub fn with_document(statement: &str, document: &str) -> String {
    if document.is_empty() {
        return statement.to_owned();
    }
    let mut delimiter = String::from("EOF");
    while document.lines().any(|line| line.trim_end() == delimiter) {
        delimiter.push('F');
    }
    let end = if document.ends_with('\n') { "" } else { "\n" };
    text(&[statement, " <<", &delimiter, "\n", document, end, &delimiter])
}

/// What the kubectl of the person is still busy with, after these entries.
#[must_use]
#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is no command's begin or end")]
pub fn running_command<'a>(
    entries: impl DoubleEndedIterator<Item = (EntryId, &'a Event)>,
) -> Option<String> {
    let mut ended = Vec::new();
    for (id, event) in entries.rev() {
        match event {
            Event::CommandExited { command, .. } => ended.push(*command),
            // One command runs at a time: the newest decides.
            Event::CommandTyped { line } => {
                let first = line.lines().next().unwrap_or_default();
                return (!ended.contains(&id)).then(|| first.to_owned());
            }
            _ => {}
        }
    }
    None
}

/// Everything, by where it is: the machines first, then what the API knows.
#[must_use]
pub fn sections(standing: &Standing<'_>) -> Vec<Section> {
    let machines = standing.header.topology.nodes.iter();
    machines
        .map(|spec| machine::section(standing, spec))
        .chain([cluster::section(standing)])
        .collect()
}

impl Standing<'_> {
    /// Why a command cannot be entered, after what else speaks against it.
    fn command_reason(&self, reason: Option<&str>) -> String {
        if let Some(running) = self.running.as_ref().filter(|_| self.wait.is_none()) {
            return self.words.label("live.reason.busy", &[("command", running)]);
        }
        self.reason(reason)
    }

    /// Why something cannot be done: what holds for everything, or else this key's sentence.
    fn reason(&self, reason: Option<&str>) -> String {
        match (&self.wait, reason) {
            (Some(wait), _) => wait.clone(),
            (None, Some(key)) => self.words.get(key),
            (None, None) => String::new(),
        }
    }
}

impl Thing {
    fn new(key: String, role: &'static str, kind: String, name: &str, state: String) -> Self {
        let name = name.to_owned();
        Self { key, role, kind, name, state, refusal: String::new(), offers: Vec::new() }
    }
}

impl Offer {
    /// Something done at a press.
    const fn plain(act: &'static str, input: String, reason: String) -> Self {
        Self { act, input, field: None, document: None, reason }
    }
}

/// Several texts as one.
fn text(parts: &[&str]) -> String {
    parts.concat()
}
