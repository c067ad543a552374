//! The script: the one textual form of inputs.
//!
//! ```text
//! mirrorpod script 1
//! # a comment
//! 0s    start kubelet pair-worker
//! 1s    write pair-worker /etc/kubernetes/manifests/hello.yaml <<EOF
//! …
//! EOF
//! 20s   api up
//! +5s   kubectl delete pod hello-pair-worker
//! 1m30s end
//! ```
//!
//! A time counts from the cluster's switch-on, or with `+` from the input before.

mod line;

use std::fmt;
use std::sync::Arc;

use trace::SimTime;

use crate::input::Input;

/// The first line of every script.
const FIRST_LINE: &str = "mirrorpod script 1";
/// The longest a script may run: a day.
const LONGEST: u64 = 24 * 60 * 60 * 1_000;

/// Inputs in order of time, and when to stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// What somebody does, and when.
    pub inputs: Vec<(SimTime, Input)>,
    /// Until when the cluster runs.
    pub end: SimTime,
}

/// A mistake in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong, and how to mend it.
    pub message: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (line {})", self.message, self.line)
    }
}

impl std::error::Error for ScriptError {}

/// One line that says something, with its here-document.
struct Statement<'a> {
    number: usize,
    text: &'a str,
    document: Arc<str>,
}

impl Input {
    /// Reads one statement of a script, without its time: what somebody does now.
    ///
    /// # Errors
    /// What is wrong with it, and what could be written.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut errors = Vec::new();
        let statements = statements(text.lines().enumerate(), &mut errors);
        if let Some(error) = errors.first() {
            return Err(error.message.clone());
        }
        match statements.as_slice() {
            [one] => line::parse(one.text, &one.document),
            [] => Err("there is no input; write one, as `api down`".into()),
            [_, next, ..] => Err(format!("`{}` is a second input; write one at a time", next.text)),
        }
    }
}

impl fmt::Display for Script {
    /// The canonical text: every time in milliseconds from the switch-on. Reads back as the same
    /// script.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}")?;
        for (at, input) in &self.inputs {
            writeln!(f, "{}ms {input}", at.0)?;
        }
        writeln!(f, "{}ms end", self.end.0)
    }
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// Every mistake in it.
    pub fn parse(text: &str) -> Result<Self, Vec<ScriptError>> {
        let mut errors = Vec::new();
        let mut lines = text.lines().enumerate();
        match lines.next() {
            Some((_, first)) if first.trim_end() == FIRST_LINE => {}
            Some(_) | None => {
                let message = format!("the first line must be `{FIRST_LINE}`");
                errors.push(ScriptError { line: 1, message });
            }
        }
        let statements = statements(lines, &mut errors);
        let mut script = Self { inputs: Vec::new(), end: SimTime::ZERO };
        let mut now = SimTime::ZERO;
        let mut ended = false;
        for statement in &statements {
            let mut complain =
                |message: String| errors.push(ScriptError { line: statement.number, message });
            let (time, rest) =
                statement.text.split_once(char::is_whitespace).unwrap_or((statement.text, ""));
            let Some(at) = parse_time(time, now) else {
                complain(format!("`{time}` is not a time; write 1500ms, 12s, 1m30s or +5s"));
                continue;
            };
            if at < now {
                complain(format!("{at} s lies before the input above, which is at {now} s"));
                continue;
            }
            if ended {
                complain("nothing may follow `end`".into());
                continue;
            }
            now = at;
            script.end = at;
            match rest.trim() {
                "end" => ended = true,
                rest => match line::parse(rest, &statement.document) {
                    Ok(input) => script.inputs.push((at, input)),
                    Err(message) => complain(message),
                },
            }
        }
        if errors.is_empty() { Ok(script) } else { Err(errors) }
    }
}

/// Splits the lines of a script into statements; comments and blank lines are left out.
fn statements<'a>(
    mut lines: impl Iterator<Item = (usize, &'a str)>,
    errors: &mut Vec<ScriptError>,
) -> Vec<Statement<'a>> {
    let mut statements = Vec::new();
    while let Some((n, line)) = lines.next() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (text, delimiter) = match line.rsplit_once("<<") {
            Some((text, delimiter)) if is_delimiter(delimiter) => (text.trim_end(), delimiter),
            Some(_) | None => (line, ""),
        };
        let mut document = String::new();
        if !delimiter.is_empty() {
            let mut closed = false;
            for (_, line) in lines.by_ref() {
                if line.trim_end() == delimiter {
                    closed = true;
                    break;
                }
                document.push_str(line);
                document.push('\n');
            }
            if !closed {
                let message = format!("the text that begins here lacks its closing {delimiter}");
                errors.push(ScriptError { line: n + 1, message });
            }
        }
        statements.push(Statement { number: n + 1, text, document: document.into() });
    }
    statements
}

fn is_delimiter(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|it| it.is_ascii_uppercase())
}

/// `1500ms`, `12s`, `1m30s`, `+5s`. At most a day.
fn parse_time(text: &str, now: SimTime) -> Option<SimTime> {
    let (base, text) = match text.strip_prefix('+') {
        Some(rest) => (now, rest),
        None => (SimTime::ZERO, text),
    };
    let at = base.plus(parse_duration(text)?);
    (at.0 <= LONGEST).then_some(at)
}

/// A duration in milliseconds.
pub fn parse_duration(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let n_digits = rest.find(|it: char| !it.is_ascii_digit())?;
        let number: u64 = rest[..n_digits].parse().ok()?;
        rest = &rest[n_digits..];
        let (unit, after) = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)]
            .into_iter()
            .find_map(|(name, unit)| Some((unit, rest.strip_prefix(name)?)))?;
        rest = after;
        total = total.checked_add(number.checked_mul(unit)?)?;
    }
    (!text.is_empty()).then_some(total)
}
