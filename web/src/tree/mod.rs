//! JSON as a tree whose objects are lists of fields: with them the page has no need of the standard
//! library's tree map, which is a lot of code for maps of a few fields.

mod read;

/// A value of JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Tree {
    /// Nothing.
    #[default]
    Null,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Whole(i128),
    /// Any other number.
    Fraction(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Tree>),
    /// An object's fields, as they came.
    Object(Fields),
}

/// The fields of an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fields(pub Vec<(String, Tree)>);

impl Fields {
    /// A field; of several with one name, the first.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Tree> {
        self.0.iter().find(|(it, _)| it == name).map(|(_, value)| value)
    }

    /// A field that is a text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_text()
    }

    /// Takes a field out.
    pub fn take(&mut self, name: &str) -> Option<Tree> {
        self.0.iter_mut().find(|(it, _)| it == name).map(|(_, value)| std::mem::take(value))
    }
}

impl Tree {
    /// Reads a text.
    #[must_use]
    pub fn parse(json: &str) -> Option<Self> {
        read::read(json)
    }

    /// The fields of an object in a text.
    #[must_use]
    pub fn fields(json: &str) -> Option<Fields> {
        let Self::Object(fields) = Self::parse(json)? else { return None };
        Some(fields)
    }

    /// What it says, if it is a text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        let Self::Text(text) = self else { return None };
        Some(text)
    }

    /// A whole number, if it is one of that type.
    #[must_use]
    pub fn whole<T: TryFrom<i128>>(&self) -> Option<T> {
        let Self::Whole(number) = self else { return None };
        T::try_from(*number).ok()
    }

    /// Any number.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            // Numbers that messages carry are far below 2^53.
            Self::Whole(number) => Some(*number as f64),
            Self::Fraction(number) => Some(*number),
            Self::Null | Self::Bool(_) | Self::Text(_) | Self::List(_) | Self::Object(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_value_is_read() {
        let text = r#"{"a":[null,true,-1,18446744073709551615,1.5,"é"],"b":{},"a":2}"#;
        let fields = Tree::fields(text).expect("it is an object");
        let items = [
            Tree::Null,
            Tree::Bool(true),
            Tree::Whole(-1),
            Tree::Whole(u64::MAX.into()),
            Tree::Fraction(1.5),
            Tree::Text("é".into()),
        ];
        assert_eq!(fields.get("a"), Some(&Tree::List(items.into())));
        assert_eq!(fields.get("b"), Some(&Tree::Object(Fields::default())));
        assert_eq!(fields.get("c"), None);
        assert_eq!(Tree::Whole(u64::MAX.into()).whole::<u64>(), Some(u64::MAX));
        assert_eq!(Tree::Whole(300).whole::<u8>(), None);
    }

    #[test]
    fn what_is_no_json_is_no_tree() {
        for text in ["", "{", "[1,]", "{\"a\"}", "nul"] {
            assert_eq!(Tree::parse(text), None, "{text}");
        }
        assert_eq!(Tree::fields("[]"), None);
    }
}
