//! `lesson.yaml`: what happens, where steps begin and beats end, what must be true.

use engine::Script;
use serde::de::IntoDeserializer;
use trace::Topology;

use crate::fields::Fields;
use crate::files::Files;
use crate::mistake::Mistakes;
use crate::yaml::{self, Node};

#[cfg(test)]
use super::Poster;
use super::{Branch, Course, Lesson, Pattern, Step, Subject, branch, claim, poster};

/// Where a structure is read from.
pub(super) struct Source<'a> {
    pub(super) files: &'a Files,
    pub(super) folder: &'a str,
    pub(super) file: &'a str,
}

/// Reads the structure of a lesson; its words are not in it yet.
pub(super) fn read(files: &Files, id: &str, mistakes: &mut Mistakes) -> Option<Lesson> {
    let folder = format!("lessons/{id}");
    let file = format!("{folder}/lesson.yaml");
    let Some(text) = files.get(&file) else {
        mistakes.add(&file, 1, "is missing: a lesson folder needs its structure");
        return None;
    };
    let node = yaml::parse(&file, text, 1, mistakes)?;
    let source = Source { files, folder: &folder, file: &file };
    let mut fields = Fields::of(&file, &node, "a lesson", mistakes)?;
    let minutes = fields.number("minutes", mistakes);
    let subject = fields.need("subject", mistakes).and_then(|it| subject(&file, it, mistakes));
    let topology = fields.need("topology", mistakes).and_then(|it| topology(&file, it, mistakes));
    let seed = fields.number("seed", mistakes);
    let script = fields.need("script", mistakes).and_then(|it| script(&source, it, mistakes));
    let steps: Vec<Step> =
        fields.items("steps", mistakes).iter().filter_map(|it| step(&file, it, mistakes)).collect();
    let ids: Vec<&str> = steps.iter().map(|it| it.id.as_str()).collect();
    let cover = cover(&file, fields.take("cover"), &ids, mistakes);
    let claims = claim::read_all(&file, fields.items("claims", mistakes), &ids, mistakes);
    let branches = fields.items("branches", mistakes);
    fields.finish(mistakes);
    unique(&file, &steps, mistakes);
    let (script, script_file) = script?;
    let course = Course {
        topology: topology?,
        seed: seed?,
        script,
        script_file,
        claims,
        claims_file: file.clone(),
    };
    let branches: Vec<Branch> = branches
        .iter()
        .filter_map(|it| branch::read(&source, it, (&course, &ids), mistakes))
        .collect();
    let proofs = branch::read_proofs(&source, &course, mistakes);
    Some(Lesson {
        id: id.to_owned(),
        minutes: u32::try_from(minutes?).unwrap_or(u32::MAX),
        subject: subject?,
        steps,
        cover,
        branches,
        proofs,
        course,
        words: std::collections::BTreeMap::new(),
        file: file.clone(),
    })
}

fn unique(file: &str, steps: &[Step], mistakes: &mut Mistakes) {
    if steps.is_empty() {
        mistakes.add(file, 1, "`steps` is missing: a lesson needs at least one");
    }
    for (nth, step) in steps.iter().enumerate() {
        if steps[..nth].iter().any(|it| it.id == step.id) {
            mistakes.add(file, step.line, format!("step `{}` stands twice: keep one", step.id));
        }
    }
}

/// The place of the step that `cover` names; without it, the first.
fn cover(file: &str, node: Option<&Node>, steps: &[&str], mistakes: &mut Mistakes) -> usize {
    let Some(node) = node else { return 0 };
    let named = node.text().unwrap_or_default();
    steps.iter().position(|it| *it == named).unwrap_or_else(|| {
        let message = format!("`cover` must be a step: use one of {}", steps.join(", "));
        mistakes.add(file, node.line, message);
        0
    })
}

fn subject(file: &str, node: &Node, mistakes: &mut Mistakes) -> Option<Subject> {
    let mut fields = Fields::of(file, node, "`subject`", mistakes)?;
    let of_node = fields.text("node", mistakes);
    let pod = fields.text("pod", mistakes);
    let container = fields.text("container", mistakes);
    fields.finish(mistakes);
    let Some((namespace, name)) = pod?.split_once('/') else {
        mistakes.add(file, node.line, "`pod` must be a namespace and a name, as default/web");
        return None;
    };
    Some(Subject {
        node: of_node?.into(),
        namespace: namespace.into(),
        pod: name.into(),
        container: container?.into(),
    })
}

fn topology(file: &str, node: &Node, mistakes: &mut Mistakes) -> Option<Topology> {
    let read = serde::Deserialize::deserialize(node.to_json().into_deserializer());
    read.map_err(|error: serde_json::Error| {
        mistakes.add(file, node.line, format!("`topology` cannot be used: {error}"));
    })
    .ok()
}

/// The script beside the structure file, and its path.
pub(super) fn script(
    source: &Source<'_>,
    node: &Node,
    mistakes: &mut Mistakes,
) -> Option<(Script, String)> {
    let Some(name) = node.text() else {
        mistakes.add(source.file, node.line, "`script` must be the name of a file beside this one");
        return None;
    };
    let path = format!("{}/{name}", source.folder);
    let Some(text) = source.files.get(&path) else {
        mistakes.add(source.file, node.line, format!("{path} does not exist: write it"));
        return None;
    };
    match Script::parse(text) {
        Ok(script) => Some((script, path)),
        Err(errors) => {
            for error in errors {
                let line = u32::try_from(error.line).unwrap_or(u32::MAX);
                mistakes.add(&path, line, error.message);
            }
            None
        }
    }
}

fn step(file: &str, node: &Node, mistakes: &mut Mistakes) -> Option<Step> {
    let mut fields = Fields::of(file, node, "a step", mistakes)?;
    let id = fields.text("id", mistakes);
    let step = played(file, id, &mut fields, mistakes);
    fields.finish(mistakes);
    step
}

/// The step of this id: the keys that steps and branches have alike.
pub(super) fn played(
    file: &str,
    id: Option<&str>,
    fields: &mut Fields<'_>,
    mistakes: &mut Mistakes,
) -> Option<Step> {
    let begins = fields.need("begins", mistakes);
    let begins = begins.and_then(|it| Pattern::read(file, it, mistakes));
    let beats = fields.items("beats", mistakes);
    if beats.is_empty() {
        mistakes.add(
            file,
            fields.line(),
            "`beats` is empty: name the line that ends each sentence",
        );
    }
    let poster = poster::read(file, fields, beats.len(), mistakes);
    let beats = beats.iter().filter_map(|it| Pattern::read(file, it, mistakes)).collect();
    Some(Step { id: id?.to_owned(), begins: begins?, beats, poster, line: fields.line() })
}

/// A step for tests, as lesson.yaml would say it on line 1.
#[cfg(test)]
pub(super) fn test_step(id: &str, begins: &str, beats: &[&str]) -> Step {
    let pattern = |text: &str| {
        let value = yaml::Value::Scalar { text: text.into(), plain: true };
        let mut mistakes = Mistakes::default();
        Pattern::read("l.yaml", &Node { line: 1, value }, &mut mistakes).expect("it is a text")
    };
    let beats: Vec<Pattern> = beats.iter().map(|it| pattern(it)).collect();
    let poster = Poster::Beat(beats.len() - 1);
    Step { id: id.into(), begins: pattern(begins), beats, poster, line: 1 }
}
