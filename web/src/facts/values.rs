//! What everything else is made of.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use trace::{EntryId, NodeName, RuntimeId, SimTime, Uid};

use super::{Fact, Reader};

/// Values that stand alone, each with how it is read, and what stands for it when it is absent.
macro_rules! values {
    ($($type:ty: $tree:ident => $read:expr;)*) => {$(
        impl Fact for $type {
            fn read($tree: Value, reader: &mut Reader) -> Self {
                $read.unwrap_or_else(|| {
                    reader.refuse();
                    Self::default()
                })
            }

            fn absent(_: &mut Reader) -> Self {
                Self::default()
            }
        }
    )*};
}

values! {
    bool: tree => tree.as_bool();
    u16: tree => whole(&tree);
    u32: tree => whole(&tree);
    u64: tree => tree.as_u64();
    i32: tree => whole(&tree);
    i64: tree => tree.as_i64();
    String: tree => text(tree);
    NodeName: tree => text(tree).map(Into::into);
    Uid: tree => text(tree).map(Into::into);
    RuntimeId: tree => text(tree).map(Into::into);
    Arc<str>: tree => text(tree).map(Into::into);
    Cow<'static, str>: tree => text(tree).map(Cow::Owned);
    SimTime: tree => tree.as_u64().map(SimTime);
    Value: tree => Some(tree);
}

fn whole<T: TryFrom<i64>>(tree: &Value) -> Option<T> {
    T::try_from(tree.as_i64()?).ok()
}

fn text(tree: Value) -> Option<String> {
    let Value::String(text) = tree else { return None };
    Some(text)
}

/// Entries count from 1, so the blank is none of them.
impl Fact for EntryId {
    fn read(tree: Value, reader: &mut Reader) -> Self {
        Self(Fact::read(tree, reader))
    }

    fn absent(_: &mut Reader) -> Self {
        Self(0)
    }
}

impl<T: Fact> Fact for Option<T> {
    fn read(tree: Value, reader: &mut Reader) -> Self {
        if tree.is_null() { None } else { Some(T::read(tree, reader)) }
    }

    fn absent(_: &mut Reader) -> Self {
        None
    }
}

impl<T: Fact> Fact for Vec<T> {
    fn read(tree: Value, reader: &mut Reader) -> Self {
        let Value::Array(items) = tree else {
            reader.refuse();
            return Self::new();
        };
        items.into_iter().map(|it| T::read(it, reader)).collect()
    }

    fn absent(_: &mut Reader) -> Self {
        Self::new()
    }
}

impl Fact for BTreeMap<String, String> {
    fn read(tree: Value, reader: &mut Reader) -> Self {
        let mut map = Self::new();
        let Value::Object(fields) = tree else {
            reader.refuse();
            return map;
        };
        for (key, value) in fields {
            map.insert(key, Fact::read(value, reader));
        }
        map
    }

    fn absent(_: &mut Reader) -> Self {
        Self::new()
    }
}

impl<T: Fact> Fact for Box<T> {
    fn read(tree: Value, reader: &mut Reader) -> Self {
        Self::new(T::read(tree, reader))
    }
}

impl<T: Fact> Fact for Arc<T> {
    fn read(tree: Value, reader: &mut Reader) -> Self {
        Self::new(T::read(tree, reader))
    }
}
