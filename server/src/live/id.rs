//! Names that nobody can guess, and names that people can read out.

use std::fmt;
use std::str::FromStr;

use engine_live::TokenHash;
use sha2::{Digest, Sha256};

/// Digits and letters without those that look or sound like others: no 0 O 1 I L, no U V, no S Z.
const READABLE: &[u8; 25] = b"23456789ABCDEFGHJKMNPQRTW";
/// Lower case and digits, five bits each.
const PLAIN: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

const CODE_LENGTH: usize = 6;
/// 130 bits.
const SECRET_LENGTH: usize = 26;

/// The name of a live cluster or of a room's own log. Whoever knows it may read, not write.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct LiveId(String);

/// The public name of a room, as `7KD-3QF`.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct RoomCode(String);

/// The right to write. It leaves the server once, when it is made; only its hash is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// A text is no such name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchName;

impl LiveId {
    /// A new name.
    #[must_use]
    pub fn random() -> Self {
        Self(random_text(PLAIN, SECRET_LENGTH))
    }

    /// As it stands in addresses.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for LiveId {
    type Err = NoSuchName;

    fn from_str(text: &str) -> Result<Self, NoSuchName> {
        let fits = text.len() == SECRET_LENGTH && text.bytes().all(|it| PLAIN.contains(&it));
        fits.then(|| Self(text.to_owned())).ok_or(NoSuchName)
    }
}

impl RoomCode {
    /// A new code. There are 244 million; a room is created only where none of its code is.
    #[must_use]
    pub fn random() -> Self {
        Self(random_text(READABLE, CODE_LENGTH))
    }

    /// As it stands in addresses, without the dash.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for RoomCode {
    type Err = NoSuchName;

    /// Takes what people type: small letters, with or without the dash or spaces.
    fn from_str(text: &str) -> Result<Self, NoSuchName> {
        let typed = text.chars().filter(|it| *it != '-' && *it != ' ').take(CODE_LENGTH + 1);
        let code: String = typed.map(|it| it.to_ascii_uppercase()).collect();
        let fits = code.len() == CODE_LENGTH && code.bytes().all(|it| READABLE.contains(&it));
        fits.then_some(Self(code)).ok_or(NoSuchName)
    }
}

impl Token {
    /// A new token.
    #[must_use]
    pub fn random() -> Self {
        Self(random_text(PLAIN, SECRET_LENGTH))
    }

    /// What somebody sent; whether it is any token shows when its hash is compared.
    #[must_use]
    pub fn sent(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// For the one answer that gives it away.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether this is the token of which `hash` was kept.
    #[must_use]
    pub fn opens(&self, hash: &TokenHash) -> bool {
        hash.is_same(&self.hash())
    }

    /// What is kept of it: its SHA-256 as hex.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        let digest = Sha256::digest(self.0.as_bytes());
        TokenHash::new(digest.iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl fmt::Display for LiveId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for RoomCode {
    /// With a dash in the middle, as people read it out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (head, tail) = self.0.split_at(CODE_LENGTH / 2);
        write!(f, "{head}-{tail}")
    }
}

impl fmt::Debug for Token {
    /// Never the token: this may be logged.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Each letter as likely as any other: bytes that would favour some are thrown away.
fn random_text(alphabet: &[u8], length: usize) -> String {
    let fair = (256 / alphabet.len() * alphabet.len()).min(256);
    let mut text = String::with_capacity(length);
    let mut bytes = [0_u8; 32];
    while text.len() < length {
        getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
        let letters = bytes.iter().map(|it| usize::from(*it)).filter(|it| *it < fair);
        let letters = letters.map(|it| char::from(alphabet[it % alphabet.len()]));
        text.extend(letters.take(length - text.len()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_reads_back() {
        let id = LiveId::random();
        assert_eq!(id.as_str().parse(), Ok(id));
        let code = RoomCode::random();
        assert_eq!(code.to_string().parse(), Ok(code.clone()));
        assert_eq!(code.as_str().to_lowercase().parse(), Ok(code));
    }

    #[test]
    fn anything_else_is_no_name() {
        for text in ["", "abc", "../../../../../../../../etc", &"A".repeat(26), &"é".repeat(13)] {
            assert_eq!(text.parse::<LiveId>(), Err(NoSuchName), "{text}");
        }
        for text in ["", "7KD3Q", "7KD-3QFX", "7KD-3Q0", "7KD-3Qé"] {
            assert_eq!(text.parse::<RoomCode>(), Err(NoSuchName), "{text}");
        }
    }

    #[test]
    fn only_the_token_itself_has_its_hash() {
        let token = Token::random();
        assert!(token.opens(&token.hash()));
        assert!(!Token::random().opens(&token.hash()));
        assert!(!Token::sent("").opens(&token.hash()));
        assert_eq!(format!("{token:?}"), "Token(…)");
    }
}
