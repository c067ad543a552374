//! What is kept of the right to act on a cluster.

use serde::{Deserialize, Serialize};

/// What is kept of a token: enough to know it again, not enough to have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenHash(String);

impl TokenHash {
    /// A digest, as text.
    #[must_use]
    pub const fn new(digest: String) -> Self {
        Self(digest)
    }

    /// Whether both are of one token. Takes as long for a near miss as for any other.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let pairs = self.0.bytes().zip(other.0.bytes());
        let differences = pairs.fold(0, |sum, (a, b)| sum | (a ^ b));
        differences == 0 && self.0.len() == other.0.len()
    }
}
