//! One input of a script.

use std::sync::Arc;

use trace::NodeName;

use super::parse_duration;
use crate::input::{Fault, Input};

/// What can be written, for the message that says so.
const FORMS: &str = "start kubelet NODE, stop kubelet NODE, api up, api down, write NODE PATH, \
    remove NODE PATH, rename NODE FROM TO, crash NODE CONTAINER [CODE], \
    fault lose-file-event NODE, fault slow-pull NODE IMAGE TIME, kubectl …, end";

/// Reads what comes after the time.
///
/// # Errors
/// What is wrong, and what could be written.
pub fn parse(text: &str, document: &Arc<str>) -> Result<Input, String> {
    if text == "kubectl" || text.starts_with("kubectl ") {
        return Ok(Input::Command { line: text.into(), stdin: document.clone() });
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let node = |name: &str| NodeName::from(name);
    Ok(match words.as_slice() {
        ["start", "kubelet", it] => Input::StartKubelet { node: node(it) },
        ["stop", "kubelet", it] => Input::StopKubelet { node: node(it) },
        ["api", "up"] => Input::ApiServer { up: true },
        ["api", "down"] => Input::ApiServer { up: false },
        ["write", it, path] => {
            Input::WriteFile { node: node(it), path: (*path).into(), text: document.clone() }
        }
        ["remove", it, path] => Input::RemoveFile { node: node(it), path: (*path).into() },
        ["rename", it, from, to] => {
            Input::RenameFile { node: node(it), from: (*from).into(), to: (*to).into() }
        }
        ["crash", it, container] => {
            Input::Crash { node: node(it), container: (*container).into(), code: 1 }
        }
        ["crash", it, container, code] => {
            let code = code.parse().map_err(|_| format!("`{code}` is not an exit code"))?;
            Input::Crash { node: node(it), container: (*container).into(), code }
        }
        ["fault", "lose-file-event", it] => Input::Fault(Fault::LoseFileEvent { node: node(it) }),
        ["fault", "slow-pull", it, image, time] => {
            let ms = parse_duration(time).ok_or_else(|| format!("`{time}` is not a duration"))?;
            Input::Fault(Fault::SlowPull { node: node(it), image: (*image).into(), ms })
        }
        _ => return Err(format!("`{text}` is not an input; write one of: {FORMS}")),
    })
}
