//! Branches, which are offered to learners, and proofs, which only tests play.

use crate::fields::Fields;
use crate::mistake::Mistakes;
use crate::yaml::{self, Node};

use super::structure::{Source, played, script};
use super::{Branch, Course, Proof, claim};

/// Reads a branch of a lesson that has these steps.
pub(super) fn read(
    source: &Source<'_>,
    node: &Node,
    (lesson, steps): (&Course, &[&str]),
    mistakes: &mut Mistakes,
) -> Option<Branch> {
    let file = source.file;
    let mut fields = Fields::of(file, node, "a branch", mistakes)?;
    let id = fields.text("id", mistakes);
    let after = fields.text("after", mistakes);
    let own_step: Vec<&str> = id.into_iter().collect();
    let course = course(source, &mut fields, (lesson, &own_step), mistakes);
    let step = played(file, id, &mut fields, mistakes);
    fields.finish(mistakes);
    if let Some(after) = after
        && !steps.contains(&after)
    {
        let message = format!("`{after}` is no step: use one of {}", steps.join(", "));
        mistakes.add(file, node.line, message);
    }
    let step = step?;
    Some(Branch { id: step.id.clone(), after: after?.to_owned(), step, course: course? })
}

/// Reads `proofs.yaml`, where there is one.
pub(super) fn read_proofs(
    source: &Source<'_>,
    lesson: &Course,
    mistakes: &mut Mistakes,
) -> Vec<Proof> {
    let file = format!("{}/proofs.yaml", source.folder);
    let Some(text) = source.files.get(&file) else { return Vec::new() };
    let Some(node) = yaml::parse(&file, text, 1, mistakes) else { return Vec::new() };
    let Some(items) = node.items() else {
        mistakes.add(&file, node.line, "must be a list of proofs");
        return Vec::new();
    };
    let source = Source { file: &file, ..*source };
    items.iter().filter_map(|it| proof(&source, it, lesson, mistakes)).collect()
}

fn proof(
    source: &Source<'_>,
    node: &Node,
    lesson: &Course,
    mistakes: &mut Mistakes,
) -> Option<Proof> {
    let mut fields = Fields::of(source.file, node, "a proof", mistakes)?;
    let id = fields.text("id", mistakes);
    let course = course(source, &mut fields, (lesson, &[]), mistakes);
    fields.finish(mistakes);
    Some(Proof { id: id?.to_owned(), course: course? })
}

/// What is played; from the lesson comes what is not said.
fn course(
    source: &Source<'_>,
    fields: &mut Fields<'_>,
    (lesson, steps): (&Course, &[&str]),
    mistakes: &mut Mistakes,
) -> Option<Course> {
    let file = source.file;
    let mut topology = lesson.topology.clone();
    if let Some(node) = fields.take("apiServerUp") {
        match node.text() {
            Some("true") => topology.api_server_up = true,
            Some("false") => topology.api_server_up = false,
            _ => mistakes.add(file, node.line, "`apiServerUp` must be true or false"),
        }
    }
    let own_seed = fields.take("seed").is_some().then(|| fields.number("seed", mistakes));
    let script = fields.need("script", mistakes).and_then(|it| script(source, it, mistakes));
    let claims = claim::read_all(file, fields.items("claims", mistakes), steps, mistakes);
    let seed = own_seed.unwrap_or(Some(lesson.seed))?;
    let (script, script_file) = script?;
    Some(Course { topology, seed, script, script_file, claims, claims_file: file.to_owned() })
}
