//! Reading typed values out of a document, with the kubelet's sentence and our place when one
//! does not fit.

use serde_json::Value;
use trace::ManifestError;
use trace::view::Map;

use super::yaml::Document;

/// A value of a document, or the absence of one, and where it stands.
pub struct Place<'a> {
    document: &'a Document,
    value: Option<&'a Value>,
    /// JSON pointer.
    pointer: String,
    /// The path as Go prints it, `.spec.containers`.
    path: String,
}

impl<'a> Place<'a> {
    /// The whole document.
    pub const fn root(document: &'a Document) -> Self {
        Self { document, value: Some(&document.value), pointer: String::new(), path: String::new() }
    }

    /// A field of a mapping.
    pub fn field(&self, name: &str) -> Self {
        let escaped = name.replace('~', "~0").replace('/', "~1");
        Self {
            document: self.document,
            value: self.value.and_then(|it| it.get(name)).filter(|it| !it.is_null()),
            pointer: format!("{}/{escaped}", self.pointer),
            path: format!("{}.{name}", self.path),
        }
    }

    /// Whether the document is a manifest of a static Pod.
    pub fn is_static(&self) -> bool {
        self.document.is_static
    }

    /// Whether there is a value.
    pub const fn is_present(&self) -> bool {
        self.value.is_some()
    }

    /// The items of a list; none when absent.
    pub fn items(&self) -> Result<Vec<Self>, ManifestError> {
        match self.value {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) => Ok((0..items.len())
                .map(|n| Self {
                    document: self.document,
                    value: items.get(n),
                    pointer: format!("{}/{n}", self.pointer),
                    path: self.path.clone(),
                })
                .collect()),
            Some(other) => Err(self.mismatch(other, "slice")),
        }
    }

    /// The names of a mapping's fields; none when absent.
    pub fn keys(&self) -> Result<Vec<String>, ManifestError> {
        match self.value {
            None => Ok(Vec::new()),
            Some(Value::Object(map)) => Ok(map.keys().cloned().collect()),
            Some(other) => Err(self.mismatch(other, "struct")),
        }
    }

    /// A string.
    pub fn string(&self) -> Result<Option<String>, ManifestError> {
        match self.value {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(other) => Err(self.mismatch(other, "string")),
        }
    }

    /// A string; empty when absent.
    pub fn text(&self) -> Result<String, ManifestError> {
        self.string().map(Option::unwrap_or_default)
    }

    /// A list of strings.
    pub fn texts(&self) -> Result<Vec<String>, ManifestError> {
        self.items()?.iter().map(Self::text).collect()
    }

    /// A map of strings.
    pub fn text_map(&self) -> Result<Map<String, String>, ManifestError> {
        let keys = self.keys()?.into_iter();
        keys.map(|key| Ok((key.clone(), self.field(&key).text()?))).collect()
    }

    /// A map of quantities: strings, or numbers written without quotes.
    pub fn quantities(&self) -> Result<Map<String, String>, ManifestError> {
        let mut map = Map::new();
        for key in self.keys()? {
            let place = self.field(&key);
            let text = match place.value {
                Some(Value::Number(it)) => it.to_string(),
                Some(Value::String(it)) => it.trim().to_owned(),
                Some(_) | None => return Err(place.bad_quantity()),
            };
            if !is_quantity(&text) {
                return Err(place.bad_quantity());
            }
            map.insert(key, text);
        }
        Ok(map)
    }

    fn bad_quantity(&self) -> ManifestError {
        self.error(
            "quantities must match the regular expression \
             '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
                .into(),
        )
    }

    /// A boolean.
    pub fn boolean(&self) -> Result<Option<bool>, ManifestError> {
        match self.value {
            None => Ok(None),
            Some(Value::Bool(it)) => Ok(Some(*it)),
            Some(other) => Err(self.mismatch(other, "bool")),
        }
    }

    /// A whole number.
    pub fn integer(&self) -> Result<Option<i64>, ManifestError> {
        match self.value {
            None => Ok(None),
            Some(Value::Number(it)) => match it.as_i64() {
                Some(number) => Ok(Some(number)),
                None => Err(self.mismatch(&Value::Number(it.clone()), "int64")),
            },
            Some(other) => Err(self.mismatch(other, "int64")),
        }
    }

    /// A whole number that fits 32 bits.
    pub fn integer_32(&self) -> Result<Option<i32>, ManifestError> {
        let number = self.integer()?.map(i32::try_from).transpose();
        number.map_err(|_| self.error(format!("{} does not fit 32 bits", self.path)))
    }

    /// A count.
    pub fn count(&self) -> Result<Option<u32>, ManifestError> {
        let number = self.integer()?.map(u32::try_from).transpose();
        number.map_err(|_| self.error(format!("{} must not be negative", self.path)))
    }

    /// A mistake at this place.
    pub fn error(&self, message: String) -> ManifestError {
        let place = self.nearest_place();
        ManifestError {
            message,
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
        }
    }

    /// An absent field has no place of its own; its parent has.
    fn nearest_place(&self) -> Option<(u32, u32)> {
        let mut pointer = self.pointer.as_str();
        loop {
            if let Some(place) = self.document.places.get(pointer) {
                return Some(*place);
            }
            pointer = &pointer[..pointer.rfind('/')?];
        }
    }

    /// Go's sentence for a value of the wrong type.
    fn mismatch(&self, found: &Value, wanted: &str) -> ManifestError {
        let found = match found {
            Value::Null => "null",
            Value::Bool(_) => "bool",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let path = self.path.trim_start_matches('.');
        self.error(format!(
            "json: cannot unmarshal {found} into Go struct field {path} of type {wanted}"
        ))
    }

    /// Refuses what Kubernetes knows and this simulator does not. Names that Kubernetes does not
    /// know either are dropped, as the kubelet drops them.
    pub fn refuse_unmodelled(&self, unmodelled: &[&str]) -> Result<(), ManifestError> {
        for name in unmodelled {
            let field = self.field(name);
            if field.is_present() {
                let path = field.path.trim_start_matches('.').to_owned();
                return Err(field.error(format!("this simulator does not model {path}")));
            }
        }
        Ok(())
    }
}

/// The shape of a quantity (`apimachinery/pkg/api/resource/quantity.go`).
fn is_quantity(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = unsigned.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.');
    let n_digits = unsigned.len() - digits.len();
    const SUFFIXES: [&str; 15] =
        ["", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi"];
    let exponent = digits.strip_prefix(['e', 'E']).is_some_and(|it| it.parse::<i32>().is_ok());
    n_digits > 0 && unsigned != "." && (SUFFIXES.contains(&digits) || digits == "Ei" || exponent)
}
