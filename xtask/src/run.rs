//! Runs other programs: with a time limit, with the output kept in a log, with progress lines.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

use crate::workspace;

/// How often a waiting line is repeated while a quiet step runs.
const PULSE: Duration = Duration::from_secs(20);

/// Runs `command` with its output on the terminal and fails with the command line if it fails.
pub fn loud(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| cannot_start(command))?;
    if !status.success() {
        bail!("{} failed ({status})", line(command));
    }
    Ok(())
}

/// Runs `command` with its output in `target/xtask/<log>.log`; shows the log's end if it fails.
pub fn quiet(what: &str, log: &str, command: &mut Command) -> Result<()> {
    quiet_for(what, log, command, Duration::MAX)
}

/// Like [`quiet`], but gives up after `limit`.
pub fn quiet_for(what: &str, log: &str, command: &mut Command, limit: Duration) -> Result<()> {
    let path = log_path(log)?;
    let out = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let err = out.try_clone()?;
    command.stdin(Stdio::null()).stdout(out).stderr(err);
    let start = Instant::now();
    let mut child = command.spawn().with_context(|| cannot_start(command))?;
    let status = wait(&mut child, what, limit)?;
    if status.success() {
        eprintln!("xtask: {what}: done in {:.1} s", start.elapsed().as_secs_f32());
        return Ok(());
    }
    Err(anyhow!("{what} failed ({status}); {} ends with:\n{}", path.display(), tail(&path)))
}

/// The standard output of a short command, or nothing if it cannot run or fails.
pub fn answer(program: impl AsRef<OsStr>, args: &[&str]) -> Option<String> {
    let out = Command::new(program).args(args).stderr(Stdio::null()).output().ok()?;
    out.status.success().then(|| String::from_utf8_lossy(&out.stdout).trim().to_owned())
}

/// The first of `names` that is an executable in PATH.
pub fn find(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names.iter().find_map(|name| folders.iter().map(|f| f.join(name)).find(|p| p.is_file()))
}

/// `target/xtask/<name>.log`, with its folder made.
pub fn log_path(name: &str) -> Result<PathBuf> {
    let folder = workspace::scratch();
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder.join(name).with_extension("log"))
}

/// The last lines of a log.
pub fn tail(path: &Path) -> String {
    let text = fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}

fn wait(child: &mut Child, what: &str, limit: Duration) -> Result<ExitStatus> {
    let start = Instant::now();
    let mut said = Duration::ZERO;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        let spent = start.elapsed();
        if spent > limit {
            child.kill().and_then(|()| child.wait())?;
            bail!("{what} gave no result within {} s", limit.as_secs());
        }
        if spent > said + PULSE {
            said = spent;
            eprintln!("xtask: {what}: {} s so far", spent.as_secs());
        }
        thread::sleep(Duration::from_millis(50));
    }
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

fn cannot_start(command: &Command) -> String {
    format!("cannot run {}", command.get_program().to_string_lossy())
}
