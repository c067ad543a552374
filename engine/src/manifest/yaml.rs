//! YAML events to a JSON value, with the place of every node.
//!
//! The crate below only tokenises; what a scalar means is decided here, because Kubernetes reads
//! YAML 1.1 and needs to know plain from quoted.

use std::collections::BTreeMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};
use serde_json::{Map, Value};
use trace::ManifestError;

use super::scalars;

/// How deep a document may nest, how many nodes it may have, aliases expanded.
const MAX_DEPTH: usize = 100;
const MAX_NODES: usize = 100_000;

/// The first document of a file.
pub struct Document {
    /// Its value.
    pub value: Value,
    /// Where each value stands, by JSON pointer: line from 1, column from 1.
    pub places: BTreeMap<String, (u32, u32)>,
    /// Whether it is a static Pod's manifest, with the rules for those.
    pub is_static: bool,
}

impl Document {
    /// Reads the first document; a second is not looked at.
    pub fn parse(text: &str, is_static: bool) -> Result<Self, ManifestError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut loader = Loader {
            parser: Parser::new_from_str(text),
            anchors: BTreeMap::new(),
            places: BTreeMap::new(),
            n_nodes: 0,
        };
        let value = loader.document()?;
        Ok(Self { value, places: loader.places, is_static })
    }
}

struct Loader<'a> {
    parser: Parser<'a, saphyr_parser::StrInput<'a>>,
    anchors: BTreeMap<usize, Value>,
    places: BTreeMap<String, (u32, u32)>,
    n_nodes: usize,
}

impl<'a> Loader<'a> {
    fn document(&mut self) -> Result<Value, ManifestError> {
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::Nothing | Event::StreamStart | Event::DocumentStart(_) => {}
                Event::StreamEnd | Event::DocumentEnd => return Ok(Value::Null),
                Event::Alias(_)
                | Event::Scalar(..)
                | Event::SequenceStart(..)
                | Event::SequenceEnd
                | Event::MappingStart(..)
                | Event::MappingEnd => return self.node(event, span, "", 0),
            }
        }
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), ManifestError> {
        match self.parser.next_event() {
            None => Ok((Event::StreamEnd, Span::default())),
            Some(Ok(next)) => Ok(next),
            Some(Err(error)) => {
                let marker = error.marker();
                let (line, column) = (marker.line(), marker.col() + 1);
                let message = format!("yaml: line {line}: {}", without_context(error.info()));
                Err(ManifestError {
                    message,
                    line: u32::try_from(line).ok(),
                    column: u32::try_from(column).ok(),
                })
            }
        }
    }

    fn node(
        &mut self,
        event: Event<'a>,
        span: Span,
        pointer: &str,
        depth: usize,
    ) -> Result<Value, ManifestError> {
        self.n_nodes += 1;
        if depth > MAX_DEPTH || self.n_nodes > MAX_NODES {
            return Err(error_at(span, "yaml: the document is nested too deeply".into()));
        }
        self.places.insert(pointer.into(), place(span));
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let is_plain = style == ScalarStyle::Plain && tag.is_none();
                let value = if is_plain {
                    scalars::resolve(&text)
                } else {
                    Value::String(text.into_owned())
                };
                self.keep(anchor, &value);
                Ok(value)
            }
            Event::SequenceStart(anchor, _) => self.sequence(anchor, pointer, depth),
            Event::MappingStart(anchor, _) => self.mapping(anchor, pointer, depth),
            Event::Alias(anchor) => self.alias(anchor, span),
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd
            | Event::SequenceEnd
            | Event::MappingEnd => Ok(Value::Null),
        }
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<Value, ManifestError> {
        let value = self.anchors.get(&anchor).cloned();
        let value = value.ok_or_else(|| error_at(span, "yaml: unknown anchor".into()))?;
        self.n_nodes += count(&value);
        if self.n_nodes > MAX_NODES {
            let message = "yaml: document contains excessive aliasing";
            return Err(error_at(span, message.into()));
        }
        Ok(value)
    }

    fn sequence(
        &mut self,
        anchor: usize,
        pointer: &str,
        depth: usize,
    ) -> Result<Value, ManifestError> {
        let mut items = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::SequenceEnd | Event::StreamEnd) {
                break;
            }
            let pointer = format!("{pointer}/{}", items.len());
            items.push(self.node(event, span, &pointer, depth + 1)?);
        }
        let value = Value::Array(items);
        self.keep(anchor, &value);
        Ok(value)
    }

    /// The last of equal keys wins; `<<` takes in what the mapping does not say itself.
    fn mapping(
        &mut self,
        anchor: usize,
        pointer: &str,
        depth: usize,
    ) -> Result<Value, ManifestError> {
        let mut map = Map::new();
        let mut merged = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::MappingEnd | Event::StreamEnd) {
                break;
            }
            let key = key_text(&self.node(event, span, pointer, depth + 1)?, span)?;
            let (event, span) = self.next()?;
            let pointer = format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
            let value = self.node(event, span, &pointer, depth + 1)?;
            if key == "<<" {
                merged.push(value);
            } else {
                map.insert(key, value);
            }
        }
        for value in merged {
            merge(&mut map, value);
        }
        let value = Value::Object(map);
        self.keep(anchor, &value);
        Ok(value)
    }

    fn keep(&mut self, anchor: usize, value: &Value) {
        if anchor != 0 {
            self.anchors.insert(anchor, value.clone());
        }
    }
}

/// The mistake without what the scanner was doing: Go's YAML says only the former.
fn without_context(info: &str) -> &str {
    match info.split_once(", ") {
        Some((context, mistake)) if context.starts_with("while ") => mistake,
        Some(_) | None => info,
    }
}

fn merge(map: &mut Map<String, Value>, value: Value) {
    match value {
        Value::Object(other) => {
            for (key, value) in other {
                map.entry(key).or_insert(value);
            }
        }
        Value::Array(items) => items.into_iter().for_each(|it| merge(map, it)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn count(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Object(map) => 1 + map.values().map(count).sum::<usize>(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 1,
    }
}

fn key_text(key: &Value, span: Span) -> Result<String, ManifestError> {
    match key {
        Value::String(text) => Ok(text.clone()),
        Value::Bool(it) => Ok(it.to_string()),
        Value::Number(it) => Ok(it.to_string()),
        Value::Null => Ok("null".into()),
        Value::Array(_) | Value::Object(_) => {
            Err(error_at(span, "yaml: a key must be a scalar".into()))
        }
    }
}

fn place(span: Span) -> (u32, u32) {
    let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    (number(span.start.line()), number(span.start.col()).saturating_add(1))
}

fn error_at(span: Span, message: String) -> ManifestError {
    let (line, column) = place(span);
    ManifestError { message, line: Some(line), column: Some(column) }
}
