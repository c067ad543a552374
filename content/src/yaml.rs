//! YAML with the line of every value, so that a mistake can name its place.
//!
//! A typed reader stops at the first mistake; authors want all of them. So a file becomes a small
//! tree here, and what reads the tree goes on after a mistake.

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span};
use serde_json::Value as Json;

use crate::mistake::Mistakes;

/// A value and the line it begins on, from 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) line: u32,
    pub(crate) value: Value,
}

/// What a value can be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// A single text; `plain` when it stood without quotes and may be a number or a truth value.
    Scalar { text: String, plain: bool },
    /// A list.
    List(Vec<Node>),
    /// A map, in the order of the file.
    Map(Vec<(Key, Node)>),
}

/// A key of a map and its line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    pub(crate) line: u32,
    pub(crate) text: String,
}

/// How deep lists and maps may lie in each other. Ours need five levels.
const DEEPEST: usize = 32;

/// Reads the first document of a text whose first line is line `first` of the file.
pub(crate) fn parse(file: &str, text: &str, first: u32, mistakes: &mut Mistakes) -> Option<Node> {
    let mut reader = Reader { parser: Parser::new_from_str(text), file, first, mistakes };
    match reader.document() {
        Ok(node) => node,
        Err(stop) => {
            mistakes.add(file, stop.line, stop.message);
            None
        }
    }
}

struct Reader<'a, 'b> {
    parser: Parser<'a, saphyr_parser::StrInput<'a>>,
    file: &'b str,
    first: u32,
    mistakes: &'b mut Mistakes,
}

struct Stop {
    line: u32,
    message: String,
}

impl<'a> Reader<'a, '_> {
    fn document(&mut self) -> Result<Option<Node>, Stop> {
        loop {
            match self.next()? {
                (Event::StreamStart | Event::DocumentStart(_), _) => {}
                (Event::StreamEnd | Event::DocumentEnd, _) => return Ok(None),
                (event, line) => return self.node(event, line, 0).map(Some),
            }
        }
    }

    fn next(&mut self) -> Result<(Event<'a>, u32), Stop> {
        match self.parser.next() {
            Some(Ok((event, span))) => Ok((event, self.line(&span))),
            Some(Err(error)) => Err(self.scan_error(&error)),
            None => Ok((Event::StreamEnd, self.first)),
        }
    }

    fn line(&self, span: &Span) -> u32 {
        self.first + u32::try_from(span.start.line()).unwrap_or(u32::MAX).saturating_sub(1)
    }

    fn scan_error(&self, error: &ScanError) -> Stop {
        let line = self.first + u32::try_from(error.marker().line()).unwrap_or(1).saturating_sub(1);
        Stop { line, message: format!("is not YAML: {}", error.info()) }
    }

    fn node(&mut self, event: Event<'a>, line: u32, depth: usize) -> Result<Node, Stop> {
        let stop = |message: &str| Err(Stop { line, message: message.into() });
        if depth > DEEPEST {
            return stop("is nested too deep: flatten it");
        }
        let value = match event {
            Event::Scalar(text, style, ..) => {
                let plain = style == ScalarStyle::Plain;
                Value::Scalar { text: text.into_owned(), plain }
            }
            Event::SequenceStart(..) => self.list(depth)?,
            Event::MappingStart(..) => self.map(depth)?,
            Event::Alias(_) => return stop("is an alias: write the value out"),
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd
            | Event::SequenceEnd
            | Event::MappingEnd => return stop("ends too early: close what is open"),
        };
        Ok(Node { line, value })
    }

    fn list(&mut self, depth: usize) -> Result<Value, Stop> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(Value::List(items)),
                (event, line) => items.push(self.node(event, line, depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Value, Stop> {
        let mut entries: Vec<(Key, Node)> = Vec::new();
        loop {
            let (event, line) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                return Ok(Value::Map(entries));
            }
            let Value::Scalar { text, .. } = self.node(event, line, depth + 1)?.value else {
                return Err(Stop { line, message: "has a key that is no text".into() });
            };
            let (event, value_line) = self.next()?;
            let value = self.node(event, value_line, depth + 1)?;
            if let Some((earlier, _)) = entries.iter().find(|(key, _)| key.text == text) {
                let message = format!("`{text}` stands on line {} already: keep one", earlier.line);
                self.mistakes.add(self.file, line, message);
            } else {
                entries.push((Key { line, text }, value));
            }
        }
    }
}

impl Node {
    /// The text, when it is a single one.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } => Some(text),
            Value::List(_) | Value::Map(_) => None,
        }
    }

    /// The items, when it is a list.
    pub(crate) fn items(&self) -> Option<&[Self]> {
        match &self.value {
            Value::List(items) => Some(items),
            Value::Scalar { .. } | Value::Map(_) => None,
        }
    }

    /// The entries, when it is a map.
    pub(crate) fn entries(&self) -> Option<&[(Key, Self)]> {
        match &self.value {
            Value::Map(entries) => Some(entries),
            Value::Scalar { .. } | Value::List(_) => None,
        }
    }

    /// The same value for a typed reader.
    pub(crate) fn to_json(&self) -> Json {
        match &self.value {
            Value::Scalar { text, plain: false } => Json::String(text.clone()),
            Value::Scalar { text, plain: true } => match text.as_str() {
                "" | "~" | "null" => Json::Null,
                "true" => Json::Bool(true),
                "false" => Json::Bool(false),
                text => text.parse::<i64>().map_or_else(|_| text.into(), Json::from),
            },
            Value::List(items) => items.iter().map(Self::to_json).collect(),
            Value::Map(entries) => {
                Json::Object(entries.iter().map(|(k, v)| (k.text.clone(), v.to_json())).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_knows_its_line() {
        let mut mistakes = Mistakes::default();
        let text = "a: 1\nb:\n  - x\n  - \"2\"\n";
        let node = parse("f.yaml", text, 10, &mut mistakes).expect("it is a map");
        let entries = node.entries().expect("it is a map");
        let items = entries[1].1.items().expect("it is a list");
        assert_eq!((entries[0].0.line, items[0].line, items[1].line), (10, 12, 13));
        assert_eq!(node.to_json(), serde_json::json!({"a": 1, "b": ["x", "2"]}));
    }

    #[test]
    fn a_key_that_stands_twice_and_bad_yaml_have_a_place() {
        let mut mistakes = Mistakes::default();
        parse("f.yaml", "a: 1\nb: 2\na: 3\n", 1, &mut mistakes);
        parse("g.yaml", "a: 1\nb: [\n", 1, &mut mistakes);
        let lines = mistakes.lines();
        assert_eq!(lines[0], "f.yaml:3: `a` stands on line 1 already: keep one");
        assert!(lines[1].starts_with("g.yaml:") && lines[1].contains("is not YAML"), "{lines:?}");
    }
}
