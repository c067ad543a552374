//! The lessons as they went: each recorded once, when the server starts.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::{Content, Lesson, Mistake, Recording};
use engine::Cluster;
use scene::Timeline;

use crate::log::Log;
use crate::problem::Problem;

/// One recording, in both forms in which it is used.
pub struct Recorded {
    /// To be streamed.
    pub log: Arc<Log>,
    /// To be drawn.
    pub timeline: Timeline,
    /// To be gone on from: the cluster at the end.
    pub cluster: Cluster,
}

/// Every lesson's main line and branches.
#[derive(Default)]
pub struct Recordings {
    lessons: BTreeMap<String, Lines>,
}

struct Lines {
    main: Arc<Recorded>,
    branches: BTreeMap<String, Arc<Recorded>>,
}

impl Recordings {
    /// Records everything.
    ///
    /// # Errors
    /// Every sentence of a lesson that its recording does not bear out.
    pub fn of(content: &Content) -> Result<Self, Vec<Mistake>> {
        let mut all = Self::default();
        let mut mistakes = Vec::new();
        for lesson in content.lessons() {
            match Lines::of(lesson) {
                Ok(lines) => {
                    all.lessons.insert(lesson.id.to_string(), lines);
                }
                Err(found) => mistakes.extend(found),
            }
        }
        if mistakes.is_empty() { Ok(all) } else { Err(mistakes) }
    }

    /// The recording of a lesson, or of one of its branches.
    ///
    /// # Errors
    /// When there is no such lesson or branch.
    pub fn find(&self, lesson: &str, branch: Option<&str>) -> Result<&Arc<Recorded>, Problem> {
        let lines = self.lessons.get(lesson).ok_or_else(|| Problem::lesson(lesson))?;
        match branch {
            None => Ok(&lines.main),
            Some(branch) => lines.branches.get(branch).ok_or_else(|| Problem::branch(branch)),
        }
    }
}

impl Lines {
    fn of(lesson: &Lesson) -> Result<Self, Vec<Mistake>> {
        let main = Arc::new(Recorded::of(lesson, None)?);
        let branch = |id: &String| Ok((id.clone(), Arc::new(Recorded::of(lesson, Some(id))?)));
        let branches = lesson.branches.iter().map(|branch| &branch.id).map(branch);
        Ok(Self { main, branches: branches.collect::<Result<_, Vec<Mistake>>>()? })
    }
}

impl Recorded {
    fn of(lesson: &Lesson, branch: Option<&str>) -> Result<Self, Vec<Mistake>> {
        let Recording { header, entries } = lesson.record(branch)?;
        let log = Arc::new(Log::new(&header, &entries));
        let cluster = lesson.cluster(branch)?;
        Ok(Self { log, timeline: Timeline::new(&header, entries), cluster })
    }
}
