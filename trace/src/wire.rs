//! The versioned JSON form: a header line, entry lines, an end line.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Entry, EntryId, Header};

/// The version of the wire form. A reader refuses any other by name.
pub const FORMAT: u32 = 1;

/// The last line of a finished trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// The last entry's number; 0 for an empty trace.
    pub last: u32,
}

/// One line of a stored timeline, `timeline.ndjson`: `{"header":…}`, `{"entry":…}`, `{"end":…}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Line {
    /// The first line.
    Header(Box<Header>),
    /// A fact.
    Entry(Box<Entry>),
    /// The last line.
    End(End),
}

/// Why a line could not be used.
#[derive(Debug)]
pub enum WireError {
    /// It is not what the format says.
    Malformed(serde_json::Error),
    /// It was written by another version.
    Format {
        /// The version found.
        found: u32,
    },
    /// An entry is missing before this one.
    Gap {
        /// The number that came.
        found: EntryId,
    },
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => write!(f, "the line is not a trace line: {error}"),
            Self::Format { found } => {
                write!(f, "the trace has format {found}, this reader knows format {FORMAT}")
            }
            Self::Gap { found } => write!(f, "an entry is missing before entry {found}"),
        }
    }
}

impl std::error::Error for WireError {}

impl Header {
    /// Reads a header.
    ///
    /// # Errors
    /// When the text is not a header, or one of another format.
    pub fn from_json(text: &str) -> Result<Self, WireError> {
        let header: Self = serde_json::from_str(text).map_err(WireError::Malformed)?;
        if header.format == FORMAT {
            Ok(header)
        } else {
            Err(WireError::Format { found: header.format })
        }
    }

    /// The header as one line of JSON, without a line end.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a header has only string keys")
    }
}

impl Entry {
    /// Reads an entry.
    ///
    /// # Errors
    /// When the text is not an entry.
    pub fn from_json(text: &str) -> Result<Self, WireError> {
        serde_json::from_str(text).map_err(WireError::Malformed)
    }

    /// The entry as one line of JSON, without a line end.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("an entry has only string keys")
    }
}
