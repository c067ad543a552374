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
    /// The form in which it is written, when it is a file.
    pub file: Option<FileForm>,
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
}

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileForm {
    /// The machine it lies on.
    pub node: String,
    /// Its directory.
    pub dir: String,
    /// Its name; empty for a new one.
    pub name: String,
    /// What is in it.
    pub text: String,
    /// What the kubelet said when it refused it, in words.
    pub refusal: String,
    /// Where, as line and column from 1.
    pub place: Option<(u32, u32)>,
    /// The names that are taken.
    pub taken: Vec<String>,
    /// Why it cannot be written, in words; empty when it can.
    pub reason: String,
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
        Self { key, role, kind, name, state, file: None, offers: Vec::new() }
    }
}

/// Several texts as one.
fn text(parts: &[&str]) -> String {
    parts.concat()
}
