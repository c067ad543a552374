//! Reads JSON into typed facts with little code.
//!
//! serde_json's own deserializer is made anew for each of some eighty types, with every form it
//! accepts and every message it might give: most of a page's program. This one walks a tree, knows
//! one form for each thing, and has one error without a message, since the page says the same
//! sentence for all of them. What it accepts is a part of what serde_json accepts.

use std::fmt;

use serde::de::value::StringDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde_json::{Map, Value};

/// The text is not what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

/// Reads a value from JSON.
///
/// # Errors
/// When the text is not JSON, or not of this type.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Malformed> {
    typed(serde_json::from_str(text).map_err(|_| Malformed)?)
}

/// Reads a value from a tree.
///
/// # Errors
/// When the tree is not of this type.
pub fn typed<T: DeserializeOwned>(tree: Value) -> Result<T, Malformed> {
    T::deserialize(Tree(tree))
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("malformed")
    }
}

impl std::error::Error for Malformed {}

impl de::Error for Malformed {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// A value that is not yet typed.
struct Tree(Value);

macro_rules! number {
    ($($from:ident $as:ident $visit:ident)*) => {
        $(fn $from<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
            visitor.$visit(self.0.$as().ok_or(Malformed)?)
        })*
    };
}

macro_rules! refused {
    ($($from:ident($($argument:ident: $type:ty),*))*) => {
        $(fn $from<V: Visitor<'de>>(self, $($argument: $type,)* _: V)
            -> Result<V::Value, Malformed> {
            Err(Malformed)
        })*
    };
}

impl<'de> de::Deserializer<'de> for Tree {
    type Error = Malformed;

    number! {
        deserialize_bool as_bool visit_bool
        deserialize_i8 as_i64 visit_i64
        deserialize_i16 as_i64 visit_i64
        deserialize_i32 as_i64 visit_i64
        deserialize_i64 as_i64 visit_i64
        deserialize_u8 as_u64 visit_u64
        deserialize_u16 as_u64 visit_u64
        deserialize_u32 as_u64 visit_u64
        deserialize_u64 as_u64 visit_u64
        deserialize_f32 as_f64 visit_f64
        deserialize_f64 as_f64 visit_f64
    }

    // Nothing that is streamed has one of these forms.
    refused! {
        deserialize_char() deserialize_bytes() deserialize_byte_buf()
        deserialize_unit()
        deserialize_unit_struct(_name: &'static str)
        deserialize_tuple(_length: usize)
        deserialize_tuple_struct(_name: &'static str, _length: usize)
    }

    /// For the parts of an object that are kept as they are.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match &self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(it) => visitor.visit_bool(*it),
            Value::Number(it) if it.is_u64() => self.deserialize_u64(visitor),
            Value::Number(it) if it.is_i64() => self.deserialize_i64(visitor),
            Value::Number(_) => self.deserialize_f64(visitor),
            Value::String(_) => self.deserialize_string(visitor),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            _ => Err(Malformed),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match &self.0 {
            Value::String(text) => visitor.visit_str(text),
            _ => Err(Malformed),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.0 {
            Value::Array(items) => visitor.visit_seq(Items(items.into_iter())),
            _ => Err(Malformed),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        match self.0 {
            Value::Object(map) => visitor.visit_map(Fields::new(map)),
            _ => Err(Malformed),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        let (name, content) = match self.0 {
            Value::String(name) => (name, None),
            Value::Object(map) if map.len() == 1 => {
                let (name, content) = map.into_iter().next().ok_or(Malformed)?;
                (name, Some(content))
            }
            _ => return Err(Malformed),
        };
        visitor.visit_enum(Variant { name, content })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_unit()
    }
}

struct Items(std::vec::IntoIter<Value>);

impl<'de> SeqAccess<'de> for Items {
    type Error = Malformed;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Malformed> {
        self.0.next().map(|it| seed.deserialize(Tree(it))).transpose()
    }
}

struct Fields {
    rest: serde_json::map::IntoIter,
    value: Option<Value>,
}

impl Fields {
    fn new(map: Map<String, Value>) -> Self {
        Self { rest: map.into_iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Malformed;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Malformed> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(Tree(Value::String(key))).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Malformed> {
        seed.deserialize(Tree(self.value.take().ok_or(Malformed)?))
    }
}

/// A variant by its name, with its content if it has any.
struct Variant {
    name: String,
    content: Option<Value>,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Malformed;
    type Variant = Content;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Content), Malformed> {
        let name: StringDeserializer<Malformed> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, Content(self.content)))
    }
}

struct Content(Option<Value>);

impl<'de> VariantAccess<'de> for Content {
    type Error = Malformed;

    fn unit_variant(self) -> Result<(), Malformed> {
        if self.0.is_none() { Ok(()) } else { Err(Malformed) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Malformed> {
        seed.deserialize(Tree(self.0.ok_or(Malformed)?))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Malformed> {
        Err(Malformed)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        de::Deserializer::deserialize_map(Tree(self.0.ok_or(Malformed)?), visitor)
    }
}

#[cfg(test)]
mod tests {
    use trace::{Entry, Header};

    use super::*;

    /// An entry with this event is read as serde_json reads it.
    #[track_caller]
    fn check(event: &str) {
        let text = format!(r#"{{"id":7,"at":1200,"cause":3,"by":"a.go f","event":{event}}}"#);
        let wanted = Entry::from_json(&text).expect("serde_json reads it");
        assert_eq!(read::<Entry>(&text), Ok(wanted));
    }

    #[test]
    fn every_form_of_a_fact_is_read() {
        check(r#""apiServerUp""#);
        check(r#"{"fileWritten":{"node":"n","path":"/p","text":"kind: Pod\n"}}"#);
        check(r#"{"commandPrinted":{"command":3,"stderr":true,"text":"no"}}"#);
        check(
            r#"{"mirrorDecided":{"node":"n","pod":{"namespace":"d","name":"p","uid":"u"},
            "decision":{"delete":{"mirror":"m"}}}}"#,
        );
        check(
            r#"{"mirrorDecided":{"node":"n","pod":{"namespace":"d","name":"p","uid":"u"},
            "decision":"create"}}"#,
        );
        check(
            r#"{"requestSent":{"client":{"kubelet":"n"},"request":{"verb":"delete",
            "resource":"pods","namespace":"d","name":"p","gracePeriodSeconds":0}}}"#,
        );
        check(
            r#"{"containerExited":{"node":"n","container":{"id":"c","sandbox":"s",
            "pod":{"namespace":"d","name":"p","uid":"u"},"name":"main","image":"i","attempt":1,
            "state":"exited","createdAt":5,"startedAt":6,"finishedAt":7,"exitCode":-1}}}"#,
        );
    }

    #[test]
    fn whole_objects_are_read_and_unknown_fields_passed_over() {
        check(
            r#"{"objectCreated":{"object":{"pod":{
            "metadata":{"name":"p","labels":{"a":"b"},"generation":2,"later":[1,{"x":null}]},
            "spec":{"containers":[{"name":"main","image":"i","resources":{"limits":{"cpu":"1"}},
                "ports":[{"containerPort":80}]}],"enableServiceLinks":false,"securityContext":{},
                "priority":-5},
            "status":{"phase":"Running","podIP":"10.0.0.1",
                "containerStatuses":[{"name":"main","image":"i","imageID":"","ready":true,
                    "restartCount":1,"lastState":{},"state":{"running":{"startedAt":"now"}}}]}
            }}}}"#,
        );
    }

    #[test]
    fn what_is_kept_as_it_is_keeps_every_form() {
        check(r#"{"objectCreated":{"object":{"pod":{"metadata":{"name":"p"},"status":{},
            "spec":{"containers":[],"affinity":{"a":[null,true,1,-1,1.5,"x",{"b":{}}]}}}}}}"#);
    }

    #[test]
    fn what_is_no_fact_is_refused() {
        for text in ["", "{}", "[]", "7", r#"{"id":"1"}"#, r#"{"id":1,"at":0,"event":"dance"}"#] {
            assert_eq!(read::<Entry>(text), Err(Malformed), "{text}");
        }
        let event = |event: &str| format!(r#"{{"id":1,"at":0,"event":{event}}}"#);
        for text in [r#""fileWritten""#, r#"{"apiServerUp":{}}"#, r#"{"a":1,"b":2}"#, "null"] {
            assert_eq!(read::<Entry>(&event(text)), Err(Malformed), "{text}");
        }
        assert_eq!(read::<Header>(r#"{"format":-1}"#), Err(Malformed));
    }
}
