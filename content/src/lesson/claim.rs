//! Claims: what must be true of a trace for the words of a lesson to be true.
//!
//! A claim says in one sentence what the words promise, and holds the trace to it. There are few
//! kinds of expectation, so that a claim can be read without knowing this file.

use std::collections::BTreeMap;

use crate::fields::Fields;
use crate::mistake::Mistakes;
use crate::yaml::Node;

use super::{Fact, Pattern};

/// One sentence and what it asks of the trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The sentence, for authors.
    pub says: String,
    /// The stretch of the trace it is about.
    pub span: Span,
    /// What must be true there; all of it.
    pub expects: Vec<Expectation>,
    pub(crate) line: u32,
}

/// A stretch of the trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// From the beginning of the first to the end of the last of these steps; `None` is all of it.
    pub steps: Option<(String, String)>,
    /// Within that: from the first match of this on.
    pub from: Option<Pattern>,
    /// Within that: up to the first match of this.
    pub to: Option<Pattern>,
}

/// What can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// These lines occur, in this order, with anything between them.
    Order(Vec<Pattern>),
    /// This line does not occur.
    Never(Pattern),
    /// The fact is there and is the same before the stretch and after it.
    Same(Fact),
    /// The fact is there before and after, and has changed.
    Differs(Fact),
    /// Before the stretch the fact was this.
    Was(Fact, String),
    /// After the stretch the fact is this.
    Is(Fact, String),
    /// Two lines are so far apart.
    Apart(Apart),
}

/// Two lines and the time between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The first match of this …
    pub from: Pattern,
    /// … and, after it, the first match of this.
    pub to: Pattern,
    /// Milliseconds of simulated time, at least.
    pub at_least: Option<u64>,
    /// Milliseconds of simulated time, at most.
    pub at_most: Option<u64>,
}

/// Reads the claims of a lesson or a branch that has these steps.
pub(super) fn read_all(
    file: &str,
    items: &[Node],
    steps: &[&str],
    mistakes: &mut Mistakes,
) -> Vec<Claim> {
    items.iter().filter_map(|it| read(file, it, steps, mistakes)).collect()
}

fn read(file: &str, node: &Node, steps: &[&str], mistakes: &mut Mistakes) -> Option<Claim> {
    let mut fields = Fields::of(file, node, "a claim", mistakes)?;
    let says = fields.text("says", mistakes);
    let within = fields.take("in").and_then(|it| within(file, it, steps, mistakes));
    let mut pattern = |fields: &mut Fields<'_>, key| {
        fields.take(key).and_then(|it| Pattern::read(file, it, mistakes))
    };
    let (from, to) = (pattern(&mut fields, "from"), pattern(&mut fields, "to"));
    let mut expects = Vec::new();
    let order = fields.items("order", mistakes);
    if !order.is_empty() {
        let lines = order.iter().filter_map(|it| Pattern::read(file, it, mistakes)).collect();
        expects.push(Expectation::Order(lines));
    }
    for it in fields.items("never", mistakes) {
        expects.extend(Pattern::read(file, it, mistakes).map(Expectation::Never));
    }
    for it in fields.items("same", mistakes) {
        expects.extend(fact(file, it, mistakes).map(Expectation::Same));
    }
    for it in fields.items("differs", mistakes) {
        expects.extend(fact(file, it, mistakes).map(Expectation::Differs));
    }
    let facts = fields.take("was").map(|it| facts(file, it, mistakes)).unwrap_or_default();
    expects.extend(facts.into_iter().map(|(fact, value)| Expectation::Was(fact, value)));
    let facts = fields.take("is").map(|it| self::facts(file, it, mistakes)).unwrap_or_default();
    expects.extend(facts.into_iter().map(|(fact, value)| Expectation::Is(fact, value)));
    let apart = fields.take("apart").and_then(|it| apart(file, it, mistakes));
    expects.extend(apart.map(Expectation::Apart));
    fields.finish(mistakes);
    if expects.is_empty() {
        let kinds = "order, never, same, differs, was, is or apart";
        mistakes.add(file, node.line, format!("a claim must expect something: add {kinds}"));
    }
    let span = Span { steps: within, from, to };
    Some(Claim { says: says?.to_owned(), span, expects, line: node.line })
}

/// `scan`, or `scan..mirror`.
fn within(
    file: &str,
    node: &Node,
    steps: &[&str],
    mistakes: &mut Mistakes,
) -> Option<(String, String)> {
    let text = node.text()?;
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let place = |id: &str| steps.iter().position(|it| *it == id);
    match (place(first), place(last)) {
        (Some(from), Some(to)) if from <= to => Some((first.to_owned(), last.to_owned())),
        _ => {
            let steps = steps.join(", ");
            let message = format!("`{text}` is no step, nor two as `a..b`: use {steps}");
            mistakes.add(file, node.line, message);
            None
        }
    }
}

fn fact(file: &str, node: &Node, mistakes: &mut Mistakes) -> Option<Fact> {
    let name = node.text().unwrap_or_default();
    let fact = Fact::parse(name);
    if fact.is_none() {
        let known = Fact::ALL.map(|(name, _)| name).join(", ");
        mistakes.add(file, node.line, format!("`{name}` is no fact: use one of {known}"));
    }
    fact
}

fn facts(file: &str, node: &Node, mistakes: &mut Mistakes) -> BTreeMap<Fact, String> {
    let Some(entries) = node.entries() else {
        mistakes.add(file, node.line, "must be a map from facts to values");
        return BTreeMap::new();
    };
    let mut facts = BTreeMap::new();
    for (key, value) in entries {
        let name = crate::yaml::Value::Scalar { text: key.text.clone(), plain: true };
        let name = Node { line: key.line, value: name };
        if let Some(fact) = fact(file, &name, mistakes) {
            facts.insert(fact, value.text().unwrap_or_default().to_owned());
        }
    }
    facts
}

fn apart(file: &str, node: &Node, mistakes: &mut Mistakes) -> Option<Apart> {
    let mut fields = Fields::of(file, node, "`apart`", mistakes)?;
    let from = fields.need("from", mistakes);
    let from = from.and_then(|it| Pattern::read(file, it, mistakes));
    let to = fields.need("to", mistakes);
    let to = to.and_then(|it| Pattern::read(file, it, mistakes));
    let at_least = fields.take("atLeast").and_then(|it| duration(file, it, mistakes));
    let at_most = fields.take("atMost").and_then(|it| duration(file, it, mistakes));
    fields.finish(mistakes);
    if at_least.is_none() && at_most.is_none() {
        mistakes.add(file, node.line, "must say how far: add `atLeast` or `atMost`");
    }
    Some(Apart { from: from?, to: to?, at_least, at_most })
}

/// `10s` or `500ms`, in milliseconds.
fn duration(file: &str, node: &Node, mistakes: &mut Mistakes) -> Option<u64> {
    let text = node.text().unwrap_or_default();
    let ms = text.strip_suffix("ms").map(|it| it.parse::<u64>().ok());
    let read = ms.unwrap_or_else(|| {
        let seconds = text.strip_suffix('s')?.parse::<u64>().ok()?;
        seconds.checked_mul(1000)
    });
    if read.is_none() {
        mistakes.add(file, node.line, format!("`{text}` is no duration: write 10s or 500ms"));
    }
    read
}
