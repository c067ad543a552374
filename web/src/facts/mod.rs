//! Reads facts from JSON with little code.
//!
//! serde makes code for each of some eighty types: for every form it accepts, for every message it
//! might give, and for giving back what it had read before a mistake. That was more than half of
//! the page's program. Here a mistake is remembered and reading goes on with blanks, so nothing is
//! given back; there is one form for each thing; and the page says one sentence for all mistakes.
//!
//! The lists of fields in [`mod@header`], [`events`] and [`objects`] are checked by the compiler: a
//! field or a variant that is missing does not compile. That each is read as serde reads it is
//! checked by tests.

mod events;
mod header;
mod objects;
#[cfg(test)]
mod tests;
mod values;

use crate::tree::{self, Tree};

/// The text is not what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

/// Reads a fact from JSON.
///
/// # Errors
/// When the text is not JSON, or not of this type.
pub fn read<T: Fact>(text: &str) -> Result<T, Malformed> {
    typed(Tree::parse(text).ok_or(Malformed)?)
}

/// Reads a fact from a tree.
///
/// # Errors
/// When the tree is not of this type.
pub fn typed<T: Fact>(tree: Tree) -> Result<T, Malformed> {
    let mut reader = Reader { is_good: true };
    let fact = T::read(tree, &mut reader);
    if reader.is_good { Ok(fact) } else { Err(Malformed) }
}

/// Something that can be read from a tree.
pub trait Fact: Sized {
    /// Reads it; where the tree is of another form, tells the reader so and gives a blank.
    fn read(tree: Tree, reader: &mut Reader) -> Self;

    /// What stands for it where the tree says nothing.
    fn absent(reader: &mut Reader) -> Self {
        Self::read(Tree::Object(tree::Fields::default()), reader)
    }
}

/// Remembers whether every tree had the right form.
#[derive(Debug)]
pub struct Reader {
    is_good: bool,
}

impl Reader {
    /// A tree had another form.
    pub fn refuse(&mut self) {
        self.is_good = false;
    }

    /// The name of a variant, and what it holds.
    pub(crate) fn variant(&mut self, tree: Tree) -> (String, Tree) {
        match tree {
            Tree::Text(name) => (name, Tree::Null),
            Tree::Object(mut fields) if fields.0.len() == 1 => fields.0.remove(0),
            Tree::Null
            | Tree::Bool(_)
            | Tree::Whole(_)
            | Tree::Fraction(_)
            | Tree::List(_)
            | Tree::Object(_) => {
                self.refuse();
                Default::default()
            }
        }
    }
}

/// The fields of an object.
pub struct Fields<'a> {
    fields: tree::Fields,
    reader: &'a mut Reader,
}

impl<'a> Fields<'a> {
    /// The fields of a tree.
    pub fn of(tree: Tree, reader: &'a mut Reader) -> Self {
        let fields = if let Tree::Object(fields) = tree {
            fields
        } else {
            reader.refuse();
            tree::Fields::default()
        };
        Self { fields, reader }
    }

    /// Takes a field out, by its name in Rust.
    #[inline(never)]
    pub fn take<T: Fact>(&mut self, name: &str) -> T {
        match self.tree(name) {
            Some(tree) => T::read(tree, self.reader),
            None => T::absent(self.reader),
        }
    }

    fn tree(&mut self, name: &str) -> Option<Tree> {
        let found = self.fields.0.iter_mut().find(|(key, _)| is_same(key, name));
        found.map(|(_, tree)| std::mem::take(tree))
    }
}

/// Whether a name in JSON and one in Rust are the same: `containerID` and `container_id`.
pub(crate) fn is_same(json: &str, rust: &str) -> bool {
    let mut json = json.bytes();
    let mut same = rust
        .bytes()
        .filter(|it| *it != b'_')
        .all(|it| json.next().is_some_and(|other| other.eq_ignore_ascii_case(&it)));
    same &= json.next().is_none();
    same
}

/// Structures, each with all its fields. A field that has another name in JSON says so. What
/// follows `rail` is only ever shown beside the player, as the text of an object: where there is no
/// rail, it is not read and stays at its default.
macro_rules! records {
    ($($type:ty {
        $($field:ident $(= $key:literal)?),* $(,)?
        $(; rail: $($beside:ident),* $(,)?)?
    })*) => {$(
        impl crate::facts::Fact for $type {
            fn read(tree: crate::tree::Tree, reader: &mut crate::facts::Reader) -> Self {
                #[allow(unused_mut, unused_variables, reason = "one of them has no field")]
                let mut fields = crate::facts::Fields::of(tree, reader);
                Self {
                    $($field: fields.take(records!(@key $field $($key)?)),)*
                    $($(
                        #[cfg(feature = "rail")]
                        $beside: fields.take(stringify!($beside)),
                        #[cfg(not(feature = "rail"))]
                        $beside: Default::default(),
                    )*)?
                }
            }
        }
    )*};
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
}

/// Choices, each with all its variants. The first stands for what cannot be read, so it holds
/// nothing.
macro_rules! choices {
    ($($type:ident {
        $blank:ident,
        $($variant:ident $({ $($field:ident),* $(,)? })? $(($inner:ident))?),* $(,)?
    })*) => {$(
        impl crate::facts::Fact for $type {
            fn read(tree: crate::tree::Tree, reader: &mut crate::facts::Reader) -> Self {
                let (name, content) = reader.variant(tree);
                if crate::facts::is_same(&name, stringify!($blank)) {
                    return Self::$blank;
                }
                $(if crate::facts::is_same(&name, stringify!($variant)) {
                    return choices!(
                        @make $variant content reader $({ $($field),* })? $(($inner))?
                    );
                })*
                reader.refuse();
                Self::$blank
            }

            fn absent(reader: &mut crate::facts::Reader) -> Self {
                reader.refuse();
                Self::$blank
            }
        }

        const _: fn(&$type) = |it| match it {
            $type::$blank => {}
            $($type::$variant { .. } => {})*
        };
    )*};
    (@make $variant:ident $content:ident $reader:ident) => {{
        let _ = $content;
        Self::$variant
    }};
    (@make $variant:ident $content:ident $reader:ident ($inner:ident)) => {
        Self::$variant(crate::facts::Fact::read($content, $reader))
    };
    (@make $variant:ident $content:ident $reader:ident { $($field:ident),* }) => {{
        let mut fields = crate::facts::Fields::of($content, $reader);
        Self::$variant { $($field: fields.take(stringify!($field))),* }
    }};
}

pub(crate) use {choices, records};
