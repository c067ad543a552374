//! Everything that comes from outside.

use std::fmt;
use std::sync::Arc;

use trace::{NodeName, SimTime};

/// Something somebody does to the cluster.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Input {
    /// A file gets this content; it is made if it is not there.
    WriteFile { node: NodeName, path: String, text: Arc<str> },
    /// A file is removed.
    RemoveFile { node: NodeName, path: String },
    /// A file gets another name.
    RenameFile { node: NodeName, from: String, to: String },
    /// A kubelet process is started.
    StartKubelet { node: NodeName },
    /// A kubelet process is ended.
    StopKubelet { node: NodeName },
    /// The API server answers from now on, or refuses connections.
    ApiServer { up: bool },
    /// The newest running container of this name ends with this code. A prefix of its id does too.
    Crash { node: NodeName, container: String, code: i32 },
    /// A deliberate trouble.
    Fault(Fault),
    /// A person enters a command, with what they pipe into it.
    Command { line: String, stdin: Arc<str> },
}

impl fmt::Display for Input {
    /// As the script spells it, without its time. A here-document ends with a line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WriteFile { node, path, text } => {
                write!(f, "write {node} {path}")?;
                document(f, text)
            }
            Self::RemoveFile { node, path } => write!(f, "remove {node} {path}"),
            Self::RenameFile { node, from, to } => write!(f, "rename {node} {from} {to}"),
            Self::StartKubelet { node } => write!(f, "start kubelet {node}"),
            Self::StopKubelet { node } => write!(f, "stop kubelet {node}"),
            Self::ApiServer { up: true } => f.write_str("api up"),
            Self::ApiServer { up: false } => f.write_str("api down"),
            Self::Crash { node, container, code } => write!(f, "crash {node} {container} {code}"),
            Self::Fault(fault) => write!(f, "fault {fault}"),
            Self::Command { line, stdin } => {
                f.write_str(line)?;
                document(f, stdin)
            }
        }
    }
}

/// Writes a here-document under a delimiter that none of its lines is.
fn document(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    if text.is_empty() {
        return Ok(());
    }
    let mut delimiter = String::from("EOF");
    while text.lines().any(|line| line.trim_end() == delimiter) {
        delimiter.push('F');
    }
    writeln!(f, " <<{delimiter}")?;
    f.write_str(text)?;
    f.write_str(if text.ends_with('\n') { "" } else { "\n" })?;
    f.write_str(&delimiter)
}

/// A deliberate trouble, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Fault {
    /// The next event of the directory watch is lost.
    LoseFileEvent { node: NodeName },
    /// Pulls of this image take this much longer, in milliseconds.
    SlowPull { node: NodeName, image: String, ms: u64 },
}

impl fmt::Display for Fault {
    /// As the script spells it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LoseFileEvent { node } => write!(f, "lose-file-event {node}"),
            Self::SlowPull { node, image, ms } => write!(f, "slow-pull {node} {image} {ms}ms"),
        }
    }
}

/// Why an input was not taken. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum InputError {
    /// Its time is over.
    InThePast { at: SimTime, now: SimTime },
    /// There is no such node.
    NoSuchNode(NodeName),
    /// There is no such file.
    NoSuchFile(String),
    /// The kubelet runs already, or does not run.
    KubeletState { node: NodeName, runs: bool },
    /// No such container runs.
    NoSuchContainer(String),
    /// A command is still running.
    ConsoleBusy,
    /// The file's path is not in the manifest directory.
    OutsideDirectory { path: String, dir: String },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InThePast { at, now } => {
                write!(f, "the input is for {at} s, but the cluster is at {now} s already")
            }
            Self::NoSuchNode(node) => write!(f, "there is no node {node}"),
            Self::NoSuchFile(path) => write!(f, "there is no file {path}"),
            Self::KubeletState { node, runs: true } => {
                write!(f, "the kubelet of {node} runs already; stop it first")
            }
            Self::KubeletState { node, runs: false } => {
                write!(f, "the kubelet of {node} does not run; start it first")
            }
            Self::NoSuchContainer(name) => write!(f, "no container {name} runs there"),
            Self::ConsoleBusy => f.write_str("the command before has not ended yet"),
            Self::OutsideDirectory { path, dir } => {
                write!(f, "only files in {dir} are simulated, not {path}")
            }
        }
    }
}

impl std::error::Error for InputError {}
