//! The lines of lessons that clusters can leave: played once, when the page tells of them.

use std::collections::BTreeMap;

use engine::Script;
use engine_live::{Birth, Cluster, Origin, Situation};
use serde::Deserialize;
use trace::{EntryId, Header, SimTime};

use super::answer::Undone;

/// The lines, by lesson and branch.
#[derive(Default)]
pub(super) struct Lines(BTreeMap<(String, Option<String>), Line>);

struct Line {
    header: Header,
    /// Played to its end.
    cluster: engine::Cluster,
}

/// A line as it is told.
#[derive(Deserialize)]
struct Told {
    header: Header,
    script: String,
}

impl Lines {
    /// Plays a line.
    ///
    /// # Errors
    /// When it cannot be read, or does not give the entries that its header counts.
    pub(super) fn learn(&mut self, json: &str) -> Result<(), String> {
        let Told { header, script: text } =
            serde_json::from_str(json).map_err(|error| error.to_string())?;
        let script = script(&text)?;
        let mut cluster = engine::Cluster::new(&header.topology, header.seed);
        for (at, input) in script.inputs {
            // What does not fit was left out of the recording, too.
            cluster.handle(at, input).ok();
        }
        cluster.advance(script.end);
        let n_entries = u32::try_from(cluster.trace().len()).ok();
        if header.entries != n_entries {
            return Err("the lesson's script gives other entries than its recording".into());
        }
        let key = (header.lesson.clone(), header.branch.clone());
        self.0.insert(key, Line { header, cluster });
        Ok(())
    }

    /// The situation of a line just after an entry; before its first for 0.
    pub(super) fn leave(
        &self,
        lesson: &str,
        branch: Option<&str>,
        after: u32,
    ) -> Result<Situation, Undone> {
        let line = self.find(lesson, branch)?;
        let at = match after {
            0 => SimTime::ZERO,
            n => line.cluster.trace().get(EntryId(n)).ok_or(Undone::Entry(n))?.at,
        };
        Ok(Situation::fresh(lesson, branch, line.header.seed, after, at))
    }

    /// Plays a cluster up to the end of the situation it is born in.
    pub(super) fn born(&self, birth: &Birth) -> Result<Cluster, Undone> {
        let Situation { lesson, branch, .. } = &birth.situation;
        let line = self.find(lesson, branch.as_deref())?;
        let origin = Origin { header: &line.header, cluster: &line.cluster };
        Cluster::born(&origin, birth).map_err(Undone::Link)
    }

    fn find(&self, lesson: &str, branch: Option<&str>) -> Result<&Line, Undone> {
        let key = (lesson.to_owned(), branch.map(str::to_owned));
        self.0.get(&key).ok_or_else(|| Undone::Lesson(branch.unwrap_or(lesson).to_owned()))
    }
}

/// Reads a script.
///
/// # Errors
/// Every mistake, one per line.
pub(crate) fn script(text: &str) -> Result<Script, String> {
    Script::parse(text).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        errors.join("\n")
    })
}
