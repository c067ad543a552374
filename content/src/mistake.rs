//! What is wrong with the files, all of it at once.

use std::fmt;

/// Something wrong in a file, where it is, and what would mend it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mistake {
    /// The file, below the content folder.
    pub file: String,
    /// The line, from 1; 1 as well where the whole file is meant.
    pub line: u32,
    /// What is wrong, and how to mend it.
    pub message: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for Mistake {}

/// The mistakes found so far. Reading goes on after a mistake, so that one bad line hides no other.
#[derive(Debug, Default)]
pub(crate) struct Mistakes(Vec<Mistake>);

impl Mistakes {
    /// Writes down a mistake.
    pub(crate) fn add(&mut self, file: &str, line: u32, message: impl Into<String>) {
        self.0.push(Mistake { file: file.into(), line, message: message.into() });
    }

    /// The value, when nothing was wrong; otherwise every mistake by file and line.
    pub(crate) fn or<T>(mut self, value: T) -> Result<T, Vec<Mistake>> {
        if self.0.is_empty() {
            return Ok(value);
        }
        self.0.sort();
        self.0.dedup();
        Err(self.0)
    }

    /// The mistakes themselves.
    #[cfg(test)]
    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }
}
