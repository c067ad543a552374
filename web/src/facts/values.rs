//! What everything else is made of.

use std::borrow::Cow;
use std::sync::Arc;

use trace::view::Map;
use trace::{EntryId, NodeName, RuntimeId, SimTime, Uid};

use super::{Fact, Reader};
use crate::tree::Tree;

/// Values that stand alone, each with how it is read, and what stands for it when it is absent.
macro_rules! values {
    ($($type:ty: $tree:ident => $read:expr;)*) => {$(
        impl Fact for $type {
            fn read($tree: Tree, reader: &mut Reader) -> Self {
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
    bool: tree => if let Tree::Bool(it) = tree { Some(it) } else { None };
    u16: tree => tree.whole();
    u32: tree => tree.whole();
    u64: tree => tree.whole();
    i32: tree => tree.whole();
    i64: tree => tree.whole();
    String: tree => text(tree);
    NodeName: tree => text(tree).map(Into::into);
    Uid: tree => text(tree).map(Into::into);
    RuntimeId: tree => text(tree).map(Into::into);
    Arc<str>: tree => text(tree).map(Into::into);
    Cow<'static, str>: tree => text(tree).map(Cow::Owned);
    SimTime: tree => tree.whole().map(SimTime);
}

fn text(tree: Tree) -> Option<String> {
    let Tree::Text(text) = tree else { return None };
    Some(text)
}

/// Entries count from 1, so the blank is none of them.
impl Fact for EntryId {
    fn read(tree: Tree, reader: &mut Reader) -> Self {
        Self(Fact::read(tree, reader))
    }

    fn absent(_: &mut Reader) -> Self {
        Self(0)
    }
}

impl<T: Fact> Fact for Option<T> {
    fn read(tree: Tree, reader: &mut Reader) -> Self {
        if tree == Tree::Null { None } else { Some(T::read(tree, reader)) }
    }

    fn absent(_: &mut Reader) -> Self {
        None
    }
}

impl<T: Fact> Fact for Vec<T> {
    fn read(tree: Tree, reader: &mut Reader) -> Self {
        let Tree::List(items) = tree else {
            reader.refuse();
            return Self::new();
        };
        items.into_iter().map(|it| T::read(it, reader)).collect()
    }

    fn absent(_: &mut Reader) -> Self {
        Self::new()
    }
}

impl Fact for Map<String, String> {
    fn read(tree: Tree, reader: &mut Reader) -> Self {
        let mut map = Self::new();
        let Tree::Object(fields) = tree else {
            reader.refuse();
            return map;
        };
        for (key, value) in fields.0 {
            map.insert(key, Fact::read(value, reader));
        }
        map
    }

    fn absent(_: &mut Reader) -> Self {
        Self::new()
    }
}

impl<T: Fact> Fact for Box<T> {
    fn read(tree: Tree, reader: &mut Reader) -> Self {
        Self::new(T::read(tree, reader))
    }
}

impl<T: Fact> Fact for Arc<T> {
    fn read(tree: Tree, reader: &mut Reader) -> Self {
        Self::new(T::read(tree, reader))
    }
}
