//! A learner's whole situation: small enough for a link, and enough to make the same trace again.

use std::fmt;
use std::io::{Read as _, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use engine::{Input, Script, ScriptError};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use trace::SimTime;

/// What a link begins with: the version of its form.
const VERSION: char = '1';
/// The longest link, in characters.
pub const LONGEST_LINK: usize = 8 * 1024;
/// The most that a link may unpack to, in bytes.
const MOST_UNPACKED: u64 = 64 * 1024;
/// The most inputs of one's own.
pub const MOST_INPUTS: usize = 200;
/// The most that these may take as a script, in bytes. A file of 64 KiB can be written a few times.
pub const LONGEST_SCRIPT: usize = 256 * 1024;
/// The longest a cluster may run, in its own milliseconds: a day.
pub const LONGEST_RUN: SimTime = SimTime(24 * 60 * 60 * 1000);

/// A lesson's line, left after an entry, and what was done from there on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// The lesson's id.
    pub lesson: String,
    /// The "what if" of the lesson, when it is left from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The seed of all jitter.
    pub seed: u64,
    /// The entry after which the lesson was left; 0 for before its first.
    pub after: u32,
    /// What was done from there on, and until when: a script with times from the switch-on.
    pub script: String,
}

/// Why a link is not followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadLink {
    /// It is longer than any that is made here.
    TooLong,
    /// It was made by a version that is not known here.
    Version,
    /// A part of it is missing or was changed.
    Damaged,
    /// It leaves the lesson after an entry that the lesson does not have.
    NoEntry(u32),
    /// It holds more inputs than are allowed.
    TooMany,
    /// More comes of its inputs than may happen in a cluster.
    TooMuch,
    /// Its script has a mistake.
    Script(ScriptError),
}

impl fmt::Display for BadLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the link is too long: at most {LONGEST_LINK} characters"),
            Self::Version => f.write_str("the link was made by another version of this program"),
            Self::Damaged => f.write_str("a part of the link is missing or was changed"),
            Self::NoEntry(n) => write!(f, "the link's lesson has no entry {n}"),
            Self::TooMany => write!(f, "the link holds more than {MOST_INPUTS} inputs"),
            Self::TooMuch => f.write_str("more comes of the link's inputs than can be kept"),
            Self::Script(error) => write!(f, "the link's script has a mistake: {error}"),
        }
    }
}

impl std::error::Error for BadLink {}

impl Situation {
    /// A lesson's line left after an entry, with nothing done yet.
    #[must_use]
    pub fn fresh(lesson: &str, branch: Option<&str>, seed: u64, after: u32, now: SimTime) -> Self {
        let script = Script { inputs: Vec::new(), end: now }.to_string();
        Self { lesson: lesson.into(), branch: branch.map(str::to_owned), seed, after, script }
    }

    /// The same, with these inputs and this end.
    #[must_use]
    pub fn with(&self, inputs: Vec<(SimTime, Input)>, end: SimTime) -> Self {
        Self { script: Script { inputs, end }.to_string(), ..self.clone() }
    }

    /// What was done.
    ///
    /// # Errors
    /// When the script cannot be read, or holds too much.
    pub fn script(&self) -> Result<Script, BadLink> {
        let script = Script::parse(&self.script).map_err(|mut errors| match errors.is_empty() {
            true => BadLink::Damaged,
            false => BadLink::Script(errors.swap_remove(0)),
        })?;
        if script.inputs.len() > MOST_INPUTS { Err(BadLink::TooMany) } else { Ok(script) }
    }

    /// What stands after `#x=` in a link.
    #[must_use]
    pub fn to_link(&self) -> String {
        let json = serde_json::to_vec(self).expect("a situation has only string keys");
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        let packed = packer.write_all(&json).and_then(|()| packer.finish());
        let packed = packed.expect("a vector takes every byte");
        format!("{VERSION}{}", URL_SAFE_NO_PAD.encode(packed))
    }

    /// Reads what stands after `#x=`.
    ///
    /// # Errors
    /// When it is no link, and why.
    pub fn from_link(text: &str) -> Result<Self, BadLink> {
        if text.len() > LONGEST_LINK {
            return Err(BadLink::TooLong);
        }
        let mut letters = text.chars();
        match letters.next() {
            Some(VERSION) => {}
            Some(other) if other.is_ascii_alphanumeric() => return Err(BadLink::Version),
            Some(_) | None => return Err(BadLink::Damaged),
        }
        let packed = URL_SAFE_NO_PAD.decode(letters.as_str()).map_err(|_| BadLink::Damaged)?;
        let mut json = Vec::new();
        let mut unpacked = DeflateDecoder::new(packed.as_slice()).take(MOST_UNPACKED + 1);
        unpacked.read_to_end(&mut json).map_err(|_| BadLink::Damaged)?;
        if json.len() as u64 > MOST_UNPACKED {
            return Err(BadLink::TooLong);
        }
        let situation: Self = serde_json::from_slice(&json).map_err(|_| BadLink::Damaged)?;
        situation.script()?;
        Ok(situation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn situation(n_inputs: u64) -> Situation {
        let fresh = Situation::fresh("static-pods", None, 1, 41, SimTime(45_000));
        let input = || Input::parse("kubectl delete pod hello-static-pair-worker").unwrap();
        let inputs = (0..n_inputs).map(|it| (SimTime(46_000 + it * 1000), input()));
        fresh.with(inputs.collect(), SimTime(500_000))
    }

    #[test]
    fn a_link_reads_back_as_the_situation() {
        for n_inputs in [0, 1, 30, 200] {
            let link = situation(n_inputs).to_link();
            assert_eq!(Situation::from_link(&link), Ok(situation(n_inputs)));
        }
        assert!(situation(30).to_link().len() < 600, "thirty inputs fit any address line");
    }

    #[track_caller]
    fn check(link: &str, wanted: &BadLink) {
        assert_eq!(Situation::from_link(link).as_ref(), Err(wanted), "{link:.40}");
    }

    #[test]
    fn what_is_no_link_is_refused_by_name() {
        let good = situation(1).to_link();
        check("", &BadLink::Damaged);
        check("%", &BadLink::Damaged);
        check("2abc", &BadLink::Version);
        check("1abc", &BadLink::Damaged);
        check(&good[..good.len() - 3], &BadLink::Damaged);
        check(&format!("{good}é"), &BadLink::Damaged);
        check(&"1".repeat(LONGEST_LINK + 1), &BadLink::TooLong);
        check(&situation(201).to_link(), &BadLink::TooMany);
        let zeros = Situation { script: "\n".repeat(1 << 20), ..situation(0) };
        check(&zeros.to_link(), &BadLink::TooLong);
        let other = Situation { script: "rm -rf /".into(), ..situation(0) };
        assert!(matches!(Situation::from_link(&other.to_link()), Err(BadLink::Script(_))));
    }

    #[test]
    fn a_link_with_any_letter_changed_never_panics() {
        let good = situation(3).to_link();
        for n in 0..good.len() {
            let mut bytes = good.clone().into_bytes();
            bytes[n] = if bytes[n] == b'A' { b'B' } else { b'A' };
            let _ = Situation::from_link(str::from_utf8(&bytes).unwrap());
        }
    }
}
