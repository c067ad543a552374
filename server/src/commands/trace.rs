//! `mirrorpod trace`.

use anyhow::{Context as _, Result};
use content::Recording;

use crate::cli::{Trace, TraceFormat};
use crate::log::Log;

/// Prints what happens in a lesson.
///
/// # Errors
/// When there is no such lesson or branch, or its words do not fit what happens.
pub fn run(args: &Trace) -> Result<()> {
    let content = super::content(args.content.as_deref())?;
    let lesson = content.lesson(&args.lesson).with_context(|| {
        let known: Vec<&str> = content.lessons().iter().map(|it| it.id.as_str()).collect();
        format!("there is no lesson {:?}; there is: {}", args.lesson, known.join(", "))
    })?;
    if let Some(branch) = args.branch.as_deref().filter(|id| lesson.branch(id).is_none()) {
        let known: Vec<&str> = lesson.branches.iter().map(|it| it.id.as_str()).collect();
        anyhow::bail!("the lesson has no branch {branch:?}; it has: {}", known.join(", "));
    }
    let branch = args.branch.as_deref();
    let recording = match args.seed {
        Some(seed) => lesson.record_with_seed(branch, seed),
        None => lesson.record(branch),
    };
    let Recording { header, entries } = recording.map_err(|found| super::mistakes(&found))?;
    super::print(|out| match args.format {
        TraceFormat::Lines => entries.iter().try_for_each(|entry| writeln!(out, "{entry}")),
        TraceFormat::Json => out.write_all(Log::new(&header, &entries).stored().plain()),
    })
}
