//! Records a lesson: plays its script in the engine and places its steps on what happened.

use engine::Cluster;
use sha2::{Digest, Sha256};
use trace::{Entry, FORMAT, Header};

use crate::mistake::{Mistake, Mistakes};

use super::place::place;
use super::{Course, Lesson, Recording, Step};

impl Lesson {
    /// Plays the lesson, or a branch of it, and places its steps and beats.
    ///
    /// The same content and the same engine give the same recording, byte for byte.
    ///
    /// # Errors
    /// When there is no such branch, when the script cannot be read, and for each pattern that
    /// matches nothing; every mistake at once.
    pub fn record(&self, branch: Option<&str>) -> Result<Recording, Vec<Mistake>> {
        let (course, steps) = self.played(branch)?;
        self.record_course(course, steps, branch)
    }

    /// The cluster at the end of the lesson or of a branch of it: from there one can go another way
    /// after any entry.
    ///
    /// # Errors
    /// When there is no such branch.
    pub fn cluster(&self, branch: Option<&str>) -> Result<Cluster, Vec<Mistake>> {
        let (course, _) = self.played(branch)?;
        let mut cluster = Cluster::new(&course.topology, course.seed);
        for (at, input) in &course.script.inputs {
            // What does not fit was left out of the recording too, and said when it was made.
            cluster.handle(*at, input.clone()).ok();
        }
        cluster.advance(course.script.end);
        Ok(cluster)
    }

    /// What the lesson, or a branch of it, is recorded from: its script in canonical form.
    ///
    /// # Errors
    /// When there is no such branch.
    pub fn script(&self, branch: Option<&str>) -> Result<String, Vec<Mistake>> {
        Ok(self.played(branch)?.0.script.to_string())
    }

    /// Plays the same with another seed. What happens then need not fit the words, so the header
    /// names no steps.
    ///
    /// # Errors
    /// When there is no such branch, or the script does not fit the cluster.
    pub fn record_with_seed(
        &self,
        branch: Option<&str>,
        seed: u64,
    ) -> Result<Recording, Vec<Mistake>> {
        let (course, _) = self.played(branch)?;
        self.record_course(&Course { seed, ..course.clone() }, &[], branch)
    }

    /// Plays a course of events and places these steps on it.
    pub(super) fn record_course(
        &self,
        course: &Course,
        steps: &[Step],
        branch: Option<&str>,
    ) -> Result<Recording, Vec<Mistake>> {
        let mut mistakes = Mistakes::default();
        let entries = play(course, &mut mistakes);
        self.arrange(course, steps, branch, mistakes.or(entries)?)
    }

    /// Makes a recording of entries: places the steps on them and writes the header.
    pub(super) fn arrange(
        &self,
        course: &Course,
        steps: &[Step],
        branch: Option<&str>,
        entries: Vec<Entry>,
    ) -> Result<Recording, Vec<Mistake>> {
        let mut mistakes = Mistakes::default();
        let mut header = Header {
            format: FORMAT,
            kubernetes: engine::KUBERNETES.into(),
            lesson: self.id.clone(),
            branch: branch.map(str::to_owned),
            version: String::new(),
            seed: course.seed,
            topology: course.topology.clone(),
            steps: place(&self.file, steps, &entries, &mut mistakes),
            forked_after: None,
            entries: u32::try_from(entries.len()).ok(),
        };
        header.version = version(&header, &entries);
        mistakes.or(Recording { header, entries })
    }

    fn played(&self, branch: Option<&str>) -> Result<(&Course, &[Step]), Vec<Mistake>> {
        let Some(id) = branch else { return Ok((&self.course, &self.steps)) };
        let branch = self.branch(id).ok_or_else(|| {
            let message = format!("has no branch `{id}`: ask for one it has");
            vec![Mistake { file: self.file.clone(), line: 1, message }]
        })?;
        Ok((&branch.course, std::slice::from_ref(&branch.step)))
    }
}

/// A digest of the recording itself, and so of everything it depends on: 16 hex digits.
fn version(header: &Header, entries: &[Entry]) -> String {
    let mut digest = Sha256::new();
    digest.update(header.to_json());
    for entry in entries {
        digest.update(entry.to_json());
    }
    digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn play(course: &Course, mistakes: &mut Mistakes) -> Vec<Entry> {
    let (trace, refused) = engine::record(&course.topology, course.seed, &course.script);
    for (nth, error) in refused {
        let message = format!("input {} does not fit the cluster: {error}", nth + 1);
        mistakes.add(&course.script_file, 1, message);
    }
    trace.entries().to_vec()
}
